"""Which streams are open for which topic. Threads that publish ask for them."""

import asyncio
import contextlib
import threading
from collections.abc import Hashable, Iterator

from companion.live import Subscription
from companion.server.streams import OpenStream

_Follower = tuple[OpenStream, Subscription]


class Followed:
    """The open streams whose levels the publishing thread renders, by topic."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_topic: dict[str, dict[Subscription, tuple[asyncio.AbstractEventLoop, OpenStream]]] = {}

    @contextlib.contextmanager
    def by(self, stream: OpenStream, following: Subscription) -> Iterator[None]:
        """List this stream under its topic for as long as it follows. Call it on the stream's event loop."""
        topic = stream.ahead_of
        if topic is None:
            yield
            return
        with self._lock:
            self._by_topic.setdefault(topic, {})[following] = asyncio.get_running_loop(), stream
        try:
            yield
        finally:
            with self._lock:
                del self._by_topic[topic][following]
                if not self._by_topic[topic]:
                    del self._by_topic[topic]

    def of(self, topic: str) -> list[tuple[asyncio.AbstractEventLoop, list[_Follower]]]:
        """For each event loop, its streams of this topic; only one of those that show the same bytes."""
        with self._lock:
            followers = list(self._by_topic.get(topic, {}).items())
        by_loop: dict[asyncio.AbstractEventLoop, dict[Hashable, _Follower]] = {}
        for following, (loop, stream) in followers:
            by_loop.setdefault(loop, {}).setdefault(stream.share_key, (stream, following))
        return [(loop, list(one.values())) for loop, one in by_loop.items()]
