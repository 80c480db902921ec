"""A level that lies ready is written to the streams that wait for it, which need not be woken to ask."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from companion.live import Subscription
from companion.server import Frame, Limits
from companion.server.asgi import IS_FULL, WRITE_CHUNK, Message
from companion.server.patience import PatientSend
from companion.server.rendering import SharedRenderings
from companion.server.stream import Stream
from tests.server.rig import Board, Opened, Source

DOOR = "device ana"


@dataclass
class Wire:
    """A connection: what was written to it at once, and what was sent the long way."""

    is_full: bool = False
    written: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def write_chunk(self, data: bytes) -> bool:
        if not self.is_full:
            self.written.append(data)
        return not self.is_full

    async def send(self, message: Message) -> None:
        self.sent.append(message.get("body", b""))
        self.arrived.set()

    async def receive(self) -> Message:
        await asyncio.get_running_loop().create_future()
        raise AssertionError("nobody ends this future")

    async def has_sent(self, count: int) -> list[bytes]:
        while len(self.sent) < count:
            self.arrived.clear()
            await self.arrived.wait()
        return self.sent

    def scope(self, version: str) -> dict[str, Any]:
        return {"http_version": version, "state": {IS_FULL: lambda: False, WRITE_CHUNK: self.write_chunk}}


@dataclass
class Table:
    """A board, and one stream that has been shown its first level and waits."""

    board: Board
    wire: Wire
    stream: Stream
    following: Subscription
    running: asyncio.Task[None]

    def tap(self) -> Frame:
        """A tap: everybody is about to be woken."""
        return Frame.of(self.board.tap(), "board", "what lies ready")

    def offer(self, frame: Frame) -> None:
        self.stream.offer(self.following.levels()[:2], frame)


@contextlib.asynccontextmanager
async def waiting(http_version: str = "1.1") -> AsyncIterator[Table]:
    board, wire = Board(), Wire()
    opened = Opened(board, "ana", "en")
    with ThreadPoolExecutor(1) as threads:
        renderings = SharedRenderings(threads, Source(board).render, 60.0)
        following = board.live.subscribe(*opened.topics, *opened.closed_by)
        send = PatientSend(wire.scope(http_version), wire.send, 10.0)
        stream = Stream(opened, following, renderings, send, Limits(), stays)
        with renderings.shared_with(opened, following, stream.offer):
            await stream.get_ready()
            running = asyncio.create_task(stream.run(wire.receive))
            await wire.has_sent(2)  # the head, and the first level
            await all_at_rest()
            yield Table(board, wire, stream, following, running)
            stream.end()
            await running
        following.close()


async def stays() -> bool:
    return True


async def all_at_rest() -> None:
    """Return when whoever was woken waits again."""
    for _ in range(20):
        await asyncio.sleep(0)


def played(evening: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(evening, 10.0))


def test_a_stream_that_waits_is_shown_at_once_and_asks_for_nothing() -> None:
    async def evening() -> None:
        async with waiting() as table:
            frame = table.tap()
            table.offer(frame)
            assert table.wire.written == [frame.payload]
            await all_at_rest()
        # Its threads have ended: what was asked for is done.
        assert table.board.rendered == [0]

    played(evening())


def test_it_goes_on_waiting_and_is_woken_for_the_next_level() -> None:
    async def evening() -> None:
        async with waiting() as table:
            table.offer(table.tap())
            await all_at_rest()
            table.tap()
            assert b"level 2" in (await table.wire.has_sent(3))[2]

    played(evening())


def test_a_stream_whose_device_was_turned_away_is_shown_nothing_more() -> None:
    async def evening() -> None:
        async with waiting() as table:
            frame = table.tap()
            table.board.live.publish(DOOR, 1)
            table.offer(frame)
            await table.running
            assert table.wire.written == []
            assert [part for part in table.wire.sent if b"level 1" in part] == []

    played(evening())


def test_a_stream_that_has_ended_is_shown_nothing_more() -> None:
    async def evening() -> None:
        async with waiting() as table:
            frame = table.tap()
            table.stream.end()
            table.offer(frame)
            assert table.wire.written == []

    played(evening())


def test_an_older_level_is_never_shown_after_a_newer_one() -> None:
    async def evening() -> None:
        async with waiting() as table:
            older, newer = table.tap(), table.tap()
            table.offer(newer)
            table.offer(older)
            assert table.wire.written == [newer.payload]

    played(evening())


def test_what_cannot_be_written_at_once_is_asked_for_as_ever() -> None:
    async def evening() -> None:
        async with waiting() as table:
            table.wire.is_full = True
            table.offer(table.tap())
            assert b"level 1" in (await table.wire.has_sent(3))[2]
            assert table.wire.written == []

    played(evening())


def test_a_response_that_has_no_chunks_is_sent_the_long_way() -> None:
    async def evening() -> None:
        async with waiting("1.0") as table:
            table.offer(table.tap())
            assert b"level 1" in (await table.wire.has_sent(3))[2]
            assert table.wire.written == []

    played(evening())
