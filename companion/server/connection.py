"""Connections: their limits before there is a request, by asyncio's callbacks of uvicorn's protocol; ASGI's terms; write timeouts.

A connection is cut if it stays silent, if it begins a request and does not finish its headers in time, if `HEADER_BYTES`
come of which nothing is made, and if its address holds too many. uvicorn's keep-alive timeout cuts those that ask for
nothing more.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from ipaddress import ip_address, ip_network
from typing import Any, cast

HEADER_BYTES = 32 * 1024
"""So many bytes may come before headers end, a part of a body is whole, or its trailers end."""
REQUEST_SECONDS = 20.0
"""Within this time the headers of a request must have arrived: from its first byte on, the first from the connection on."""
KEEP_ALIVE_SECONDS = 30
"""How long a connection may rest between an answer and the next request."""
PER_ADDRESS = 512
FEW = 16
"""So many an address may hold where many hold so many that few files are left: a newcomer who wants to play finds one."""
ENOUGH_FILES = 16_384
OWN_ADDRESSES = ("127.0.0.1", "::1")
EVERYBODY = "*"
"""Trusts whatever is in front, wherever it is."""

CONNECTION = "connection"
"""Name, in the state of a request's scope, of its `Connection`."""
Client = tuple[str, int]


def files_allowed() -> int:
    """Return how many files this process may have open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return ENOUGH_FILES
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return ENOUGH_FILES if allowed == resource.RLIM_INFINITY else allowed


class Connection:
    """One connection of a client; a context manager around the answer to a request whose headers are whole."""

    def __init__(self, transport: asyncio.Transport | None = None) -> None:
        self._transport = transport
        self._answered = 0
        """How many of its requests are being answered: the next may begin before the work for the last has ended."""
        self._has_begun = False
        """Whether a part of the next request is here."""
        self._deadline: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._answered += 1
        self._has_begun = False
        self.stop_clock()

    def __exit__(self, *raised: object) -> None:
        self._answered -= 1
        if not self._answered:
            # What came of the next request while this one was answered cannot be seen in its body.
            self._start_clock(KEEP_ALIVE_SECONDS + REQUEST_SECONDS)

    @property
    def is_closing(self) -> bool:
        """Whether it has ended, or is about to."""
        return self._transport is not None and self._transport.is_closing()

    def abort(self) -> None:
        """Cut it at once. `close` would first wait for a client that does not read."""
        self.stop_clock()
        if self._transport is not None:
            self._transport.abort()

    def expect_request(self, *, has_begun: bool = False) -> None:
        """Cut the connection unless a request is whole in good time, a part of which may be here by now."""
        if self._answered:
            return
        if not self._has_begun:
            self._start_clock(REQUEST_SECONDS)
        # The clock is not started anew by each byte: a request that comes byte by byte would else never be late.
        self._has_begun = self._has_begun or has_begun

    def stop_clock(self) -> None:
        """Expect no request in a certain time."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _start_clock(self, seconds: float) -> None:
        self.stop_clock()
        if self._transport is not None and not self._transport.is_closing():
            self._deadline = asyncio.get_running_loop().call_later(seconds, self.abort)


class Connections:
    """The open connections of this process, by address and port of their clients.

    Addresses and networks that are `unlimited` may hold any number.
    """

    def __init__(self, unlimited: Sequence[str] = (), most: int | None = None) -> None:
        """`most`: beyond so many in all, only addresses with few may add one; by default three quarters of all open files."""
        self._most = most or files_allowed() * 3 // 4
        self._unlimited = [ip_network(one) for one in (*OWN_ADDRESSES, *unlimited) if one != EVERYBODY]
        if EVERYBODY in unlimited:
            self._unlimited += [ip_network("0.0.0.0/0"), ip_network("::/0")]
        self._by_client: dict[Client, Connection] = {}
        self._per_address = Counter[str]()

    def add(self, client: Client, transport: asyncio.Transport) -> Connection:
        """Return a new connection; it is cut if its address holds too many."""
        connection = self._by_client[client] = Connection(transport)
        self._per_address[client[0]] += 1
        # A flood from many addresses can take the files, but each of its addresses then gets few.
        allowed = PER_ADDRESS if len(self._by_client) <= self._most else FEW
        if self._per_address[client[0]] > allowed and not self._is_unlimited(client[0]):
            connection.abort()
        else:
            connection.expect_request()
        return connection

    def _is_unlimited(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self._unlimited)

    def remove(self, client: Client) -> None:
        """Forget a connection that has ended."""
        self._by_client.pop(client).stop_clock()
        self._per_address[client[0]] -= 1
        if not self._per_address[client[0]]:
            del self._per_address[client[0]]

    def of(self, scope: Mapping[str, Any]) -> Connection:
        """Return the connection on which a request came; on another server than ours, one without limits."""
        client = scope.get("client")
        # By the peer, as this runs before addresses of proxies are replaced (`Front`).
        return self._by_client.get(tuple(client), Connection()) if client else Connection()


