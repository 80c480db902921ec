"""A match of Limits as the browsers at its table see it."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.schema.formdata import pairs
from companion.web.app.services import Services
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.tapping import preview

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn")
CARD = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}


class Game:
    """A match of Limits as the browsers at its table see it; the host has no seat of its own."""

    def __init__(self, app: Flask, players: int = 3, **options: str) -> None:
        self.app = app
        self.host = Browser(app)
        self.code = open_table(self.host, *NAMES[:players])
        self.match_id = start_match(self.host, self.code, "limits", **options)
        self.phones = {0: self.host}

    def phone(self, seat: int) -> Browser:
        """The phone of that seat."""
        if seat not in self.phones:
            self.phones[seat] = sit(Browser(self.app), self.code, seat)
        return self.phones[seat]

    def page(self, browser: Browser | None = None) -> str:
        """The page as it stands now."""
        return (browser or self.host).get(f"/m/{self.match_id}").get_data(as_text=True)

    @property
    def version(self) -> int:
        """The number of entries."""
        services: Services = self.host.client.application.extensions["tableside"]
        return services.store.journal.version(self.match_id)

    def enter(self, by: Browser | None = None, *, version: int | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry, given as a move's JSON."""
        form: dict[str, Any] = {} if version is None else {"version": version}
        for name, value in pairs(fields):
            form.setdefault(name, []).append(value)
        return (by or self.host).post(f"/m/{self.match_id}/moves", form)

    def entered(self, **fields: Any) -> Game:
        """The game after an entry that is taken."""
        answer = self.enter(**fields)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return self

    def tap(self, kind: str, by: Browser | None = None, **fields: str) -> str:
        """The page with what is tapped so far."""
        data = {"kind": kind, "version": self.version, **{name.replace("_", ".", 1): fields[name] for name in fields}}
        return preview(by or self.host, f"/m/{self.match_id}", data)

    def begun(self, *hidden: str) -> Game:
        """The game with its first limit card open, and these cards hidden by seat."""
        self.entered(kind="start", seat=0).entered(kind="limit", numbers=CARD)
        for seat, colours in enumerate(hidden):
            self.entered(kind="hide", seat=seat, colours=[*colours.split()])
        return self


def words(html: str) -> str:
    """What people read of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def problem(answer: TestResponse) -> str:
    """What the page says is wrong."""
    found = re.search(r'id="problem".*?</div>\s*</div>', answer.get_data(as_text=True), re.S)
    assert found, answer.get_data(as_text=True)
    return words(found[0])
