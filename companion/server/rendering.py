"""Each level rendered once for all streams that show the same."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Hashable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

from companion.live import Levels, Subscription
from companion.server.streams import Frame, OpenStream

logger = logging.getLogger(__name__)


class RenderingFailed(Exception):
    """A level could not be rendered. The cause has been logged, once for all streams that waited for it."""


@dataclass(frozen=True, slots=True)
class _Rendering:
    levels: Levels
    frame: asyncio.Future[Frame]


class SharedRenderings:
    """Renders in threads of `executor`, and keeps each frame `keep_seconds` for others."""

    def __init__(self, executor: Executor, keep_seconds: float) -> None:
        self._executor = executor
        self._keep_seconds = keep_seconds
        self._newest: dict[Hashable, _Rendering] = {}
        self._streams: Counter[Hashable] = Counter()

    @contextlib.contextmanager
    def shared_with(self, key: Hashable) -> Iterator[None]:
        """Count a stream among those that show `key`, for as long as it follows its topics.

        The bus forgets a topic that nobody follows. So nothing is kept longer than somebody follows: levels on
        the two sides of such a gap may look alike.
        """
        self._streams[key] += 1
        try:
            yield
        finally:
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]
                self._newest.pop(key, None)

    async def frame(self, stream: OpenStream, following: Subscription) -> Frame:
        """A frame whose rendering began when everything told by now of the stream's topics was durable.

        Raises `RenderingFailed`.
        """
        levels = following.levels()[: len(stream.topics)]
        rendering = self._newest.get(stream.share_key)
        if rendering is None or rendering.levels != levels:
            rendering = self._begin(stream, levels)
        # Waited for, not awaited: one stream that goes away must not cancel what others wait for too.
        await asyncio.wait({rendering.frame})
        if (cause := rendering.frame.exception()) is not None:
            raise RenderingFailed from cause
        return rendering.frame.result()

    def _begin(self, stream: OpenStream, levels: Levels) -> _Rendering:
        loop = asyncio.get_running_loop()
        rendering = _Rendering(levels, loop.run_in_executor(self._executor, stream.render))
        self._newest[stream.share_key] = rendering
        rendering.frame.add_done_callback(lambda _: self._ended(loop, stream.share_key, rendering))
        return rendering

    def _ended(self, loop: asyncio.AbstractEventLoop, key: Hashable, rendering: _Rendering) -> None:
        if rendering.frame.cancelled() or (cause := rendering.frame.exception()) is None:
            loop.call_later(self._keep_seconds, self._forget, key, rendering)
        else:
            self._forget(key, rendering)
            logger.error("A stream could not be rendered", exc_info=cause)

    def _forget(self, key: Hashable, rendering: _Rendering) -> None:
        if self._newest.get(key) is rendering:
            del self._newest[key]
