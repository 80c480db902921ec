"""One match and all who follow it: rendered once for each viewer after each change (publish and subscribe).

A stream shows the newest level only. What is published while it is busy is neither queued nor lost: it reads the level
that stands then. While news may be missed, its match is looked at every few seconds instead: streams that ended would all
come back at once.
"""

import asyncio
import contextlib
import functools
import random
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.live import BusAway, Live
from companion.server.connection import Headers, TimedSend, start, write
from companion.server.packing import BEGIN, Gzip
from companion.server.streams import Frame, Level, Limits, Mark, StreamSpec

HEADERS: Headers = [
    ("Content-Type", "text/event-stream; charset=utf-8"),
    ("Cache-Control", "no-store"),
    # nginx would hold events back until a buffer of its own is full.
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
COME_BACK_LATER = b"retry: 30000\nevent: busy\ndata: 30\n\n"
"""The delay twice: a browser that connects again by itself keeps it, and scripts, which cannot see it, get it as an event."""
HEARTBEAT = b"event: beat\ndata:\n\n"
"""A named event, for a page's script: while beats come, it need not ask."""
RENEW = b"event: renew\ndata:\n\n"
"""In place of a beat, to the phone that is missed where it is gone: the page opens its stream anew, and is heard by that."""
CLOSE_SECONDS = 1.0
LOOKS_SECONDS = (1.0, 3.0)
"""Between two looks at a match of which no news comes; never the same pause for two matches."""
KEPT_SECONDS = 15.0
"""So long what was read for one newcomer serves those who come after: after a cut all come within seconds."""


class ShownLevel(NamedTuple):
    """What a viewer is to be shown, ready to be sent, and the manifest of all it has then."""

    frame: Frame
    manifest: Mapping[str, str]

    @classmethod
    def without_parts(cls, level: Level, *, is_packed: bool) -> "ShownLevel":
        """Return the level for newcomers: its head and its manifest, none of its parts.

        Their page was loaded a moment ago. If it doesn't fit the manifest, they ask for the board.
        """
        return cls.changed_since(level.manifest, level, is_packed=is_packed)

    @classmethod
    def changed_since(cls, before: Mapping[str, str], level: Level, *, is_packed: bool) -> "ShownLevel":
        """Return the level for those who have the one whose manifest was `before`."""
        frame = level.frame(before)
        return cls(frame.in_gzip() if is_packed and level.is_open() else frame, level.manifest)


class ClientStream:
    """Shows one client the newest level of what it follows, from its first level to its end."""

    def __init__(self, spec: StreamSpec, send: TimedSend, limits: Limits) -> None:
        self.spec = spec
        self._send = send
        self._limits = limits
        self._frame: Frame | None = None
        self._newest: Mark = (0, 0)
        self._passed_on: dict[bytes, None] = {}
        self._changed = asyncio.Event()
        self._last_event = b""
        self._is_over = self._is_beat_due = False
        self._gzip = Gzip() if spec.takes_gzip else None

    @property
    def has_level(self) -> bool:
        """Whether there is a level to show."""
        return self._frame is not None and not self._is_over

    def show(self, frame: Frame) -> None:
        """Show this level as soon as the client takes it, in place of any that still waits. An older one is not shown."""
        # Two renderings may end in another order than they began: news in one thread, a newcomer's board in another.
        if frame.mark != self._newest and frame.version >= self._newest[0]:
            self._frame, self._newest = frame, frame.mark
            self._changed.set()

    def pass_on(self, event: bytes) -> None:
        """Send this event as soon as the client takes it, before any level. Equal ones that wait are sent once."""
        self._passed_on[event] = None
        self._changed.set()

    def end(self, last_event: bytes = b"") -> None:
        """End the stream at once; `last_event` is the last thing the client reads."""
        self._last_event = last_event
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
                await self._close(gone)
        finally:
            await stop(*others)

    async def _feed(self, may_stay: Callable[[], Awaitable[bool]]) -> None:
        now = asyncio.get_running_loop().time
        began = checked_at = now()
        self._changed.clear()
        begin = b"" if self._gzip is None else BEGIN
        await write(self._send, begin + self._piece(COME_BACK_SOON + self.spec.hello) + self._taken(), more=True)
        while not (self._is_over or self._send.gave_up):
            if await self._has_news():
                if payload := self._taken():
                    await write(self._send, payload, more=True)
                continue
            # A phone that sleeps may keep its connection: whose page doesn't answer is asleep.
            age = now() - began if self.spec.left is not None else 0.0
            if age >= self._limits.renew_seconds + self._limits.unread_seconds:
                return
            beat = RENEW if age >= self._limits.renew_seconds else HEARTBEAT
            # What came in the very moment of the beat goes along.
            await write(self._send, self._piece(beat) + self._taken(), more=True)
            if now() >= checked_at + self._limits.recheck_seconds:
                checked_at = now()
                if not await may_stay():
                    return

    async def _has_news(self) -> bool:
        """Return True as soon as there is something to show or the stream is over; False if that took so long that a
        beat is due.
        """
        self._is_beat_due = False
        beat = asyncio.get_running_loop().call_later(self._limits.beat_seconds, self._let_it_beat)
        try:
            await self._changed.wait()
        finally:
            beat.cancel()
        self._changed.clear()
        return not self._is_beat_due

    def _let_it_beat(self) -> None:
        self._is_beat_due = not self._changed.is_set()
        self._changed.set()

    def _taken(self) -> bytes:
        """Return what was not sent yet, the newest level last; nothing if there is nothing, or the stream is over."""
        # Only its mark is kept: hundreds of streams would each hold a board for as long as no one taps.
        frame, self._frame = self._frame, None
        events, self._passed_on = b"".join(self._passed_on), {}
        if self._is_over:
            return b""
        said = self._piece(events) if events else b""
        return said if frame is None else said + self._piece(frame.payload, frame.small)

    def _piece(self, data: bytes, small: bytes | None = None) -> bytes:
        return data if self._gzip is None else self._gzip.piece(data, small)

    async def _close(self, gone: asyncio.Task[None]) -> None:
        """Complete the response; cut the connection if the client does not even take that."""
        self._is_over = True
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                ends = b"" if self._gzip is None else self._gzip.end()
                await write(self._send, self._piece(self._last_event) + ends, more=False)
        except TimeoutError:
            self._send.give_up()
        if self._send.gave_up:
            # The server reports the cut as a disconnect. To return before that would look like a mistake to it.
            await asyncio.wait({gone}, timeout=CLOSE_SECONDS)


@dataclass(eq=False, slots=True)
class Audience:
    """The streams of one viewer.

    `manifest`: that of the last news, or of what its first newcomer was shown, if there was no news yet. The next news brings
    what has changed since. None until something was rendered for it.
    """

    spec: StreamSpec
    streams: tuple[ClientStream, ...] = ()
    manifest: Mapping[str, str] | None = None

    @property
    def takes_gzip(self) -> bool:
        return any(stream.spec.takes_gzip for stream in self.streams)

    def for_newcomers(self, level: Level) -> ShownLevel:
        """Return the level for those of its streams that were shown nothing yet."""
        return ShownLevel.without_parts(level, is_packed=self.takes_gzip)

    def as_news(self, level: Level) -> ShownLevel:
        """Return the level for all of its streams, after a change."""
        if self.manifest is None:
            return self.for_newcomers(level)
        return ShownLevel.changed_since(self.manifest, level, is_packed=self.takes_gzip)


Outcomes = Sequence[tuple[Audience, ShownLevel | Exception]]
MadeReady = Callable[[Audience, Level], ShownLevel]
"""How a level is made ready to be sent: `Audience.for_newcomers` or `Audience.as_news`."""
Render = Callable[[Sequence[Audience], dict[Any, Any], MadeReady], Outcomes]
"""What each audience is to be shown, with what was read for others before, made ready in one of these two ways."""


class MatchChannel:
    """The streams of one match. It follows the topics of the match, and has them rendered together.

    All are opened with the same topics and side events as the `first` of them. `ask` works something out in a thread.
    """

    def __init__(
        self, live: Live, first: StreamSpec, render: Render, ask: Callable[[Callable[[], Any]], Awaitable[Any]]
    ) -> None:
        self._render = render
        self._ask = ask
        self._live = live
        self._side_events = first.side_events
        self._topics = (*first.topics, *first.side_events)
        # Once for all streams of the match: hundreds of followers would each be woken by every tap.
        self._subscription = live.subscribe(*self._topics)
        self._levels = self._subscription.levels()
        self._audiences: dict[Hashable, Audience] = {}
        self._all: tuple[Audience, ...] = ()
        """The same, which any thread may walk."""
        self._newcomers: set[ClientStream] = set()
        self._kept: dict[Any, Any] = {}
        self._shown_at: Mapping[str, int] = {}
        """The news that was shown before it was published."""
        self._one_at_a_time = asyncio.Lock()
        self._listening = asyncio.create_task(self._listen())

    @property
    def is_over(self) -> bool:
        """Whether it brings no more news: everyone has left, or news may be missed."""
        return self._listening.done() or not self._audiences

    def add(self, stream: ClientStream) -> None:
        """Let the stream have all levels from now on."""
        audience = self._audiences.setdefault(stream.spec.viewer, Audience(stream.spec))
        audience.streams += (stream,)
        self._all = tuple(self._audiences.values())

    async def join(self, stream: ClientStream) -> None:
        """Let the stream, which was added, have its first level. It has none if that could not be rendered."""
        self._newcomers.add(stream)
        # Where news may have been missed, what others were rendered cannot be trusted either.
        is_sure = await self._hears_news()
        self._say_again(stream)
        # The one that gets the lock renders for all who wait for it: a crowd is rendered in two goes.
        async with self._one_at_a_time:
            if stream in self._newcomers:
                newcomers, self._newcomers = self._newcomers, set()
                if not is_sure:
                    self._kept = {}
                elif not self._kept:
                    asyncio.get_running_loop().call_later(KEPT_SECONDS, self._kept.clear)
                waiting = {one.spec.viewer: self._audiences[one.spec.viewer] for one in newcomers}
                render = functools.partial(self._render, tuple(waiting.values()), self._kept, Audience.for_newcomers)
                for audience, outcome in await self._ask(render):
                    _show(newcomers.intersection(audience.streams), outcome)
                    # A viewer who was sent nothing yet has from now on what the page has to look like.
                    if isinstance(outcome, ShownLevel) and audience.manifest is None:
                        audience.manifest = outcome.manifest

    def _side_event(self, topic: str, level: int | None) -> bytes:
        return self._side_events[topic].replace(b"{level}", b"%d" % (level or 0))

    def _say_again(self, stream: ClientStream) -> None:
        """Pass on to a newcomer what was last said in side events that carry a level, and still holds."""
        for topic, level in zip(self._topics, self._subscription.levels(), strict=True):
            if level is not None and b"{level}" in self._side_events.get(topic, b"") and stream.spec.still_holds(level):
                stream.pass_on(self._side_event(topic, level))

    def leave(self, stream: ClientStream) -> None:
        """Forget a stream; the last one that leaves ends the channel."""
        # It may leave before its first level is there.
        self._newcomers.discard(stream)
        audience = self._audiences[stream.spec.viewer]
        audience.streams = tuple(one for one in audience.streams if one is not stream)
        if not audience.streams:
            del self._audiences[stream.spec.viewer]
            self._all = tuple(self._audiences.values())
        if not self._audiences:
            self._listening.cancel()
            self._subscription.close()

    def rendered(self) -> Outcomes:
        """Return what everyone is to be shown now. Called in any thread, with news that is durable."""
        return self._render(self._all, {}, Audience.as_news)

    def show(self, outcomes: Outcomes, news: Mapping[str, int]) -> None:
        """Show what was rendered for this news, which is published next. Called on the event loop.

        A newcomer may have read what stood before: then it is rendered again when it is published.
        """
        self._shown_at = news if {audience for audience, _ in outcomes}.issuperset(self._all) else {}
        self._kept = {}
        for audience, outcome in outcomes:
            self._newcomers.difference_update(audience.streams)
            _show(audience.streams, outcome)
            if isinstance(outcome, ShownLevel):
                audience.manifest = outcome.manifest

    async def _listen(self) -> None:
        try:
            while True:
                news = await self._wait()
                for topic in self._side_events.keys() & news.keys():
                    for audience in self._all:
                        for stream in audience.streams:
                            stream.pass_on(self._side_event(topic, news[topic]))
                # What was tapped in this process was rendered by its own thread, and is shown already
                # (docs/adr/0024-one-thread-for-a-tap.md).
                if all(
                    topic in self._side_events or self._shown_at.get(topic, -1) == level
                    for topic, level in news.items()
                ):
                    continue
                async with self._one_at_a_time:
                    self.show(await self._ask(self.rendered), {})
        finally:
            for audience in self._all:
                for stream in audience.streams:
                    stream.end()

    async def _wait(self) -> Mapping[str, int | None]:
        """Return the topics of which there is news, and their levels, once there is any.

        While none gets through: those that are rendered, after a short while, or as soon as it does again.
        """
        with contextlib.suppress(BusAway):
            await self._subscription.ready()
            before, self._levels = self._levels, await self._subscription.wait()
            levels = zip(self._topics, before, self._levels, strict=True)
            return {topic: level for topic, was, level in levels if level != was}
        await asyncio.sleep(random.uniform(*LOOKS_SECONDS))
        self._subscription.close()
        self._subscription = self._live.subscribe(*self._topics)
        self._levels = self._subscription.levels()
        await self._hears_news()
        return {topic: None for topic in self._topics if topic not in self._side_events}

    async def _hears_news(self) -> bool:
        with contextlib.suppress(BusAway):
            await self._subscription.ready()
            return True
        return False


def _show(streams: Iterable[ClientStream], outcome: ShownLevel | Exception) -> None:
    for stream in streams:
        if isinstance(outcome, ShownLevel):
            stream.show(outcome.frame)
        else:
            stream.end()


async def stop(*tasks: "asyncio.Future[None]") -> None:
    """Cancel these, and return when they have ended."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
