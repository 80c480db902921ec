"""Serving with uvicorn, from the listening socket to the last request."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from companion.server.app import App
from companion.server.body_limits import plain_refusal, send_refusal_of_body
from companion.server.connection import (
    CONNECTION,
    ENOUGH_FILES,
    HEADER_BYTES,
    KEEP_ALIVE_SECONDS,
    Connections,
    Receive,
    Scope,
    Send,
    protocol_class,
)

__all__ = ["CannotListen", "Serving", "serve"]

REQUESTS_MAY_TAKE_SECONDS = 5
ONLY_ONCE = frozenset({b"host", b"origin", b"authorization", b"x-forwarded-for", b"x-forwarded-proto"})
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
SETTINGS: dict[str, Any] = {
    "ws": "none",
    "interface": "asgi3",
    "log_config": None,  # The caller of `serve` decides what is logged, and where.
    "access_log": False,  # The addresses of seats carry their tokens.
    "log_level": "error",
    "server_header": False,
    "proxy_headers": False,  # Believed by a middleware behind `Front`, if at all.
    "h11_max_incomplete_event_size": HEADER_BYTES,
    "timeout_keep_alive": KEEP_ALIVE_SECONDS,
    "timeout_graceful_shutdown": REQUESTS_MAY_TAKE_SECONDS,
}
"""Of uvicorn, the same for one process and for several."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that takes requests. `stop` may be called from any thread, and returns at once."""

    host: str
    port: int
    stop: Callable[[], None]


def serve(
    app: App,
    host: str = "0.0.0.0",
    port: int = 8000,
    *,
    on_ready: Callable[[Serving], None],
    trusted_proxies: tuple[str, ...] = (),
    listener: socket.socket | None = None,
) -> None:
    """Serve until SIGINT, SIGTERM or `Serving.stop`; return when the last request has ended.

    Streams are closed at once; running requests may finish within five seconds. `on_ready` is called on the event loop
    once requests are taken, and should be short. Signals are watched only if this runs in the main thread.
    `trusted_proxies` are the addresses whose X-Forwarded-For and -Proto are believed; by default none. A `listener`,
    which several processes may share, replaces host and port.

    Raise `CannotListen`.
    """
    listener = listener or listen_on(host, port)
    allow_many_connections()
    server = _Server(app, listener, on_ready, trusted_proxies)
    try:
        with _outliving_signals(server.stop):
            server.run(sockets=[listener])
    finally:
        listener.close()


@contextlib.contextmanager
def _outliving_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let `serve` return after a signal: when it has stopped, uvicorn raises it once more for its handler before.

    One that comes while uvicorn still loads, before it listens to signals, stops the server as soon as it has begun.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, lambda number, frame: stop()) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Server(uvicorn.Server):
    def __init__(
        self, app: App, listener: socket.socket, on_ready: Callable[[Serving], None], trusted_proxies: tuple[str, ...]
    ) -> None:
        connections = Connections(trusted_proxies)
        front = cast(Any, Front(connections, trusted_proxies, app))
        super().__init__(uvicorn.Config(front, http=cast(Any, protocol_class(connections)), lifespan="off", **SETTINGS))
        self._tableside = app
        self._on_ready = on_ready
        self._address: tuple[str, int] = listener.getsockname()[:2]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready(Serving(*self._address, self.stop))
        notify_systemd("READY=1")
        self._say_alive()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First, because uvicorn waits for all that is open, and a stream ends for no other reason.
        self._tableside.close_streams()
        await super().shutdown(sockets)
        # In a thread: closing waits for threads that may still need this loop to send their answers.
        await asyncio.to_thread(self._tableside.close)

    def _say_alive(self) -> None:
        """Tell systemd, where it watches, twice as often as it wants, for as long as the event loop runs."""
        if microseconds := os.environ.get("WATCHDOG_USEC"):
            notify_systemd("WATCHDOG=1")
            asyncio.get_running_loop().call_later(int(microseconds) / 2_000_000, self._say_alive)

    def stop(self) -> None:
        self.should_exit = True


def notify_systemd(state: str) -> None:
    """Send the service manager that started this process a line (sd_notify); nothing where none listens."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, contextlib.suppress(OSError):
            manager.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)


class Front:
    """ASGI middleware: while a request is answered, its connection is not timed; its scope says which connection it is.

    It stands before the addresses of proxies are replaced by those of their clients. A header that says who asks is taken
    once: httptools takes trailers for headers, and with one more a client could pass for another behind a proxy. One that
    names the host has to be there, in HTTP/1.0 too: without it a foreign name would go unseen.
    """

    def __init__(self, connections: Connections, trusted_proxies: tuple[str, ...], app: App) -> None:
        proxied = ProxyHeadersMiddleware(cast(Any, app), list(trusted_proxies)) if trusted_proxies else app
        self._app = cast(Any, proxied)
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = self._connections.of(scope)
        scope["state"] = {**scope.get("state", {}), CONNECTION: connection}
        with connection:
            given = Counter(name for name, _ in scope["headers"] if name in ONLY_ONCE)
            # Refused whole, not mended: a proxy in front may have gone by the other header.
            if given[b"host"] == 0 or max(given.values()) > 1:
                await send_refusal_of_body(scope, receive, send, 400, *plain_refusal(400, scope["path"], []))
            else:
                await self._app(scope, receive, send)


GIVE_UP_ON_SILENCE_MS = 8_000
UNSENT_BYTES = 64 * 1024


class CannotListen(Exception):
    """The port is in use (very often by this program, started twice), or not for this user, or the address is not here."""

    def __init__(self, host: str, port: int, reason: OSError) -> None:
        super().__init__(f"cannot listen at {host}, port {port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason

    @property
    def is_taken(self) -> bool:
        return self.reason.errno == errno.EADDRINUSE


def listen_on(host: str, port: int) -> socket.socket:
    """Return a listening socket, whose options every connection inherits. Port 0 takes a free one.

    Raise `CannotListen`.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named here: 0 would mean the same protocol, but lose the option.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        _set_options(listener)
        listener.bind((host, port))
        # After a cut of the Wi-Fi a whole club connects in the same second.
        listener.listen(2048)
    except OSError as refused:
        listener.close()
        raise CannotListen(host, port, refused) from refused
    return listener


def allow_many_connections() -> None:
    """Raise this process's limit on open files as far as allowed: each stream is one, and 1024 is usual."""
    if os.name != "posix":
        return  # Windows has no such limit.
    import resource

    now, at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if at_most == resource.RLIM_INFINITY else min(ENOUGH_FILES, at_most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, at_most))


def _set_options(listener: socket.socket) -> None:
    if os.name == "posix":  # Elsewhere the option lets two programs share a port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that leaves the Wi-Fi says nothing: without this, its connection stays open for a quarter of an hour.
    _set_where_known(listener, "TCP_USER_TIMEOUT", GIVE_UP_ON_SILENCE_MS)
    # Outdated levels wait in the server, where newer ones replace them, not in the system's buffer.
    _set_where_known(listener, "TCP_NOTSENT_LOWAT", UNSENT_BYTES)


def _set_where_known(listener: socket.socket, option: str, value: int) -> None:
    number: int | None = getattr(socket, option, None)
    if number is not None:
        listener.setsockopt(socket.IPPROTO_TCP, number, value)
