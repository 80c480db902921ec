"""Every address answers, whatever is stored, in every language, and says the same on each kind of store."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import cycle

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.store import Grant, Store, Table, fresh_id, token_hash
from companion.table.next_match import NewMatch
from companion.table.tables import LONG_CODE, draw_code
from companion.web.app.i18n import LANGUAGES
from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES, golden, random_games, twins
from tests.conformance.playing import played as play
from tests.games.english import NAMES as SEATED
from tests.games.playthrough import Twins
from tests.games.sheets import sheet_of
from tests.records import FILE, SERVER, Records
from tests.rings import examples, few_first, some_of
from tests.web.api.test_secrets import CODE, MATCH, World, enterer, two_worlds
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import undrawn
from tests.web.roles import DEVICE, INTERFACE, PAGES
from tests.web.test_secrecy import COURSES, Address, addresses, looked_at, must_say_the_same, near_and_far, streamed

pytestmark = pytest.mark.ring("test")


def failed(world: World, asked: Iterable[Address], languages: Sequence[str]) -> list[tuple[str, str, object]]:
    """What the host's browser is answered above 499, or with gaps in its drawings: the language, the path, and what."""
    client = world.app.test_client()
    client.set_cookie("device", "host", domain="localhost")
    found: list[tuple[str, str, object]] = []
    for path in {path for method, _, path in asked if method == "GET"}:
        for language in languages:
            with client.get(path, headers={"Accept-Language": language}) as answer:
                found += [(language, path, answer.status_code)] if answer.status_code > 499 else []
                if answer.mimetype == "text/html" and (gaps := undrawn(answer.get_data(as_text=True))):
                    found.append((language, path, gaps))
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_every_address_answers_in_every_language(elsewhere: Callable[[], str], package: str) -> None:
    whole = golden(package)[0]
    half = len(whole["moves"]) // 2
    with Store.open(elsewhere()) as store:
        world = World(store, package, whole)
        near, far = near_and_far(world)
        turn = int(os.environ["SEED"]) + [*PACKAGES].index(package)  # Another language for each game, and in each run.
        some, others = ([LANGUAGES[(turn + at) % len(LANGUAGES)]] for at in range(2))
        for moves, languages in ((whole["moves"][:half], some), (whole["moves"][half:], others)):
            for move in moves:
                assert world.ask("host", f"/matches/{MATCH}/moves", {"move": move, "anyway": True})[0] == 201
            assert failed(world, near, languages) == []
        assert failed(world, far, some) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_page_of_a_match_opens_at_its_start_and_its_end_whatever_is_tracked(app: Flask, package: str) -> None:
    host, guest = Browser(app), Browser(app)
    faults: list[tuple[str, int]] = []
    for players, options, moves in random_games(package, run=os.environ["SEED"]):
        end = sheet_of(package, play(PACKAGES[package], players, options, moves).at().state)
        name, ways = TRACKED.get(package, ("", [None]))
        for way in ways:
            chosen = {**options, name: way} if way else options
            code = open_table(host, *SEATED[:players])
            match_id = start_match(
                host, code, PACKAGES[package].slug, **{one: str(chosen[one]).lower() for one in chosen}
            )
            for entered in ([], [end]):
                host.enter(match_id, *entered)
                asked = [(one.format(code=code, match=match_id), who) for one in OF_A_MATCH for who in (host, guest)]
                faults += [
                    (f"{chosen} {path}", found) for path, who in asked if (found := who.get(path).status_code) > 499
                ]
    assert not faults


def test_no_page_makes_room_for_as_many_as_an_address_asks_for(elsewhere: Callable[[], str]) -> None:
    beyond = "&".join(f"{name}=9999999999" for name in ("players", "page", "at", "before", "step", "skip", "for"))
    with Store.open(elsewhere()) as store:
        world = World(store, "nile", golden("nile")[0])
        client = world.app.test_client()
        client.set_cookie("device", "host", domain="localhost")
        paths = {path for method, _, path in addresses(world) if method == "GET"} | {"/print/own-game/blank"}
        statuses = {path: client.get(path, query_string=beyond).status_code for path in paths if "?" not in path}
    assert [path for path, status in statuses.items() if status > 499] == []


