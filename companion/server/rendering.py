"""Renders each level once for all streams that show the same."""

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeAlias

from companion.live import Levels, Subscription
from companion.server.followed import Followed
from companion.server.streams import Frame, OpenStream

Render = Callable[[Sequence[OpenStream]], Sequence[Frame | Exception]]
Offer: TypeAlias = Callable[[Levels, Frame], None]
"""Takes the levels of a stream's topics and their frame: a stream that waits shows it at once."""
HandOver: TypeAlias = Callable[[asyncio.AbstractEventLoop, "list[_Rendering]", Sequence[Frame | BaseException]], None]

logger = logging.getLogger(__name__)


class RenderingFailed(Exception):
    """A level could not be rendered. The cause has been logged, once for all streams that waited for it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rendering:
    stream: OpenStream
    levels: Levels
    frame: asyncio.Future[Frame]


class SharedRenderings:
    """Renders in threads of `executor`, and keeps each frame `keep_seconds` for others.

    The thread that took a tap renders it for all streams of its match (`render_ahead`); they are woken when their frames are
    ready. Anything else that wakes streams wakes all of a match in the same turn of the event loop. What they ask for is
    gathered until the end of that turn and rendered in one go: one look-up, one thread, one message back to the loop.
    """

    def __init__(self, executor: Executor, render: Render, keep_seconds: float) -> None:
        self._executor = executor
        self._render = render
        self._keep_seconds = keep_seconds
        self._newest: dict[Hashable, _Rendering] = {}
        self._asked: dict[Hashable, list[_Rendering]] = {}
        self._offers: dict[Hashable, dict[Subscription, Offer]] = {}
        self._followed = Followed()

    @contextlib.contextmanager
    def shared_with(self, stream: OpenStream, following: Subscription, offer: Offer) -> Iterator[None]:
        """Count a stream among those that show the same, and offer it each level, for as long as it follows its topics.

        The bus forgets a topic that nobody follows, and levels on the two sides of such a gap may look alike. So frames are
        kept only while somebody follows.
        """
        key = stream.share_key
        self._offers.setdefault(key, {})[following] = offer
        try:
            with self._followed.by(stream, following):
                yield
        finally:
            del self._offers[key][following]
            if not self._offers[key]:
                del self._offers[key]
                self._newest.pop(key, None)

    def render_ahead(self, topic: str) -> None:
        """Render, in this thread, what the streams of a topic that has just risen will ask for as soon as they are woken.

        The frames reach the event loop before the news does. If something cannot be rendered, the streams ask for it
        themselves: the publisher has done its part, and is told nothing.
        """
        for loop, followed in self._followed.of(topic):
            asked = [
                _Rendering(stream, following.levels()[: len(stream.topics)], loop.create_future())
                for stream, following in followed
            ]
            # Known from now on, so that a stream woken by something else waits for it too.
            self._newest.update((rendering.stream.share_key, rendering) for rendering in asked)
            # A context of its own: the publishing thread is in the middle of somebody else's request.
            contextvars.Context().run(self._work, loop, asked, self._lay_ready)

    def forget(self, key: Hashable) -> None:
        """Drop the frame of this key: news may have been missed since it was rendered."""
        self._newest.pop(key, None)

    async def frame(self, stream: OpenStream, following: Subscription) -> Frame:
        """A frame whose rendering began when everything told so far of the stream's topics was durable.

        Raises `RenderingFailed`.
        """
        levels = following.levels()[: len(stream.topics)]
        rendering = self._newest.get(stream.share_key)
        if rendering is None or rendering.levels != levels:
            rendering = self._ask(stream, levels)
        await _until_done(rendering.frame)
        if (cause := rendering.frame.exception()) is not None:
            raise RenderingFailed from cause
        return rendering.frame.result()

    def _ask(self, stream: OpenStream, levels: Levels) -> _Rendering:
        loop = asyncio.get_running_loop()
        rendering = _Rendering(stream, levels, loop.create_future())
        self._newest[stream.share_key] = rendering
        self._gather(loop, rendering)
        return rendering

    def _gather(self, loop: asyncio.AbstractEventLoop, rendering: _Rendering) -> None:
        """Render it with the others that are asked for in this turn of the loop."""
        batch = self._asked.setdefault(rendering.stream.batch, [])
        batch.append(rendering)
        if len(batch) == 1:
            loop.call_soon(self._begin, loop, rendering.stream.batch)

    def _begin(self, loop: asyncio.AbstractEventLoop, batch: Hashable) -> None:
        asked = self._asked.pop(batch)
        try:
            self._executor.submit(self._work, loop, asked, self._hand_out)
        except RuntimeError as closed:
            self._hand_out(loop, asked, [closed] * len(asked))

    def _work(self, loop: asyncio.AbstractEventLoop, asked: list[_Rendering], hand_over: HandOver) -> None:
        """Render, in a thread, and pass the outcomes to the loop."""
        outcomes: Sequence[Frame | BaseException]
        try:
            outcomes = self._render([rendering.stream for rendering in asked])
        except BaseException as error:  # noqa: BLE001 - passed on: nobody may wait for ever
            outcomes = [error] * len(asked)
        with contextlib.suppress(RuntimeError):  # the loop is closed: there is nobody left to tell
            loop.call_soon_threadsafe(hand_over, loop, asked, outcomes)

    def _lay_ready(
        self, loop: asyncio.AbstractEventLoop, asked: list[_Rendering], outcomes: Sequence[Frame | BaseException]
    ) -> None:
        """Keep what was rendered ahead, for those who still follow; gather what failed for another try."""
        ready: list[tuple[_Rendering, Frame]] = []
        for rendering, outcome in zip(asked, outcomes, strict=True):
            if rendering.stream.share_key not in self._offers:
                self._forget([rendering])
            elif isinstance(outcome, Frame):
                ready.append((rendering, outcome))
            else:
                self._gather(loop, rendering)
        self._keep(loop, ready)

    def _hand_out(
        self, loop: asyncio.AbstractEventLoop, asked: list[_Rendering], outcomes: Sequence[Frame | BaseException]
    ) -> None:
        ready: list[tuple[_Rendering, Frame]] = []
        for rendering, outcome in zip(asked, outcomes, strict=True):
            if isinstance(outcome, Frame):
                ready.append((rendering, outcome))
                continue
            rendering.frame.set_exception(outcome)
            rendering.frame.exception()  # marked as read here, in case whoever asked has gone meanwhile
            self._forget([rendering])
            logger.error("A stream could not be rendered", exc_info=outcome)
        self._keep(loop, ready)

    def _keep(self, loop: asyncio.AbstractEventLoop, ready: list[tuple[_Rendering, Frame]]) -> None:
        """Give these frames to all who wait for them, offer them to all others, and keep them for a while."""
        for rendering, frame in ready:
            rendering.frame.set_result(frame)
            for offer in self._offers.get(rendering.stream.share_key, {}).values():
                offer(rendering.levels, frame)
        if ready:  # One timer for all.
            loop.call_later(self._keep_seconds, self._forget, [rendering for rendering, _ in ready])

    def _forget(self, renderings: Sequence[_Rendering]) -> None:
        for rendering in renderings:
            if self._newest.get(rendering.stream.share_key) is rendering:
                del self._newest[rendering.stream.share_key]


async def _until_done(frame: asyncio.Future[Frame]) -> None:
    """Return when it is done. A stream that goes away does not cancel what others wait for too."""
    if frame.done():
        return
    waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def wake(_: object) -> None:
        if not waiting.done():
            waiting.set_result(None)

    frame.add_done_callback(wake)
    await waiting
