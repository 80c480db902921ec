"""Request bodies, read whole and measured as they arrive, before a thread is taken; and what is refused of them."""

import asyncio
import contextlib
import http
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from companion.server.connection import OWN_ADDRESSES, Headers, Receive, Scope, Send, headers_of, start, write
from companion.server.streams import StreamRequest

Refuse = Callable[[int, str, Headers], tuple[Headers, bytes]]
"""(status, path, request headers) -> (response headers, body), in the client's language."""

IN_MEMORY_BYTES = 1024 * 1024
SMALL_BYTES = 64 * 1024
LARGE_PER_ADDRESS = 32
"""So many larger bodies of one address are held at a time: memory is for everyone."""
DRAIN_SECONDS = 5.0
DRAIN_BYTES = 64 * 1024 * 1024
_FRAMING = ("content-length", "connection")
"""Headers set here, and only once: a proxy takes an answer with two lengths for a broken one, even if they are equal."""


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """What one request may send: so many bytes within so many seconds; a large body lies in a nameless file in `folder`."""

    max_bytes: int
    max_seconds: float
    folder: Path | None = None


class UploadSource(Protocol):
    """Who may send large bodies; the web layer implements it."""

    def matches(self, path: str) -> bool:
        """Return whether a POST to this path may have a large body. Called on the event loop for every POST: no I/O."""
        ...

    def open(self, request: StreamRequest) -> BodyLimit | None:
        """Return what this request may send; None if the usual limits hold. Called in a worker thread."""
        ...


class BodyRefused(Exception):
    """The body is refused. `status` is the answer: 400 length unreadable, 408 too slow, 413 too large, 503 no room."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ClientGone(Exception):
    """The client left in the middle of its body: there is no one to answer."""


class LargeBodies:
    """How many bodies beyond `SMALL_BYTES` each address has here now; any number from this device itself."""

    def __init__(self) -> None:
        self._held = Counter[str]()

    def add(self, address: str) -> None:
        """Count one more. Raise `BodyRefused` where the address has its share."""
        if self._held[address] >= LARGE_PER_ADDRESS and address not in OWN_ADDRESSES:
            raise BodyRefused(503)
        self._held[address] += 1

    def remove(self, address: str) -> None:
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class Body:
    """A whole body, de-chunked, of `length` bytes; `file` gives it out once more."""

    def __init__(self, folder: Path | None, large: LargeBodies, address: str) -> None:
        self._large = large
        self._address = address
        self._is_large = False
        # Beside the data, not in the system's folder for temporary files, which on a small machine is often memory.
        place = None if folder is None else str(folder)
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES, dir=place)  # noqa: SIM115 - `close` does
        self.length = 0

    async def read(self, scope: Scope, receive: Receive, limit: BodyLimit) -> None:
        """Read it. Raise `BodyRefused` before reading if the declared length is too large, and while reading as soon as
        too much has come or too much time has passed; `ClientGone` if it broke off.
        """
        headers = dict(scope["headers"])
        chunked = b"transfer-encoding" in headers
        if chunked and b"content-length" in headers:
            raise BodyRefused(400)  # Two lengths: a proxy in front may have gone by the other one.
        declared = 0 if chunked else _length(headers.get(b"content-length", b"0"))
        # Before a byte is read, so that a browser learns at once that its file is too large.
        if declared > limit.max_bytes:
            raise BodyRefused(413)
        if not (chunked or declared):
            return
        try:
            async with asyncio.timeout(limit.max_seconds):
                await self._read(receive, limit.max_bytes)
        except TimeoutError:
            raise BodyRefused(408) from None
        except OSError as full:
            raise BodyRefused(503) from full
        self.file.seek(0)

    def close(self) -> None:
        """Let go of its file."""
        self.file.close()
        if self._is_large:
            self._large.remove(self._address)

    async def _read(self, receive: Receive, max_bytes: int) -> None:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part = message.get("body", b"")
            self.length += len(part)
            if self.length > max_bytes:
                raise BodyRefused(413)
            # Counted by what has come, not by what was declared: a declaration costs its sender nothing.
            if self.length > SMALL_BYTES and not self._is_large:
                self._large.add(self._address)
                self._is_large = True
            await self._write(part)
            more = message.get("more_body", False)

    async def _write(self, part: bytes) -> None:
        if self.length <= IN_MEMORY_BYTES:
            self.file.write(part)
        else:  # A slow disk must not hold up the event loop.
            writing = asyncio.get_running_loop().run_in_executor(None, self.file.write, part)
            try:
                await asyncio.shield(writing)
            except asyncio.CancelledError:
                await asyncio.wait([writing])  # The file must not be closed under a thread that writes.
                raise


def _length(declared: bytes) -> int:
    if not declared.isdigit():
        raise BodyRefused(400)
    # Twenty figures are beyond any limit; a longer number would take Python time that grows with its square.
    return int(declared[:20])


def plain_refusal(status: int, path: str, headers: Headers) -> tuple[Headers, bytes]:
    """Return the status and its standard phrase, as plain text."""
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
        # When its time is up, that is all: the answer was sent before the first byte was thrown away.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                await _drain(receive)
    await write(send, b"", more=False)


async def _start_closing(send: Send, status: int, headers: Headers, body: bytes) -> None:
    kept = [(name, value) for name, value in headers if name.lower() not in _FRAMING]
    whole = [*kept, ("Content-Length", str(len(body))), ("Connection", "close")]
    await start(send, status, whole)
    await write(send, body, more=True)


async def _drain(receive: Receive) -> None:
    read, more = 0, True
    while more and read < DRAIN_BYTES:
        message = await receive()
        read += len(message.get("body", b""))
        more = message.get("more_body", False)
