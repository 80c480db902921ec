"""How many calls a tap makes in the app: the one figure that stays the same on a busy machine.

    python -m bench.calls

One table of Land Unter as `bench.tap` has it, five seats and an onlooker, without a server: the entry is answered, then
the boards of six streams are rendered and what has changed in them is told. Then the board of a phone is opened, and
questions of the judge, each with the client that asks. Calls of Python functions and of C functions count alike.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import create_environ

from bench.adapters.tableside import PLAYERS, Form, evening
from companion.live import InProcessLive
from companion.server import Refusal, StreamRequest, StreamSpec
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.board.stream import BoardStreams
from companion.web.create_app import create_app

ORIGIN = "http://localhost"
FORM = "application/x-www-form-urlencoded"
WARM = 70
JUDGED = (
    "/judge/land-unter/loses",
    "/judge/limits/score",
    "/judge/nile/auction",
    "/judge/down-under/placement",
    "/judge/down-under/walk",
)


class Table:
    """A match in this process, with a stream for each seat and one for an onlooker."""

    def __init__(self, app: Flask, number: int) -> None:
        self._app = app
        self._address = f"127.1.0.{number}"
        client = app.test_client()
        at = {"REMOTE_ADDR": self._address}
        opened: Any = client.post("/api/v1/tables", json={"players": PLAYERS}, environ_base=at).json
        host = {"Authorization": f"Bearer {opened['host_token']}"}
        matches = f"/api/v1/tables/{opened['table']}/matches"
        begun: Any = client.post(matches, json={"game": "land-unter"}, headers=host).json
        self._path = f"/m/{begun['match']}"
        self._phones = [self._sit(seat["token"]) for seat in opened["seats"]]
        self._source = BoardStreams(app)
        self._streams = [self._follow(cookie) for cookie in (*self._phones, "device=somebody")]
        self._told: dict[Hashable, Mapping[str, str]] = {}
        self._version = 0

    def tap(self, form: Form) -> None:
        """An entry, and what everybody sees after it."""
        action, fields = form
        body = urlencode([("version", self._version), *fields]).encode()
        phone = self._phones[self._version % len(self._phones)]
        statuses: list[str] = []
        headers = {"Host": "localhost", "Origin": ORIGIN, "Cookie": phone, "HX-Request": "true"}
        environ = create_environ(
            f"{self._path}/{action}", method="POST", data=body, content_type=FORM, headers=headers,
            environ_overrides={"REMOTE_ADDR": self._address},
        )  # fmt: skip
        b"".join(self._app(environ, lambda status, headers, error=None: statuses.append(status)))  # type: ignore[arg-type]
        assert statuses == ["204 NO CONTENT"], (form, statuses)
        self._version += 1
        self.tell(self._streams)

    def tell(self, streams: Sequence[StreamSpec]) -> None:
        """What is new to these streams."""
        for stream, level in zip(streams, self._source.render(streams), strict=True):
            if isinstance(level, Exception):
                raise level
            level.frame(self._told.get(stream.viewer, {}))
            self._told[stream.viewer] = level.manifest

    def open(self, path: str = "") -> int:
        """The calls of opening its board, or another page, on a phone that has seen it before."""
        client, headers = self._app.test_client(use_cookies=False), {"Cookie": self._phones[0]}
        ask = partial(client.get, path or self._path, headers=headers, environ_base={"REMOTE_ADDR": self._address})
        return [calls_of(ask) for _ in range(3)][-1]

    def _sit(self, token: str) -> str:
        client = self._app.test_client()
        headers = {"Origin": ORIGIN}
        client.post(f"/join/seat/{token}", headers=headers, environ_base={"REMOTE_ADDR": self._address})
        cookie = client.get_cookie("device")
        assert cookie is not None, "nobody sat down"
        return f"device={cookie.value}"

    def _follow(self, cookie: str, path: str = "") -> StreamSpec:
        [opened] = self._source.open([StreamRequest(self._scope(f"{path or self._path}/stream", cookie))])
        assert not isinstance(opened, Refusal), opened
        return opened

    def _scope(self, path: str, cookie: str) -> dict[str, Any]:
        headers = [("host", "localhost"), ("cookie", cookie)]
        return {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "client": (self._address, 1),
            "server": ("localhost", 80),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="Calls a tap makes in the app.")
    parser.add_argument("--tables", type=int, default=20, help="tables, at all of which but one rings are counted")
    parser.add_argument("--tricks", type=int, default=200, help="tricks entered at one table")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(str(Path(folder) / "records.sqlite")) as store:
        app = create_app(store, InProcessLive(), Settings(("localhost",)))
        for name, calls in counted(app, asked.tables, asked.tricks):
            print(f"{name:30} {calls:8.0f} calls")


def counted(app: Flask, tables: int, tricks: int) -> Iterator[tuple[str, float]]:
    """What is entered, and how many calls such a tap makes on average."""
    long, *others = [(Table(app, number), evening(len(PLAYERS))) for number in range(tables)]
    _play([long], WARM)
    yield "a trick", calls_of(lambda: _play([long], tricks)) / tricks
    yield "the rings of a hand", calls_of(lambda: _play(others, len(PLAYERS))) / (len(others) * len(PLAYERS))
    yield "a board that opens", long[0].open()
    for path in JUDGED:
        yield path, long[0].open(path)


def _play(tables: Iterable[tuple[Table, Iterator[Form]]], taps: int) -> None:
    for table, forms in tables:
        for form in islice(forms, taps):
            table.tap(form)


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called meanwhile."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


if __name__ == "__main__":
    main()
