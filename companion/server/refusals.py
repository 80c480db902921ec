"""The shell's own refusals, and how it makes sure that the client gets to read them."""

import asyncio
import http
from collections.abc import Callable

from companion.server.asgi import Headers, Receive, Scope, Send, headers_of, start, write

Refuse = Callable[[int, str, Headers], tuple[Headers, bytes]]
"""(status, path, request headers) -> (response headers, body), in the client's language."""

_FRAMING = ("content-length", "connection")
"""Headers set here, and only once: a proxy takes an answer with two lengths for a broken one, even if they are equal."""

DRAIN_SECONDS = 5.0
DRAIN_BYTES = 64 * 1024 * 1024


def plain_refusal(status: int, path: str, headers: Headers) -> tuple[Headers, bytes]:
    """The status and its standard phrase, as plain text."""
    phrase = http.HTTPStatus(status).phrase
    return [("Content-Type", "text/plain; charset=utf-8")], f"{status} {phrase}\n".encode()


async def send_refusal(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a whole response after which the connection closes."""
    await _start_closing(send, status, headers, body)
    await write(send, b"", more=False)


async def send_refusal_of_body(
    scope: Scope, receive: Receive, send: Send, status: int, headers: Headers, body: bytes
) -> None:
    """Send a response while the client is still sending its body.

    Closing on unread data resets the connection, and the client would lose the answer. So what it still sends is
    read and thrown away, up to a limit in bytes and time. A client that asked first (`Expect`) sends nothing.
    """
    await _start_closing(send, status, headers, body)
    if "expect" not in dict(headers_of(scope)):
        await _drain(receive)
    await write(send, b"", more=False)


async def _start_closing(send: Send, status: int, headers: Headers, body: bytes) -> None:
    told = [(name, value) for name, value in headers if name.lower() not in _FRAMING]
    whole = [*told, ("Content-Length", str(len(body))), ("Connection", "close")]
    await start(send, status, whole)
    await write(send, body, more=True)


async def _drain(receive: Receive) -> None:
    read = 0
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            more = True
            while more and read < DRAIN_BYTES:
                message = await receive()
                read += len(message.get("body", b""))
                more = message.get("more_body", False)
    except TimeoutError:
        return  # Its time is up; the answer was sent before the first byte was thrown away.
