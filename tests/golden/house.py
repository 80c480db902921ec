"""The app as the golden files are made from it: people who ask it from outside, through its addresses alone.

What it takes of the inside stands here: how an app is made, the owner's key, and what a phone shows after an event of a stream.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from flask import Flask
from werkzeug.test import TestResponse

from companion.live import InProcessLive
from companion.store import Grant, Store, token_hash
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.golden.normal import Lines, Names, anonymous, html_lines, readable
from tests.web.following import payload_at

ADDRESS: Final = "192.168.1.5"
BASE: Final = f"http://{ADDRESS}:8000"
PEOPLE: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
Json = dict[str, Any]


@dataclass
class House:
    """A server with its records, and what of it is drawn anew in each run."""

    app: Flask
    folder: Path
    names: Names = field(default_factory=Names)
    asked: set[str] = field(default_factory=set)
    """The paths that were asked."""

    def somebody(self, token: str = "", language: str = "en") -> Person:
        """A browser and a program that hold this key, if any."""
        return Person(self, token, language)

    def owner(self) -> Person:
        """The browser of whoever installed it."""
        store: Store = self.app.extensions["tableside"].store
        store.grants.add(Grant(token_hash("the-owners-key"), "owner", "device", datetime.now(UTC)))
        return self.somebody("the-owners-key")

    def owner_link(self) -> str:
        """The path of a link that makes a browser the owner's."""
        store: Store = self.app.extensions["tableside"].store
        store.grants.add(Grant(token_hash("one-time-key"), "owner", "link", datetime.now(UTC)))
        return "/owner/one-time-key"


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A new one, in a home network that is the same wherever this runs."""
    with Store.open(str(folder / "t.sqlite")) as store:
        yield House(create_app(store, InProcessLive(), Settings((ADDRESS,), listens_at=ADDRESS, folder=folder)), folder)


class Person:
    """Somebody who asks: pages by cookie, the interface by the same key."""

    def __init__(self, house: House, token: str, language: str) -> None:
        self.house, self.token, self.language = house, token, language
        self._client = house.app.test_client()
        if token:
            self._client.set_cookie("device", token, domain=ADDRESS)

    def speaking(self, language: str) -> Person:
        """The same person with a device of that language."""
        return Person(self.house, self.token, language)

    def open(self, path: str, form: object = None) -> TestResponse:
        """The answer to a GET, or to a form."""
        headers = {"Accept-Language": self.language, "Origin": BASE}
        method = "GET" if form is None else "POST"
        answer = self._client.open(path, method=method, base_url=BASE, data=form, headers=headers)
        self.house.asked.add(path.partition("?")[0])
        answer.get_data()
        answer.close()
        return answer

    def ask(self, path: str, form: object = None) -> Lines:
        """The same: how it is answered, then the lines of it."""
        answer, names = self.open(path, form), self.house.names
        head = [f"{answer.status_code} {answer.mimetype}"]
        head += [anonymous(f"{name}: {answer.headers[name]}", names) for name in _TOLD if name in answer.headers]
        is_led_on = answer.status_code == 303
        return (
            tuple(head)
            if is_led_on
            else (*head, *readable(answer.get_data(as_text=True), answer.mimetype or "", names))
        )

    def call(self, path: str, body: object = None) -> tuple[int, str]:
        """The status and the JSON that the interface answers."""
        headers = {"Accept-Language": self.language}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        method = "GET" if body is None else "POST"
        answer = self._client.open(f"/api/v1{path}", method=method, base_url=BASE, json=body, headers=headers)
        self.house.asked.add(f"/api/v1{path}")
        return answer.status_code, answer.get_data(as_text=True)

    def told(self, path: str, body: object = None) -> Any:
        """What the interface answers to something it takes."""
        status, said = self.call(path, body)
        assert status in (200, 201), said
        return self.house.app.json.loads(said)

    def lines(self, path: str, body: object = None) -> Lines:
        """The same as lines."""
        status, said = self.call(path, body)
        return (f"{status}", *readable(said, "application/json", self.house.names))

    def event(self, path: str) -> str:
        """The first event of a stream, as it is sent."""
        sent = {"host": f"{ADDRESS}:8000", "accept-language": self.language}
        if self.token:
            sent |= {"cookie": f"device={self.token}", "authorization": f"Bearer {self.token}"}
        self.house.asked.add(path)
        return payload_at(self.house.app, path, **sent).decode()

    def shown(self, path: str) -> Lines:
        """What a phone shows after the newest event of a stream.

        It is compared instead of the event's bytes: in which pieces a board is sent may change, what is then seen may not.
        """
        data = "\n".join(re.findall(r"^data: ?(.*)$", self.event(path), re.MULTILINE))
        html = json.loads(data)["board"]
        return html_lines(anonymous(html, self.house.names))


_TOLD: Final = ("Location", "Content-Disposition")


@dataclass
class Table:
    """A table opened by its host, who sits in the first seat; everybody else has a phone of their own."""

    house: House
    code: str
    host: Person
    seats: list[Person]

    @property
    def onlooker(self) -> Person:
        """Somebody at no table."""
        return self.house.somebody()

    def begin(self, slug: str, options: Json, name: str) -> str:
        """A match, and what it is called in the files."""
        match: str = self.host.told(f"/tables/{self.code}/matches", {"game": slug, "options": options})["match"]
        self.house.names.add(match, f"MATCH-{name}")
        return match


def open_table(house: House, players: int, name: str) -> Table:
    """A table of so many, whose code has this name in the files; what was drawn for an earlier table is looked for no more."""
    house.names = Names({str(house.folder): "FOLDER"})
    opened = house.somebody().told("/tables", {"players": PEOPLE[:players]})
    house.names.add(opened["table"], f"CODE-{name}")
    house.names.add(opened["host_token"], f"KEY-{name}-host")
    for seat in opened["seats"]:
        house.names.add(seat["token"], f"KEY-{name}-{seat['seat']}")
    host = house.somebody(opened["host_token"])
    assert host.ask(f"/t/{opened['table']}/join/0", {})[0].startswith("303")
    return Table(house, opened["table"], host, [house.somebody(seat["token"]) for seat in opened["seats"]])
