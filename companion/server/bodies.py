"""A request's whole body, measured while it arrives."""

import asyncio

from companion.server.asgi import Receive, Scope, headers_of


class BodyRefused(Exception):
    """The body is not taken. `status` is the answer: 400 length unreadable, 408 too slow, 413 too large."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ClientGone(Exception):
    """The client went away in the middle of its body: there is nobody to answer."""


async def whole_body(scope: Scope, receive: Receive, max_bytes: int, max_seconds: float) -> bytes:
    """The body, de-chunked; empty where the request has none.

    Raises `BodyRefused` before reading where the declared length is beyond `max_bytes`, and while reading as
    soon as what came is beyond it or `max_seconds` have passed; `ClientGone` where the body broke off.
    """
    headers = dict(headers_of(scope))
    chunked = "transfer-encoding" in headers
    declared = 0 if chunked else _length(headers.get("content-length", "0"))
    if declared > max_bytes:
        raise BodyRefused(413)
    if not (chunked or declared):
        return b""
    try:
        async with asyncio.timeout(max_seconds):
            return await _read(receive, max_bytes)
    except TimeoutError:
        raise BodyRefused(408) from None


def _length(declared: str) -> int:
    if not (declared.isascii() and declared.isdigit()):
        raise BodyRefused(400)
    return int(declared[:20])


async def _read(receive: Receive, max_bytes: int) -> bytes:
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise BodyRefused(413)
        more = message.get("more_body", False)
    return bytes(body)
