"""A match of Limits as the browsers at its table see it."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.schema.formdata import pairs
from tests.web.people import Browser, sit
from tests.web.playing import Playing
from tests.web.tapping import preview

CARD = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}


class Game(Playing):
    """A match of Limits as the browsers at its table see it; the host has no seat of its own."""

    slug = "limits"

    def __init__(self, app: Flask, players: int = 0, **options: str) -> None:
        super().__init__(app, players, **options)
        self.phones = {0: self.host}

    def phone(self, seat: int) -> Browser:
        if seat not in self.phones:
            self.phones[seat] = sit(Browser(self.app), self.code, seat)
        return self.phones[seat]

    def enter(self, by: Browser | None = None, *, version: int | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry, given as a move's JSON."""
        form: dict[str, Any] = {} if version is None else {"version": version}
        for name, value in pairs(fields):
            form.setdefault(name, []).append(value)
        return (by or self.host).post(f"/m/{self.match_id}/moves", form)

    def entered(self, **fields: Any) -> Game:
        """The game after an entry that is taken."""
        answer = self.enter(**fields)
        assert answer.status_code == 303, answer.text
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
