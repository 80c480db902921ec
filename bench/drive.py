"""Taps driven at a server's tables, and their results."""

from __future__ import annotations

import asyncio
import gc
import importlib
import random
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bench.adapters.base import TableBase
from bench.processes import Running, adapter_of

T = TypeVar("T")
OPENED_AT_ONCE = 4


@dataclass(slots=True)
class Taps:
    """What was seen of taps: seconds until the last other phone had each, until its answer, and how many failed."""

    last: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """One run: milliseconds to the last phone and to the answer, processor time and bytes a tap, MiB at its end."""

    kind: str
    mode: str
    tables: int
    seats: int
    taps: int
    lost: int
    taps_a_second: float
    p50: float
    p95: float
    p99: float
    worst: float
    answer_p50: float
    processor_ms: float
    memory: float
    update_bytes: float


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, on the faster event loop if there is one: the client's time is not what is measured."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def open_tables(server: Running, kind: str, tables: int, seats: int) -> list[TableBase]:
    """That many tables, each with a stream for each phone."""
    module = importlib.import_module(f"bench.adapters.{adapter_of(kind)}")
    opened: list[TableBase] = [module.Table(server.url, index, seats, {}) for index in range(tables)]
    slots = asyncio.Semaphore(OPENED_AT_ONCE)

    async def connect(table: TableBase) -> None:
        async with slots:
            await table.connect()

    await asyncio.gather(*map(connect, opened))
    return opened


async def one_at_a_time(tables: Sequence[TableBase], taps: int) -> Taps:
    """One tap in flight in the whole server: how long a tap takes."""
    seen, dice = Taps(), random.Random(7)
    for number in range(taps):
        await _tap(tables[number % len(tables)], dice, seen)
    return seen


async def all_at_once(tables: Sequence[TableBase], seconds: float) -> Taps:
    """Every table taps again as soon as all its phones have seen the last: how many taps a server carries."""
    seen, dice = Taps(), random.Random(7)
    until = time.perf_counter() + seconds

    async def play(table: TableBase) -> None:
        while time.perf_counter() < until:
            await _tap(table, dice, seen)

    await asyncio.gather(*map(play, tables))
    return seen


async def once_a_second(tables: Sequence[TableBase], seconds: float) -> Taps:
    """Every table taps once a second, as people do: whether what waits for the disk grows."""
    seen, dice = Taps(), random.Random(7)

    async def play(table: TableBase, delay: float) -> None:
        for number in range(int(seconds)):
            await asyncio.sleep(max(0.0, began + delay + number - time.perf_counter()))
            await _tap(table, dice, seen)

    began = time.perf_counter()
    await asyncio.gather(*(play(table, dice.random()) for table in tables))
    return seen


async def measure(
    server: Running,
    kind: str,
    *,
    tables: int,
    seats: int,
    taps: int = 0,
    seconds: float = 0.0,
    warm: int = 30,
    is_paced: bool = False,
) -> Figures:
    """One run on fresh tables: `taps` one at a time, or `seconds` of all tables at once, or of a tap a second at each."""
    opened = await open_tables(server, kind, tables, seats)
    await one_at_a_time(opened, max(warm, tables))
    gc.collect()
    gc.disable()
    before, received, began = server.usage(), _received(opened), time.perf_counter()
    play = once_a_second if is_paced else all_at_once
    seen = await (one_at_a_time(opened, taps) if taps else play(opened, seconds))
    took, after = time.perf_counter() - began, server.usage()
    update = (_received(opened) - received) / max(1, len(seen.last)) / seats
    gc.enable()
    for table in opened:
        await table.close()
    count = len(seen.last)
    p50, p95, p99, worst = (milliseconds(seen.last, share) for share in (50, 95, 99, 100))
    return Figures(
        kind=kind,
        mode="single" if taps else "paced" if is_paced else "closed",
        tables=tables,
        seats=seats,
        taps=count,
        lost=seen.lost,
        taps_a_second=count / took,
        p50=p50,
        p95=p95,
        p99=p99,
        worst=worst,
        answer_p50=milliseconds(seen.answered, 50),
        processor_ms=(after.seconds - before.seconds) / max(1, count) * 1000,
        memory=after.memory,
        update_bytes=update,
    )


def milliseconds(seconds: Sequence[float], share: int) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)] * 1000 if ordered else float("nan")


async def _tap(table: TableBase, dice: random.Random, seen: Taps) -> None:
    try:
        last, _, answered = await table.tap_and_wait(dice.randrange(table.seats))
    except TimeoutError:
        seen.lost += 1
        table.catch_up()
        return
    seen.last.append(last)
    seen.answered.append(answered)


def _received(tables: Sequence[TableBase]) -> int:
    return sum(table.wire()["rx_stream"] for table in tables)
