"""What every bus promises, within a process or between processes."""

import threading
from datetime import datetime
from typing import Protocol

Levels = tuple[int | None, ...]
"""The newest version told of each topic, in the order subscribed; None if none has been told yet."""


class BusAway(Exception):
    """News from other processes does not get through: a follower may miss some, and should ask now and then."""


class Subscription(Protocol):
    """One follower of some topics. It belongs to the event loop it was made on."""

    async def ready(self) -> bool:
        """Whether news may have been missed until now; returns once none can be missed any more.

        If so, look again at whatever was looked at earlier. Raises `BusAway`.
        """
        ...

    def levels(self) -> Levels:
        """The newest versions told, without waiting. May be called at any time."""
        ...

    async def wait(self) -> Levels:
        """The levels, as soon as one is newer than when `wait` last returned, or at first than on subscribing.

        Raises `BusAway` if news may be missing from now on; this subscription is then over.
        """
        ...

    def close(self) -> None:
        """Stop following. May be called twice."""
        ...


class Live(Protocol):
    """The bus. Topics are opaque strings: a match, a table, a device."""

    def publish(self, topic: str, version: int) -> None:
        """Tell all followers that `topic` is at `version`.

        May be called from any thread, and returns at once. Call it when the version is durable, never before, because
        followers then read it. A version that is not above the last one told is no news, and wakes nobody.
        """
        ...

    def subscribe(self, *topics: str) -> Subscription:
        """A subscription to these topics, on the running event loop.

        Subscribe first, then read the state: what is published in between wakes the follower, so nothing is missed.
        """
        ...

    def begin_anew(self) -> None:
        """Forget what was told, and wake every follower: other data is in place now, and versions may be lower."""
        ...


_level_lock = threading.Lock()
_last_level = 0


def next_level(now: datetime) -> int:
    """A level for a topic that has no version of its own: a monotonic clock in microseconds since 1970.

    A Raspberry Pi has no clock of its own. If its time is set back, news that carry the time would look old and nobody
    would hear them: the streams of a phone whose seat was taken away would stay open.
    """
    global _last_level
    with _level_lock:
        _last_level = max(_last_level + 1, int(now.timestamp() * 1_000_000))
        return _last_level
