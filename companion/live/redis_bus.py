"""The bus between processes: a Redis or Valkey server passes on "topic X is at N" by publish and subscribe, and keeps nothing.

Followers in the same process are woken directly, those in other processes by way of the server. While the server is away,
all subscriptions end and new ones are refused. When it is back, what was published meanwhile goes out.
"""

import asyncio
import logging
import random
import re
import secrets
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from companion.live.bus import BusAway, Following, InProcessLive

logger = logging.getLogger(__name__)

PREFIX = "tableside:"
ANEW = "anew"
"""The topic of which a process says, with its own name, that all versions begin anew."""
_NEWS = re.compile(rb"anew (?P<who>[0-9a-f]{16})|(?P<topic>[!-~]{1,300}) (?P<version>[0-9]{1,17})")
"""What a message of this program looks like: a version has at most as many figures as microseconds will for a long time."""
CONNECT_SECONDS = 5.0
PULSE_SECONDS = 3.0
"""A server that has said nothing for this long is asked whether it is there."""
SILENCE_SECONDS = 8.0
"""One that has not answered for this long counts as away."""
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 5.0
MOST_UNSENT = 20_000
"""So many topics are remembered while the server is away. Beyond that the oldest are dropped: phones ask by themselves."""
STOPPING_SECONDS = 5.0


