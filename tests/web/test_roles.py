"""Who may what: every route, asked by the owner, the host, a seat, somebody of another table, and a stranger; and that what
opens a door is told to whom it is for and to nobody else: in no page, file, header, stream, log or record.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.live import InProcessLive
from companion.store import Store, token_hash
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.records import Records, rows, written
from tests.rings import few_first
from tests.there import there
from tests.web.conftest import HOSTS
from tests.web.following import payload_at
from tests.web.people import Browser, sit
from tests.web.roles import COUNTED, DEVICE, INTERFACE, PAGES, ROLES, STORE_NOTHING, TOKENS, Evening, begun, filled

CHOOSES = "GET beginning.choose"
"""The host who opens a game's page has chosen it, and every phone at the table is told."""


@pytest.fixture
def evening(app: Flask) -> Evening:
    return begun(app)


@pytest.fixture(scope="module")
def looked_at(records: Records, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """One at which nobody does anything: it will do for all who look or are refused, and in the end it is as it was."""
    settings = Settings(HOSTS, folder=tmp_path_factory.mktemp("looked-at"))
    with records.lent() as place, Store.open(place) as store:
        found = begun(create_app(store, InProcessLive(), settings))
        before = entered(place)
        yield found
        assert entered(place) == before, "somebody who only looked, or was refused, changed the records"


def entered(place: str) -> dict[str, list[str]]:
    """Every row of every table but that of attempts to guess, which count among several processes."""
    return {name: found for name, found in rows(place).items() if name != "attempts"}


@contextmanager
def evening_for(route: str, status: int, looked_at: Evening, records: Records, shared_app: Flask) -> Iterator[Evening]:
    """The evening at which this route is asked: over records of its own, where it will be taken and is no mere look."""
    if status >= 400 or (route.startswith("GET ") and route != CHOOSES) or route in STORE_NOTHING:
        yield looked_at
        return
    with records.lent() as place, Store.open(place) as store:
        shared_app.extensions["tableside"] = Services(store, InProcessLive(), Settings(HOSTS))
        yield begun(shared_app)


def ask_page(browser: Browser, route: str, at: str, form: dict[str, str]) -> TestResponse:
    return browser.get(at) if route.startswith("GET ") else browser.post(at, form)


def routes(app: Flask) -> set[str]:
    """Every route of the app: its method and its endpoint."""
    return {
        f"{method} {rule.endpoint}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_route_says_who_may_use_it(app: Flask) -> None:
    listed = set(PAGES) | set(INTERFACE)
    assert routes(app) - listed == set(), "add these routes to the tables above"
    assert listed - routes(app) == set(), "these routes are no more"


@pytest.mark.ring("test")
@pytest.mark.parametrize("role", ROLES)
def test_a_page_is_for_those_it_is_for(records: Records, shared_app: Flask, looked_at: Evening, role: str) -> None:
    faults = []
    for route, (path, form, expected) in PAGES.items():
        with evening_for(route, expected[role], looked_at, records, shared_app) as evening:
            at = filled(path, evening)
            with ask_page(evening.browsers[role], route, at, form) as answer:
                if answer.status_code != expected[role]:
                    faults.append(f"{route} at {at}: {answer.status_code} instead of {expected[role]}")
    assert not faults, f"for {role}:\n" + "\n".join(faults)


@pytest.mark.parametrize("token", few_first(sorted(TOKENS, reverse=True), 3, "test"))
def test_the_interface_is_for_those_it_is_for(
    records: Records, shared_app: Flask, looked_at: Evening, token: str
) -> None:
    faults = []
    for route, (path, body, expected) in INTERFACE.items():
        with evening_for(route, expected[token], looked_at, records, shared_app) as evening:
            at = filled(f"/api/v1{path}", evening)
            headers = {} if token == "none" else {"Authorization": f"Bearer {evening.tokens[token]}"}
            answer = evening.app.test_client().open(at, method=route.split()[0], json=body, headers=headers)
            if answer.status_code != expected[token]:
                said = answer.text[:200]
                faults.append(f"{route} at {at}: {answer.status_code} instead of {expected[token]}: {said}")
    assert not faults, f"for the token {token}:\n" + "\n".join(faults)


def test_at_a_closed_table_a_seat_enters_for_itself_alone(evening: Evening) -> None:
    evening.browsers["host"].post(f"/t/{evening.code}/closed", {"closed": "true"})
    client = evening.app.test_client()
    headers = {"Authorization": f"Bearer {evening.seat_token}"}
    own = {"move": {"kind": "count_rings", "seat": 1, "rings": 3}}
    assert client.post(f"/api/v1/matches/{evening.match_id}/moves", json=own, headers=headers).status_code == 201
    answer = client.post(f"/api/v1/matches/{evening.match_id}/moves", json={"move": COUNTED}, headers=headers)
    assert answer.status_code == 403
    assert evening.services.matches.snapshot(evening.match_id, evening.services.tables.caller(None)).version == 3


def test_a_renewed_seat_sends_its_phones_away_asks_who_comes_and_its_old_link_is_dead(evening: Evening) -> None:
    there = f"/t/{evening.code}"
    told = evening.browsers["host"].post(f"{there}/seats/1/renew", follow_redirects=True)

    assert "Until Ben rejoins, that phone only watches." in told.text
    for path in (there, f"{there}/join"):
        assert f'<form action="{there}/join/1">' in evening.browsers["stranger"].get(path).text
    assert evening.browsers["stranger"].get(f"/join/seat/{evening.seat_token}").status_code == 404
    form = {"kind": "count_rings", "seat": "2", "rings": "4"}
    assert evening.browsers["seat"].post(f"/m/{evening.match_id}/moves", form).status_code == 401
    assert evening.seat_token not in evening.browsers["host"].get(f"/t/{evening.code}/cards").text

    first, later, said = evening.browsers["seat"], evening.browsers["stranger"], "Another phone has this name"
    assert (free := ' name="free" value="yes"') in later.get(f"{there}/join/1").text
    first.post(f"{there}/join/1", {"free": "yes"})
    assert said not in first.get(there).text
    meanwhile = later.post(f"{there}/join/1", {"free": "yes"}, follow_redirects=True).text
    assert (said in meanwhile, free in meanwhile) == (True, False), "which asks before two phones share a seat"
    later.post(f"{there}/join/1")
    pages, doubled = (there, f"/m/{evening.match_id}"), "Another phone plays for you too"
    assert [doubled in one.get(page).text for one in (first, later) for page in pages] == [True, True, False, False]


def test_a_host_who_goes_home_leaves_the_table_to_the_next_who_has_a_phone(evening: Evening) -> None:
    path = f"/t/{evening.code}/seats/0"
    host, ben = evening.browsers["host"], evening.browsers["seat"]
    ben.post(f"/t/{evening.code}/join/1")
    assert "Then Ben is the host." in host.page(path)
    assert "is the host." not in host.page(f"/t/{evening.code}/seats/2")
    host.post(f"/t/{evening.code}/seats/2/left", {"left": "true"})
    assert host.get(f"/t/{evening.code}/host").status_code == 200
    host.post(f"{path}/left", {"left": "true"})
    assert [one.get(f"/t/{evening.code}/host").status_code for one in (host, ben)] == [403, 200]


def test_a_seat_that_two_phones_hold_offers_to_host_only_once_it_is_renewed(evening: Evening) -> None:
    host, path = evening.browsers["host"], f"/t/{evening.code}/seats/1"
    page = host.page(path)
    assert (
        page.index(f'action="{path}/host"')
        < page.index("Free Ben’s seat</button>")
        < page.index("that phone only watches")
    )

    sit(evening.browsers["stranger"], evening.code, 1)
    assert f'action="{path}/host"' not in host.page(path)
    page = host.page(path).partition("<summary>More<")[0]
    assert page.index("disabled") < page.index("Several phones have this seat") < page.index('class="way bad"')
    assert host.post(f"{path}/host").status_code == 403

    host.post(f"{path}/renew")
    sit(evening.browsers["seat"], evening.code, 1)
    assert host.post(f"{path}/host").status_code == 303
    assert evening.browsers["seat"].get(f"/t/{evening.code}/cards").status_code == 200
    assert evening.browsers["stranger"].get(f"/t/{evening.code}/cards").status_code == 401


def test_the_owners_link_works_once_and_makes_a_host_of_every_table(evening: Evening) -> None:
    stranger = evening.browsers["stranger"]
    assert stranger.post(f"/owner/{evening.owner_token}").status_code == 303
    assert stranger.get(f"/t/{evening.code}/cards").status_code == 200
    assert evening.browsers["elsewhere"].get(f"/owner/{evening.owner_token}").status_code == 404


def test_a_get_claims_nothing(evening: Evening) -> None:
    stranger = evening.browsers["stranger"]
    for path in ("/t/{code}/join/1", "/join/seat/{seat_token}", "/owner/{owner_token}", "/m/{match}/as/1"):
        assert stranger.get(filled(path, evening)).status_code == 200
    assert stranger.get(f"/t/{evening.code}/cards").status_code == 401
    form = {"kind": "count_rings", "seat": "1", "rings": "4"}
    assert stranger.post(f"/m/{evening.match_id}/moves", form).status_code == 401


CLAIMS = {
    "POST pages.open_table", "POST join.claim", "POST join.come", "POST join.claim_by_link", "POST join.claim_owner",
}  # fmt: skip
"""What gives a browser a token of its own, besides a table opened for a sheet of paper."""


@pytest.mark.ring("test")
def test_a_stranger_is_given_a_token_by_joining_and_opening_alone(
    records: Records, shared_app: Flask, looked_at: Evening
) -> None:
    given = set()
    for route, (path, form, expected) in PAGES.items():
        with evening_for(route, expected["stranger"], looked_at, records, shared_app) as evening:
            stranger = Browser(evening.app)
            with ask_page(stranger, route, filled(path, evening), form):
                if stranger.client.get_cookie(DEVICE) is not None:
                    given.add(route)
    assert given == CLAIMS


def test_a_device_is_known_by_256_random_bits_in_a_cookie_that_no_script_reads(evening: Evening) -> None:
    cookie = there(evening.browsers["seat"].client.get_cookie(DEVICE))
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")
    assert re.fullmatch(r"[\w-]{43}", cookie.value)


PASSWORD = "correct horse battery"
FOR_THE_HOST = {"hosting.cards", "hosting.page", "hosting.seat_page"}
"""Pages that show the links of seats, and the code for the Wi-Fi: the host's own."""


def secrets_of(evening: Evening) -> set[str]:
    """All that opens a door here: links, tokens of devices and programs, the password of the Wi-Fi."""
    table = evening.services.tables.find(evening.code)
    links = {evening.services.seating.token(table.id, seat) for seat in range(3)}
    return {*links, *devices(evening), *(evening.tokens[name] for name in ("host", "elsewhere")), "one-time", PASSWORD}


def devices(evening: Evening) -> set[str]:
    cookies = [browser.client.get_cookie(DEVICE) for browser in evening.browsers.values()]
    return {cookie.value for cookie in cookies if cookie is not None}


def looks() -> list[tuple[str, str]]:
    routes = [*PAGES.items(), *((name, (f"/api/v1{path}", {}, {})) for name, (path, _, _) in INTERFACE.items())]
    return [(name.split()[1], path) for name, (path, _, _) in routes if name.startswith("GET") and "backup" not in path]


@pytest.fixture
def planted(evening: Evening) -> Evening:
    """The evening, with a Wi-Fi password too, and with tokens long enough not to be found by chance."""
    evening.browsers["host"].post(f"/t/{evening.code}/wifi", {"ssid": "Lamp", "password": PASSWORD})
    return evening


def told(browser: Browser, path: str, headers: dict[str, str]) -> str:
    """All that comes back: headers and body."""
    with browser.get(path, headers=headers) as answer:
        return f"{answer.headers}\n{answer.get_data(as_text=True)}"


@pytest.mark.parametrize("role", few_first(sorted(ROLES, reverse=True), 2, "test"))
def test_no_answer_to_a_browser_holds_what_opens_a_door(planted: Evening, role: str) -> None:
    secrets, asked = secrets_of(planted), 0
    for endpoint, path in looks():
        if endpoint in FOR_THE_HOST and role in ("owner", "host"):
            continue
        at = filled(path, planted)
        said = told(planted.browsers[role], at, {})
        assert not [secret for secret in secrets if secret in said and secret not in at], (endpoint, role)
        asked += 1
    assert asked > 60


@pytest.mark.parametrize("token", TOKENS)
def test_no_answer_to_a_program_holds_what_opens_a_door(planted: Evening, token: str) -> None:
    headers = {} if token == "none" else {"Authorization": f"Bearer {planted.tokens[token]}"}
    secrets, asked = secrets_of(planted), 0
    for endpoint, path in looks():
        if path.startswith("/api/"):
            said = told(Browser(planted.app), filled(path, planted), headers)
            assert not [secret for secret in secrets if secret in said], (endpoint, token)
            asked += 1
    assert asked > 10


def test_no_stream_holds_what_opens_a_door(planted: Evening) -> None:
    secrets = secrets_of(planted)
    for browser in planted.browsers.values():
        cookie = browser.client.get_cookie(DEVICE)
        for path in (f"/m/{planted.match_id}/stream", f"/tv/{planted.code}/stream"):
            sent = "" if cookie is None else f"{DEVICE}={cookie.value}"
            payload = payload_at(planted.app, path, cookie=sent).decode()
            assert payload
            assert not [secret for secret in secrets if secret in payload], path


@pytest.mark.ring("test")
def test_no_log_line_holds_what_opens_a_door_even_where_something_breaks(
    planted: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted.app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(planted.services.seating, "find", broken)
    with caplog.at_level(logging.DEBUG):
        for role in ROLES:
            for _, path in looks():
                planted.browsers[role].get(filled(path, planted)).close()
    assert "RuntimeError: broken" in caplog.text
    assert not [secret for secret in secrets_of(planted) if secret in caplog.text]


def broken(token: str) -> None:
    raise RuntimeError("broken")


def test_no_record_holds_what_opens_a_door(planted: Evening, target: str) -> None:
    records = written(target)
    assert token_hash("host-token").encode() in records
    assert not [secret for secret in secrets_of(planted) if secret.encode() in records]
