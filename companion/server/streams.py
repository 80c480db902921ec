"""What the server and the web layer agree on about streams."""

import io
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, cast

from a2wsgi.wsgi import build_environ

from companion.server.connection import Headers, Scope, headers_of
from companion.server.packing import packed

_FRAMING = (b"content-length", b"transfer-encoding")
Mark: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One level, ready to be sent: `head` and `body` are one complete server-sent event, of which the body is many streams'.

    `small`: the same, packed, where someone takes it so.
    """

    version: int
    head: bytes
    body: bytes
    small: bytes | None = None

    @property
    def payload(self) -> bytes:
        return self.head + self.body

    @property
    def mark(self) -> Mark:
        """What distinguishes it from other frames of its stream, without its bytes, as each open stream keeps its last."""
        return self.version, hash((self.head, self.body))

    @classmethod
    def of(cls, version: int, event: str, data: bytes, more: bytes = b"") -> "Frame":
        """Return the frame with `id: version`, `event: event` and `data`, whose last part is `more`; each of them in
        one line.

        Raise ValueError if they are not.
        """
        name = event.encode()
        said = b" ".join((name, data, more))
        # A line break would end the field, and what follows be read as another one, or as another event.
        if b"\n" in said or b"\r" in said:
            raise ValueError(f"an event's name and data are one line each: {event!r}")
        return cls(version, b"id: %d\nevent: %b\ndata: %b" % (version, name, data), more + b"\n\n")

    def in_gzip(self) -> "Frame":
        """Return the frame, packed too."""
        return replace(self, small=packed(self.head) + packed(self.body))


class Unavailable(Exception):
    """A level that cannot be rendered for a while, because what it is made of is away: said in a line, not with a traceback."""


class Level(Protocol):
    """What a stream shows at one moment."""

    @property
    def version(self) -> int:
        """Never falls within a stream."""
        ...

    @property
    def manifest(self) -> Mapping[str, str]:
        """Marks of all that it consists of, by name. Levels with equal manifests look the same."""
        ...

    def is_open(self) -> bool:
        """Return whether it holds no secret of a player: then it may be packed."""
        ...

    def frame(self, before: Mapping[str, str]) -> Frame:
        """Return the event for a client that has the level whose manifest was `before`: it may hold only what has changed
        since.
        """
        ...


@dataclass(frozen=True, slots=True)
class Refusal:
    """A complete response in place of a stream."""

    status: int
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """A request of whose body nothing has been read: a GET for a stream, or a POST of a large file."""

    scope: Scope

    @property
    def path(self) -> str:
        """The path below the root of the app, decoded."""
        path: str = self.scope["path"]
        return path.removeprefix(self.root) or "/"

    @property
    def root(self) -> str:
        """The path below which the app lies, as its proxy sees it; empty for a host of its own."""
        root: str = self.scope.get("root_path", "")
        return root

    @property
    def headers(self) -> Headers:
        """The headers, names in lower case, in the order they came."""
        return headers_of(self.scope)

    @property
    def address(self) -> str:
        """The client's address, without its port; empty if the connection has none."""
        client: tuple[str, int] | None = self.scope.get("client")
        return client[0] if client else ""

    @property
    def environ(self) -> dict[str, Any]:
        """What the WSGI app would see of it, without its body."""
        environ: Any = build_environ(cast(Any, whole(self.scope, 0)), cast(Any, io.BytesIO()))
        return cast(dict[str, Any], environ)


def whole(scope: Scope, length: int) -> Scope:
    """Return the scope of a request whose whole body is known, as the WSGI app may see it."""
    asked = scope["headers"]
    # `X_Name` and `X-Name` become the same name in WSGI, and no one honest sends the first.
    headers = [(name, value) for name, value in asked if name not in _FRAMING and b"_" not in name]
    if length or any(name in _FRAMING for name, _ in asked):
        headers.append((b"content-length", str(length).encode("ascii")))
    # Bytes beyond ASCII are escaped, as a browser would do.
    query = b"".join(b"%%%02X" % byte if byte > 127 else bytes([byte]) for byte in scope["query_string"])
    return {**scope, "headers": headers, "query_string": query}