class RedisLive(InProcessLive):
    """A `Live` for any number of processes. It has a thread with an event loop of its own, until it is closed."""

    def __init__(self, url: str) -> None:
        """Begin to connect. Raise ValueError if this is not the address of a Redis server."""
        super().__init__()
        self._client: Redis = Redis.from_url(
            url,
            protocol=2,
            # No second try and no silent reconnection: no one would notice that news was missed meanwhile.
            retry=Retry(NoBackoff(), 0, supported_errors=()),
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=None,  # its `asyncio.wait_for` may swallow being cancelled before Python 3.12
            socket_keepalive=True,
        )
        self._me = secrets.token_hex(8)
        self._session: _Session | None = None
        self._unsent: dict[str, int | str] = {}
        self._something_to_send = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._connecting = self._loop.create_task(self._keep_connected())
        self._thread = threading.Thread(target=self._run, name="redis", daemon=True)
        self._thread.start()

    def _spread(self, topic: str, version: int) -> None:
        super()._spread(topic, version)
        # On the loop of the bus, which alone touches `_unsent`: so it needs no lock.
        self.post(partial(self._remember, topic, version))

    def begin_anew(self) -> None:
        super().begin_anew()
        self.post(self._remember_anew)

    def subscribe(self, *topics: str) -> "FarFollowing":
        return FarFollowing(self, topics, asyncio.get_running_loop())

    @property
    def is_connected(self) -> bool:
        """Whether news gets through now."""
        return self._session is not None

    def close(self) -> None:
        """End every subscription and the thread. May be called twice."""
        self.post(self._connecting.cancel)
        self._thread.join(STOPPING_SECONDS)

    def join(self, topics: tuple[str, ...]) -> "Future[tuple[_Session, bool]]":
        """Return the session that follows all the topics, once it does, and whether one of them was not confirmed
        before.

        The future raises `BusAway` if there is no session, or it broke meanwhile.
        """
        joining = self._join_session(topics)
        try:
            return asyncio.run_coroutine_threadsafe(joining, self._loop)
        except RuntimeError:  # closed
            # A coroutine that never runs has to be closed, or Python warns of it.
            joining.close()
            refused: Future[tuple[_Session, bool]] = Future()
            refused.set_exception(BusAway())
            return refused

    def post(self, job: Callable[[], object]) -> None:
        """Do this soon on the event loop of the bus."""
        with suppress(RuntimeError):  # closed: no follower is left
            self._loop.call_soon_threadsafe(job)

    # What follows runs in the thread, on its event loop.

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._connecting)
        for left in asyncio.all_tasks(self._loop):  # a question of the last moment is answered before the loop is gone
            left.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _keep_connected(self) -> None:
        """Run one session after the other, with longer and longer pauses as long as none comes up."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            if await self._run_session():
                pause = FIRST_PAUSE_SECONDS
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # so that workers do not all knock at once
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    async def _run_session(self) -> bool:
        """Run a session until it breaks; whether it came up at all."""
        session = _Session(self._client, self._hear)
        try:
            await session.open()
            self._session = session
            logger.info("news from other workers gets through")
            async with asyncio.TaskGroup() as parts:
                for part in (session.listen, session.give_orders, self._publish_unsent):
                    parts.create_task(part())
        except* (RedisError, OSError) as broken:
            if self._session is not None:
                kind = type(broken.exceptions[0]).__name__
                logger.warning("news from other workers no longer gets through: %s", kind)
        except* Exception:
            # Whatever it was: without a new session no news would come until the worker is started again.
            logger.exception("news from other workers no longer gets through")
        finally:
            # First of all: from here on new followers are refused, and ask by themselves, instead of waiting for news in
            # vain.
            was_up, self._session = self._session is not None, None
            await session.close()
            await self._client.connection_pool.disconnect()
            if was_up:
                self.cut()
        return was_up

    async def _join_session(self, topics: tuple[str, ...]) -> "tuple[_Session, bool]":
        session = self._session
        if session is None:
            raise BusAway
        return session, await session.join(topics)

    def _hear(self, message: bytes) -> None:
        news = _NEWS.fullmatch(message)
        if news is None:  # channels are shared by all that use the server, in whatever version
            logger.warning("a message that is no news was passed over: %d bytes", len(message))
        elif news["version"] is not None:
            super()._spread(news["topic"].decode(), int(news["version"]))
        # A process hears its own messages too. It has begun anew already, and has published new versions since.
        elif news["who"].decode() != self._me:
            super().begin_anew()

    def _remember(self, topic: str, version: int) -> None:
        # Taken out and put in again, so that it counts as the newest when the oldest have to go.
        self._unsent[topic] = max(version, int(self._unsent.pop(topic, version)))
        if len(self._unsent) > MOST_UNSENT:
            del self._unsent[next(iter(self._unsent))]
        self._something_to_send.set()

    def _remember_anew(self) -> None:
        # Whatever waited was about records that are gone.
        self._unsent = {ANEW: self._me}
        self._something_to_send.set()

    async def _publish_unsent(self) -> None:
        self._something_to_send.set()  # what could not be sent in the last session
        while True:
            await self._something_to_send.wait()
            self._something_to_send.clear()
            taken, self._unsent = self._unsent, {}
            try:
                async with asyncio.timeout(SILENCE_SECONDS), self._client.pipeline(transaction=False) as pipeline:
                    for topic, said in taken.items():
                        pipeline.publish(_channel(topic), f"{topic} {said}")
                    await pipeline.execute()
            except BaseException:
                # Back into the queue, unless the records were replaced meanwhile: then the old versions mean nothing.
                if ANEW not in self._unsent:
                    self._unsent = taken | self._unsent
                raise


def _channel(topic: str) -> str:
    """Return the channel of a topic: one for all topics of a subject, so that the server is asked for a table once."""
    return PREFIX + topic.partition("/")[0]


class _Channel:
    """A subject that this process follows: how many followers it has, and whether the server has confirmed it."""

    def __init__(self) -> None:
        self.followers = 0
        self.confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _Session:
    """A connection that hears news, from its opening until it breaks. All calls belong on one event loop."""

    def __init__(self, client: Redis, hear: Callable[[bytes], None]) -> None:
        self._pubsub = client.pubsub()
        self._hear = hear
        self._channels: dict[str, _Channel] = {}
        self._unconfirmed: deque[_Channel] = deque()
        self._orders: asyncio.Queue[Callable[[], Awaitable[object]]] = asyncio.Queue()

    async def open(self) -> None:
        """Connect. Raise RedisError, OSError."""
        # The first to be confirmed, and no follower waits for it: `_take` goes by the order alone.
        self._unconfirmed.append(_Channel())
        async with asyncio.timeout(2 * CONNECT_SECONDS):
            await self._pubsub.subscribe(_channel(ANEW))

    async def close(self) -> None:
        """Drop the connection; a follower that still waits gets `BusAway`."""
        for channel in self._channels.values():
            if not channel.confirmed.done():
                channel.confirmed.set_exception(BusAway())
                channel.confirmed.exception()  # marked as read, in case no one waits any more
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]

    async def listen(self) -> None:
        """Hear what is published until the connection breaks. Raise what broke it."""
        clock = asyncio.get_running_loop().time
        heard_at = clock()
        while True:
            message = await self._pubsub.get_message(timeout=PULSE_SECONDS)
            if message is not None:
                heard_at = clock()
                self._take(message)
            elif clock() - heard_at > SILENCE_SECONDS:
                raise TimeoutError("the server has fallen silent")
            else:
                # As an order like the others: one connection must not be written to by two tasks at once.
                self._orders.put_nowait(self._pubsub.ping)

    async def give_orders(self) -> None:
        """Tell the server what to follow, one order after the other. Raise what broke the connection."""
        while True:
            order = await self._orders.get()
            await order()

    async def join(self, topics: tuple[str, ...]) -> bool:
        """Follow each of these topics once more; whether the subject of one was not confirmed yet. Raise `BusAway`."""
        names = dict.fromkeys(map(_channel, topics))
        fresh = {name: _Channel() for name in names if name not in self._channels}
        if fresh:
            self._channels |= fresh
            self._unconfirmed.extend(fresh.values())
            # In the order in which `_unconfirmed` was filled: confirmations carry no number.
            self._orders.put_nowait(partial(self._pubsub.subscribe, *fresh))
        joined = [self._channels[name] for name in names]
        for channel in joined:
            channel.followers += 1
        is_waiting = any(not channel.confirmed.done() for channel in joined)
        for channel in joined:
            # Shielded, as others wait for the same confirmation: one client that leaves must not cancel it for them.
            await asyncio.shield(channel.confirmed)
        return is_waiting

    def leave(self, topics: tuple[str, ...]) -> None:
        """Follow each of these topics once less; unsubscribe from subjects that no one follows any more."""
        for name in dict.fromkeys(map(_channel, topics)):
            channel = self._channels.get(name)
            if channel is not None:
                channel.followers -= 1
                if not channel.followers:
                    del self._channels[name]
                    self._orders.put_nowait(partial(self._pubsub.unsubscribe, name))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            self._hear(message["data"])
        elif message["type"] == "subscribe":
            # The server confirms in the order asked, with one answer for each.
            confirmed = self._unconfirmed.popleft().confirmed
            if not confirmed.done():
                confirmed.set_result(None)


class FarFollowing(Following):
    """A subscription to topics that other processes may publish too."""

    def __init__(self, live: RedisLive, topics: tuple[str, ...], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(live, topics, loop)
        self._bus = live
        self._joined = live.join(topics)
        self._is_closed = False

    async def ready(self) -> bool:
        _, is_first = await asyncio.shield(asyncio.wrap_future(self._joined))
        if self.is_cut:
            raise BusAway
        return is_first

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            super().close()
            # It may not have joined yet; leaving first would count one follower too few.
            self._joined.add_done_callback(self._leave)

    def _leave(self, joined: Future[tuple[_Session, bool]]) -> None:
        if joined.exception() is None:
            session, _ = joined.result()
            self._bus.post(partial(session.leave, self._names))
