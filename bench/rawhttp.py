"""Clients of HTTP/1.1 and of event streams that cost far less than the server they measure."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

Answer = tuple[int, dict[str, str], bytes]
OnEvent = Callable[[bytes | None, bytes | None, bytes], None]


def addr(base_url: str) -> tuple[str, int]:
    """Host and port of an address."""
    split = urlsplit(base_url)
    return split.hostname or "127.0.0.1", split.port or 80


class HttpClient:
    """One connection that is kept open, from an address of this machine; connects again if the server closed it."""

    def __init__(self, base_url: str, cookie: str | None = None, address: str = "127.0.0.1") -> None:
        self.host, self.port = addr(base_url)
        self.cookie = cookie
        self.address = address
        self.reconnects = self.rx = self.tx = 0
        self._lock = asyncio.Lock()
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def request(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        ctype: str = "application/x-www-form-urlencoded",
        headers: Sequence[tuple[str, str]] = (),
    ) -> Answer:
        """Status, headers (names in lower case) and body."""
        raw = self._written(method, path, body, ctype, headers)
        async with self._lock:
            for is_last in (False, True):
                try:
                    return await self._exchange(raw)
                except (ConnectionError, asyncio.IncompleteReadError):
                    self.close()  # An idle connection may have been closed meanwhile: once more.
                    if is_last:
                        raise
        raise AssertionError

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    def _written(self, method: str, path: str, body: bytes, ctype: str, headers: Sequence[tuple[str, str]]) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if body or method == "POST":
            lines += [f"Content-Type: {ctype}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def _exchange(self, raw: bytes) -> Answer:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                self.host, self.port, local_addr=(self.address, 0)
            )
            self._writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.reconnects += 1
        self._writer.write(raw)
        head = await self._reader.readuntil(b"\r\n\r\n")
        status, headers = _head_of(head)
        body = await self._body(self._reader, status, headers)
        self.tx += len(raw)
        self.rx += len(head) + len(body)
        if headers.get("connection") == "close":
            self.close()
        return status, headers, body

    async def _body(self, reader: asyncio.StreamReader, status: int, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(await reader.readline(), 16):
                parts.append(await reader.readexactly(size))
                await reader.readline()
            await reader.readline()
            return b"".join(parts)
        return await reader.readexactly(0 if status in (204, 304) else int(headers["content-length"]))


def _head_of(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for name, _, value in (line.partition(":") for line in lines if line):
        headers.setdefault(name.strip().lower(), value.strip())
    return int(first.split(" ", 2)[1]), headers


class Sse(asyncio.Protocol):
    """An open event stream, which calls `on_event(id, event, data)` for each event."""

    def __init__(self, request: bytes, on_event: OnEvent) -> None:
        self._request = request
        self._on_event = on_event
        self._raw = self._text = b""
        self._is_head = True
        self.rx = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(
        cls,
        base_url: str,
        path: str,
        on_event: OnEvent,
        cookie: str | None = None,
        headers: Sequence[tuple[str, str]] = (),
        address: str = "127.0.0.1",
    ) -> Sse:
        """The stream, once its first event has come."""
        host, port = addr(base_url)
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Accept: text/event-stream"]
        lines += [f"Cookie: {cookie}"] * bool(cookie)
        lines += [f"{name}: {value}" for name, value in headers]
        stream = cls("\r\n".join(lines).encode() + b"\r\n\r\n", on_event)
        await asyncio.get_running_loop().create_connection(lambda: stream, host, port, local_addr=(address, 0))
        try:
            async with asyncio.timeout(20):
                await stream.opened
        except BaseException:
            stream.close()
            raise
        return stream

    def connection_made(self, transport: Any) -> None:
        """Ask."""
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read as many complete events as have arrived."""
        self.rx += len(data)
        self._raw += data
        if self._is_head and not self._read_head():
            return
        while (end := self._raw.find(b"\r\n")) >= 0:
            size = int(self._raw[:end] or b"0", 16)
            if len(self._raw) < end + 2 + size + 2:
                break
            self._text += self._raw[end + 2 : end + 2 + size]
            self._raw = self._raw[end + 4 + size :]
        while b"\n\n" in self._text:
            block, self._text = self._text.split(b"\n\n", 1)
            self._tell(block)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail if nothing has arrived yet."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before its first event"))

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def _read_head(self) -> bool:
        head, found, rest = self._raw.partition(b"\r\n\r\n")
        if not found:
            return False
        status, headers = _head_of(head)
        if status != 200 or headers.get("transfer-encoding") != "chunked":
            self.opened.set_exception(ConnectionError(f"no stream: status {status}"))
        self._raw, self._is_head = rest, False
        return True

    def _tell(self, block: bytes) -> None:
        # Only the first few of a board's many lines are read: the client's work is not the server's time.
        head, found, data = block.partition(b"data:")
        if not found:
            return
        fields = dict(line.split(b": ", 1) for line in head.split(b"\n") if b": " in line)
        self._on_event(fields.get(b"id"), fields.get(b"event"), data)
        if not self.opened.done():
            self.opened.set_result(None)
