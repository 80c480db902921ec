"""How soon all is right again on one worker after something was away for five seconds.

    python -m bench.storm [--tables 200] [--away everything redis postgresql worker]

Two hundred tables of five phones, which come back as static/js/live.js lets those of a public host: with jitter, with pauses
that grow, and when the server says. At some tables somebody goes on tapping. A PostgreSQL that syncs, a Redis, one server;
the phones share the machine with all of them. Seconds count from when all was started again, processor time is the worker's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from bench.adapters.tableside import Table
from bench.drive import run
from bench.processes import ROOT, family
from bench.rawhttp import HttpClient, Sse
from tests.servers import Postgres, Redis, free_port

SEATS: Final = 5
OPENED_AT_ONCE: Final = 4
RETRY, OPENS, SILENT, ASK, ASK_OFF, GIVES_UP, AGAIN, LONGEST = 2.0, 10.0, 10.0, 3.0, 1.0, 5.0, 10.0, 8.0
"""Seconds, under the names they have in live.js."""
AWAY: Final = 5.0
PATIENCE: Final = 60.0
MARKS: Final = (1, 2, 5, 10, 15, 20, 30, 60)
"""So many seconds later the streams are counted."""
ENTRY: Final = urlencode([("kind", "count_rings"), ("seat", 0), ("rings", 8), ("anyway", "true")]).encode()
CUT: Final = (OSError, TimeoutError, asyncio.IncompleteReadError)


class Followed(Sse):
    """A stream that tells when anything came, and that it is lost."""

    def __init__(self, request: bytes, on_event: Callable[..., None]) -> None:
        self.heard_at = time.monotonic()
        self.lost = asyncio.Event()
        super().__init__(request, on_event)

    def data_received(self, data: bytes) -> None:
        """Note the time."""
        self.heard_at = time.monotonic()
        super().data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        """Tell."""
        super().connection_lost(error)
        self.lost.set()


class Phone:
    """One phone: follows by a stream, and asks where none gets through."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number, self.client = table, number, table.phones[number]
        self.is_live = False
        self._unanswered, self._not_before = 0, 0.0

    async def follow(self) -> None:
        """For ever."""
        failures = 0
        while True:
            if await self._stream():
                failures = 0
            failures += 1
            if failures == 1:
                await asyncio.sleep(self._pause(RETRY))
            else:
                await self._ask(time.monotonic())
                failures = 1

    async def _stream(self) -> bool:
        """Whether anything came of it, once it is lost."""
        listener = self.table._listener(self.number)
        path = f"{self.table.path}/stream"
        try:
            async with asyncio.timeout(OPENS):
                stream = await Followed.open(self.table.base_url, path, listener, self.client.cookie)
        except CUT:
            return False
        assert isinstance(stream, Followed)
        self.is_live = True
        while not stream.lost.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, stream.heard_at + SILENT - time.monotonic())):
                    await stream.lost.wait()
            if not stream.lost.is_set() and time.monotonic() - stream.heard_at >= SILENT and not await self._look():
                break
        stream.close()
        self.is_live = False
        return True

    async def _ask(self, tried_at: float) -> None:
        """Until it is time for another stream."""
        was_off = False
        while True:
            is_heard = await self._look("*" if was_off else "")
            self._unanswered = 0 if is_heard else self._unanswered + 1
            if is_heard and (was_off or time.monotonic() - tried_at > self._pause(AGAIN)):
                return
            was_off = not is_heard
            await asyncio.sleep(max(self._pause(ASK if is_heard else ASK_OFF), self._not_before - time.monotonic()))

    async def _look(self, known: str = "") -> bool:
        asked = [("If-None-Match", known)] * bool(known)
        try:
            async with asyncio.timeout(GIVES_UP):
                status, headers, _ = await self.client.request("GET", f"{self.table.path}/board", headers=asked)
        except CUT:
            self.client.close()
            return False
        if status >= 400:
            self._not_before = time.monotonic() + float(headers.get("retry-after", 0)) * (1 + random.random())
        return status < 400

    def _pause(self, seconds: float) -> float:
        return max(seconds, min(seconds * 2.0**self._unanswered, LONGEST)) * (0.5 + random.random())


