"""All streams that are open in this process: who may have one, how many, and which channel it follows."""

import asyncio
import contextlib
import functools
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from companion.live import BusAway, Live, Subscription
from companion.server.body_limits import Refuse, plain_refusal, send_refusal
from companion.server.channel import (
    COME_BACK_LATER,
    Audience,
    ClientStream,
    MadeReady,
    MatchChannel,
    Outcomes,
    ShownLevel,
    stop,
)
from companion.server.connection import Receive, Scope, Send, TimedSend, disconnected
from companion.server.packing import takes_gzip
from companion.server.streams import Limits, Refusal, StreamRequest, StreamSource, StreamSpec, Unavailable

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
ASKS_SECONDS = (5.0, 15.0)
"""After so long a stream whose revocations are not heard of tries to follow them again; never two at once."""
BUSY_SECONDS = (2, 8)
"""After so long a client that found too many before it may come again."""
AT_ONCE = 16
"""So many are opened together, where a crowd waits."""
_Gone: TypeAlias = "asyncio.Task[None]"
_Counter: TypeAlias = tuple[str, str, bool]
"""What streams are counted by: "owner" or "address", which one, and whether they are small."""


class StreamHub:
    """Opens streams and keeps them until they end, on one event loop. Its threads ask the web layer."""

    def __init__(self, source: StreamSource, live: Live, limits: Limits, refuse: Refuse) -> None:
        self._source = source
        self._live = live
        self._limits = limits
        self._refuse = refuse
        self._opening = asyncio.Semaphore(limits.stream_workers)
        self._asked: dict[asyncio.Future[tuple[StreamSpec | Refusal, int] | None], tuple[StreamRequest, _Gone]] = {}
        self._threads = ThreadPoolExecutor(limits.stream_workers, thread_name_prefix="stream")
        self._channels: dict[Hashable, MatchChannel] = {}
        self._open: dict[ClientStream, None] = {}
        self._counted_by: dict[_Counter, dict[ClientStream, None]] = {}
        self._is_closing = False

    def __len__(self) -> int:
        return len(self._open)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET for a stream, for as long as the stream is open."""
        request, timed = StreamRequest(scope), TimedSend(scope, send, self._limits.unread_seconds)
        # Refused before anything is looked up: after a cut of the Wi-Fi all phones of a club come in one moment.
        if len(self._asked) >= self._limits.waiting_streams:
            headers, body = plain_refusal(503, request.path, [])
            again = ("Retry-After", str(random.randint(*BUSY_SECONDS)))
            await send_refusal(timed, 503, [*headers, again], body)
            return
        # From now on: one that has left while it waits is not looked up, rendered for or counted.
        gone = asyncio.create_task(disconnected(receive))
        try:
            await self._answer(request, timed, gone)
        finally:
            await stop(gone)

    async def _answer(self, request: StreamRequest, timed: TimedSend, gone: _Gone) -> None:
        # Whoever gained or lost a right in that very moment is looked up once more.
        if await self._is_answered(request, timed, gone) or await self._is_answered(request, timed, gone):
            return
        refuse = functools.partial(self._refuse, 503, request.path, request.headers)
        await send_refusal(timed, 503, *await self.ask(refuse))

    async def _is_answered(self, request: StreamRequest, timed: TimedSend, gone: _Gone) -> bool:
        """Open the stream and keep it until it ends, or refuse it; return False where there is nothing to send by the rights that
        were read.
        """
        found = await self._opened(request, gone)
        if found is None:
            return True
        opened, published = found
        # A small stream says a version now and then: a compressor would take more memory than it saves.
        if not isinstance(opened, Refusal) and not opened.is_small:
            opened = replace(opened, takes_gzip=takes_gzip(request.headers))
        if isinstance(opened, Refusal):
            await send_refusal(timed, opened.status, opened.headers, opened.body)
            return True
        may_stay = functools.partial(self.ask, functools.partial(self._source.may_stay, request, opened))
        stream = ClientStream(opened, timed, self._limits)
        # Follow first, render then: what is published in between is not lost.
        with (
            contextlib.closing(self._live.subscribe(*opened.closed_by)) as revocations,
            self._joined(stream) as channel,
        ):
            # Rights were read before anything was followed: unless it is sure that none changed in between, they are
            # read again.
            if not gone.done() and (await self._is_sure(revocations, published) or await may_stay()):
                await channel.join(stream)
            # Only now, with a level to send: until here the client can still be given a proper refusal.
            if stream.has_level and not self._is_closing:
                with self._counted(stream):
                    await stream.run(gone, self._closed(revocations, opened.closed_by, may_stay), may_stay)
                return True
        return gone.done()

    def close(self) -> None:
        """End all streams at once, and open no more."""
        self._is_closing = True
        for stream in self._open:
            stream.end()

    def close_threads(self) -> None:
        """Return when the last rendering has ended."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Return what the web layer answers, asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question)

    async def _opened(self, request: StreamRequest, gone: _Gone) -> tuple[StreamSpec | Refusal, int] | None:
        """Return the stream or its refusal, and how often news had been published by then; None for a client that has left by
        its turn.
        """
        outcome: asyncio.Future[tuple[StreamSpec | Refusal, int] | None] = asyncio.get_running_loop().create_future()
        self._asked[outcome] = request, gone
        try:
            async with self._opening:
                if outcome in self._asked:
                    await self._open_the_first()
            return await outcome
        finally:
            self._asked.pop(outcome, None)

    async def _open_the_first(self) -> None:
        """Look up the first who wait, together: a crowd costs little more than one of them."""
        # Counted before rights are read: if the count has risen once the stream follows, they may have changed unheard.
        published, crowd = self._live.publications, dict(islice(self._asked.items(), AT_ONCE))
        for outcome in crowd:
            del self._asked[outcome]
        # A client that has left while waiting is not looked up.
        here = {outcome: request for outcome, (request, gone) in crowd.items() if not gone.done()}
        try:
            opened = await self.ask(functools.partial(self._source.open, tuple(here.values())))
            for outcome, one in zip(here, opened, strict=True):
                if not outcome.done():
                    outcome.set_result((one, published))
        finally:
            for outcome in crowd:
                if not outcome.done():
                    outcome.set_result(None)

    @contextlib.contextmanager
    def _joined(self, stream: ClientStream) -> Iterator[MatchChannel]:
        """The channel of a stream, which it leaves at the end; another one if the last brings no more news."""
        name = stream.spec.channel
        channel = self._channels.get(name)
        if channel is None or channel.is_over:
            channel = self._channels[name] = MatchChannel(self._live, stream.spec, self._render, self.ask)
        # Before it is rendered for: news that comes meanwhile then reaches it too.
        channel.add(stream)
        try:
            yield channel
        finally:
            channel.leave(stream)
            # Another may stand under the name by now: a newcomer that met one that was over began it anew.
            if channel.is_over and self._channels.get(name) is channel:
                del self._channels[name]

    def render_for(self, news: Mapping[str, int]) -> Callable[[], None]:
        """Return what streams are to show after this news, made ready by the thread that brings it.

        Called on the loop, it publishes all.
        """
        following = [channel for channel in map(self._channels.get, news) if channel is not None]
        # In the thread of the tap itself, which has the match in hand: another would have to wait for it, and read it again
        # (docs/adr/0024-one-thread-for-a-tap.md).
        rendered = [(channel, channel.rendered()) for channel in following]

        def publish() -> None:
            for channel, outcomes in rendered:
                channel.show(outcomes, news)
            for topic, level in news.items():
                self._live.publish(topic, level)

        return publish

    def _render(self, audiences: Sequence[Audience], kept: dict[Any, Any], made_ready: MadeReady) -> Outcomes:
        """Return what these are to be shown: rendered, and made ready to be sent, in one thread job."""
        try:
            levels = self._source.render([audience.spec for audience in audiences], kept)
            shown: Sequence[ShownLevel | Exception] = [
                level if isinstance(level, Exception) else made_ready(audience, level)
                for audience, level in zip(audiences, levels, strict=True)
            ]
        except Exception as error:  # noqa: BLE001 - logged here; the channel ends these streams
            shown = [error] * len(audiences)
        # One fault of a match reaches all its viewers, and is one line in the log.
        for fault in {id(one): one for one in shown if isinstance(one, Exception)}.values():
            if isinstance(fault, Unavailable):
                logger.warning("A stream could not be rendered: %s", fault)
            else:
                logger.error("A stream could not be rendered", exc_info=fault)
        return list(zip(audiences, shown, strict=True))

    async def _is_sure(self, revocations: Subscription, published: int) -> bool:
        """Return whether what was allowed before still is, as far as news tells, which is heard by now; or none gets
        through.
        """
        try:
            return not await revocations.ready() and self._live.publications == published
        except BusAway:
            return True

    async def _closed(
        self, revocations: Subscription, topics: tuple[str, ...], may_stay: Callable[[], Awaitable[bool]]
    ) -> None:
        """Return when the stream must end: its device has lost or gained rights. After a gap in the news, they are asked for."""
        with contextlib.suppress(BusAway):
            await revocations.ready()
            await revocations.wait()
            return
        while True:
            # No news gets through. At a time of its own for each stream, so that thousands do not ask at once.
            await asyncio.sleep(random.uniform(*ASKS_SECONDS))
            with contextlib.closing(self._live.subscribe(*topics)) as again, contextlib.suppress(BusAway):
                await again.ready()
                if await may_stay():
                    await again.wait()
                return

    @contextlib.contextmanager
    def _counted(self, stream: ClientStream) -> Iterator[None]:
        most = self._most(stream.spec)
        for counter in most:
            # The oldest goes, not the newcomer: a phone that lost its connection would else be kept out by its own dead
            # stream.
            while len(self._counted_by.get(counter, ())) >= most[counter]:
                oldest = _oldest_of_the_busiest(self._counted_by[counter])
                # A page whose stream ends here would otherwise come back at once, and push out the next one.
                oldest.end(COME_BACK_LATER)
                self._uncount(oldest)
        self._open[stream] = None
        for counter in most:
            self._counted_by.setdefault(counter, {})[stream] = None
        try:
            yield
        finally:
            self._uncount(stream)
            if stream.spec.left is not None and not self._is_closing:
                asyncio.get_running_loop().call_later(self._limits.silent_seconds, self._say_left, stream.spec)

    def _say_left(self, spec: StreamSpec) -> None:
        """Say that a phone has gone, unless it holds another stream by now."""
        is_here = any(("owner", spec.owner, is_small) in self._counted_by for is_small in (False, True))
        if spec.left is not None and not is_here and not self._is_closing:
            asked = asyncio.get_running_loop().run_in_executor(self._threads, spec.left)
            asked.add_done_callback(lambda done: self._look_again(spec, done))

    def _look_again(self, spec: StreamSpec, asked: asyncio.Future[float | None]) -> None:
        """Ask again later whether a phone has gone that was heard without a stream meanwhile."""
        seconds = None if asked.cancelled() or asked.exception() else asked.result()
        if seconds is not None and not self._is_closing:
            asyncio.get_running_loop().call_later(seconds, self._say_left, spec)

    def _uncount(self, stream: ClientStream) -> None:
        # May be called twice: where it is pushed out, and when it ends.
        self._open.pop(stream, None)
        for counter in self._most(stream.spec):
            counted = self._counted_by.get(counter, {})
            counted.pop(stream, None)
            if not counted:
                self._counted_by.pop(counter, None)

    def _most(self, spec: StreamSpec) -> dict[_Counter, int]:
        """Return what this stream is counted by, each with the most that may be open at once."""
        limits, is_small = self._limits, spec.is_small
        own = limits.small_streams_per_owner if is_small else limits.streams_per_owner
        most = {("owner", spec.owner, is_small): own}
        if spec.address:
            all_there = limits.small_streams_per_address if is_small else limits.streams_per_address
            most["address", spec.address, is_small] = all_there
        return most


def _oldest_of_the_busiest(streams: Iterable[ClientStream]) -> ClientStream:
    """Return the oldest stream of the owner who holds most of these: one who holds one or two keeps them."""
    [(busiest, _)] = Counter(one.spec.owner for one in streams).most_common(1)
    return next(one for one in streams if one.spec.owner == busiest)
