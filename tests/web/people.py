"""Browsers at a table: each keeps its cookies and sends what a browser sends; how they correct an entry and ask the judge."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from html import unescape
from typing import Any, Literal, overload
from urllib.parse import urlencode

from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.match.precondition import Precondition
from companion.store import Grant, token_hash
from companion.web.app.services import Services
from tests.there import there
from tests.web.reading import Page, page_of, words_of

ORIGIN = {"Origin": "http://localhost"}
BREAK = r"[ \t\r]*(?:\n\s*|[ \t]{2})[ \t]*"
"""White space as it stands where a template goes on in another line."""


class Answer(Response):
    """An answer; the text of a page is given without the line breaks and indents of its template."""

    @overload
    def get_data(self, as_text: Literal[False] = False) -> bytes: ...

    @overload
    def get_data(self, as_text: Literal[True]) -> str: ...

    def get_data(self, as_text: bool = False) -> bytes | str:
        data = super().get_data(as_text=as_text)  # type: ignore[call-overload]
        return on_one_line(data) if as_text and self.mimetype == "text/html" else data


def on_one_line(html: str) -> str:
    """A page without line breaks and indents: beside a tag that opens or closes they mean nothing, between words a space."""
    html = re.sub(BREAK, "\n", html).replace("\n</", "</").replace("\n>", ">").replace(">\n<", "><")
    *before, last = html.split(">\n")
    closed = [f"{one}> " if one.rpartition("<")[2].startswith("/") else f"{one}>" for one in before]
    return "".join([*closed, last]).replace("\n", " ")


class Browser:
    """One browser. `post` sends its own origin, as browsers do."""

    def __init__(self, app: Flask) -> None:
        self.client = FlaskClient(app, Answer)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, **more)

    def page(self, path: str, status: int = 200, **more: Any) -> str:
        """The page at this address, which must be answered with this status."""
        answer = self.get(path, **more)
        assert answer.status_code == status, (path, answer.status_code)
        return answer.text

    def words(self, path: str) -> str:
        return words_of(unescape(self.page(path)))

    def post(self, path: str, data: Any = None, **more: Any) -> TestResponse:
        headers = {**ORIGIN, **more.pop("headers", {})}
        return self.client.post(path, data=data or {}, headers=headers, **more)

    def send(self, path: str, data: Any = None, status: int = 303, **more: Any) -> str:
        """Where it is sent after a form; the page itself where it stays."""
        answer = self.post(path, data, **more)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.headers["Location"] if status == 303 else answer.text

    @property
    def token(self) -> str:
        return there(self.client.get_cookie("device")).value

    def enter(self, match_id: str, *moves: Mapping[str, Any], anyway: bool = True) -> None:
        """Record these moves by its right, past pages and forms."""
        services: Services = self.client.application.extensions["tableside"]
        caller = services.tables.caller(self.token)
        for move in moves:
            plain = json.loads(json.dumps(move))
            services.matches.move(match_id, caller, plain, Precondition(), anyway=anyway)


def open_table(browser: Browser, *names: str, **more: str) -> str:
    """The code of a table this browser opened and hosts, sitting in seat 0."""
    return there(re.search(r"/t/([A-Z0-9]+)", browser.send("/tables", {"name": list(names), **more})))[1]


def seated(app: Flask, *names: str, phones: int = 9) -> tuple[str, list[Browser]]:
    """The code of a table of these people, and the phones of the first of them, who sit there: the first one hosts."""
    browsers = [Browser(app) for _ in names[:phones]]
    code = open_table(browsers[0], *names)
    return code, [sit(one, code, seat) for seat, one in enumerate(browsers)]


def make_owner(app: Flask) -> Browser:
    """The browser of somebody who owns the device from now on."""
    browser, services = Browser(app), app.extensions["tableside"]
    services.store.grants.add(Grant(token_hash("Admin link"), "owner", "link", datetime.now(UTC)))
    assert browser.post("/owner/Admin link").status_code == 303
    return browser


def start_match(host: Browser, code: str, game: str, **options: str | list[str]) -> str:
    return there(re.search(r"/m/([^/?]+)", host.send(f"/t/{code}/matches", {"game": game, **options})))[1]


def sit(browser: Browser, code: str, seat: int) -> Browser:
    assert browser.post(f"/t/{code}/join/{seat}").status_code == 303
    return browser


def pending_in(page: str) -> str:
    """The correction that is under way, as the forms of a page send it along; empty if there is none."""
    found = re.search(r'name="pending" value="([^"]*)"', page)
    return unescape(found[1]) if found else ""


def change(browser: Browser, address: str, form: dict[str, Any], before: str = "") -> str:
    """The page that says what the changed entry at this address would bring; `before` is a page of the same correction."""
    return browser.send(address, {**form, "pending": pending_in(before)}, 200)


def confirm(browser: Browser, match_id: str, page: str, **more: str) -> TestResponse:
    version = re.search(r'name="version" value="(\d+)"', page)
    form = {"pending": pending_in(page), **({"version": version[1]} if version else {}), **more}
    return browser.post(f"/m/{match_id}/correction", form)


def corrected(browser: Browser, match_id: str, index: int, form: dict[str, Any]) -> TestResponse:
    return confirm(browser, match_id, change(browser, f"/m/{match_id}/correct/{index}", form))


def ask(browser: Browser, path: str, facts: Any = None, status: int = 200, **more: str) -> tuple[str, Page]:
    """The words and the form of a page of the judge, which must answer with this status."""
    given = [*facts.items()] if isinstance(facts, dict) else facts or []
    asked = urlencode([*given, *more.items()])
    page = browser.page(f"{path}?{asked}" if asked else path, status)
    return words_of(unescape(page)), page_of(page)
