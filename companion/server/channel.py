"""One match and all who follow it: rendered once for each viewer after each change (publish and subscribe).

A stream shows the newest level only. What is published while it is busy is neither queued nor lost: it reads the level
that stands then. While news may be missed, its match is looked at every few seconds instead: streams that ended would all
come back at once.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from companion.live import BusAway, Live
from companion.server.connection import Headers, TimedSend, start, write
from companion.server.packing import BEGIN, Gzip
from companion.server.streams import Frame, Level, Limits, Mark, OpenStream, Unavailable

HEADERS: Headers = [
    ("Content-Type", "text/event-stream; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Accel-Buffering", "no"),
    ("X-Content-Type-Options", "nosniff"),
    # A browser that is sent to a stream shows it as a page. It must not do so inside another site's page.
    ("X-Frame-Options", "DENY"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"),
]
IN_GZIP: Headers = [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
COME_BACK_SOON = b"retry: 1000\n\n"
COME_BACK_LATER = b"retry: 30000\n\n"
BEAT = b"event: beat\ndata:\n\n"
"""A named event, which a page's script is told of: while beats come, it need not ask."""
GOODBYE_SECONDS = 1.0
LOOKS_SECONDS = (1.0, 3.0)
"""Between two looks at a match of which no news comes; never the same pause for two matches."""
KEPT_SECONDS = 15.0
"""So long what was read for one newcomer serves those who come after: after a cut all come within seconds."""

logger = logging.getLogger(__name__)
Told = Mapping[Hashable, Mapping[str, str]]
"""For each viewer the manifest of what it was told last; empty for newcomers, who are told what their page has to look like."""


class Shown(NamedTuple):
    """What a viewer is to be shown, ready to be sent, and the manifest of all it has then."""

    frame: Frame
    manifest: Mapping[str, str]

    @classmethod
    def of(cls, level: Level, told: Told, viewer: Hashable, packing: Set[Hashable]) -> "Shown":
        frame = level.frame(told.get(viewer, level.manifest))
        return cls(frame.in_gzip() if viewer in packing and level.is_open() else frame, level.manifest)


Render = Callable[[Sequence[OpenStream], dict[Any, Any], Told, Set[Hashable]], Awaitable[Sequence[Shown | Exception]]]


