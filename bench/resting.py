"""What a server at rest takes up, and how soon it has started.

    python -m bench.resting --kinds default hosted

Seconds from the start of the process to its first page, the processor time of that, MiB with nobody there, and MiB with
that many phones' streams open, all at rest. MiB are what the system counts as resident for all processes of the server,
including libraries shared with others.

Each install has an environment of its own (`bench.installs`), and has been started and played once before: so Python
has kept the modules it compiled, and Tableside its pages, as they do everywhere from the second start on.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from bench.drive import open_tables, run
from bench.installs import LOCKS, python_of, usual
from bench.processes import KINDS, Running, running

SEATS = 6


@dataclass(frozen=True, slots=True)
class Rest:
    """One start: seconds to the first page, processor seconds by then, MiB idle and with streams open."""

    kind: str
    cold_seconds: float
    cold_processor: float
    idle: float
    streams: int
    with_streams: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A server at rest.")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=["default", "hosted"])
    parser.add_argument("--streams", type=int, default=300)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, help="a file that the figures are added to")
    asked = parser.parse_args()
    print("kind       first page s  processor s   idle MiB   streams   MiB")
    for one in measure(asked.kinds, asked.runs, asked.streams):
        print(line_of(one), flush=True)
        if asked.json:
            with asked.json.open("a") as kept:
                kept.write(json.dumps(dataclasses.asdict(one)) + "\n")


def measure(kinds: Sequence[str], runs: int, streams: int) -> Iterator[Rest]:
    """That many starts of each kind, in turn."""
    for kind in [*kinds] * runs:
        with tempfile.TemporaryDirectory() as records:
            with installed(kind, records) as server:
                run(rest(server, kind, SEATS))
            with installed(kind, records) as server:
                yield run(rest(server, kind, streams))


def installed(kind: str, records: str) -> AbstractContextManager[Running]:
    """A server with these records, as its lock installs it; of other kinds as they are."""
    if kind not in LOCKS:
        return running(kind)
    return running(kind, python=python_of(kind), records=Path(records), variables=usual(kind))


async def rest(server: Running, kind: str, streams: int) -> Rest:
    """What one server takes up."""
    begun = server.usage()
    await asyncio.sleep(1)
    idle = server.usage().memory
    tables = await open_tables(server, kind, streams // SEATS, SEATS)
    full = server.usage().memory
    for table in tables:
        await table.close()
    return Rest(kind, server.cold_seconds, begun.seconds, idle, SEATS * len(tables), full)


def line_of(one: Rest) -> str:
    """One line of the table."""
    start = f"{one.cold_seconds:12.2f} {one.cold_processor:12.2f}"
    return f"{one.kind:10} {start} {one.idle:10.1f} {one.streams:9} {one.with_streams:7.1f}"


if __name__ == "__main__":
    main()
