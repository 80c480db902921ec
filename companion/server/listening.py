"""The listening socket."""

import errno
import os
import socket

GIVE_UP_ON_SILENCE_MS = 8_000
UNSENT_BYTES = 64 * 1024
ENOUGH_FILES = 16_384


class PortTaken(Exception):
    """Another program already listens on `port`: very often this one, started twice."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port


def listen_on(host: str, port: int) -> socket.socket:
    """A listening socket, whose options every connection inherits. Port 0 takes a free one.

    Raises `PortTaken`, or the OSError of any other reason (a port below 1024, an address that is not here).
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is named here: 0 would mean the same protocol, but lose the option.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        _set_options(listener)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as refused:
        listener.close()
        if refused.errno == errno.EADDRINUSE:
            raise PortTaken(port) from refused
        raise
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
