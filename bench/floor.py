"""The server alone, with an app that does nothing: what is left of a tap when Tableside's own work takes no time.

    python -m bench.floor --port 8000 --data DIR             an app without a framework
    python -m bench.floor --port 8000 --data DIR --pure      the same without the compiled extras, as the default install
    python -m bench.floor --port 8000 --data DIR --flask     the same in Flask, with nothing else

The same shell, threads and streams as Tableside's. A tap is one row, synced before anybody is told. Each match has two
ready-made boards, 23 KB of the same letter: one for players and one for onlookers. `bench.tap` measures it with
`--kinds floor-default floor-hosted floor-flask`.
"""

from __future__ import annotations

import argparse
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, request

from bench.without_extras import leave_out_extras
from companion.live import InProcessLive
from companion.server import Frame, OpenStream, Shell, StreamRequest, one_by_one, serve

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BOARD = "x" * 23_000
HEADERS = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(BOARD)))]


class Matches:
    """Versions of matches, each a row that is synced before it is told."""

    def __init__(self, folder: Path) -> None:
        self.live = InProcessLive()
        self.versions: Counter[str] = Counter()
        self._writes = threading.Lock()
        self._rows = sqlite3.connect(folder / "floor.sqlite", isolation_level=None, check_same_thread=False)
        self._rows.execute("PRAGMA journal_mode = WAL")
        self._rows.execute("PRAGMA synchronous = FULL")
        self._rows.execute("CREATE TABLE taps (match TEXT, seq INTEGER, entry BLOB, PRIMARY KEY (match, seq))")

    def tap(self, match: str, entry: bytes) -> None:
        """Record an entry, and tell everybody."""
        with self._writes:
            self.versions[match] += 1
            self._rows.execute("INSERT INTO taps VALUES (?, ?, ?)", (match, self.versions[match], entry))
        self.live.publish(match, self.versions[match])


@dataclass(frozen=True, slots=True)
class Level:
    """A stream of a match, for a player or an onlooker."""

    matches: Matches
    match: str
    plays: bool

    @property
    def topics(self) -> tuple[str, ...]:
        """Its match."""
        return (self.match,)

    @property
    def closed_by(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    @property
    def owner(self) -> str:
        """Its match: six streams are within the limit."""
        return self.match

    @property
    def standing(self) -> str:
        """The same for all."""
        return "open"

    @property
    def share_key(self) -> tuple[str, bool]:
        """All players are shown the same."""
        return self.match, self.plays

    @property
    def batch(self) -> str:
        """All of its match."""
        return self.match

    @property
    def address(self) -> str:
        """Not counted."""
        return ""

    @property
    def is_small(self) -> bool:
        """A whole board is not."""
        return False

    @property
    def ahead_of(self) -> str | None:
        """Its match: whoever taps renders it."""
        return self.match

    def render(self) -> Frame:
        """The ready board."""
        return Frame.of(self.matches.versions[self.match], "board", BOARD)


class Source:
    """Streams at /m/MATCH/plays/stream and /m/MATCH/looks/stream."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def matches(self, path: str) -> bool:
        """Whether it is one of them."""
        return path.endswith("/stream")

    def open(self, request: StreamRequest) -> OpenStream:
        """The stream; nobody is refused."""
        _, _, match, eyes, _ = request.path.split("/")
        return Level(self._matches, match, eyes == "plays")

    def render(self, streams: Sequence[OpenStream]) -> Sequence[Frame | Exception]:
        """Their frames."""
        return one_by_one(streams)


def bare(matches: Matches) -> Shell:
    """A WSGI app without a framework: /m/MATCH/tap, and everything else is the board."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            matches.tap(environ["PATH_INFO"].split("/")[2], environ["wsgi.input"].read())
        start("200 OK", HEADERS)
        return [BOARD.encode()]

    return Shell(answer, Source(matches), matches.live)


def in_flask(matches: Matches) -> Shell:
    """The same in Flask."""
    app = Flask("floor")

    @app.get("/")
    def board() -> str:
        return BOARD

    @app.post("/m/<match>/tap")
    def tap(match: str) -> str:
        matches.tap(match, request.get_data())
        return BOARD

    return Shell(app, Source(matches), matches.live)


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser(description="The server alone.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--no-browser", action="store_true", help="as it is anyway")
    parser.add_argument("--flask", action="store_true", help="with the framework")
    parser.add_argument("--pure", action="store_true", help="without the compiled extras")
    asked = parser.parse_args()
    if asked.pure:
        leave_out_extras()
    matches = Matches(asked.data)
    shell = in_flask(matches) if asked.flask else bare(matches)
    serve(shell, asked.host, asked.port, on_ready=lambda _: None)


if __name__ == "__main__":
    main()
