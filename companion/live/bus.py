"""What every bus promises; and the bus of a single process: a dictionary, a lock, one wake-up call for each event loop."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Protocol

Levels = tuple[int | None, ...]
"""The newest version published of each topic, in the order subscribed; None if there is none yet."""


class BusAway(Exception):
    """News from other processes does not get through: a follower may miss some, and should ask now and then."""


class Subscription(Protocol):
    """One follower of some topics. It belongs to the event loop it was made on."""

    async def ready(self) -> bool:
        """Return whether news may have been missed until now; returns once none can be missed any more.

        If so, look again at whatever was looked at earlier. Raise `BusAway`.
        """
        ...

    def levels(self) -> Levels:
        """Return the newest versions published, without waiting. May be called at any time."""
        ...

    async def wait(self) -> Levels:
        """Return the levels, as soon as one is newer than when `wait` last returned, or at first than on subscribing.

        Raise `BusAway` if news may be missing from now on; this subscription is then over.
        """
        ...

    def close(self) -> None:
        """Stop following. May be called twice."""
        ...


class Live(Protocol):
    """The bus. A topic is a subject, a match or a table, or one thing about it: "TABLE/rights"."""

    publications: int
    """How often anything was published here. If it has risen between reading and subscribing, news may have been missed."""

    def publish(self, topic: str, version: int) -> None:
        """Wake all followers of `topic`, which is now at `version`.

        May be called from any thread, and returns at once. Call it when the version is durable, never before, because
        followers then read it. A version that is not above the last one published is no news, and wakes no one; a level of
        `next_level` is news unless it is the last one published.
        """
        ...

    def subscribe(self, *topics: str) -> Subscription:
        """Return a subscription to these topics, on the running event loop.

        Subscribe first, then read the state: what is published in between wakes the follower, so nothing is missed.
        """
        ...

    def begin_anew(self) -> None:
        """Forget what was published, and wake every follower: other data is in place now, and versions may be lower."""
        ...


FIRST_LEVEL: Final = 10**9
"""No match has so many entries, and in microseconds no clock that runs shows so little."""
_level_lock = threading.Lock()
_last_level = 0


def next_level(now: datetime) -> int:
    """Return a level for a topic that has no version of its own: a monotonic clock in microseconds since 1970.

    A Raspberry Pi has no clock of its own. If its time is set back, news that carry the time would look old and no one
    would hear them: the streams of a phone whose seat was taken away would stay open.
    """
    # For the whole process, as topics are: two threads in the same microsecond must still get two levels.
    global _last_level
    with _level_lock:
        _last_level = max(_last_level + 1, int(now.timestamp() * 1_000_000))
        return _last_level


def notify(live: Live, *topics: str) -> None:
    """Let the followers of these topics, which have no versions of their own, look again."""
    level = next_level(datetime.now(UTC))
    for topic in topics:
        live.publish(topic, level)


_held_back: ContextVar[dict[str, int] | None] = ContextVar("held_back", default=None)


@contextmanager
def held_back() -> Iterator[dict[str, int]]:
    """The news that is published in this context meanwhile, by topic: no follower is woken before the holder publishes it."""
    news: dict[str, int] = {}
    before = _held_back.set(news)
    try:
        yield news
    finally:
        _held_back.reset(before)


class InProcessLive:
    """A `Live` for one process. It remembers a topic only while someone follows it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: dict[str, _Topic] = {}
        self.publications = 0

    def publish(self, topic: str, version: int) -> None:
        held = _held_back.get()
        if held is None:
            self._spread(topic, version)
        else:
            held[topic] = max(version, held.get(topic, version))

    def _spread(self, topic: str, version: int) -> None:
        with self._lock:
            self.publications += 1
            # Counted above even if no one follows: a stream about to be opened compares the count, and would else miss this.
            followed = self._topics.get(topic)
            if followed is None or not followed.rises_to(version):
                return
            # Copied under the lock, woken outside it: a loop that is closing may join or leave from within the call.
            loops = tuple(followed.followers)
        for loop in loops:
            self._wake(loop, topic, followed)

    def begin_anew(self) -> None:
        with self._lock:
            self.publications += 1
            for topic in self._topics.values():
                # Versions may be lower now, and a lower one would be taken for old news.
                topic.level = None
            followed = [(loop, name, topic) for name, topic in self._topics.items() for loop in topic.followers]
        for loop, name, topic in followed:
            self._wake(loop, name, topic)

    def cut(self) -> None:
        """End every subscription: news from other processes may be missing from now on."""
        with self._lock:
            followed = [(loop, topic) for topic in self._topics.values() for loop in topic.followers]
        for loop, topic in followed:
            with suppress(RuntimeError):  # the loop is closed, and no one waits on it
                loop.call_soon_threadsafe(topic.cut, loop)

    def subscribe(self, *topics: str) -> "Following":
        return Following(self, topics, asyncio.get_running_loop())

    def followed(self) -> frozenset[str]:
        with self._lock:
            return frozenset(self._topics)

    def _wake(self, loop: asyncio.AbstractEventLoop, name: str, topic: "_Topic") -> None:
        try:
            loop.call_soon_threadsafe(topic.ring, loop)
        except RuntimeError:
            # The loop was closed under its followers, so no one is left on it to wake. The publisher, whose request
            # went well, must not fail because of that.
            with self._lock:
                topic.followers.pop(loop, None)
                if not topic.followers:
                    self._topics.pop(name, None)

    def _join(self, topic: str, follower: "Following") -> "_Topic":
        with self._lock:
            entry = self._topics.setdefault(topic, _Topic())
            entry.followers.setdefault(follower.loop, set()).add(follower)
            return entry

    def _leave(self, topic: str, follower: "Following") -> None:
        with self._lock:
            entry = self._topics.get(topic)
            if entry is not None and entry.empties_without(follower):
                del self._topics[topic]


