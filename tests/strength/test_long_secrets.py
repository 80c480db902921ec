"""Whole matches: whatever anybody lays, hides or bids in them, everybody else is told the same as if it were something else.

At a secret entry the world is copied; in the copy something else is entered. All who must not know are then asked everything, by
page, file, stream and interface, in both worlds: status, headers, length and body are the same byte by byte.
"""

import itertools
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import pytest

from companion.store import Store
from tests.conformance.playing import PACKAGES, playthroughs, twins
from tests.games.playthrough import Moves
from tests.rings import times
from tests.web.api.asking import Json
from tests.web.api.test_secrets import CODE, MATCH, World
from tests.web.test_secrecy import addresses, said, streamed

SECRET: Final = frozenset({"lay", "hide", "exchange", "bid"})
"""The kinds of entries with something that others are not to know yet."""
INSTEAD: Final[dict[str, Sequence[Any]]] = {
    "card": tuple(range(60, 0, -1)),
    "colour": ("red", "yellow", "green", "blue", "violet"),
    "plants": ([], ["flax"]),
}
SEEN_AT: Final = 1
SEEN_AT_LONG: Final = 24
"""How many secret entries of a match are looked at, in the short form and in the long one."""
WITH_SECRETS: Final = [package for package, game in PACKAGES.items() if twins(package) and SECRET & {*game.moves}]
"""Hidden figures of a table's own game come to light at its end alone: its twins are compared to the end as it is."""


def whole_match(package: str) -> tuple[int, dict[str, Any], Moves]:
    """A random match with secrets; of those found first the one with most of them for its length."""
    drawn = [playthroughs(package).random_game(random.Random(f"secrets {seed}")) for seed in range(9)]
    found = [one for one in drawn if not one[1].get("open_play")]  # a variant in which cards are laid face up
    return max(found, key=lambda one: sum(map(is_secret, one[2])) / len(one[2]))


def is_secret(move: Json) -> bool:
    """Whether something in this entry is for its own seat alone."""
    return move["kind"] in SECRET


def is_hidden(last: Json, move: Json) -> bool:
    """Whether an entry after this last one cannot be the one by which several secrets are opened."""
    if "plants" in move:
        return bool(move["plants"]) and last["kind"] != "bid"
    return "card" not in move or last["kind"] == "trick"


def others(move: Json) -> Iterator[Json]:
    """The same entry with something else in the place of what is secret."""
    if "colours" in move:
        names = INSTEAD["colour"]
        yield {**move, "colours": [names[(names.index(one) + 2) % len(names)] for one in move["colours"]]}
    for name in ("card", "colour", "plants"):
        if name in move:
            yield from ({**move, name: value} for value in INSTEAD[name] if value != move[name])


def enter(world: World, move: Json) -> int:
    """The status of an entry, by whoever's it is; what the box doubts is not taken, as everybody sees that it was."""
    token = str(move["seat"]) if "seat" in move else "host"
    return world.ask(token, f"/matches/{MATCH}/moves", {"move": move})[0]


class Course:
    """A match that is played on, and copies of it in which something else is entered."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder, self.package = folder, package
        self.players, self.options, self.moves = whole_match(package)
        self.twin: Any = {"players": self.players, "options": self.options}
        self._numbers = itertools.count()

    def open(self, stack: ExitStack) -> World:
        store = stack.enter_context(Store.open(self.folder / "main.sqlite"))
        for key in ("form_secret", "seat_secret"):
            store.settings.set(key, "the same in both worlds")
        return World(store, self.package, self.twin)

    def copy(self, stack: ExitStack) -> World:
        file = self.folder / f"copy-{next(self._numbers)}.sqlite"
        with closing(sqlite3.connect(self.folder / "main.sqlite")) as now, closing(sqlite3.connect(file)) as copied:
            now.backup(copied)
        return World(stack.enter_context(Store.open(file)), self.package, self.twin, is_new=False)

    def looked_at(self) -> set[int]:
        """The steps that are looked at closely: some of the secret ones, spread over the whole match.

        Of several that are opened together, the first: by the last of them all are. A bid of something can be one of nothing.
        """
        pairs = itertools.pairwise([{"kind": ""}, *self.moves])
        secret = [step for step, (last, move) in enumerate(pairs) if is_secret(move) and is_hidden(last, move)]
        return set(random.Random(self.package).sample(secret, min(len(secret), times(SEEN_AT, SEEN_AT_LONG))))


def onlookers(move: Json, players: int) -> list[str | None]:
    """Who must not know: somebody who only looks on, the host, and another seat."""
    return [None, "host", str((move["seat"] + 1) % players)]


def asked(world: World) -> list[tuple[str, str, str]]:
    return [
        (method, endpoint, path)
        for method, endpoint, path in addresses(world)
        if method == "GET" and (MATCH in path or CODE in path or "history" in path or path == "/")
    ]


def compare(one: World, other: World, move: Json, players: int) -> int:
    """How many answers were the same in both worlds, which is all of them."""
    count = 0
    for device in onlookers(move, players):
        for method, endpoint, path in asked(one):
            told = [said(world, device, method, endpoint, path) for world in (one, other)]
            assert told[0] == told[1], (move, device, path)
            count += 1
        for path in (f"/m/{MATCH}/stream", f"/tv/{CODE}/stream"):
            assert streamed(one, device, path) == streamed(other, device, path), (move, device, path)
        token = device if device is None else str(device)
        assert one.stream(token) == other.stream(token)
    return count


@pytest.mark.parametrize("package", WITH_SECRETS)
def test_no_secret_of_a_whole_match_is_told_before_its_time(tmp_path: Path, package: str) -> None:
    course, compared = Course(tmp_path, package), 0
    looked_at = course.looked_at()
    with ExitStack() as stack:
        world = course.open(stack)
        for step, move in enumerate(course.moves):
            if step in looked_at:
                with ExitStack() as passing:
                    one, other = course.copy(passing), course.copy(passing)
                    assert enter(one, move) == 201
                    assert any(enter(other, changed) == 201 for changed in others(move)), move
                    compared += compare(one, other, move, course.players)
            assert enter(world, move) == 201, (step, move)
    assert compared > 50 * len(looked_at)