@dataclass(frozen=True, slots=True)
class StreamSpec:
    """A stream that its client may see, of whatever `source` the web layer renders it from.

    - `channel`: the streams of one, those of one match, have the same topics and are rendered together. One that is
      called like a topic is rendered in the thread that brings news of it.
    - `topics`: what it shows; news of any of them renders it again.
    - `side_events`: other topics, each with the event that its news is passed on as, with the level in place of `{level}`.
      Nothing is rendered. Of those that carry their level a newcomer is told the last, if by its level it `still_holds`.
    - `viewer`: streams of one channel with equal viewers show the same bytes at any moment.
    - `closed_by`: topics whose news closes it; its client may ask again, and is checked again.
    - `owner`, `address`: whose it is and where its client is. The number of either's streams is limited; an empty address
      is not counted. Of those that are `is_small`, which cost next to nothing, such as a bare version, there may be many.
    - `rights`: those it was opened with.
    - `hello`: what its client gets before the first level: which app it comes from.
    - `takes_gzip`: its client takes it packed.
    - `left`: called in a worker thread once its owner has held no stream for `Limits.silent_seconds`; it returns in how many
      seconds that is to be asked again, or None.
    """

    channel: Hashable
    topics: tuple[str, ...]
    viewer: Hashable
    closed_by: tuple[str, ...]
    owner: str
    address: str
    source: Any
    rights: Any = None
    is_small: bool = False
    side_events: Mapping[str, bytes] = field(default_factory=dict)
    still_holds: Callable[[int], bool] = lambda _: False
    hello: bytes = b""
    takes_gzip: bool = False
    left: Callable[[], float | None] | None = None


class StreamSource(Protocol):
    """Where streams come from: the web layer."""

    def matches(self, path: str) -> bool:
        """Return whether a GET of this path asks for a stream. Called on the event loop for every GET: no I/O."""
        ...

    def open(self, requests: Sequence[StreamRequest]) -> Sequence[StreamSpec | Refusal]:
        """Return each stream, or why not. Called in a worker thread."""
        ...

    def may_stay(self, request: StreamRequest, opened: StreamSpec) -> bool:
        """Return whether the client still has the rights of its stream.

        Called in a worker thread, once and then now and then.
        """
        ...

    def render(self, streams: Sequence[StreamSpec], kept: dict[Any, Any]) -> Sequence[Level | Exception]:
        """Return the current level of each of these streams of one channel, or the error it met.

        Called in a worker thread.

        Reads the state afresh, but for what an earlier call has put into `kept`: there has been no news since. The
        version never falls.
        """
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may cost the others."""

    body_bytes: int = 1024 * 1024
    body_bytes_at: Mapping[str, int] = field(default_factory=dict)
    """Paths that take larger bodies, such as imported matches, each with its limit."""
    body_seconds: float = 20.0
    workers: int = 12
    """Threads for ordinary requests; two of them are left to those that only read."""
    threads_per_address: int = 4
    """So many of them answer one address at a time, unless it is this device's own."""
    worked_out: re.Pattern[str] | None = None
    """Paths whose answer is worked out anew for anyone who asks, such as a ruling."""
    worked_out_at_once: int = 2
    wait_seconds: float = 3.0
    """So long a request for one of those waits for its turn."""
    stream_workers: int = 4
    """Threads that open and render streams, besides those above."""
    waiting_streams: int = 1000
    """So many may wait to be opened, as a worker opens in the ten seconds that phones wait; others are refused for a while."""
    streams_per_owner: int = 12
    small_streams_per_owner: int = 1000
    """Programs may follow many matches, and many that only look on may share an address."""
    streams_per_address: int = 240
    """Twenty phones that each hold all they may, or a club of 240 behind one router."""
    small_streams_per_address: int = 4000
    beat_seconds: float = 4.0
    """So long after the last event, a heartbeat says that the stream still lives."""
    silent_seconds: float = 300.0
    renew_seconds: float = 30.0
    """After so long a page whose phone would be missed is to open its stream anew, or loses it: a sleeping phone may keep it."""
    unread_seconds: float = 10.0
    """How long a client may leave a full buffer unread before it is dropped."""
    recheck_seconds: float = 60.0
    """How often the web layer is asked, at a beat, whether a stream may stay open."""
