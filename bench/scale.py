"""Several workers on one machine, with a PostgreSQL that syncs and a Redis: `python -m bench.scale`, some five minutes.

Every table plays Land Unter through the pages' own routes, five phones with open streams each. The workers share one
address, so that a match's phones are spread over all of them, or have one each (`apart`), as where a proxy sends all of a
match to the same one. For each number of workers one service is started, all tables are opened, and then it is measured

- `single`: one tap in flight in the whole service, so how long a tap takes to reach all;
- `closed`: some tables tap as fast as they can, so how many taps are carried;
- `evening`: every table taps once in so many seconds, as people do, so what the tables held cost and how long a tap takes.

Clients, workers, PostgreSQL and Redis share the machine: its cores are the limit, so read the processor time a tap beside
the taps a second. A tap of `closed` and `evening` holds all that is done meanwhile, heartbeats and idle turns included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import resource
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bench.adapters.base import TableBase
from bench.crews import KINDS, Crew, crew
from bench.drive import Taps, all_at_once, milliseconds, one_at_a_time, open_tables, run

SEATS: Final = 5
WARM: Final = 2
"""Taps at each table before the measurement begins."""
CLOSED_TABLES: Final = 20
"""How many tables tap at once as fast as they can: more would only wait for each other."""
Drive = Callable[[Sequence[TableBase]], Awaitable[Taps]]


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: tables held, taps one at a time, seconds of each of the others, seconds between taps."""

    tables: int
    taps: int
    seconds: float
    pace: float


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: milliseconds to the last phone, of processor a tap by kind, KB a tap and phone; MiB."""

    workers: int
    is_apart: bool
    mode: str
    tables: int
    streams: tuple[int, ...]
    taps: int
    lost: int
    taps_a_second: float
    p50: float
    p95: float
    p99: float
    processor: dict[str, float]
    client: float
    update_kb: float
    memory: dict[str, float]
    memory_a_table: float


def main() -> None:
    """Measure and print: a line for each measurement as it is done, then all as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two taps of a table in an evening")
    parser.add_argument("--apart", action="store_true", help="several workers with a port each only")
    parser.add_argument("--json", type=Path, help="a file that the figures are added to")
    asked = parser.parse_args()
    print(_circumstances(), flush=True)
    rows: list[Row] = []
    size = Size(asked.tables, asked.taps, asked.seconds, asked.pace)
    spread = [(one, False) for one in asked.workers if one == 1 or not asked.apart]
    for workers, is_apart in spread + [(one, True) for one in asked.workers if one > 1]:
        rows += run(_one_service(workers, is_apart, size))
    if asked.json:
        with asked.json.open("a") as kept:
            kept.writelines(json.dumps(asdict(row)) + "\n" for row in rows)
    print(in_a_table(rows))


