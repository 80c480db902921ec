"""The app behind its own server in this process, and streams of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from flask import Flask

from companion.live import Live
from companion.server import App, Limits
from companion.web.board.stream import BoardStreams
from tests.server.rig import Client, serving
from tests.web.people import Browser


@contextlib.contextmanager
def served(app: Flask, live: Live, limits: Limits | None = None) -> Iterator[tuple[App, int]]:
    """The server of this app, and its port."""
    server = App(app, BoardStreams(app), live, limits=limits)
    with serving(server) as started:
        yield server, started.port


class OpenedStream(Client):
    """A stream that a phone or a screen has opened."""

    def __init__(self, port: int, path: str, browser: Browser | None = None, receive_buffer: int | None = None) -> None:
        super().__init__(port, receive_buffer)
        headers = {"Host": "localhost"}
        cookie = None if browser is None else browser.client.get_cookie("device")
        if cookie is not None:
            headers["Cookie"] = f"device={cookie.value}"
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        self.send("\r\n".join([*lines, "", ""]).encode())
        status, _ = self.head()
        assert status == 200
        self.unread = b""

    def __enter__(self) -> OpenedStream:
        return self

    def block(self) -> bytes:
        """The next it is sent, an event or a heartbeat; empty where the server has ended the stream."""
        while b"\n\n" not in self.unread:
            data = self.chunk()
            if not data:
                return b""
            self.unread += data
        block, _, self.unread = self.unread.partition(b"\n\n")
        return block

    def version(self) -> int:
        """The next version it is told; -1 where the server has ended the stream."""
        block = self.block()
        if not block:
            return -1
        found = [line[4:] for line in block.split(b"\n") if line.startswith(b"id: ")]
        return int(found[0]) if found else self.version()