OF_A_TABLE = sorted(
    path
    for prefix, paths in (("", PAGES), ("/api/v1", INTERFACE))
    for path in (f"{prefix}{asked[0]}" for route, asked in paths.items() if route.startswith("GET"))
    if "{code}" in path or "{match}" in path
)
OF_A_MATCH = [path for path in OF_A_TABLE if "{match}" in path and not path.startswith("/api")]
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
NAMES = st.none() | TEXTS | st.sampled_from(["", "Ana", "ANA", "\u202e", "\u200d", "Jean-Baptiste"])
TRACKED = {
    "down_under": ("depth", ["tiles", "routes", "result"]), "land_unter": ("tricks", ["whole", "rings"]),
    "limits": ("pile", ["counted", "logged"]), "nile": ("depth", ["market", "board"]),
}  # fmt: skip
"""How much of a game is tracked, by the option that says so; of all others the same."""
SEATS = st.lists(st.tuples(NAMES, st.none() | TEXTS | st.just("7 9"), st.booleans()), min_size=1, max_size=30)


def test_every_page_of_a_table_opens_whoever_is_stored_there(app: Flask) -> None:
    services: Services = app.extensions["tableside"]

    @settings(max_examples=examples(30), suppress_health_check=[HealthCheck.too_slow])
    @given(SEATS, st.sampled_from(sorted(games())))
    def hold(seats: list[tuple[str | None, str | None, bool]], slug: str) -> None:
        table = Table(fresh_id(), draw_code(LONG_CODE), datetime.now(UTC))
        services.store.tables.create(table, [name for name, _, _ in seats])  # type: ignore[misc]
        services.store.grants.add(Grant(token_hash(table.id), "host", "device", table.opened_at, table.id))
        for seat, (_, face, has_left) in enumerate(seats):
            services.store.seats.set_face(table.id, seat, lambda others, face=face: face)  # type: ignore[misc]
            services.store.seats.set_left(table.id, seat, has_left)
        present = [seat for seat, (_, _, has_left) in enumerate(seats) if not has_left]
        fewest, *_, most = games()[slug].players
        match_id = ""
        if len(present) >= fewest:
            host = services.tables.caller(table.id)
            match_id = services.match_starter.begin(table, host, NewMatch(slug, {}, present[-most:], "lot")).id
        host_browser, guest = Browser(app), Browser(app)
        host_browser.client.set_cookie(DEVICE, table.id, domain="localhost")
        last = f"/t/{table.code}/seats/{len(seats) - 1}"
        paths = [
            path.format(code=table.code, match=match_id) for path in OF_A_TABLE if match_id or "{match}" not in path
        ]
        faults = [
            (path, answer.status_code)
            for at, path in enumerate((*paths, last, f"{last}/face"), len(seats))
            if (answer := (host_browser, guest)[at % 2].get(path)).status_code >= 500
        ]
        assert not faults
        assert host_browser.get(f"/t/{table.code}/host").status_code == 200
        assert guest.get(f"/t/{table.code}/join").status_code == 200

    hold()


LOOKERS = (None, "host", "1")
"""Somebody who looks on, the host, and a seat."""


def enter(worlds: tuple[World, World], twin: Twins, step: int) -> None:
    """The next move in both worlds, which are told the same."""
    move = twin["one"][step]
    body = {"move": move, "anyway": True, "key": str(step)}
    one, other = (world.ask(enterer(move, twin), f"/matches/{MATCH}/moves", body) for world in worlds)
    assert one[0] == 201
    assert one == other, step


@pytest.mark.parametrize("package", few_first([package for package, index in COURSES if index == 0], 1))
def test_every_address_says_the_same_on_each_kind_of_store(all_records: dict[str, Records], package: str) -> None:
    twin = twins(package)[0]
    lent = (all_records[kind].lent() for kind in (FILE, SERVER))
    with ExitStack() as stack, two_worlds(map(stack.enter_context, lent), package, twin) as worlds:
        near, far = near_and_far(worlds[0])
        must_say_the_same(worlds, some_of(LOOKERS, 1), far)
        lookers = cycle(some_of(LOOKERS, len(LOOKERS)))
        for step in range(len(twin["one"])):
            enter(worlds, twin, step)
            if step not in looked_at(len(twin["one"])):
                continue
            must_say_the_same(worlds, [next(lookers)], near)
            for device in LOOKERS:
                for path in (f"/m/{MATCH}/stream", f"/tv/{CODE}/stream"):
                    first, second = (streamed(world, device, path) for world in worlds)
                    assert first == second, (step, device, path)
