"""What it costs to tell streams of a whole game of known end: all seats and an onlooker, and the television.

    python -m bench.boards
    python -m bench.boards --games nile limits

Milliseconds of processor and calls after each entry, without a server; the game is played twice before its calls are counted, and
the time is that of the second run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask

from bench.calls import Table, calls_of
from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.board.stream import BoardStreams
from companion.web.create_app import create_app
from tests.conformance.playing import PACKAGES, golden
from tests.games.playthrough import Playthrough

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")


class Match(Table):
    """A match of any game, entered by its host through the interface."""

    def __init__(self, app: Flask, slug: str, play: Playthrough) -> None:
        self._app, self._address, self._source = app, "127.1.0.1", BoardStreams(app)
        self._told: dict[Hashable, Mapping[str, str]] = {}
        self._anyway = play.get("anyway", False)
        opened = self._send("/tables", {"players": NAMES[: play["players"]]})
        self._host = {"Authorization": f"Bearer {opened['host_token']}"}
        begun = self._send(f"/tables/{opened['table']}/matches", {"game": slug, "options": play["options"]})
        self._match, self._path = begun["match"], f"/m/{begun['match']}"
        cookies = [*(self._sit(seat["token"]) for seat in opened["seats"]), "device=somebody"]
        self.phones = [self._follow(cookie) for cookie in cookies]
        self.television = [self._follow("device=somebody", f"/tv/{opened['table']}")]

    def enter(self, move: Mapping[str, Any]) -> None:
        """One entry, of which nobody is told yet."""
        self._send(f"/matches/{self._match}/moves", {"move": move, "anyway": self._anyway})

    def _send(self, path: str, body: Mapping[str, Any]) -> Any:
        answer = self._app.test_client().post(f"/api/v1{path}", json=body, headers=getattr(self, "_host", {}))
        assert answer.status_code == 201, answer.json
        return answer.json


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What it costs to tell streams of a whole game.")
    parser.add_argument("--games", nargs="+", default=sorted(PACKAGES), choices=sorted(PACKAGES))
    print("an entry                             phones ms  television ms  phones calls  television calls")
    for package in parser.parse_args().games:
        with tempfile.TemporaryDirectory() as folder, Store.open(str(Path(folder) / "records.sqlite")) as store:
            app = create_app(store, InProcessLive(), Settings(("localhost",)))
            took = [cost(app, package, milliseconds) for _ in range(2)][-1]
            calls = cost(app, package, calls_of)
            print(f"{package:36} {took[0]:9.1f} {took[1]:14.1f} {calls[0]:13.0f} {calls[1]:17.0f}")


def milliseconds(work: Callable[[], object]) -> float:
    """What it takes of the processor."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def cost(app: Flask, package: str, measure: Callable[[Callable[[], object]], float]) -> tuple[float, float]:
    """What an entry of the longest game costs for the phones and for the television."""
    play = max(golden(package), key=lambda one: len(one["moves"]))
    match, spent = Match(app, PACKAGES[package].slug, play), [0.0, 0.0]
    for move in play["moves"]:
        match.enter(move)
        for index, streams in enumerate((match.phones, match.television)):
            spent[index] += measure(partial(match.tell, streams))
    return spent[0] / len(play["moves"]), spent[1] / len(play["moves"])


if __name__ == "__main__":
    main()