async def _one_service(workers: int, is_apart: bool, size: Size) -> list[Row]:
    """All that is measured of one number of workers, on one service with fresh records."""
    with crew(workers, is_apart=is_apart) as service:
        # The first tables also bring what is made only once: the others show what a table takes up.
        first = await _opened(service, size.tables // 4)
        few = service.uses()["workers"].memory
        tables = [*first, *await _opened(service, size.tables - len(first))]
        each = (service.uses()["workers"].memory - few) / (len(tables) - len(first))
        drives: list[tuple[str, Sequence[TableBase], Drive]] = [
            ("single", tables, lambda some: one_at_a_time(some, size.taps)),
            ("closed", tables[:CLOSED_TABLES], lambda some: all_at_once(some, size.seconds)),
            ("evening", tables, lambda some: as_of_an_evening(some, size.seconds, size.pace)),
        ]
        rows = []
        for mode, tapping, drive in drives:
            rows.append(await _measured(service, mode, tables, tapping, drive, each))
            print(line_of(rows[-1]), flush=True)
        for table in tables:
            await table.close()
    return rows


async def _opened(service: Crew, tables: int) -> list[TableBase]:
    """That many new tables, equally many at each address, each tapped a few times."""
    shares = [
        await open_tables(server, "hosted", round(tables / len(service.servers)), SEATS) for server in service.servers
    ]
    opened = [table for in_turn in zip(*shares, strict=True) for table in in_turn]
    await one_at_a_time(opened, WARM * len(opened))
    return opened


async def _measured(
    service: Crew,
    mode: str,
    tables: Sequence[TableBase],
    tapping: Sequence[TableBase],
    drive: Drive,
    memory_a_table: float,
) -> Row:
    received, before, own, began = _received(tables), service.uses(), _own_seconds(), time.perf_counter()
    seen = await drive(tapping)
    took, own_after, after = time.perf_counter() - began, _own_seconds(), service.uses()
    taps = max(1, len(seen.last))
    return Row(
        workers=service.workers,
        is_apart=len(service.servers) > 1,
        mode=mode,
        tables=len(tapping),
        streams=tuple(service.gauges("tableside_streams_open")),
        taps=len(seen.last),
        lost=seen.lost,
        taps_a_second=len(seen.last) / took,
        p50=milliseconds(seen.last, 50),
        p95=milliseconds(seen.last, 95),
        p99=milliseconds(seen.last, 99),
        processor={kind: (after[kind].seconds - before[kind].seconds) * 1000 / taps for kind in KINDS},
        client=(own_after - own) * 1000 / taps,
        update_kb=(_received(tables) - received) / taps / SEATS / 1000,
        memory={kind: use.memory for kind, use in after.items()},
        memory_a_table=memory_a_table,
    )


async def as_of_an_evening(tables: Sequence[TableBase], seconds: float, pace: float) -> Taps:
    """Every table taps once in that many seconds, starting at a moment of its own."""
    seen, dice = Taps(), random.Random(7)
    until = time.perf_counter() + seconds

    async def play(table: TableBase) -> None:
        await asyncio.sleep(dice.random() * pace)
        while time.perf_counter() < until:
            one = await one_at_a_time([table], 1)
            seen.last += one.last
            seen.answered += one.answered
            seen.lost += one.lost
            await asyncio.sleep(pace * dice.uniform(0.5, 1.5))

    await asyncio.gather(*map(play, tables))
    return seen


def in_a_table(rows: Sequence[Row]) -> str:
    """All rows as a table, for people and for Markdown."""
    head = (
        "workers", "how", "tables", "taps/s", "p50 ms", "p95 ms", "p99 ms", "workers ms a tap", "PostgreSQL ms",
        "Redis ms", "client ms", "KB a tap and phone", "MiB workers", "MiB PostgreSQL",
        "MiB a table", "streams by worker", "lost",
    )  # fmt: skip
    lines = [
        head,
        ["---"] * len(head),
        *map(_cells, sorted(rows, key=lambda row: (row.mode, row.is_apart, row.workers))),
    ]
    return "\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def line_of(row: Row) -> str:
    """One measurement in words."""
    spent = ", ".join(f"{kind} {row.processor[kind]:.1f}" for kind in KINDS)
    return (
        f"{_who(row)} workers, {row.mode}: {row.tables} tables, {row.taps_a_second:.0f} taps/s, "
        f"p50 {row.p50:.1f}, p95 {row.p95:.1f}, p99 {row.p99:.1f} ms; ms of processor a tap: {spent}, "
        f"client {row.client:.1f}; {row.memory_a_table:.2f} MiB a table; {row.lost} lost"
    )


def _cells(row: Row) -> list[str]:
    return [
        _who(row), row.mode, str(row.tables), f"{row.taps_a_second:.0f}",
        *(f"{value:.1f}" for value in (row.p50, row.p95, row.p99)),
        *(f"{row.processor[kind]:.2f}" for kind in KINDS),
        f"{row.client:.2f}", f"{row.update_kb:.1f}",
        *(f"{row.memory[kind]:.0f}" for kind in KINDS[:2]),
        f"{row.memory_a_table:.2f}", " + ".join(map(str, row.streams)), str(row.lost),
    ]  # fmt: skip


def _who(row: Row) -> str:
    return f"{row.workers} apart" if row.is_apart else str(row.workers)


def _circumstances() -> str:
    load = os.getloadavg()[0]
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}"


def _received(tables: Sequence[TableBase]) -> int:
    return sum(table.wire()["rx_stream"] for table in tables)


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
