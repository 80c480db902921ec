"""Serving the shell with uvicorn, from the listening socket to the last request."""

import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import uvicorn

from companion.server.connection import connection_class
from companion.server.listening import PortTaken, allow_many_connections, listen_on
from companion.server.shell import Shell

__all__ = ["PortTaken", "Serving", "serve"]

HEADER_BYTES = 32 * 1024
KEEP_ALIVE_SECONDS = 30
REQUESTS_MAY_TAKE_SECONDS = 5
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that takes requests. `stop` may be called from any thread, and returns at once."""

    host: str
    port: int
    stop: Callable[[], None]


def serve(
    shell: Shell,
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

    Raises `PortTaken`, or OSError if it cannot listen on the address.
    """
    listener = listener or listen_on(host, port)
    allow_many_connections()
    try:
        _Server(shell, listener, on_ready, trusted_proxies).run(sockets=[listener])
    finally:
        listener.close()
        shell.close()


class _Server(uvicorn.Server):
    def __init__(
        self,
        shell: Shell,
        listener: socket.socket,
        on_ready: Callable[[Serving], None],
        trusted_proxies: tuple[str, ...],
    ) -> None:
        super().__init__(_config(shell, trusted_proxies))
        self._shell = shell
        self._on_ready = on_ready
        self._address: tuple[str, int] = listener.getsockname()[:2]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready(Serving(*self._address, self._stop))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._shell.close_streams()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own method raises the signal again when it has stopped. SIGTERM would then end the process
        # before the caller of `serve` has closed the store.
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self) -> None:
        self.should_exit = True


def _config(shell: Shell, trusted_proxies: tuple[str, ...]) -> uvicorn.Config:
    return uvicorn.Config(
        cast(Any, shell),
        http=connection_class(),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,  # Whoever starts the server decides what is logged, and where.
        access_log=False,  # The addresses of seats carry their tokens.
        log_level="error",
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        h11_max_incomplete_event_size=HEADER_BYTES,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=REQUESTS_MAY_TAKE_SECONDS,
    )
