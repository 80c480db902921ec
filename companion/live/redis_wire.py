"""The wire to a Redis server: two connections at a time, kept up by a thread of its own."""

import asyncio
import logging
import random
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from redis.exceptions import RedisError

from companion.live.bus import BusAway
from companion.live.redis_session import Session, connections

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 5.0
MOST_UNTOLD = 20_000
"""So many topics are remembered while the server is away. Beyond that the oldest are dropped: phones ask by themselves."""
STOPPING_SECONDS = 5.0


class Untold:
    """The newest version of each topic that has not been told yet. Many threads use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._levels: dict[str, int] = {}
        self._is_anew = False

    def add(self, topic: str, version: int) -> bool:
        """Remember a version; whether nothing was remembered before, so that the telling task must be woken."""
        with self._lock:
            was_empty = not self._levels and not self._is_anew
            self._levels[topic] = max(version, self._levels.pop(topic, version))
            if len(self._levels) > MOST_UNTOLD:
                del self._levels[next(iter(self._levels))]
            return was_empty

    def add_anew(self) -> None:
        """Remember to say first that all versions begin anew."""
        with self._lock:
            self._is_anew = True
            self._levels.clear()

    def take(self) -> tuple[bool, dict[str, int]]:
        """Everything remembered. It is forgotten here."""
        with self._lock:
            taken = self._is_anew, self._levels
            self._is_anew, self._levels = False, {}
            return taken

    def put_back(self, taken: tuple[bool, dict[str, int]]) -> None:
        """Remember again what could not be told, unless something newer was added since."""
        with self._lock:
            self._levels = {**taken[1], **self._levels}
            self._is_anew = self._is_anew or taken[0]


class Wire:
    """Keeps a session with the server up. Passes what it hears to `hear`, and calls `cut` when a session breaks."""

    def __init__(
        self, url: str, hear: Callable[[str, int], None], begin_anew: Callable[[], None], cut: Callable[[], None]
    ) -> None:
        self._make_connection = connections(url)
        self._hear = hear
        self._begin_anew = begin_anew
        self._cut = cut
        self._me = secrets.token_hex(8)
        self._untold = Untold()
        self._session: Session | None = None
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="redis", daemon=True)
        self._thread.start()

    @property
    def is_connected(self) -> bool:
        """Whether a session is up."""
        return self._session is not None

    def tell(self, topic: str, version: int) -> None:
        """Let all other processes know, soon. Call it from any thread; it returns at once."""
        if self._untold.add(topic, version):
            self._post(self._wake)

    def tell_anew(self) -> None:
        """Let all other processes know that versions begin anew."""
        self._untold.add_anew()
        self._post(self._wake)

    def join(self, topics: tuple[str, ...]) -> Future[tuple[Session, bool]]:
        """The session that follows all the topics, once it does, and whether one of them was not confirmed before.

        The future raises `BusAway` if there is no session, or it broke meanwhile.
        """
        joining = self._join(topics)
        try:
            return asyncio.run_coroutine_threadsafe(joining, self._loop)
        except RuntimeError:  # closed
            joining.close()
            refused: Future[tuple[Session, bool]] = Future()
            refused.set_exception(BusAway())
            return refused

    def leave(self, session: Session, topics: tuple[str, ...]) -> None:
        """Tell the session that one follower of these topics has left."""
        self._post(lambda: session.leave(topics))

    def close(self) -> None:
        """Stop; returns when the thread has ended."""
        self._post(self._stopping.set)
        self._thread.join(STOPPING_SECONDS)

    def _post(self, job: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # closed: nobody is told any more
            self._loop.call_soon_threadsafe(job)

    def _wake(self) -> None:
        if self._session is not None:
            self._session.wake_teller()

    async def _join(self, topics: tuple[str, ...]) -> tuple[Session, bool]:
        session = self._session
        if session is None:
            raise BusAway
        return session, await session.join(topics)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._until_stopped())
            # Whoever asked at the last moment is told before the loop is gone.
            for left in asyncio.all_tasks(self._loop):
                left.cancel()
            self._loop.run_until_complete(asyncio.sleep(0))
        finally:
            self._loop.close()

    async def _until_stopped(self) -> None:
        keeping_up = asyncio.create_task(self._keep_up())
        await self._stopping.wait()
        keeping_up.cancel()
        with suppress(asyncio.CancelledError):
            await keeping_up

    async def _keep_up(self) -> None:
        """Run one session after the other, with longer and longer pauses as long as none comes up."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            if await self._one_session():
                pause = FIRST_PAUSE_SECONDS
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # so that workers do not all knock at once
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    async def _one_session(self) -> bool:
        """Run one session until it breaks; whether it came up at all."""
        session = Session(self._make_connection, self._me, self._untold, self._hear, self._begin_anew)
        was_up = False
        try:
            await session.open()
            was_up, self._session = True, session
            logger.info("news from other workers gets through")
            await session.run()
        except (RedisError, OSError, TimeoutError, EOFError) as error:
            if was_up:
                logger.warning("news from other workers no longer gets through: %s", type(error).__name__)
        finally:
            self._session = None
            await session.close()
            if was_up:
                self._cut()
        return was_up
