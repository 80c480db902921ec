"""Table codes are short: whoever tries many has to wait, wherever a code may be given, and nobody at a table ever does."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.limits import GUESSES
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


@pytest.mark.parametrize("role", ["stranger", "elsewhere"])
def test_after_many_wrong_codes_no_address_tells_a_right_one_from_another(guessed: Evening, role: str) -> None:
    assert len(WITH_A_CODE) > 30
    for route, (path, _) in WITH_A_CODE.items():
        right = ask(guessed, route, role, filled(path, guessed))
        wrong = ask(guessed, route, role, path.replace("{code}", WRONG))
        assert right.status_code == wrong.status_code, route
        assert right.status_code in (401, 403, 429), route
        assert right.get_data(as_text=True).replace(guessed.code, WRONG) == wrong.get_data(as_text=True), route


@pytest.mark.parametrize("role", ["host", "seat"])
def test_whoever_is_at_the_table_is_let_through_everywhere(guessed: Evening, role: str) -> None:
    for route, (path, _) in WITH_A_CODE.items():
        if route != "POST hosting.release":  # Whoever gives the seat back is no longer at the table.
            assert ask(guessed, route, role, filled(path, guessed)).status_code != 429, route


def test_the_owner_looks_at_any_table_whatever_others_try(guessed: Evening) -> None:
    owner = guessed.browsers["owner"]
    assert owner.get(f"/t/{guessed.code}").status_code == 200
    assert owner.get(f"/owner/tables/{guessed.other_code}").status_code == 200


def test_pictures_in_a_page_of_another_site_lock_no_host_out(app: Flask) -> None:
    evening = begun(app)
    host = evening.browsers["host"]
    for number in range(45):  # A browser sends no cookie with the pictures of another site.
        app.test_client().get(f"/join?code=ZZ{number:02}", headers={"Sec-Fetch-Site": "cross-site"})
    assert host.get(f"/t/{evening.code}").status_code == 200
    assert host.post(f"/t/{evening.code}/matches", {"game": "land-unter"}).status_code == 303
    assert host.get(f"/tv/{evening.code}").status_code == 200
