"""The app as the golden files are made from it: people who ask it from outside, through its addresses alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.golden.normal import Lines, Names, readable

ADDRESS: Final = "192.168.1.5"
BASE: Final = f"http://{ADDRESS}:8000"
PEOPLE: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
Json = dict[str, Any]


@dataclass
class House:
    """A server with its records, and what of it is drawn anew in each run."""

    app: Flask
    names: Names = field(default_factory=Names)


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A new one, in a home network that is the same wherever this runs."""
    with Store.open(str(folder / "t.sqlite")) as store:
        yield House(create_app(store, InProcessLive(), Settings((ADDRESS,), listens_at=ADDRESS, folder=folder)))


class Person:
    """Somebody who asks: pages by cookie, the interface by the same key."""

    def __init__(self, house: House, token: str = "", language: str = "en") -> None:
        self.house, self.token, self.language = house, token, language
        self._client = house.app.test_client()
        if token:
            self._client.set_cookie("device", token, domain=ADDRESS)

    def speaking(self, language: str) -> Person:
        """The same person with a device of that language."""
        return Person(self.house, self.token, language)

    def shown(self, match_id: str) -> Lines:
        """The page of a match, line by line."""
        answer = self._client.get(f"/m/{match_id}", base_url=BASE, headers={"Accept-Language": self.language})
        assert answer.status_code == 200
        return readable(answer.get_data(as_text=True), self.house.names)

    def told(self, path: str, body: object = None) -> Any:
        """What the interface answers to something it takes."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        method = "GET" if body is None else "POST"
        answer = self._client.open(f"/api/v1{path}", method=method, base_url=BASE, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.get_data(as_text=True)
        return answer.json


@dataclass
class Table:
    """A table, its host, and somebody who sits at none."""

    house: House
    code: str
    host: Person
    onlooker: Person

    def begin(self, slug: str, options: Json) -> str:
        match_id: str = self.host.told(f"/tables/{self.code}/matches", {"game": slug, "options": options})["match"]
        self.house.names.add(match_id, "MATCH")
        return match_id


def open_table(house: House, players: int) -> Table:
    opened = Person(house).told("/tables", {"players": PEOPLE[:players]})
    house.names.add(opened["table"], "CODE")
    return Table(house, opened["table"], Person(house, opened["host_token"]), Person(house))
