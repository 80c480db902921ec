"""Nothing that is stored keeps a page of a table from opening: any number of seats, whatever their names and faces are."""

from datetime import UTC, datetime

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.store import Grant, Table, fresh_id, token_hash
from companion.table.next_match import NewMatch
from companion.table.tables import LONG_CODE, draw_code
from companion.web.app.services import Services
from tests.rings import examples
from tests.web.people import Browser
from tests.web.roles import DEVICE, INTERFACE, PAGES

OF_A_TABLE = sorted(
    path
    for prefix, paths in (("", PAGES), ("/api/v1", INTERFACE))
    for path in (f"{prefix}{asked[0]}" for route, asked in paths.items() if route.startswith("GET"))
    if "{code}" in path or "{match}" in path
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
NAMES = st.none() | TEXTS | st.sampled_from(["", "Ana", "ANA", "\u202e", "\u200d", "Jean-Baptiste"])
SEATS = st.lists(st.tuples(NAMES, st.none() | TEXTS | st.just("7 9"), st.booleans()), min_size=1, max_size=30)


@pytest.mark.ring("test")
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
            for path in (*paths, last, f"{last}/face")
            for browser in (host_browser, guest)
            if (answer := browser.get(path)).status_code >= 500
        ]
        assert not faults
        assert host_browser.get(f"/t/{table.code}/host").status_code == 200
        assert guest.get(f"/t/{table.code}/join").status_code == 200

    hold()
