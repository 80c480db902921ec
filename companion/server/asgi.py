"""The few ASGI terms the shell needs."""

from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]

ABORT = "abort"
"""Name, in the state of a scope, of the function that cuts the connection at once."""

IS_FULL = "is_full"
"""Name of the function that says whether sending would have to wait for the client to read."""


WRITE_CHUNK = "write_chunk"
"""Name of the function that writes a part of a response at once, and says whether it did."""


def headers_of(scope: Scope) -> Headers:
    """The request's headers, names in lower case, in the order they came."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]


def abort_of(scope: Scope) -> Callable[[], None]:
    """The function that cuts this connection without waiting for its client to read what is still to be sent."""
    abort: Callable[[], None] = scope.get("state", {}).get(ABORT, _leave_it)
    return abort


def is_full_of(scope: Scope) -> Callable[[], bool]:
    """The function that says whether sending on this connection would have to wait for its client."""
    is_full: Callable[[], bool] = scope.get("state", {}).get(IS_FULL, _perhaps)
    return is_full


def write_chunk_of(scope: Scope) -> Callable[[bytes], bool]:
    """The function that writes a part of a response at once if it can: one that has begun and was given no length."""
    if scope["http_version"] != "1.1":
        return _write_nothing  # Such a response has no chunks.
    write_chunk: Callable[[bytes], bool] = scope.get("state", {}).get(WRITE_CHUNK, _write_nothing)
    return write_chunk


async def start(send: Send, status: int, headers: Headers) -> None:
    """Send the head of a response."""
    await send({"type": "http.response.start", "status": status, "headers": [_encoded(*one) for one in headers]})


async def write(send: Send, data: bytes, *, more: bool) -> None:
    """Send a part of a response's body; the last part unless `more`."""
    await send({"type": "http.response.body", "body": data, "more_body": more})


async def disconnected(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


@lru_cache(maxsize=256)
def _encoded(name: str, value: str) -> tuple[bytes, bytes]:
    # Kept: most headers are the same in every response.
    return name.lower().encode("latin-1"), value.encode("latin-1")


def _leave_it() -> None:
    """On another server than ours, unread data stays in its buffer until the client or the system gives up."""


def _perhaps() -> bool:
    """On another server than ours, nobody knows."""
    return True


def _write_nothing(data: bytes) -> bool:
    """On another server than ours, data is written by sending it."""
    return False
