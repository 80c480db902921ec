"""All streams that are open in this process, limited for each owner and for each address."""

import asyncio
import contextlib
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar

from companion.live import BusAway, Live, Subscription
from companion.server.asgi import Receive, Scope, Send, headers_of
from companion.server.patience import PatientSend
from companion.server.refusals import Refuse, send_refusal
from companion.server.rendering import RenderingFailed, SharedRenderings
from companion.server.stream import COME_BACK_LATER, Stream
from companion.server.streams import Limits, OpenStream, Refusal, StreamRequest, StreamSource

Answer = TypeVar("Answer")
_Counter: TypeAlias = tuple[str, str, bool]
"""What streams are counted by: "owner" or "address", which one, and whether they are small."""


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
        self._open: dict[Stream, None] = {}
        self._counted_by: dict[_Counter, dict[Stream, None]] = {}
        self._is_closing = False

    def __len__(self) -> int:
        return len(self._open)

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
        for stream in self._open:
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
        most = self._most(stream.opened)
        for counter in most:
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

    def _uncount(self, stream: Stream) -> None:
        self._open.pop(stream, None)
        for counter in self._most(stream.opened):
            counted = self._counted_by.get(counter, {})
            counted.pop(stream, None)
            if not counted:
                self._counted_by.pop(counter, None)

    def _most(self, opened: OpenStream) -> dict[_Counter, int]:
        """What this stream is counted by, each with the most that may be open at once."""
        limits, is_small = self._limits, opened.is_small
        own = limits.small_streams_per_owner if is_small else limits.streams_per_owner
        most = {("owner", opened.owner, is_small): own}
        if opened.address:
            all_there = limits.small_streams_per_address if is_small else limits.streams_per_address
            most["address", opened.address, is_small] = all_there
        return most

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """What the web layer answers, asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question)


def _oldest_of_the_busiest(streams: Iterable[Stream]) -> Stream:
    """The oldest stream of the owner who holds most of these: whoever holds one or two keeps them."""
    [(busiest, _)] = Counter(one.opened.owner for one in streams).most_common(1)
    return next(one for one in streams if one.opened.owner == busiest)
