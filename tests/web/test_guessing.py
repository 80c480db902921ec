"""Table codes are short: whoever tries many has to wait, wherever a code may be given, and nobody at a table ever does."""

import io
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.live import InProcessLive
from companion.store import Grant, Store, token_hash
from companion.web.app.device import TOKEN_COOKIE
from companion.web.app.rate_limits import GUESSES
from companion.web.app.services import Services, Settings
from tests.web.api import asking
from tests.web.api.asking import Program, count_rings
from tests.web.conftest import HOSTS
from tests.web.people import Browser, open_table
from tests.web.roles import INTERFACE, PAGES, Evening, begun, filled

WRONG = "ZZZZ"
WITH_A_CODE: dict[str, tuple[str, dict[str, Any]]] = {
    **{route: (path, {"data": form}) for route, (path, form, _) in PAGES.items() if "{code}" in path},
    **{route: (f"/api/v1{path}", {"json": body}) for route, (path, body, _) in INTERFACE.items() if "{code}" in path},
    "GET join.code_page": ("/join?code={code}", {}),
}
"""Every route at which a table's code is given, and what is sent there."""


@pytest.fixture
def guessed(app: Flask) -> Evening:
    """An evening at whose address somebody has tried as many wrong codes as may be tried in a minute."""
    evening = begun(app)
    tries = [evening.browsers["stranger"].get(f"/join?code={WRONG}").status_code for _ in range(GUESSES + 1)]
    assert tries == [404] * GUESSES + [429]
    return evening


def ask(evening: Evening, route: str, role: str, path: str) -> TestResponse:
    """The answer to somebody, known by cookie on a page and by token at the interface."""
    sent = WITH_A_CODE[route][1]
    method = route.split()[0]
    if "json" not in sent:
        headers = {"Origin": "http://localhost"} if method == "POST" else {}
        return evening.browsers[role].client.open(path, method=method, headers=headers, **sent)
    token = evening.tokens.get(role)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return evening.app.test_client(use_cookies=False).open(path, method=method, headers=headers, **sent)


def told(answer: TestResponse) -> str:
    return re.sub(r"\b\d+( seconds?)", r"N\1", answer.text)


@pytest.mark.parametrize("role", ["stranger", "elsewhere"])
def test_after_many_wrong_codes_no_address_tells_a_right_one_from_another(guessed: Evening, role: str) -> None:
    assert len(WITH_A_CODE) > 30
    for route, (path, _) in WITH_A_CODE.items():
        right = ask(guessed, route, role, filled(path, guessed))
        wrong = ask(guessed, route, role, filled(path.replace("{code}", WRONG), guessed))
        assert right.status_code == wrong.status_code, route
        assert right.status_code in (401, 403, 429), route
        assert told(right).replace(guessed.code, WRONG) == told(wrong), route


def test_the_owner_looks_at_any_table_whatever_others_try(guessed: Evening) -> None:
    for path in (f"/t/{guessed.code}", f"/owner/tables/{guessed.other_code}"):
        assert guessed.browsers["owner"].page(path)


@pytest.mark.parametrize("role", ["host", "seat"])
def test_whoever_is_at_the_table_is_let_through_everywhere(guessed: Evening, role: str) -> None:
    for route, (path, _) in WITH_A_CODE.items():
        if route != "POST hosting.release":  # Whoever gives the seat back is no longer at the table.
            assert ask(guessed, route, role, filled(path, guessed)).status_code != 429, route


@pytest.fixture
def public_host(app_elsewhere: Flask, store: Store, live: InProcessLive) -> Flask:
    """The same records as those of the app, on a public host."""
    app_elsewhere.extensions["tableside"] = Services(
        store, live, Settings(HOSTS, public_url="https://tables.example.org")
    )
    return app_elsewhere


def test_codes_have_four_characters_at_home_and_six_on_a_public_host(app: Flask, public_host: Flask) -> None:
    for place, length in ((app, 4), (public_host, 6)):
        codes = [open_table(Browser(place), "Ana", "Ben"), asking.open_table(place).code]
        assert [len(code) for code in codes] == [length, length]
        for code in codes:
            typed = f"{code[:2]} {code[2]}-{code[3:]} ".lower()
            assert Browser(place).get(f"/join?code={typed}").headers["Location"] == f"/t/{code}/join"
            assert Browser(place).get(f"/t/{typed}/join").status_code == 200


def test_on_a_public_host_a_sticker_leads_nobody_to_a_table_they_were_not_at(public_host: Flask) -> None:
    host = Browser(public_host)
    code = open_table(host, "Ana", "Ben")
    assert Browser(public_host).get("/lid/limits").headers["Location"] == "/tables/new?game=limits"
    assert host.get("/lid/limits").headers["Location"] == f"/t/{code}"


def test_a_table_that_comes_in_as_a_file_gets_a_code_as_long_as_the_others(app: Flask, public_host: Flask) -> None:
    match = asking.open_table(app).begin("land-unter")
    match.play(*count_rings(5))
    file = Program(app).get(f"{match.path}/export.json").json
    services: Services = public_host.extensions["tableside"]
    services.store.grants.add(Grant(token_hash("owner"), "owner", "device", datetime.now(UTC)))
    owner = Browser(public_host)
    owner.client.set_cookie(TOKEN_COOKIE, "owner")

    services.store.tables.delete(services.tables.find(match.table.code).id)
    code = Program(public_host, "owner").post("/import", file).json["table"]
    assert len(code) == 6

    services.store.tables.delete(services.tables.find(code).id)
    sent = {"file": (io.BytesIO(json.dumps(file).encode()), "match.json")}
    assert owner.post("/import", sent, content_type="multipart/form-data").status_code == 200
    [table] = services.store.tables.uses(9)
    assert len(table.table.code) == 6


def test_a_code_of_four_characters_still_works_where_new_ones_have_six(app: Flask, public_host: Flask) -> None:
    code = open_table(Browser(app), "Ana", "Ben")
    guest = Browser(public_host)
    assert guest.get(f"/join?code={code}").headers["Location"] == f"/t/{code}/join"
    assert guest.post(f"/t/{code}/join/1").status_code == 303


def test_as_many_letters_can_be_typed_as_the_longest_code_has(app: Flask, store: Store) -> None:
    code = open_table(Browser(app), "Ana", "Ben")
    services: Services = app.extensions["tableside"]
    assert 'data-most="4"' in Browser(app).page("/join")
    store.tables.give_code(services.tables.find(code).id, "XYXYXY")  # as a public host has them
    assert 'data-most="6"' in Browser(app).page("/join")


def test_pictures_in_a_page_of_another_site_lock_no_host_out(app: Flask) -> None:
    evening = begun(app)
    host = evening.browsers["host"]
    for number in range(45):  # A browser sends no cookie with the pictures of another site.
        app.test_client().get(f"/join?code=ZZ{number:02}", headers={"Sec-Fetch-Site": "cross-site"})
    assert host.get(f"/t/{evening.code}").status_code == 200
    assert host.post(f"/t/{evening.code}/matches", {"game": "land-unter"}).status_code == 303
    assert host.get(f"/tv/{evening.code}").status_code == 200
