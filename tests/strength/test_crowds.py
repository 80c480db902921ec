"""Phones that all come back at once, or that do not read: nobody else notices."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from tests.strength.phones import Company, Onlooker, call, seat_company
from tests.strength.server import Server

CURRENT_SECONDS = 5.0
STREAMS = 300
TABLES = 25


async def are_soon_current(server: Server, fault: str) -> bool:
    """Whether 300 streams are, that all lost the server and come back to it at once, each of their matches gone on."""
    await asyncio.to_thread(server.start)
    companies = [await seat_company(server.url, 0) for _ in range(TABLES)]
    crowd = [
        Onlooker(server.url, company.match_id, company.phones[n % 3].token) for company in companies for n in range(12)
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
    path = f"/matches/{company.match_id}/contest"
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
