"""Two matches that differ only in a secret give byte-identical answers to everybody but its owner."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import product

import pytest
from werkzeug.test import TestResponse

from companion.engine.options import make_setup
from companion.live import InProcessLive
from companion.match.access import NOBODY
from companion.match.enter import Matches
from companion.store import Grant, Store, Table, token_hash
from companion.web.api.operations import ROOT
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.conformance.playing import PACKAGES, twins
from tests.games.english import NAMES
from tests.games.playthrough import Playthrough, Twins
from tests.rings import few_first, some_of
from tests.web.api.asking import Json
from tests.web.following import payload_at

NOW = datetime(2026, 1, 31, 19, 30, tzinfo=UTC)
CODE, TABLE, MATCH = "KQ7M", "the-table", "the-match"
COURSES = sorted(
    ((package, index) for package in PACKAGES for index in range(len(twins(package)))), key=lambda course: course[1]
)
"""Those of all games, the first of each game before all others."""
ONE_EACH = few_first(COURSES, sum(index == 0 for _, index in COURSES))
"""Of each game one before the last ring."""
OTHER_TABLE, OTHER_CODE = "another-table", "ZZ22"
Said = tuple[int, list[tuple[str, str]], bytes]


class World:
    """A server on which ids, tokens and the time are always the same, so that nothing but the match itself can differ."""

    def __init__(self, store: Store, package: str, twin: Playthrough | Twins, *, is_new: bool = True) -> None:
        self.app = create_app(store, InProcessLive(), Settings(("localhost",)))
        self.game, self.players = PACKAGES[package], twin["players"]
        services: Services = self.app.extensions["tableside"]
        services.matches = self.matches = Matches(store, services.live, lambda: NOW)
        if is_new:
            self._begin(store, twin)

    def _begin(self, store: Store, twin: Playthrough | Twins) -> None:
        open_known(store, TABLE, CODE, self.players, "")
        open_known(store, OTHER_TABLE, OTHER_CODE, self.players, "elsewhere-")
        options = json.dumps(dict(make_setup(self.game, self.players, twin["options"]).options))
        store.matches.create(TABLE, self.game.slug, options, range(self.players), NOW, MATCH)

    def ask(self, token: str | None, path: str, body: Json | None = None) -> Said:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        client = self.app.test_client(use_cookies=False)
        method = "GET" if body is None else "POST"
        answer: TestResponse = client.open(ROOT + path, method=method, headers=headers, json=body)
        return answer.status_code, list(answer.headers.items()), answer.get_data()

    def stream(self, token: str | None) -> bytes:
        bearer = {} if token is None else {"authorization": f"Bearer {token}"}
        return payload_at(self.app, f"{ROOT}/matches/{MATCH}/stream", **bearer)

    @property
    def is_revealed(self) -> bool:
        return bool(self.matches.snapshot(MATCH, NOBODY).timeline.revealed)


def open_known(store: Store, table: str, code: str, players: int, start: str) -> None:
    grants = [Grant(token_hash(f"{start}host"), "host", "link", NOW, table)]
    grants += [Grant(token_hash(f"{start}{seat}"), "seat", "link", NOW, table, seat) for seat in range(players)]
    store.tables.create(Table(table, code, NOW), list(NAMES[:players]), grants)


@contextmanager
def two_worlds(places: Iterable[str], package: str, twin: Twins) -> Iterator[tuple[World, World]]:
    """The same table at two places, with the same keys for everything that is drawn at random."""
    with ExitStack() as stack:
        made = []
        for place in places:
            store = stack.enter_context(Store.open(place))
            for key in ("form_secret", "seat_secret"):
                store.settings.set(key, "the same in both worlds")
            made.append(World(store, package, twin))
        yield made[0], made[1]


def those_who_enter(twin: Twins) -> list[str]:
    return ["host", next(str(seat) for seat in range(twin["players"]) if seat != twin["owner"])]


def enterer(move: Json, twin: Twins) -> str:
    """Whoever enters a move: its own seat, the host for the whole table."""
    return str(move["seat"]) if "seat" in move else "host"


def play(worlds: tuple[World, World], twin: Twins, step: int) -> None:
    """One move in each world; whoever enters it is told the same, unless it is the owner's own."""
    moves = [course[step] for course in (twin["one"], twin["other"])]
    who, path = enterer(moves[0], twin), f"/matches/{MATCH}/moves"
    said = [world.ask(who, path, {"move": move, "key": str(step)}) for world, move in zip(worlds, moves, strict=True)]
    assert [status for status, *_ in said] == [201, 201], said
    assert said[0] == said[1] or who == str(twin["owner"]), step


