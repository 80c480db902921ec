"""A real server on a free port, a board to stream, and clients that speak plain sockets."""

import asyncio
import contextlib
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from flask import Flask, Response, request

from companion.live import InProcessLive, Live
from companion.server import App, Frame, Level, Limits, Refusal, Serving, StreamRequest, StreamSpec, UploadSource, serve

PATIENCE_SECONDS = 10.0


@dataclass(frozen=True)
class Shown:
    """A level of one part; it notes since which level it was told."""

    version: int
    text: str
    told_since: list[str]

    @property
    def manifest(self) -> Mapping[str, str]:
        return {"": self.text}

    def is_open(self) -> bool:
        return True

    def frame(self, before: Mapping[str, str]) -> Frame:
        self.told_since.append(before[""])
        return Frame.of(self.version, "board", self.text.encode())


@dataclass
class Board:
    """A match whose version rises, with a count of how often it was rendered."""

    live: Live = field(default_factory=InProcessLive)
    version: int = 0
    padding: int = 0
    rendered: list[int] = field(default_factory=list)
    told_since: list[str] = field(default_factory=list)
    may_render: threading.Event = field(default_factory=threading.Event)
    rendering: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    fault: Exception | None = None
    rights: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.may_render.set()

    def tap(self) -> int:
        self.version += 1
        self.live.publish("match", self.version)
        return self.version

    def render(self) -> Level:
        version = self.version
        self.rendered.append(version)
        self.rendering.release()
        assert self.may_render.wait(PATIENCE_SECONDS)
        if self.fault is not None:
            raise self.fault
        return Shown(version, f"level {version}" + "x" * self.padding, self.told_since)


class Source:
    """Streams of one board. `X-Owner` names the owner, `X-Address` where that is, `X-Small` asks for a small one.

    Owners whose rights are none are refused.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.asked: list[str] = []
        self.crowds: list[int] = []
        self.left, self.heard = threading.Event(), iter((0.05,))
        self.meanwhile: Callable[[], object] = lambda: None
        """Happens when rights have been read, before a stream follows news of them."""

    def matches(self, path: str) -> bool:
        return path.endswith("/stream")

    def open(self, requests: Sequence[StreamRequest]) -> Sequence[StreamSpec | Refusal]:
        self.crowds.append(len(requests))
        opened = [self._opened(request) for request in requests]
        self.meanwhile()
        return opened

    def _opened(self, request: StreamRequest) -> StreamSpec | Refusal:
        headers = dict(request.headers)
        owner = headers.get("x-owner", request.address)
        self.asked.append(owner)
        rights = self.board.rights.get(owner, "seat")
        if rights == "none":
            return Refusal(403, [("Content-Type", "text/plain")], b"not you")
        is_small = "x-small" in headers
        language, address = headers.get("accept-language", "en"), headers.get("x-address", "")
        closed_by = (f"device {owner}",)
        return StreamSpec(
            "match", ("match", "table"), language, closed_by, owner, address, self.board, rights, is_small,
            side_events={f"aside {number}": f"event: aside\ndata: {number}\n\n".encode() for number in (1, 2)},
            left=self.leave,
        )  # fmt: skip

    def leave(self) -> float | None:
        again = next(self.heard, None)
        if again is None:
            self.left.set()
        return again

    def may_stay(self, request: StreamRequest, opened: StreamSpec) -> bool:
        again = self._opened(request)
        return isinstance(again, StreamSpec) and again.rights == opened.rights

    def render(self, streams: Sequence[StreamSpec], kept: dict[Any, Any]) -> Sequence[Level | Exception]:
        return [self._outcome() for _ in streams]

    def _outcome(self) -> Level | Exception:
        try:
            return self.board.render()
        except OSError as error:
            return error


def pages() -> Flask:
    app = Flask("pages")

    @app.route("/hello")
    def hello() -> str:
        return "hello"

    @app.route("/echo", methods=["POST"])
    def echo() -> dict[str, object]:
        body = request.get_data()
        return {"bytes": len(body), "sum": sum(body), "length": request.content_length}

    @app.route("/measure", methods=["POST"])
    def measure() -> dict[str, object]:
        return {"bytes": sum(map(len, iter(lambda: request.stream.read(65536), b"")))}

    @app.route("/headers", methods=["GET", "POST"])
    def headers() -> dict[str, object]:
        return {"headers": dict(request.headers), "query": request.query_string.decode()}

    @app.route("/large")
    def large() -> Response:
        return Response((b"x" * 65536 for _ in range(1024)), content_type="text/plain")

    return app


def tapping(board: Board) -> Flask:
    """A WSGI app by which somebody taps."""
    app = pages()
    app.add_url_rule("/tap", view_func=lambda: str(board.tap()), methods=["POST"])
    return app


@dataclass
class Held:
    """An app whose page at one address answers only once it may, and says that somebody waits there."""

    rule: str = "/held"
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    release: threading.Event = field(default_factory=threading.Event)

    @property
    def app(self) -> Flask:
        app = pages()

        @app.route(self.rule)
        def hold(**asked: str) -> str:
            self.arrived.release()
            assert self.release.wait(PATIENCE_SECONDS)
            return asked.get("question", "done")

        return app

    def has(self, number: int) -> bool:
        return all(self.arrived.acquire(timeout=PATIENCE_SECONDS) for _ in range(number))


@contextlib.contextmanager
def serving(server: App, **options: Any) -> Iterator[Serving]:
    """The app, served in a thread; stopped, and joined, at the end."""
    ready = queue.Queue[Serving]()
    thread = threading.Thread(target=serve, args=(server, "127.0.0.1", 0), kwargs={"on_ready": ready.put, **options})
    thread.start()
    started = ready.get(timeout=PATIENCE_SECONDS)
    try:
        yield started
    finally:
        started.stop()
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()


@dataclass
class Rig:
    """A board, its server, and a way to reach it."""

    board: Board
    source: Source
    server: App
    port: int
    stop: Callable[[], None]
    clients: contextlib.ExitStack

    def stream(self, **headers: str) -> "EventClient":
        return self.clients.enter_context(EventClient(self.port, headers))

    def connect(self, receive_buffer: int | None = None, address: str = "127.0.0.1") -> "Client":
        return self.clients.enter_context(Client(self.port, receive_buffer, address))

    def lazy_stream(self, **headers: str) -> "EventClient":
        return self.clients.enter_context(EventClient(self.port, headers, receive_buffer=4096))


@contextlib.contextmanager
def rig(
    limits: Limits | None = None,
    app: Flask | None = None,
    uploads: UploadSource | None = None,
    board: Board | None = None,
) -> Iterator[Rig]:
    board = board or Board()
    source = Source(board)
    server = App(app or pages(), source, board.live, limits=limits, uploads=uploads)
    with serving(server) as started, contextlib.ExitStack() as clients:
        yield Rig(board, source, server, started.port, started.stop, clients)


class Wire(asyncio.Transport):
    """A connection that is nobody's: open until it is cut."""

    def __init__(self, *, is_cut: bool = False) -> None:
        super().__init__()
        self.is_cut = is_cut

    def abort(self) -> None:
        self.is_cut = True

    def is_closing(self) -> bool:
        return self.is_cut