class Stream:
    """Shows one client the newest level of what it follows, from its first level to its end."""

    def __init__(self, opened: OpenStream, send: TimedSend, limits: Limits) -> None:
        self.opened = opened
        self._send = send
        self._limits = limits
        self._frame: Frame | None = None
        self._newest: Mark = (0, 0)
        self._passed_on: dict[bytes, None] = {}
        self._changed = asyncio.Event()
        self._farewell = b""
        self._is_over = False
        self._gzip = Gzip() if opened.takes_gzip else None

    @property
    def has_level(self) -> bool:
        """Whether there is a level to show."""
        return self._frame is not None and not self._is_over

    def show(self, frame: Frame) -> None:
        """Show this level as soon as the client takes it, in place of any that still waits. An older one is not shown."""
        if frame.mark != self._newest and frame.version >= self._newest[0]:
            self._frame, self._newest = frame, frame.mark
            self._changed.set()

    def pass_on(self, event: bytes) -> None:
        """Send this event as soon as the client takes it, before any level. Equal ones that wait are sent once."""
        self._passed_on[event] = None
        self._changed.set()

    def end(self, farewell: bytes = b"") -> None:
        """End the stream at once; `farewell` is the last thing the client reads."""
        self._farewell = farewell
        self._is_over = True
        self._changed.set()

    async def run(
        self, gone: asyncio.Task[None], closing: Awaitable[None], may_stay: Callable[[], Awaitable[bool]]
    ) -> None:
        """Feed the client until it is `gone` or dropped, `closing` is done, it may not stay, or the stream is ended here."""
        await start(self._send, 200, HEADERS if self._gzip is None else [*HEADERS, *IN_GZIP])
        others = [asyncio.ensure_future(closing), asyncio.create_task(self._feed(may_stay))]
        try:
            await asyncio.wait([gone, *others], return_when=asyncio.FIRST_COMPLETED)
            if not gone.done():
                await self._say_goodbye(gone)
        finally:
            await stop(*others)

    async def _feed(self, may_stay: Callable[[], Awaitable[bool]]) -> None:
        now = asyncio.get_running_loop().time
        checked_at = now()
        self._changed.clear()
        begin = b"" if self._gzip is None else BEGIN
        await write(self._send, begin + self._piece(COME_BACK_SOON + self.opened.greeting) + self._taken(), more=True)
        while not (self._is_over or self._send.gave_up):
            if await self._is_told_something():
                if payload := self._taken():
                    await write(self._send, payload, more=True)
                continue
            await write(self._send, self._piece(BEAT), more=True)
            if now() >= checked_at + self._limits.recheck_seconds:
                checked_at = now()
                if not await may_stay():
                    return

    async def _is_told_something(self) -> bool:
        """True as soon as there is something to show or the stream is over; False if that took so long that a beat is due."""
        try:
            async with asyncio.timeout(self._limits.beat_seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True

    def _taken(self) -> bytes:
        """What was not sent yet, the newest level last; nothing if there is nothing, or the stream is over."""
        # Only its mark is kept: hundreds of streams would each hold a board for as long as nobody taps.
        frame, self._frame = self._frame, None
        events, self._passed_on = b"".join(self._passed_on), {}
        if self._is_over:
            return b""
        said = self._piece(events) if events else b""
        return said if frame is None else said + self._piece(frame.payload, frame.small)

    def _piece(self, data: bytes, small: bytes | None = None) -> bytes:
        return data if self._gzip is None else self._gzip.piece(data, small)

    async def _say_goodbye(self, gone: asyncio.Task[None]) -> None:
        """Complete the response; cut the connection if the client does not even take that."""
        self._is_over = True
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                ends = b"" if self._gzip is None else self._gzip.end()
                await write(self._send, self._piece(self._farewell) + ends, more=False)
        except TimeoutError:
            self._send.give_up()
        if self._send.gave_up:
            # The server reports the cut as a disconnect. To return before that would look like a mistake to it.
            await asyncio.wait({gone}, timeout=GOODBYE_SECONDS)


class MatchChannel:
    """The streams of one match. It follows the topics of the match, and has them rendered together.

    All are opened with the same topics and asides as the `first` of them.
    """

    def __init__(self, live: Live, first: OpenStream, render: Render) -> None:
        self._render = render
        self._live = live
        self._asides = first.asides
        self._topics = (*first.topics, *first.asides)
        self._subscription = live.subscribe(*self._topics)
        self._levels = self._subscription.levels()
        self._streams: set[Stream] = set()
        self._newcomers: set[Stream] = set()
        self._told: dict[Hashable, Mapping[str, str]] = {}
        self._kept: dict[Any, Any] = {}
        self._one_at_a_time = asyncio.Lock()
        self._listening = asyncio.create_task(self._listen())

    @property
    def is_over(self) -> bool:
        """Whether it brings no more news: everybody has left, or news may be missed."""
        return self._listening.done() or not self._streams

    def add(self, stream: Stream) -> None:
        """Let the stream have all levels from now on."""
        self._streams.add(stream)

    async def join(self, stream: Stream) -> None:
        """Let the stream, which was added, have its first level. It has none if that could not be rendered."""
        self._newcomers.add(stream)
        is_sure = await self._hears_news()
        # Whoever gets the lock renders for all who wait for it: a crowd is rendered in two goes.
        async with self._one_at_a_time:
            if stream in self._newcomers:
                newcomers, self._newcomers = self._newcomers, set()
                if not is_sure:
                    self._kept.clear()
                elif not self._kept:
                    asyncio.get_running_loop().call_later(KEPT_SECONDS, self._kept.clear)
                await self._tell(newcomers, self._kept, is_news=False)

    def leave(self, stream: Stream) -> None:
        """Forget a stream; the last one that leaves ends the channel."""
        self._streams.discard(stream)
        self._newcomers.discard(stream)
        if not self._streams:
            self._listening.cancel()
            self._subscription.close()

    async def _listen(self) -> None:
        try:
            while True:
                news = await self._wait()
                for topic in self._asides.keys() & news:
                    for stream in self._streams:
                        stream.pass_on(self._asides[topic])
                if news and news <= self._asides.keys():
                    continue
                async with self._one_at_a_time:
                    self._newcomers.clear()
                    self._kept.clear()
                    await self._tell(self._streams, {}, is_news=True)
        finally:
            for stream in self._streams:
                stream.end()

    async def _wait(self) -> frozenset[str]:
        """The topics of which there is news, once there is any.

        While none gets through: those that are rendered, after a short while, or as soon as it does again.
        """
        with contextlib.suppress(BusAway):
            await self._subscription.ready()
            before, self._levels = self._levels, await self._subscription.wait()
            levels = zip(self._topics, before, self._levels, strict=True)
            return frozenset(topic for topic, was, level in levels if level != was)
        await asyncio.sleep(random.uniform(*LOOKS_SECONDS))
        self._subscription.close()
        self._subscription = self._live.subscribe(*self._topics)
        self._levels = self._subscription.levels()
        await self._hears_news()
        return frozenset(self._topics) - self._asides.keys()

    async def _hears_news(self) -> bool:
        with contextlib.suppress(BusAway):
            await self._subscription.ready()
            return True
        return False

    async def _tell(self, streams: Iterable[Stream], kept: dict[Any, Any], *, is_news: bool) -> None:
        """Render the level that stands now, once for each viewer, and show it to each of these streams.

        News tells what has changed since the news before. A newcomer has just loaded its page, and is told what that
        has to look like; if it looks otherwise, its client asks.
        """
        told = tuple(streams)
        viewers: dict[Hashable, OpenStream] = {stream.opened.viewer: stream.opened for stream in told}
        packing = {stream.opened.viewer for stream in told if stream.opened.takes_gzip}
        before = self._told if is_news else {}
        shown = await self._render(list(viewers.values()), kept, before, packing)
        outcomes = dict(zip(viewers, shown, strict=True))
        for viewer, one in outcomes.items():
            if isinstance(one, Shown) and (is_news or viewer not in self._told):
                self._told[viewer] = one.manifest
        for stream in told:
            outcome = outcomes[stream.opened.viewer]
            if isinstance(outcome, Shown):
                stream.show(outcome.frame)
            else:
                stream.end()
        for error in {id(one): one for one in outcomes.values() if isinstance(one, Exception)}.values():
            if isinstance(error, Unavailable):
                logger.warning("A stream could not be rendered: %s", error)
            else:
                logger.error("A stream could not be rendered", exc_info=error)


async def stop(*tasks: "asyncio.Future[None]") -> None:
    """Cancel these, and return when they have ended."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
