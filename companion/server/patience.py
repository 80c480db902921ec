"""How long a client may leave unread what it was sent."""

import asyncio
import functools
from collections.abc import Callable

from companion.server.asgi import Message, Scope, Send, abort_of, is_full_of, write_chunk_of


class PatientSend:
    """A `send` that cuts the connection of a client that does not read.

    The server below waits in `send` while more than a bounded buffer is unread. Here a sender never waits longer
    than `seconds`. After that, everything is dropped silently and the connection ends, which frees a worker
    thread in the middle of a large response.
    """

    def __init__(self, scope: Scope, send: Send, seconds: float) -> None:
        self._send = send
        self._abort = abort_of(scope)
        self._is_full = is_full_of(scope)
        self._scope = scope
        self._seconds = seconds
        self.gave_up = False

    async def __call__(self, message: Message) -> None:
        if self.gave_up:
            return
        if not self._is_full():
            # This goes into the buffer: nothing to wait for, and a timeout each time would cost as much as sending.
            await self._send(message)
            return
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            self.give_up()

    def write_at_once(self, data: bytes) -> bool:
        """Whether this part of a stream was written, without waiting. If that was not possible, nothing was done."""
        return not self.gave_up and self._write_chunk(data)

    @functools.cached_property
    def _write_chunk(self) -> Callable[[bytes], bool]:
        return write_chunk_of(self._scope)

    def give_up(self) -> None:
        """Cut the connection and send nothing more."""
        self.gave_up = True
        self._abort()
