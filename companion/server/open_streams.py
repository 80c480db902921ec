"""All streams that are open in this process, limited for each owner."""

import asyncio
import contextlib
import functools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from companion.live import BusAway, Live, Subscription
from companion.server.asgi import Receive, Scope, Send, headers_of
from companion.server.patience import PatientSend
from companion.server.refusals import Refuse, send_refusal
from companion.server.rendering import RenderingFailed, SharedRenderings
from companion.server.stream import COME_BACK_LATER, Stream
from companion.server.streams import Limits, OpenStream, Refusal, StreamRequest, StreamSource

Answer = TypeVar("Answer")


class OpenStreams:
    """Opens streams and keeps them until they end, on one event loop. Its threads ask the web layer."""

    def __init__(self, source: StreamSource, live: Live, limits: Limits, refuse: Refuse) -> None:
        self._source = source
        self._live = live
        self._limits = limits
        self._refuse = refuse
        self._threads = ThreadPoolExecutor(limits.stream_workers, thread_name_prefix="stream")
        self._renderings = SharedRenderings(self._threads, source.render, limits.share_seconds)
        live.attend(self._renderings.render_ahead)
        self._by_owner: dict[tuple[str, bool], dict[Stream, None]] = {}
        self._is_closing = False

    def __len__(self) -> int:
        return sum(map(len, self._by_owner.values()))

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET for a stream, for as long as the stream is open."""
        request = StreamRequest(scope)
        opened = await self.ask(functools.partial(self._source.open, request))
        if isinstance(opened, Refusal):
            await send_refusal(send, opened.status, opened.headers, opened.body)
            return
        # Follow first, render then: what is published in between is not lost.
        following = self._live.subscribe(*opened.topics, *opened.closed_by)
        with contextlib.ExitStack() as open_now:
            open_now.enter_context(contextlib.closing(following))
            patient = PatientSend(scope, send, self._limits.unread_seconds)
            may_stay = functools.partial(self._may_stay, request, opened)
            stream = Stream(opened, following, self._renderings, patient, self._limits, may_stay)
            open_now.enter_context(self._renderings.shared_with(opened, following, stream.offer))
            await self._run(stream, following, scope, receive, send)

    def close(self) -> None:
        """End all streams at once, and open no more."""
        self._is_closing = True
        for streams in self._by_owner.values():
            for stream in streams:
                stream.end()

    def close_threads(self) -> None:
        """Return when the last rendering has ended."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _run(self, stream: Stream, following: Subscription, scope: Scope, receive: Receive, send: Send) -> None:
        if not (await self._is_heard(stream, following) and await self._is_ready(stream)):
            refuse = functools.partial(self._refuse, 503, scope["path"], headers_of(scope))
            await send_refusal(send, 503, *await self.ask(refuse))
            return
        with self._counted(stream):
            await stream.run(receive)

    async def _is_heard(self, stream: Stream, following: Subscription) -> bool:
        """Whether all news from now on will be heard here, and what was looked at before still holds."""
        try:
            is_first = await following.ready()
        except BusAway:
            return False
        if not is_first:
            return True
        self._renderings.forget(stream.opened.share_key)
        return await stream.may_stay()

    async def _is_ready(self, stream: Stream) -> bool:
        try:
            await stream.get_ready()
        except RenderingFailed:
            return False
        return not self._is_closing

    async def _may_stay(self, request: StreamRequest, opened: OpenStream) -> bool:
        again = await self.ask(functools.partial(self._source.open, request))
        return not isinstance(again, Refusal) and again.standing == opened.standing

    @contextlib.contextmanager
    def _counted(self, stream: Stream) -> Iterator[None]:
        owner = stream.opened.owner, stream.opened.is_small
        limits = self._limits
        most = limits.small_streams_per_owner if stream.opened.is_small else limits.streams_per_owner
        mine = self._by_owner.setdefault(owner, {})
        while len(mine) >= most:
            oldest = next(iter(mine))
            # A page whose stream ends here would otherwise come back at once, and push out the next one.
            oldest.end(COME_BACK_LATER)
            del mine[oldest]
        mine[stream] = None
        try:
            yield
        finally:
            mine.pop(stream, None)
            if not mine and self._by_owner.get(owner) is mine:
                del self._by_owner[owner]

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """What the web layer answers, asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question)
