"""Browsers at a table: each keeps its cookies and sends what a browser sends."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ORIGIN = {"Origin": "http://localhost"}


class Browser:
    """One browser. `post` sends its own origin, as browsers do."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str, **more: Any) -> TestResponse:
        """The answer to a GET."""
        return self.client.get(path, **more)

    def post(self, path: str, data: Any = None, **more: Any) -> TestResponse:
        """The answer to a form."""
        headers = {**ORIGIN, **more.pop("headers", {})}
        return self.client.post(path, data=data or {}, headers=headers, **more)


def open_table(browser: Browser, *names: str, game: str = "") -> str:
    """The code of a table this browser opened and hosts, sitting in seat 0."""
    answer = browser.post("/tables", {"name": list(names), "game": game})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    found = re.search(r"/t/([A-Z0-9]+)", answer.headers["Location"])
    assert found
    return found[1]


def start_match(host: Browser, code: str, game: str, **options: str) -> str:
    """The id of a match begun at the table."""
    answer = host.post(f"/t/{code}/matches", {"game": game, **options})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    found = re.search(r"/m/([^/]+)/", answer.headers["Location"])
    assert found
    return found[1]


def sit(browser: Browser, code: str, seat: int) -> Browser:
    """The browser, now holding a seat."""
    assert browser.post(f"/t/{code}/join/{seat}").status_code == 303
    return browser
