"""Phones that all come back at once, or that do not read: nobody else notices."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.live import InProcessLive
from companion.server import Limits
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.strength.phones import Company, Onlooker, call, seat_company
from tests.strength.server import Server
from tests.strength.streams import OpenedStream, served
from tests.web.people import Browser, open_table, start_match

CURRENT_SECONDS = 5.0
STREAMS = 300
TABLES = 25


async def are_soon_current(server: Server, fault: str) -> bool:
    """Whether 300 streams are, that all lost the server and come back to it at once, each of their matches gone on."""
    await asyncio.to_thread(server.start)
    companies = [await seat_company(server.url, 0) for _ in range(TABLES)]
    crowd = [
        Onlooker(server.url, company.match, company.phones[n % 3].token) for company in companies for n in range(12)
    ]
    assert len(crowd) == STREAMS
    async with asyncio.TaskGroup() as group:
        looking = [group.create_task(one.look()) for one in crowd]
        await asyncio.gather(*(one.sees(3) for one in crowd))
        await asyncio.to_thread(server.kill)
        server.fault = fault
        await asyncio.to_thread(server.start)
        began = time.monotonic()
        await asyncio.gather(*map(_go_on, companies))
        seeing = asyncio.gather(*(one.sees(4) for one in crowd))
        done, _ = await asyncio.wait([seeing], timeout=CURRENT_SECONDS)
        sys.stdout.write(
            f"{sum(one.seen >= 4 for one in crowd)} streams current after {time.monotonic() - began:.2f} s\n"
        )
        seeing.cancel()
        for task in looking:
            task.cancel()
    return bool(done)


async def _go_on(company: Company) -> None:
    path = f"/matches/{company.match}/contest"
    status, _ = await call(company.phones[0].url, "POST", path, {"index": 0, "reason": "rule"}, company.host)
    assert status == 200


@pytest.mark.parametrize(("fault", "is_right"), [("", True), ("opens_streams_slowly", False)])
def test_300_streams_that_come_back_at_once_are_current_in_5_seconds(
    tmp_path: Path, fault: str, is_right: bool
) -> None:
    server = Server(tmp_path / "data")
    try:
        assert asyncio.run(asyncio.wait_for(are_soon_current(server, fault), 90)) is is_right
    finally:
        server.kill()


@pytest.mark.parametrize(("patience", "is_dropped"), [(1.0, True), (600.0, False)])
def test_a_reader_that_is_too_slow_is_dropped_and_waited_for_by_nobody(
    tmp_path: Path, patience: float, is_dropped: bool
) -> None:
    with Store.open(tmp_path / "t.sqlite") as store, ExitStack() as ends:
        live = InProcessLive()
        app = create_app(store, live, Settings(("localhost",)))
        server, port = ends.enter_context(served(app, live, Limits(unread_seconds=patience)))
        ana = Browser(app)
        match = start_match(ana, open_table(ana, "Ana", "Ben", "Cleo"), "land-unter")
        quick = ends.enter_context(OpenedStream(port, f"/m/{match}/stream", ana))
        ends.enter_context(OpenedStream(port, f"/m/{match}/stream", receive_buffer=2048))
        assert quick.version() == 0
        for version in range(150):
            began = time.monotonic()
            fields = {"index": 0} if version else {"kind": "count_rings", "seat": 0, "rings": 5}
            step = ("moves", "undo", "redo")[0 if version == 0 else 2 - version % 2]
            answer = ana.post(f"/m/{match}/{step}", {**fields, "version": version})
            assert answer.status_code == 303, (version, answer.get_data(as_text=True))
            while quick.version() < version + 1:
                pass
            assert time.monotonic() - began < CURRENT_SECONDS
        deadline = time.monotonic() + 4
        while server.streams_open > 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert (server.streams_open == 1) is is_dropped
