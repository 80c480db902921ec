"""What opens a door is told to whom it is for and to nobody else: in no page, file, header, stream, log or record."""

import logging

import pytest
from flask import Flask

from companion.store import token_hash
from tests.records import written
from tests.rings import few_first
from tests.web.following import payload_at
from tests.web.people import Browser
from tests.web.roles import DEVICE, INTERFACE, PAGES, ROLES, TOKENS, Evening, filled
from tests.web.test_roles import evening

__all__ = ["evening"]

PASSWORD = "correct horse battery"
FOR_THE_HOST = {"hosting.cards", "hosting.page", "hosting.seat_page"}
"""Pages that show the links of seats, and the code for the Wi-Fi: the host's own."""


def secrets_of(evening: Evening) -> set[str]:
    """All that opens a door here: links, tokens of devices and programs, the password of the Wi-Fi."""
    table = evening.services.tables.find(evening.code)
    links = {evening.services.seating.token(table.id, seat) for seat in range(3)}
    return {*links, *devices(evening), *(evening.tokens[name] for name in ("host", "elsewhere")), "one-time", PASSWORD}


def devices(evening: Evening) -> set[str]:
    """The tokens that browsers hold."""
    cookies = [browser.client.get_cookie(DEVICE) for browser in evening.browsers.values()]
    return {cookie.value for cookie in cookies if cookie is not None}


def looks() -> list[tuple[str, str]]:
    """Every address that is looked at: endpoint and path."""
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
            payload = streamed(planted.app, path, "" if cookie is None else f"{DEVICE}={cookie.value}")
            assert payload
            assert not [secret for secret in secrets if secret in payload], path


def streamed(app: Flask, path: str, cookie: str) -> str:
    """What a stream says first."""
    return payload_at(app, path, cookie=cookie).decode()


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
    """A fault nobody foresaw, in the middle of something with a token."""
    raise RuntimeError("broken")


def test_no_record_holds_what_opens_a_door(planted: Evening, target: str) -> None:
    records = written(target)

    assert token_hash("host-token").encode() in records
    assert not [secret for secret in secrets_of(planted) if secret.encode() in records]
