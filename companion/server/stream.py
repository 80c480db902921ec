"""One open stream, from its first level to its end."""

import asyncio
from collections.abc import Awaitable, Callable

from companion.live import BusAway, Levels, Subscription
from companion.server.asgi import Headers, Receive, disconnected, start, write
from companion.server.patience import PatientSend
from companion.server.rendering import RenderingFailed, SharedRenderings
from companion.server.streams import Frame, Limits, Mark, OpenStream

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
COME_BACK_SOON = b"retry: 1000\n\n"
COME_BACK_LATER = b"retry: 30000\n\n"
HEARTBEAT = b":\n\n"
GOODBYE_SECONDS = 1.0


class Stream:
    """Shows one client the newest level of what it follows."""

    def __init__(
        self,
        opened: OpenStream,
        following: Subscription,
        renderings: SharedRenderings,
        send: PatientSend,
        limits: Limits,
        may_stay: Callable[[], Awaitable[bool]],
    ) -> None:
        self.opened = opened
        self._following = following
        self._renderings = renderings
        self._send = send
        self._limits = limits
        self.may_stay = may_stay
        self._feeding: asyncio.Task[None] | None = None
        self._first: Frame | None = None
        self._farewell = b""
        self._is_over = False
        self._is_waiting = False
        self._last: Mark = (0, 0)
        self._doors = self._of_doors(self._following.levels())
        self._now = asyncio.get_running_loop().time
        self._checked_at = self._now()
        self._beats_at = self._checked_at + limits.heartbeat_seconds

    async def get_ready(self) -> None:
        """Return when there is a first level to show. Raises `RenderingFailed`."""
        self._first = await self._renderings.frame(self.opened, self._following)

    async def run(self, receive: Receive) -> None:
        """Feed the client until it leaves, is dropped, or the stream is ended here. Call `get_ready` first."""
        await start(self._send, 200, HEADERS)
        gone = asyncio.create_task(disconnected(receive))
        self._feeding = asyncio.create_task(self._feed())
        watching = asyncio.create_task(self._watch())
        if self._is_over:
            self._feeding.cancel()
        try:
            await asyncio.wait({gone, self._feeding, watching}, return_when=asyncio.FIRST_COMPLETED)
            self._is_over = True
            if not gone.done():
                await self._say_goodbye(gone)
        finally:
            await _stop(gone, self._feeding, watching)

    def end(self, farewell: bytes = b"") -> None:
        """End the stream at once; `farewell` is the last thing the client reads."""
        self._farewell = farewell
        self._is_over = True
        if self._feeding is not None:
            self._feeding.cancel()

    def offer(self, levels: Levels, frame: Frame) -> None:
        """Show a frame that is ready, if this stream waits for one, so that it need not be woken to ask.

        `levels` are those of its topics. If the frame cannot be shown at once, the stream asks for it as usual.
        """
        is_expected = self._is_waiting and not self._is_over and self._is_newer(frame)
        if is_expected and self._of_doors(self._following.levels()) == self._doors and self._is_shown_at_once(frame):
            self._following.note(levels)

    async def _feed(self) -> None:
        """Show each newer level until the stream must end."""
        await self._show_first()
        try:
            while await self._is_told_something():
                await self._show_newer()
        except (RenderingFailed, BusAway):
            return  # Better no stream than one that only looks current: the client sees it end, and asks again.

    async def _show_first(self) -> None:
        first, self._first = self._first, None
        assert first is not None
        await self._show(COME_BACK_SOON + first.payload)
        self._last = first.mark

    async def _show_newer(self) -> None:
        frame = await self._renderings.frame(self.opened, self._following)
        if self._is_newer(frame):
            await self._show(frame.payload)
            self._last = frame.mark

    def _is_newer(self, frame: Frame) -> bool:
        # Only the mark of what was shown is kept: hundreds of streams would each hold a board for as long as nobody taps.
        mark = frame.mark
        return mark != self._last and mark[0] >= self._last[0]

    def _is_shown_at_once(self, frame: Frame) -> bool:
        if not self._send.write_at_once(frame.payload):
            return False
        self._beats_at = self._now() + self._limits.heartbeat_seconds
        self._last = frame.mark
        return True

    async def _is_told_something(self) -> bool:
        """True as soon as a level has risen; False if the stream must end."""
        if self._send.gave_up:
            return False
        self._is_waiting = True
        try:
            levels = await self._following.wait()
        finally:
            self._is_waiting = False
        return self._of_doors(levels) == self._doors

    async def _watch(self) -> None:
        """Send a heartbeat whenever nothing else was sent for a while; return when the stream may not stay."""
        while not self._send.gave_up:
            await asyncio.sleep(self._beats_at - self._now())
            if self._now() >= self._beats_at:
                await self._show(HEARTBEAT)
            if self._is_time_to_check() and not await self.may_stay():
                return

    async def _show(self, data: bytes) -> None:
        self._beats_at = self._now() + self._limits.heartbeat_seconds
        await write(self._send, data, more=True)

    def _is_time_to_check(self) -> bool:
        is_due = self._now() >= self._checked_at + self._limits.recheck_seconds
        if is_due:
            self._checked_at = self._now()
        return is_due

    def _of_doors(self, levels: Levels) -> Levels:
        """The levels of those topics that close the stream when they rise."""
        return levels[len(self.opened.topics) :]

    async def _say_goodbye(self, gone: asyncio.Task[None]) -> None:
        """Complete the response; cut the connection if the client does not even take that."""
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await write(self._send, self._farewell, more=False)
        except TimeoutError:
            self._send.give_up()
        if self._send.gave_up:
            # The server reports the cut as a disconnect. To return before that would look like a mistake to it.
            await asyncio.wait({gone}, timeout=GOODBYE_SECONDS)


async def _stop(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
