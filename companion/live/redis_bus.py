"""The bus between processes: a Redis or Valkey server passes on "topic X is at N", and keeps nothing.

Followers in the same process are told directly, those in other processes by way of the server. While the server is away,
all subscriptions end and new ones are refused. When it is back, what was published meanwhile is told.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from companion.live.bus import BusAway, Levels
from companion.live.in_process import Following, InProcessLive
from companion.live.redis_session import Session
from companion.live.redis_wire import Wire


class RedisLive:
    """A `Live` for any number of processes. It has a thread of its own until it is closed."""

    def __init__(self, url: str) -> None:
        """Begin to connect. Raises ValueError if this is not the address of a Redis server."""
        self._near = InProcessLive()
        self._wire = Wire(url, hear=self._near.pass_on, begin_anew=self._near.begin_anew, cut=self._near.cut)

    def publish(self, topic: str, version: int) -> None:
        self._near.publish(topic, version)
        self._wire.tell(topic, version)

    def attend(self, attendant: Callable[[str], None]) -> None:
        self._near.attend(attendant)

    def begin_anew(self) -> None:
        self._near.begin_anew()
        self._wire.tell_anew()

    def subscribe(self, *topics: str) -> "FarFollowing":
        return FarFollowing(self._near.subscribe(*topics), self._wire, topics)

    @property
    def is_connected(self) -> bool:
        """Whether news gets through now."""
        return self._wire.is_connected

    def close(self) -> None:
        """End every subscription and the thread. May be called twice."""
        self._wire.close()


class FarFollowing:
    """A subscription to topics that other processes may publish too."""

    def __init__(self, near: Following, wire: Wire, topics: tuple[str, ...]) -> None:
        self._near = near
        self._wire = wire
        self._topics = topics
        self._joined: Future[tuple[Session, bool]] = wire.join(topics)
        self._is_closed = False

    async def ready(self) -> bool:
        _, is_first = await asyncio.shield(asyncio.wrap_future(self._joined))
        if self._near.is_cut:
            raise BusAway
        return is_first

    def levels(self) -> Levels:
        return self._near.levels()

    def note(self, levels: Levels) -> None:
        self._near.note(levels)

    async def wait(self) -> Levels:
        return await self._near.wait()

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._near.close()
            self._joined.add_done_callback(self._leave)

    def _leave(self, joined: Future[tuple[Session, bool]]) -> None:
        if joined.exception() is None:
            self._wire.leave(joined.result()[0], self._topics)
