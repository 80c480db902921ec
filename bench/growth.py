"""What a tap costs as one journal grows, and what a returning phone loads then.

python -m bench.growth --kinds hosted peer-flat
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bench.adapters.base import TableBase
from bench.drive import milliseconds, open_tables, run
from bench.processes import KINDS, Running, running

MARKS = (100, 1000, 4000)
WINDOW = 80


@dataclass(frozen=True, slots=True)
class Mark:
    """The last taps before a length: milliseconds to the last phone, processor time a tap, bytes of a page, MiB."""

    kind: str
    entries: int
    p50: float
    p95: float
    processor_ms: float
    join_bytes: int
    join_ms: float
    memory: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A tap as one journal grows.")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=["default", "hosted"])
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--marks", nargs="+", type=int, default=MARKS)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--data", type=Path, help="where the records lie")
    parser.add_argument("--json", type=Path, help="a file that the figures are added to")
    asked = parser.parse_args()
    print("kind       entries     p50     p95   cpu/tap    return bytes     ms      MiB")
    for kind in asked.kinds * asked.runs:
        with running(kind, asked.data) as server:
            run(_watch(server, kind, asked))


async def _watch(server: Running, kind: str, asked: argparse.Namespace) -> None:
    async for mark in grow(server, kind, asked.seats, asked.marks):
        print(line_of(mark), flush=True)
        if asked.json:
            with asked.json.open("a") as kept:
                kept.write(json.dumps(dataclasses.asdict(mark)) + "\n")


async def grow(server: Running, kind: str, seats: int, marks: list[int]) -> AsyncIterator[Mark]:
    """One table, measured as its journal comes to each length."""
    [table] = await open_tables(server, kind, 1, seats)
    done = 0
    for entries in marks:
        for number in range(done, entries - WINDOW):
            await table.tap_and_wait(number % seats)
        yield await _window(server, kind, table, entries)
        done = entries
    await table.close()


async def _window(server: Running, kind: str, table: TableBase, entries: int) -> Mark:
    before = server.usage()
    last = [(await table.tap_and_wait(number % table.seats))[0] for number in range(WINDOW)]
    after = server.usage()
    began = time.perf_counter()
    size = await table.join_bytes()
    return Mark(
        kind,
        entries,
        milliseconds(last, 50),
        milliseconds(last, 95),
        (after.seconds - before.seconds) / WINDOW * 1000,
        size,
        (time.perf_counter() - began) * 1000,
        after.memory,
    )


def line_of(one: Mark) -> str:
    """One line of the table."""
    times = f"{one.p50:7.2f} {one.p95:7.2f} {one.processor_ms:9.2f}"
    return f"{one.kind:10} {one.entries:7} {times} {one.join_bytes:15} {one.join_ms:6.1f} {one.memory:8.1f}"


if __name__ == "__main__":
    main()