def same(worlds: tuple[World, World], token: str | None, path: str, body: Json | None = None) -> Said:
    one, other = (world.ask(token, path, body) for world in worlds)
    assert one == other, (token, path, body)
    return one


LOOKS = (f"/matches/{MATCH}", f"/matches/{MATCH}/journal")
FILES = [f"/{of}/export.{kind}" for of in (f"matches/{MATCH}", f"tables/{CODE}") for kind in ("json", "csv", "bgsplay")]
"""Each onlooker is given one of them after each step, another the next time."""


@pytest.mark.ring("test")
@pytest.mark.parametrize(("package", "index"), COURSES)
def test_nobody_else_sees_a_difference_at_any_time(places: tuple[str, str], package: str, index: int) -> None:
    twin = twins(package)[index]
    others = [str(seat) for seat in range(twin["players"]) if seat != twin["owner"]]
    turn = int(os.environ["SEED"])
    with two_worlds(places, package, twin) as worlds:
        for step in range(len(twin["one"])):
            play(worlds, twin, step)
            for at, token in enumerate((None, "host", "elsewhere-host", "elsewhere-0", *others), step):
                for path in (*LOOKS, FILES[(turn + at) % len(FILES)]):
                    assert same(worlds, token, path)[0] == 200
                assert worlds[0].stream(token) == worlds[1].stream(token)
        owner = str(twin["owner"])
        assert worlds[0].ask(owner, LOOKS[1]) != worlds[1].ask(owner, LOOKS[1])
        assert not worlds[0].is_revealed


@pytest.mark.ring("test")
@pytest.mark.parametrize(("package", "index"), ONE_EACH)
def test_no_error_and_no_preview_tells_a_difference(places: tuple[str, str], package: str, index: int) -> None:
    twin = twins(package)[index]
    tried = [*twin["one"], *(move for move in twin["other"] if move not in twin["one"])]
    with two_worlds(places, package, twin) as worlds:
        for step in range(len(twin["one"])):
            play(worlds, twin, step)
        version = len(twin["one"])
        for turn, token in enumerate(those_who_enter(twin), int(os.environ["SEED"])):
            same(worlds, token, f"/matches/{MATCH}/moves", {"move": tried[-1], "version": version - 1})
            same(worlds, token, f"/matches/{MATCH}/moves", {"move": {"kind": "nothing"}})
            same(worlds, token, f"/matches/{MATCH}/undo", {"index": version})
            for number, (at, move) in enumerate(some_of(product(range(version), tried), 60), turn):
                body = {"index": at, "move": move, "preview": True, "anyway": number % 2 == 0}
                same(worlds, token, f"/matches/{MATCH}/amend", body)
        assert worlds[0].ask("host", LOOKS[0])[2] == worlds[1].ask("host", LOOKS[0])[2]


@pytest.mark.ring("test")
@pytest.mark.parametrize(("package", "index"), ONE_EACH)
def test_no_entry_of_somebody_elses_tells_a_difference(places: tuple[str, str], package: str, index: int) -> None:
    """Others enter, take back and correct whatever they like, until hidden things come to light by the rules."""
    twin = twins(package)[index]
    tried = [*twin["one"], *(move for move in twin["other"] if move not in twin["one"])]
    with two_worlds(places, package, twin) as worlds:
        for step in range(len(twin["one"])):
            play(worlds, twin, step)
        for token in those_who_enter(twin):
            for path, body in attempts(tried, len(twin["one"])):
                said = [world.ask(token, f"/matches/{MATCH}/{path}", body) for world in worlds]
                if any(world.is_revealed for world in worlds):
                    return
                assert said[0] == said[1], (token, path, body)
                same(worlds, None, LOOKS[1])
        assert worlds[0].ask("host", LOOKS[0])[0] == 200


def attempts(moves: list[Json], version: int) -> Iterator[tuple[str, Json]]:
    """Undo and redo of every entry, and every move, doubtful or not."""
    for index in range(version):
        yield "undo", {"index": index}
        yield "redo", {}
    for move in moves:
        yield "moves", {"move": move}
        yield "moves", {"move": move, "anyway": True}
        yield "undo", {}
