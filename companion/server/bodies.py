"""A request's whole body, measured as it arrives."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import IO

from companion.server.asgi import Receive, Scope

WRITTEN_AT_ONCE_BYTES = 1024 * 1024


class BodyRefused(Exception):
    """The body is refused. `status` is the answer: 400 length unreadable, 408 too slow, 413 too large, 503 no room."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ClientGone(Exception):
    """The client left in the middle of its body: there is nobody to answer."""


async def whole_body(scope: Scope, receive: Receive, max_bytes: int, max_seconds: float) -> bytes:
    """The body, de-chunked; empty if the request has none.

    Raises `BodyRefused` before reading if the declared length is beyond `max_bytes`, and while reading as soon as
    more than that has come or `max_seconds` have passed; `ClientGone` if the body broke off.
    """
    body = bytearray()

    async def take(part: bytes) -> None:
        body.extend(part)

    await _measured(scope, receive, take, max_bytes, max_seconds)
    return bytes(body)


async def body_in_file(scope: Scope, receive: Receive, file: IO[bytes], max_bytes: int, max_seconds: float) -> int:
    """The length of the body, which is written to `file`. Only a part of it is ever in memory.

    Raises what `whole_body` does, and the OSError of a file that takes no more.
    """
    loop, waiting = asyncio.get_running_loop(), bytearray()

    async def take(part: bytes) -> None:
        waiting.extend(part)
        if len(waiting) >= WRITTEN_AT_ONCE_BYTES:
            await loop.run_in_executor(None, file.write, bytes(waiting))
            waiting.clear()

    length = await _measured(scope, receive, take, max_bytes, max_seconds)
    await loop.run_in_executor(None, file.write, bytes(waiting))
    await loop.run_in_executor(None, file.seek, 0)
    return length


async def _measured(
    scope: Scope, receive: Receive, take: Callable[[bytes], Awaitable[None]], max_bytes: int, max_seconds: float
) -> int:
    headers = dict(scope["headers"])
    chunked = b"transfer-encoding" in headers
    declared = 0 if chunked else _length(headers.get(b"content-length", b"0"))
    if declared > max_bytes:
        raise BodyRefused(413)
    if not (chunked or declared):
        return 0
    try:
        async with asyncio.timeout(max_seconds):
            return await _read(receive, take, max_bytes)
    except TimeoutError:
        raise BodyRefused(408) from None


def _length(declared: bytes) -> int:
    if not declared.isdigit():
        raise BodyRefused(400)
    return int(declared[:20])


async def _read(receive: Receive, take: Callable[[bytes], Awaitable[None]], max_bytes: int) -> int:
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        part = message.get("body", b"")
        length += len(part)
        if length > max_bytes:
            raise BodyRefused(413)
        await take(part)
        more = message.get("more_body", False)
    return length
