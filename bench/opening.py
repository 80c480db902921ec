"""What opening a stream costs the worker: warm, as after a cut, and cold, as after a restart.

    python -m bench.opening [--tables 40] [--rounds 3]

Tables of five phones in the middle of a match; all leave, and come back twenty at once. Milliseconds are of the worker's processor.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from bench.adapters.tableside import Table
from bench.drive import run
from bench.storm import SEATS, Server, answers
from tests.servers import Postgres, Redis

ENTRIES: Final = 20
AT_ONCE: Final = 20


def main() -> None:
    """Measure and print a line for each round."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    postgres, news = Postgres(syncs=True), Redis()
    try:
        postgres.start()
        news.start()
        with postgres.database() as address, tempfile.TemporaryDirectory() as data:
            server = Server(address, news.url, Path(data))
            try:
                run(measure(server, asked.tables, asked.rounds))
            finally:
                server.kill()
    finally:
        postgres.remove()
        news.stop()


async def measure(server: Server, count: int, rounds: int) -> None:
    """Let everybody play a little, then leave and come back, again and again."""
    url = f"http://127.0.0.1:{server.port}"
    await answers(url)
    tables = [Table(url, index, SEATS, {}) for index in range(count)]
    for table in tables:
        await table.connect()
        for number in range(ENTRIES):
            table.version = number
            await table.send_tap(0)
    print("| | worker ms a stream | load |\n| --- | ---: | ---: |")
    phones = [(table, seat) for table in tables for seat in range(SEATS)]
    for _ in range(rounds):
        await _leave(tables)
        await _said("question", server, phones, _ask)
        await _said("warm", server, phones, _follow)
    for _ in range(rounds):
        await _leave(tables)
        server.kill()
        server.start()
        await answers(url)
        print(f"| start | {1000 * server.seconds():.0f} in all | {os.getloadavg()[0]:.1f} |", flush=True)
        await _said("cold", server, phones, _follow)


async def _leave(tables: Sequence[Table]) -> None:
    for table in tables:
        for stream in table.streams:
            stream.close()
        for phone in table.phones:
            phone.close()
    await asyncio.sleep(1)


Act = Callable[[Table, int], Awaitable[object]]


async def _said(what: str, server: Server, phones: Sequence[tuple[Table, int]], act: Act) -> None:
    busy, slots = server.seconds(), asyncio.Semaphore(AT_ONCE)

    async def in_turn(table: Table, seat: int) -> None:
        async with slots:
            await act(table, seat)

    await asyncio.gather(*(in_turn(*phone) for phone in phones))
    print(f"| {what} | {1000 * (server.seconds() - busy) / len(phones):.2f} | {os.getloadavg()[0]:.1f} |", flush=True)


async def _ask(table: Table, seat: int) -> None:
    await table.phones[seat].request("GET", f"{table.path}/board", headers=[("If-None-Match", "*")])


async def _follow(table: Table, seat: int) -> None:
    table.streams[seat] = await table._follow(seat, table.phones[seat])


if __name__ == "__main__":
    main()
