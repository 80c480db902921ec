"""One period in which a Redis server can be reached: from making two connections until the first of them breaks."""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from typing import Protocol, cast

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from companion.live.bus import BusAway

PREFIX = "tableside:"
ANEW = "tableside-anew"
"""The channel on which a process says that all versions begin anew. The message is the process's own name."""
CONNECT_SECONDS = 5.0
PULSE_SECONDS = 3.0
"""How often each connection is checked."""
SILENCE_SECONDS = 8.0
"""A connection that has not answered for this long counts as broken."""

MakeConnection = Callable[[], AbstractConnection]


class Outbox(Protocol):
    """Where news waits to be told."""

    def take(self) -> tuple[bool, dict[str, int]]:
        """Everything that waits. It is removed here."""
        ...

    def put_back(self, taken: tuple[bool, dict[str, int]]) -> None:
        """Let it wait again."""
        ...


def connections(url: str) -> MakeConnection:
    """A function that makes connections to the server at this address. Raises ValueError if it is not one of a Redis server."""
    # No second try and no silent reconnection: nobody would notice that news was missed meanwhile.
    pool: ConnectionPool = ConnectionPool.from_url(
        url, protocol=2, retry=Retry(NoBackoff(), 0), socket_connect_timeout=CONNECT_SECONDS, socket_keepalive=True
    )
    return cast(MakeConnection, pool.make_connection)


class Channel:
    """A topic that this process follows: how many followers it has, and whether the server has confirmed it."""

    def __init__(self) -> None:
        self.followers = 0
        self.confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Session:
    """Two connections to the server. All calls belong on one event loop."""

    def __init__(
        self,
        make_connection: MakeConnection,
        me: str,
        outbox: Outbox,
        hear: Callable[[str, int], None],
        begin_anew: Callable[[], None],
    ) -> None:
        self._ear, self._mouth = make_connection(), make_connection()
        self._me = me
        self._outbox = outbox
        self._hear = hear
        self._begin_anew = begin_anew
        self._channels: dict[str, Channel] = {}
        self._unconfirmed: deque[Channel | None] = deque()
        self._orders: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
        self._something_to_tell = asyncio.Event()
        self._heard_at = 0.0

    async def open(self) -> None:
        """Make the connections. Raises RedisError, OSError."""
        async with asyncio.timeout(2 * CONNECT_SECONDS):
            for connection in (self._ear, self._mouth):
                await connection.connect()  # type: ignore[no-untyped-call]
        self._order("SUBSCRIBE", ANEW)
        self._unconfirmed.append(None)

    async def run(self) -> None:
        """Listen and tell until a connection breaks. Raises what broke it."""
        self._heard_at = asyncio.get_running_loop().time()
        self._something_to_tell.set()  # tell what could not be told in the last session
        parts = [asyncio.create_task(part()) for part in (self._listen, self._give_orders, self._check, self._tell)]
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in done:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    async def close(self) -> None:
        """Drop both connections; whoever still waits to follow gets `BusAway`."""
        for channel in self._channels.values():
            if not channel.confirmed.done():
                channel.confirmed.set_exception(BusAway())
                channel.confirmed.exception()  # marked as read, in case nobody waits any more
        self._channels.clear()
        await self._ear.disconnect(nowait=True)
        await self._mouth.disconnect(nowait=True)

    def wake_teller(self) -> None:
        """Wake the task that tells: there is something to tell."""
        self._something_to_tell.set()

    async def join(self, topics: tuple[str, ...]) -> bool:
        """Follow each of these topics once more; whether one of them was not confirmed yet. Raises `BusAway`."""
        fresh = [topic for topic in dict.fromkeys(topics) if topic not in self._channels]
        for topic in fresh:
            self._channels[topic] = Channel()
            self._unconfirmed.append(self._channels[topic])
        if fresh:
            self._order("SUBSCRIBE", *(PREFIX + topic for topic in fresh))
        joined = [self._channels[topic] for topic in topics]
        for channel in joined:
            channel.followers += 1
        is_waiting = any(not channel.confirmed.done() for channel in joined)
        for channel in joined:
            await asyncio.shield(channel.confirmed)
        return is_waiting

    def leave(self, topics: tuple[str, ...]) -> None:
        """Follow each of these topics once less; unsubscribe from those that nobody follows any more."""
        gone = []
        for topic in topics:
            channel = self._channels.get(topic)
            if channel is None:
                continue
            channel.followers -= 1
            if not channel.followers:
                del self._channels[topic]
                gone.append(PREFIX + topic)
        if gone:
            self._order("UNSUBSCRIBE", *gone)

    def _order(self, *command: str) -> None:
        self._orders.put_nowait(command)

    async def _give_orders(self) -> None:
        while True:
            await self._ear.send_command(*await self._orders.get(), check_health=False)

    async def _listen(self) -> None:
        while True:
            kind, *rest = await self._ear.read_response(timeout=math.inf)
            self._heard_at = asyncio.get_running_loop().time()
            if kind == b"message":
                self._take(rest[0].decode(), rest[1].decode())
            elif kind == b"subscribe":
                # The server confirms in the order asked, with one answer for each.
                channel = self._unconfirmed.popleft()
                if channel is not None and not channel.confirmed.done():
                    channel.confirmed.set_result(None)

    def _take(self, channel: str, said: str) -> None:
        if channel == ANEW:
            if said != self._me:
                self._begin_anew()
        elif said.isdecimal():
            self._hear(channel.removeprefix(PREFIX), int(said))

    async def _check(self) -> None:
        """Ask now and then whether the server is there. Raises TimeoutError if it falls silent."""
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            if asyncio.get_running_loop().time() - self._heard_at > SILENCE_SECONDS:
                raise TimeoutError("the server has fallen silent")
            self._order("PING")

    async def _tell(self) -> None:
        while True:
            try:
                async with asyncio.timeout(PULSE_SECONDS):
                    await self._something_to_tell.wait()
            except TimeoutError:
                await self._say([("PING",)])
                continue
            self._something_to_tell.clear()
            taken = self._outbox.take()
            is_anew, levels = taken
            told = [(PREFIX + topic, str(version)) for topic, version in levels.items()]
            try:
                await self._say([("PUBLISH", *one) for one in ([(ANEW, self._me)] if is_anew else []) + told])
            except BaseException:
                self._outbox.put_back(taken)
                raise

    async def _say(self, commands: list[tuple[str, ...]]) -> None:
        async with asyncio.timeout(SILENCE_SECONDS):
            await self._mouth.send_packed_command(self._mouth.pack_commands(commands), check_health=False)
            for _ in commands:
                await self._mouth.read_response(timeout=math.inf)
