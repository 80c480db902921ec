"""What the shell and the web layer agree on about streams."""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from companion.server.asgi import Headers, Scope, headers_of
from companion.server.wsgi import environ_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


Mark: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One level, ready to be sent. `payload` is a whole server-sent event."""

    version: int
    payload: bytes

    @property
    def mark(self) -> "Mark":
        """What tells it from the others of its stream, without its bytes: each open stream remembers what it showed last."""
        return self.version, hash(self.payload)

    @classmethod
    def of(cls, version: int, event: str, data: str) -> "Frame":
        """The frame `id: version`, `event: event` and `data`, however many lines it has.

        Raises ValueError where the event's name has a line end.
        """
        if _LINE_ENDS.search(event):
            raise ValueError(f"an event's name is one line: {event!r}")
        lines = (_LINE_ENDS.sub("\n", data) if "\r" in data else data).replace("\n", "\ndata: ")
        return cls(version, f"id: {version}\nevent: {event}\ndata: {lines}\n\n".encode())


@dataclass(frozen=True, slots=True)
class Refusal:
    """A whole response in place of a stream."""

    status: int
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """A request before anything of its body is read: a GET for a stream, or a POST of a large file."""

    scope: Scope

    @property
    def path(self) -> str:
        """The path, decoded."""
        path: str = self.scope["path"]
        return path

    @property
    def query(self) -> str:
        """What stands after the question mark, still encoded; empty where there is none."""
        query: bytes = self.scope["query_string"]
        return query.decode("latin-1")

    @property
    def headers(self) -> Headers:
        """The headers, names in lower case, in the order they came."""
        return headers_of(self.scope)

    @property
    def address(self) -> str:
        """The client's address, without its port; empty where the connection has none."""
        client: tuple[str, int] | None = self.scope.get("client")
        return client[0] if client else ""

    def environ(self) -> "WSGIEnvironment":
        """The same request as the WSGI app would see it, without a body: a fresh environ each time."""
        return environ_of(self.scope, b"")


class OpenStream(Protocol):
    """A stream that its client may see."""

    @property
    def topics(self) -> tuple[str, ...]:
        """What this stream shows: news of any of them renders it again."""
        ...

    @property
    def closed_by(self) -> tuple[str, ...]:
        """News of any of these topics closes the stream; its client may ask again, and is checked again."""
        ...

    @property
    def owner(self) -> str:
        """Whose stream this is. An owner's streams are limited in number."""
        ...

    @property
    def standing(self) -> Hashable:
        """With which rights it was opened. Where they are others when it is asked for again, the stream is ended."""
        ...

    @property
    def share_key(self) -> Hashable:
        """Streams with one key have the same topics, and at any moment the same bytes."""
        ...

    @property
    def batch(self) -> Hashable:
        """Streams of one batch are rendered together where they have to be at once: those of one match."""
        ...

    @property
    def ahead_of(self) -> str | None:
        """News of this topic published in this process is rendered by whoever publishes it, before anybody is woken."""
        ...

    def render(self) -> Frame:
        """The current level of this stream alone, read afresh. Its version never falls. Called in a worker thread."""
        ...


class StreamSource(Protocol):
    """Where streams come from: the web layer."""

    def matches(self, path: str) -> bool:
        """Whether a GET of this path asks for a stream. Called on the event loop for every GET: no I/O."""
        ...

    def open(self, request: StreamRequest) -> OpenStream | Refusal:
        """The stream, or why not. Called in a worker thread, again once in a while as long as it is open."""
        ...

    def render(self, streams: Sequence[OpenStream]) -> Sequence[Frame | Exception]:
        """The current level of each of these streams of one batch; where one cannot be rendered, the error it met.

        Called in a worker thread. `one_by_one` will do; better is to look up once what they have in common.
        """
        ...


def one_by_one(streams: Sequence[OpenStream]) -> list[Frame | Exception]:
    """The current level of each stream, or the error it met."""
    return [_outcome(stream) for stream in streams]


def _outcome(stream: OpenStream) -> Frame | Exception:
    try:
        return stream.render()
    except Exception as error:  # noqa: BLE001 - handed on, and logged once for all who wait
        return error


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may cost the others."""

    body_bytes: int = 1024 * 1024
    body_bytes_at: Mapping[str, int] = field(default_factory=dict)
    """Paths that take larger bodies, each with its limit (a match from elsewhere)."""
    body_seconds: float = 20.0
    workers: int = 12
    """Threads for ordinary requests."""
    stream_workers: int = 4
    """Threads that open and render streams, apart from those above."""
    streams_per_owner: int = 12
    heartbeat_seconds: float = 15.0
    unread_seconds: float = 10.0
    """How long a client may leave a full buffer unread before it is dropped."""
    recheck_seconds: float = 60.0
    """How often, at a heartbeat, the web layer is asked whether a stream may stay open."""
    share_seconds: float = 1.0
    """How long a rendered level is kept for those who ask for the same one."""
