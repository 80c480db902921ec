"""The ASGI terms that the server uses, and sending within a time limit."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from companion.server.connection import connection_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]


def headers_of(scope: Scope) -> Headers:
    """The request's headers, names in lower case, in the order they came."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]


class TimedSend:
    """An ASGI `send` with a write timeout: the connection of a client that does not read is cut.

    uvicorn waits in `send` while more than a bounded buffer is unread. Here nobody waits longer than `seconds`; after
    that everything is dropped silently, which frees a worker thread in the middle of a large response.
    """

    def __init__(self, scope: Scope, send: Send, seconds: float) -> None:
        self._abort = connection_of(scope).abort
        self._send = send
        self._seconds = seconds
        self.gave_up = False

    async def __call__(self, message: Message) -> None:
        if self.gave_up:
            return
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            self.give_up()

    def give_up(self) -> None:
        """Cut the connection and send nothing more."""
        self.gave_up = True
        self._abort()


async def start(send: Send, status: int, headers: Headers) -> None:
    """Send the head of a response."""
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def write(send: Send, data: bytes, *, more: bool) -> None:
    """Send a part of a response's body; the last part unless `more`."""
    await send({"type": "http.response.body", "body": data, "more_body": more})


async def disconnected(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