def connection_of(scope: Mapping[str, Any]) -> Connection:
    """Return the connection that was noted in the scope of a request."""
    found: Connection | None = scope.get("state", {}).get(CONNECTION)
    return found or Connection()


def protocol_class(connections: Connections) -> type[asyncio.Protocol]:
    """Return the class for uvicorn's `http`, on httptools if that is installed, else on h11: it tells `connections`
    what happens.
    """
    base: Any
    try:
        base = _httptools_class()
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as base  # noqa: N813 - it has a limit of its own

    class Observed(base):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            client = transport.get_extra_info("peername")
            self._known = None if client is None else (str(client[0]), int(client[1]))
            # First uvicorn, then ours: cut at once, the connection must be known to it, or its end would be a surprise.
            super().connection_made(cast(Any, transport))
            if self._known is not None:
                self._limits = connections.add(self._known, cast(asyncio.Transport, transport))

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._known is not None:
                self._limits.expect_request(has_begun=True)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._known is not None:
                connections.remove(self._known)
            super().connection_lost(exc)

    return Observed


def _httptools_class() -> type[asyncio.Protocol]:
    """Uvicorn's protocol on httptools, cut at `HEADER_BYTES`, which httptools itself would keep without end.

    They may also come while a request is answered: behind its body, or as the next request on the connection of a stream.
    """
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class Limited(HttpToolsProtocol):
        _useless_bytes = 0

        def data_received(self, data: bytes) -> None:
            # Counted before it is parsed, set back by everything that becomes something: what remains is headers without end.
            self._useless_bytes += len(data)
            super().data_received(data)
            if self._useless_bytes > HEADER_BYTES:
                self.transport.abort()

        def on_headers_complete(self) -> None:
            self._useless_bytes = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self._useless_bytes = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            self._useless_bytes = 0
            super().on_message_complete()

    return Limited


Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]


def headers_of(scope: Scope) -> Headers:
    """Return the request's headers, names in lower case, in the order they came."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]


class TimedSend:
    """An ASGI `send` with a write timeout: the connection of a client that does not read is cut.

    uvicorn waits in `send` while more than a bounded buffer is unread. Here no one waits longer than `seconds`; after
    that everything is dropped silently, which frees its place among those that are written to.
    """

    def __init__(self, scope: Scope, send: Send, seconds: float) -> None:
        self._scope = scope
        self._send = send
        self._seconds = seconds
        self.gave_up = False

    async def __call__(self, message: Message) -> None:
        if self.gave_up:
            return
        # Where it is cut, uvicorn waits no longer. A timeout of asyncio's would cost more than what is sent.
        patience = asyncio.get_running_loop().call_later(self._seconds, self.give_up)
        try:
            await self._send(message)
        except RuntimeError:
            # uvloop's answer to whatever is done to a connection that was cut meanwhile.
            if not connection_of(self._scope).is_closing:
                raise
            self.gave_up = True
        finally:
            patience.cancel()

    def give_up(self) -> None:
        """Cut the connection and send nothing more."""
        self.gave_up = True
        connection_of(self._scope).abort()


async def start(send: Send, status: int, headers: Headers) -> None:
    """Send the head of a response."""
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def write(send: Send, data: bytes, *, more: bool) -> None:
    """Send a part of a response's body; the last part unless `more`."""
    await send({"type": "http.response.body", "body": data, "more_body": more})


async def disconnected(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