@dataclass(slots=True)
class _Topic:
    level: int | None = None
    followers: dict[asyncio.AbstractEventLoop, set["Following"]] = field(default_factory=dict)

    def rises_to(self, version: int) -> bool:
        # A level is a time. Those of two workers may be hours apart: what is not the same is news.
        if self.level is not None and (version == self.level or version < self.level < FIRST_LEVEL):
            return False
        self.level = version
        return True

    def ring(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake the followers on this loop. Runs on it, as does every join and leave, so it needs no lock."""
        for follower in self.followers.get(loop, ()):
            if follower.has_news():
                follower.bell.set()

    def cut(self, loop: asyncio.AbstractEventLoop) -> None:
        """End the subscriptions on this loop. Runs on it."""
        for follower in self.followers.get(loop, ()):
            follower.is_cut = True
            follower.bell.set()

    def empties_without(self, follower: "Following") -> bool:
        mine = self.followers.get(follower.loop, set())
        mine.discard(follower)
        if not mine:
            self.followers.pop(follower.loop, None)
        return not self.followers


class Following:
    """A subscription to topics of an `InProcessLive`."""

    def __init__(self, live: InProcessLive, topics: tuple[str, ...], loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.bell = asyncio.Event()
        self.is_cut = False
        self._live = live
        self._names = topics
        self._topics = tuple(live._join(topic, self) for topic in topics)
        self._seen = self.levels()

    def levels(self) -> Levels:
        return tuple([topic.level for topic in self._topics])

    def has_news(self) -> bool:
        """Return whether a level has changed that `wait` has not returned yet."""
        return self.levels() != self._seen

    async def ready(self) -> bool:
        return False

    async def wait(self) -> Levels:
        # A publisher raises the level before it rings the bell; here the bell is silenced before the level is read.
        # So whatever comes in between is either read here or rings again.
        while True:
            self.bell.clear()
            if self.is_cut:
                raise BusAway
            levels = self.levels()
            if levels != self._seen:
                self._seen = levels
                return levels
            await self.bell.wait()

    def close(self) -> None:
        for name in self._names:
            self._live._leave(name, self)
