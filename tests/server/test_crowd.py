"""Three hundred streams, and the pages beside them."""

import asyncio
import statistics
import sys
import time
from collections.abc import Coroutine
from typing import Any

from companion.server import Limits
from tests.server.rig import PATIENCE_SECONDS, Client, Rig, rig

CROWD = 300
GENEROUS_SECONDS = 2.0


async def open_stream(port: int, owner: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /m/stream HTTP/1.1\r\nHost: table.test\r\nX-Owner: phone {owner}\r\n\r\n".encode())
    await reader.readuntil(b"data: level 0\n\n")
    return reader, writer


async def sees(reader: asyncio.StreamReader, version: int) -> float:
    await reader.readuntil(f"data: level {version}\n\n".encode())
    return time.perf_counter()


def ask_pages(port: int) -> list[float]:
    """How long each of a hundred requests took, in seconds."""
    taken = []
    with Client(port) as client:
        for _ in range(100):
            begun = time.perf_counter()
            client.ask("GET", "/hello")
            assert client.answer()[2] == b"hello"
            taken.append(time.perf_counter() - begun)
    return taken


def within_patience(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, PATIENCE_SECONDS * 3))


def test_a_crowd_of_streams_all_see_every_level_and_slow_no_page() -> None:
    with rig(Limits()) as served:
        within_patience(watch(served))
    assert served.server.streams_open == 0


async def watch(served: Rig) -> None:
    alone = await asyncio.to_thread(ask_pages, served.port)
    crowd = [await open_stream(served.port, owner) for owner in range(CROWD)]
    served.board.rendered.clear()
    spread = []
    for version in range(1, 11):
        begun = time.perf_counter()
        served.board.tap()
        seen_at = await asyncio.gather(*(sees(reader, version) for reader, _ in crowd))
        spread.append(max(seen_at) - begun)
    beside = await asyncio.to_thread(ask_pages, served.port)
    assert served.server.streams_open == CROWD
    assert served.board.rendered == list(range(1, 11))
    for _, writer in crowd:
        writer.close()
    tell(alone, beside, spread)
    assert statistics.median(beside) < GENEROUS_SECONDS
    assert statistics.median(spread) < GENEROUS_SECONDS


def tell(alone: list[float], beside: list[float], spread: list[float]) -> None:
    page, page_beside, all_told = (statistics.median(times) * 1000 for times in (alone, beside, spread))
    sys.stdout.write(
        f"page alone {page:.2f} ms, beside {CROWD} streams {page_beside:.2f} ms; all told {all_told:.1f} ms\n"
    )
