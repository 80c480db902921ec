"""A wire between phones and the server that can be cut or fall silent.

Playwright's own "offline" leaves open streams alone; a real loss of the Wi-Fi does not.
"""

import socket
import struct
import threading
from contextlib import suppress

from tests.e2e.stage import HOST

PIECE = 64 * 1024
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of no time at all: the other end sees the connection reset, not closed politely."""


class CuttingProxy:
    """Passes bytes on to a port of this machine, until told otherwise."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"
        self.requests: list[str] = []
        """The first lines of all requests that have come by."""
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._is_cut = threading.Event()
        self._is_silent = threading.Event()
        self._streams: list[threading.Event] = []
        """Of each connection that carries a stream, whether it is lost."""
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def cut(self) -> None:
        """Reset every connection, and every new one."""
        self._is_cut.set()
        self._drop_all()

    def fall_silent(self) -> None:
        """Swallow every byte from now on, and close nothing: a phone out of reach."""
        self._is_silent.set()

    def lose_streams(self) -> None:
        """Swallow every byte of the streams that are open now, and close none; all else is passed on."""
        for lost in self._streams:
            lost.set()

    def mend(self) -> None:
        """Pass everything on again. What was open before is gone: nobody knows what it missed.

        Nothing is swallowed any more once all is dropped: a request that came in between would never be answered.
        """
        self._is_silent.clear()
        self._drop_all()
        self._is_cut.clear()

    def close(self) -> None:
        """Cut, and listen no longer."""
        self.cut()
        # A thread that waits in accept() is not woken by a close alone.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join(5)

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut.is_set():
                _reset(phone)
                continue
            server = socket.create_connection(("127.0.0.1", self._target))
            with self._lock:
                self._ends |= {phone, server}
            if self._is_cut.is_set():  # Since it was accepted: not all that was cut was among the ends yet.
                self._drop(phone, server)
                continue
            is_lost = threading.Event()
            for source, sink in ((phone, server), (server, phone)):
                threading.Thread(target=self._pump, args=(source, sink, source is phone, is_lost), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, is_upwards: bool, is_lost: threading.Event) -> None:
        has_swallowed = False
        with suppress(OSError):  # Cut from the other side, or by us: either way both ends go.
            while piece := source.recv(PIECE):
                if is_upwards and b"/stream " in piece:
                    self._streams.append(is_lost)
                if self._is_silent.is_set() or is_lost.is_set():
                    has_swallowed = True
                    continue
                if has_swallowed:
                    break  # No wire passes on the end of what it has lost the beginning of.
                sink.sendall(piece)
        self._drop(source, sink)

    def _drop(self, *ends: socket.socket) -> None:
        with self._lock:
            self._ends -= set(ends)
        for end in ends:
            _reset(end)

    def _drop_all(self) -> None:
        with self._lock:
            ends = tuple(self._ends)
        self._drop(*ends)


def _reset(end: socket.socket) -> None:
    with suppress(OSError):  # Gone already.
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        end.shutdown(socket.SHUT_RDWR)
    end.close()
