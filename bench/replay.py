"""How long it takes to read a match of many entries again, and to correct it.

    python -m bench.replay

In one process, without pages, in processor time. A match of Land Unter as `bench.growth` leaves it, its tricks entered
again and again, is dropped from memory and read from the records. Then a correction of the first trick that stands is
previewed, but not recorded. Then the same is measured with the longest match of every game that its tests know, in
which every entry stands.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.adapters.tableside import PLAYERS, evening
from companion.engine.journal import newest_first
from companion.engine.schema.formdata import tree
from companion.live import InProcessLive
from companion.match.access import Caller
from companion.match.correct import preview
from companion.match.enter import Matches
from companion.match.precondition import Precondition
from companion.store import Store
from companion.table.seats import Seating
from companion.table.tables import Tables
from tests.conformance.playing import PACKAGES, golden, random_games

ROUNDS = 9
FIRST_TRICK = len(PLAYERS)


@dataclass(frozen=True, slots=True)
class Long:
    """A match of many entries, and whoever may correct it."""

    matches: Matches
    match_id: str
    host: Caller

    def read_again(self) -> None:
        """Look at the match as after a restart of the server."""
        self.matches.forget(self.match_id)
        self.matches.snapshot(self.match_id, self.host)

    def look(self) -> None:
        """Look at the match that is in memory."""
        self.matches.snapshot(self.match_id, self.host)

    def preview(self) -> None:
        """See what a correction of the first trick that stands would change."""
        seen = self.matches.snapshot(self.match_id, self.host)
        first = [node.play.index for node in newest_first(seen.replay.last)][-1 - FIRST_TRICK]
        corrected = {"kind": "trick", "levels": [1, 2], "highest": 1, "second": 2}
        preview(self.matches, self.match_id, self.host, [(first, corrected)], Precondition(), anyway=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A long match, read again and corrected.")
    parser.add_argument("--entries", nargs="+", type=int, default=[100, 1000, 5000])
    asked = parser.parse_args()
    print("                entries   read again   in memory   correction   (ms of processor time, medians)")
    for entries, figures in measure(asked.entries):
        print(f"taken back      {entries:7}   {figures[0]:10.1f}   {figures[1]:9.2f}   {figures[2]:10.1f}")
    for package in sorted(PACKAGES):
        entries, read_again, in_memory = measure_standing(package)
        print(f"{package:15} {entries:7}   {read_again:10.1f}   {in_memory:9.2f}")


def measure(lengths: list[int]) -> Iterator[tuple[int, tuple[float, float, float]]]:
    """For each length the milliseconds to read the match again, to look at it in memory, to preview a correction."""
    for entries in lengths:
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "bench.sqlite") as store:
            long = play(store, entries)
            yield entries, (median(long.read_again), median(long.look), median(long.preview))


def measure_standing(package: str) -> tuple[int, float, float]:
    """A match in which every entry stands: its length, the milliseconds to read it again, to look at it in memory."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "bench.sqlite") as store:
        long = play_standing(store, package)
        return store.journal.version(long.match_id), median(long.read_again), median(long.look)


def play_standing(store: Store, package: str) -> Long:
    """The longest match of a game that its tests know."""
    known = [(one["players"], one["options"], one["moves"], one.get("anyway", False)) for one in golden(package)]
    known += [(*one, False) for one in random_games(package)]
    players, options, moves, anyway = max(known, key=lambda one: len(one[2]))
    long = begin(store, PACKAGES[package].slug, players, options)
    for move in moves:
        long.matches.move(long.match_id, long.host, move, Precondition(), anyway=anyway)
    return long


def begin(store: Store, slug: str, players: int, options: dict[str, Any]) -> Long:
    """A match without entries."""
    live = InProcessLive()
    seating = Seating(store, live)
    tables, matches = Tables(store, live, seating), Matches(store, live)
    opened = tables.open([f"Player {seat}" for seat in range(players)])
    host = tables.caller(opened.host_token)
    return Long(matches, tables.start(opened.table, host, slug, options, list(range(players))).id, host)


def play(store: Store, entries: int) -> Long:
    """A match with that many entries."""
    long = begin(store, "land-unter", len(PLAYERS), {})
    matches, match_id, host = long.matches, long.match_id, long.host
    forms = evening(len(PLAYERS))
    for _ in range(entries):
        action, fields = next(forms)
        if action == "undo":
            matches.undo(match_id, host, int(str(dict(fields)["index"])), Precondition(confirm=True))
        else:
            given = tree((name, str(value)) for name, value in fields if name != "anyway")
            matches.move(match_id, host, given, Precondition(), anyway=True, from_form=True)
    return long


def median(act: Callable[[], None]) -> float:
    """The milliseconds of processor time it takes, the median of several runs: nothing here waits for anything."""
    took = []
    for _ in range(ROUNDS):
        began = time.process_time()
        act()
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


if __name__ == "__main__":
    main()