class Client:
    def __init__(self, port: int, receive_buffer: int | None = None, address: str = "127.0.0.1") -> None:
        self.socket = socket.socket()
        self.socket.bind((address, 0))
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE_SECONDS)
        self.socket.connect(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    def send(self, *parts: bytes) -> None:
        self.socket.sendall(b"".join(parts))

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> None:
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in {"Host": "table.test", **headers}.items()]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1"), body)

    def head(self) -> tuple[int, dict[str, str]]:
        status = int(self.file.readline().split()[1])
        headers: dict[str, str] = {}
        while (line := self.file.readline().strip()) != b"":
            name, _, value = line.decode("latin-1").partition(": ")
            headers[name.lower()] = value
        return status, headers

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        status, headers = self.head()
        if "content-length" in headers:
            return status, headers, self.file.read(int(headers["content-length"]))
        return status, headers, b"".join(iter(self.chunk, b""))

    def asked(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
        self.ask(method, path, body, **headers)
        return self.answer()

    def json(self) -> dict[str, object]:
        status, _, body = self.answer()
        assert status == 200
        return json.loads(body)

    def chunk(self) -> bytes:
        """The next chunk of a response; empty at its end, or where the connection was cut."""
        size = self.file.readline().strip()
        data = self.file.read(int(size or b"0", 16))
        self.file.readline()
        return data

    def is_closed_by_server(self) -> bool:
        """Whether the server closes the connection, all that it sent having been read."""
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionError:
            return True
        return True

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class EventClient(Client):
    def __init__(
        self, port: int, headers: dict[str, str], receive_buffer: int | None = None, path: str = "/m/stream"
    ) -> None:
        super().__init__(port, receive_buffer)
        self.ask("GET", path, b"", **headers)
        self.status, self.headers = self.head()
        self.unread = b""

    def block(self) -> list[str]:
        """The lines of the next block, a comment too; none when the stream has ended."""
        while b"\n\n" not in self.unread:
            data = self.chunk()
            if not data:
                return []
            self.unread += data
        block, _, self.unread = self.unread.partition(b"\n\n")
        return block.decode().split("\n")

    def event(self) -> dict[str, str]:
        """The next event; empty when the stream has ended. Comments and retry lines are passed over.

        Beats alone, for as long as an answer may take, are a stream that did not end and said nothing.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while lines := self.block():
            assert time.monotonic() < until, "nothing but beats"
            fields = dict(line.split(": ", 1) for line in lines if ": " in line)
            if "data" in fields:
                return fields
        return {}

    def version(self) -> int:
        while "id" not in (event := self.event()):
            assert event, "the stream has ended"
        return int(event["id"])