class Server:
    """One worker that can be killed and started again on the same port."""

    def __init__(self, address: str, news: str, data: Path) -> None:
        self.port, self._data = free_port(), data
        self._variables = {**os.environ, "TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": news}
        self.start()

    def start(self) -> None:
        """Start; it answers a little later."""
        command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]
        where = ["--data", str(self._data)]
        self.process = subprocess.Popen([*command, *where], cwd=ROOT, env=self._variables, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """As when its machine goes away."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def seconds(self) -> float:
        """Its processor time so far."""
        (one, *_) = family(self.process.pid)
        fields = Path(f"/proc/{one}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


class Tapper:
    """Somebody who taps once a second, and again at once where it was refused."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._client = HttpClient(table.base_url, table.phones[0].cookie)
        self._since = 0.0
        self.back_at = 0.0
        self.longest = 0.0

    async def tap(self) -> None:
        """For ever."""
        while True:
            self._since = time.monotonic()
            while not await self._is_recorded():
                self._client.close()
                await asyncio.sleep(0.2)
            self.longest, self._since = self.refused(), 0.0
            await asyncio.sleep(random.uniform(0.5, 1.5))

    def refused(self) -> float:
        """The longest that an entry was refused, or still is, since everything was back."""
        return max(self.longest, time.monotonic() - max(self._since, self.back_at) if self._since else 0.0)

    async def _is_recorded(self) -> bool:
        headers = (("Origin", self._table.base_url), ("HX-Request", "true"))
        try:
            async with asyncio.timeout(GIVES_UP):
                status, _, _ = await self._client.request("POST", f"{self._table.path}/moves", ENTRY, headers=headers)
        except CUT:
            return False
        return status == 204


def main() -> None:
    """Measure and print a table of streams for each thing that was away."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--tapping", type=int, default=10)
    parser.add_argument(
        "--away", nargs="+", choices=("everything", "redis", "postgresql", "worker"), default=["everything"]
    )
    asked = parser.parse_args()
    postgres, news = Postgres(syncs=True), Redis()
    try:
        postgres.start()
        news.start()
        with postgres.database() as address, tempfile.TemporaryDirectory() as data:
            server = Server(address, news.url, Path(data))
            parts = {
                "redis": (news.stop, news.start),
                "postgresql": (postgres.stop, postgres.start),
                "worker": (server.kill, server.start),
            }
            storms = {**{name: [part] for name, part in parts.items()}, "everything": [*parts.values()]}
            try:
                run(measure(server, {name: storms[name] for name in asked.away}, asked.tables, asked.tapping))
            finally:
                server.kill()
    finally:
        postgres.remove()
        news.stop()


Part = tuple[Callable[[], object], Callable[[], object]]
"""How something is stopped and how it is started."""


async def measure(server: Server, storms: Mapping[str, Sequence[Part]], count: int, tapping: int) -> None:
    """Let everybody sit down and follow, then one storm after the other."""
    url = f"http://127.0.0.1:{server.port}"
    await answers(url)
    tables, slots = [Table(url, index, SEATS, {}) for index in range(count)], asyncio.Semaphore(OPENED_AT_ONCE)

    async def sit(table: Table) -> None:
        async with slots:
            await table.connect()
            for stream in table.streams:
                stream.close()

    await asyncio.gather(*map(sit, tables))
    phones = [Phone(table, seat) for table in tables for seat in range(SEATS)]
    busy = server.seconds()
    working = [asyncio.create_task(phone.follow()) for phone in phones]
    print(
        f"| away | {' | '.join(f'{mark} s' for mark in MARKS)} | all s | refused s | worker ms a stream | load |",
        flush=True,
    )
    print(f"| --- {'| ---: ' * (len(MARKS) + 4)}|")
    print(f"| nothing, first | {await _streams(phones)} | | {_each(server, busy, phones)}", flush=True)
    tappers = [Tapper(table) for table in tables[:tapping]]
    working += [asyncio.create_task(tapper.tap()) for tapper in tappers]
    for name, parts in storms.items():
        await asyncio.sleep(AWAY)
        for stop, _ in reversed(parts):
            stop()
        await asyncio.sleep(AWAY)
        for _, start in parts:
            await asyncio.to_thread(start)
        busy = 0.0 if len(parts) > 1 or name == "worker" else server.seconds()
        for tapper in tappers:
            tapper.longest, tapper.back_at = 0.0, time.monotonic()
        counted = await _streams(phones)
        refused = max(tapper.refused() for tapper in tappers)
        print(f"| {name} | {counted} | {refused:.1f} | {_each(server, busy, phones)}", flush=True)
    for task in working:
        task.cancel()


async def answers(url: str) -> None:
    """Return once the server does."""
    client = HttpClient(url)
    while True:
        with suppress(*CUT):
            status, _, _ = await client.request("GET", "/healthz")
            if status == 200:
                return
        await asyncio.sleep(0.1)


async def _streams(phones: Sequence[Phone]) -> str:
    """The cells of a row: how many streams are open at each mark, and after how long all are."""
    began, cells, whole = time.monotonic(), [], ""
    for mark in MARKS:
        while (passed := time.monotonic() - began) < mark and not whole:
            await asyncio.sleep(0.1)
            whole = f"{passed:.1f}" if all(phone.is_live for phone in phones) else ""
        cells.append(str(sum(phone.is_live for phone in phones)))
    return f"{' | '.join(cells)} | {whole or 'never'}"


def _each(server: Server, before: float, phones: Sequence[Phone]) -> str:
    """The last cells: what the worker spent on each stream, its start and entries included, and the load."""
    return f"{1000 * (server.seconds() - before) / len(phones):.1f} | {os.getloadavg()[0]:.1f} |"


if __name__ == "__main__":
    main()
