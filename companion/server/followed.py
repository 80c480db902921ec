"""Which streams are open for which topic: asked by those who publish, in threads of their own."""

import asyncio
import contextlib
import threading
from collections.abc import Hashable, Iterator

from companion.live import Subscription
from companion.server.streams import OpenStream

_Follower = tuple[OpenStream, Subscription]


class Followed:
    """The open streams whose levels are rendered by whoever publishes, found by their topic."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_topic: dict[str, dict[Subscription, tuple[asyncio.AbstractEventLoop, OpenStream]]] = {}

    @contextlib.contextmanager
    def by(self, stream: OpenStream, following: Subscription) -> Iterator[None]:
        """Find this stream by its topic, for as long as it follows; on its event loop."""
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
        """Of each event loop its streams of this topic: of those that show the same bytes, one."""
        with self._lock:
            followers = list(self._by_topic.get(topic, {}).items())
        by_loop: dict[asyncio.AbstractEventLoop, dict[Hashable, _Follower]] = {}
        for following, (loop, stream) in followers:
            by_loop.setdefault(loop, {}).setdefault(stream.share_key, (stream, following))
        return [(loop, list(one.values())) for loop, one in by_loop.items()]
