"""Programs that talk to the interface, and the tables they open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.web.api.operations import ROOT
from tests.games.english import NAMES
from tests.web.api.document import check

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the JSON, and the response itself."""

    status: int
    json: Any
    response: TestResponse

    @property
    def problem(self) -> Json:
        """The problem object. Every one has its four members and a sentence."""
        assert self.response.mimetype == "application/problem+json"
        assert {"type", "title", "status", "detail"} <= set(self.json)
        assert self.json["status"] == self.status
        assert len(self.json["detail"]) > 10
        assert "{" not in self.json["detail"]
        return self.json


class Program:
    """A script that asks the interface, with a token or without. It keeps no cookies and sends no Origin."""

    def __init__(self, app: Flask, token: str | None = None, *, is_checked: bool = True) -> None:
        self.app = app
        self.token = token
        self.is_checked = is_checked

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        return self.ask("POST", path, {} if body is None else body, headers)

    def ask(self, method: str, path: str, body: object, headers: dict[str, str] | None = None) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        response = self.app.test_client(use_cookies=False).open(ROOT + path, method=method, headers=sent, json=body)
        answer = Answer(response.status_code, response.get_json(silent=True), response)
        if self.is_checked:
            said = response.text if (response.mimetype or "").startswith("text/") else answer.json
            check(method, path, body, answer.status, response.mimetype or "", said)
        return answer

    def raw(self, path: str, body: bytes, **more: Any) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        client = self.app.test_client(use_cookies=False)
        response = client.post(ROOT + path, data=body, headers=headers, **more)
        return Answer(response.status_code, response.get_json(silent=True), response)


@dataclass
class Table:
    code: str
    host: Program
    seats: list[Program]
    spectator: Program
    opened: Json = field(repr=False)

    def begin(self, game: str, **options: bool | str) -> Match:
        answer = self.host.post(f"/tables/{self.code}/matches", {"game": game, "options": options})
        assert answer.status == 201, answer.json
        assert answer.json["version"] == 0
        return Match(self, answer.json["match"])


@dataclass
class Match:
    table: Table
    id: str

    @property
    def path(self) -> str:
        return f"/matches/{self.id}"

    def move(self, who: Program, /, *, kind: str, more: Json | None = None, **move: Any) -> Answer:
        """A move; `more` is what is said beside it."""
        return who.post(f"{self.path}/moves", {"move": {"kind": kind, **move}, **(more or {})})

    def play(self, *moves: Json, by: Program | None = None) -> Answer:
        for move in moves:
            answer = (by or self.table.host).post(f"{self.path}/moves", {"move": move})
            assert answer.status == 201, (move, answer.json)
        return answer

    def state(self, who: Program | None = None) -> Json:
        return (who or self.table.spectator).get(self.path).json["state"]

    @property
    def version(self) -> int:
        return self.table.spectator.get(self.path).json["version"]

    def journal(self, who: Program | None = None) -> list[Json]:
        return (who or self.table.spectator).get(f"{self.path}/journal").json


def open_table(app: Flask, players: int = 3, *, is_checked: bool = True) -> Table:
    anybody = Program(app, is_checked=is_checked)
    opened = anybody.post("/tables", {"players": list(NAMES[:players])}).json
    seats = [Program(app, seat["token"], is_checked=is_checked) for seat in opened["seats"]]
    return Table(opened["table"], Program(app, opened["host_token"], is_checked=is_checked), seats, anybody, opened)


def count_rings(*rings: int) -> list[Json]:
    return [{"kind": "count_rings", "seat": seat, "rings": count} for seat, count in enumerate(rings)]


def trick(levels: tuple[int, int], *cards: int) -> Json:
    return {"kind": "trick", "levels": list(levels), "cards": {str(seat): card for seat, card in enumerate(cards)}}
