"""How long a client may leave unread what it was sent."""

import asyncio
import functools
from collections.abc import Callable

from companion.server.asgi import Message, Scope, Send, abort_of, is_full_of, write_chunk_of


class PatientSend:
    """A `send` that cuts the connection of a client that does not read.

    The server under it waits in `send` while more than a bounded buffer is unread. Whoever sends here never
    waits longer than `seconds`; after that everything is dropped silently, so that a worker thread in the
    middle of a large response comes free, and the connection ends.
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
            await self._send(
                message
            )  # Into the buffer: nothing to be patient with, and a clock each time would cost as much.
            return
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            self.give_up()

    def write_at_once(self, data: bytes) -> bool:
        """Whether this part of a stream could be written without waiting, and was. Where it could not, nothing was done."""
        return not self.gave_up and self._write_chunk(data)

    @functools.cached_property
    def _write_chunk(self) -> Callable[[bytes], bool]:
        return write_chunk_of(self._scope)

    def give_up(self) -> None:
        """Cut the connection and send nothing more."""
        self.gave_up = True
        self._abort()
