"""uvicorn's connection, with what the shell needs and uvicorn does not offer."""

import asyncio
from typing import Any, cast

from companion.server.asgi import ABORT, IS_FULL, WRITE_CHUNK

FIRST_REQUEST_SECONDS = 20.0


class _Connection(asyncio.Protocol):
    """A connection that can be cut at once, is cut if no request arrives, and says whether its buffer is full.

    Mixed into uvicorn's own class.
    """

    app_state: dict[str, Any]
    cycle: Any
    flow: Any
    transport: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        abort = cast(asyncio.Transport, transport).abort
        # uvicorn copies this into the state of each request's scope. `close` would first wait for a client that does
        # not read.
        self.app_state = {**self.app_state, ABORT: abort, IS_FULL: self._is_full, WRITE_CHUNK: self._write_chunk}
        asyncio.get_running_loop().call_later(FIRST_REQUEST_SECONDS, self._abort_if_silent, abort)

    def _is_full(self) -> bool:
        is_paused: bool = self.flow.write_paused
        return is_paused

    def _write_chunk(self, data: bytes) -> bool:
        # The same bytes as uvicorn's, which asks for every part whether the response has begun, ends, and has chunks.
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def _abort_if_silent(self, abort: Any) -> None:
        if self.cycle is None:
            abort()


def connection_class() -> type[asyncio.Protocol]:
    """The class for uvicorn's `http`: on httptools if that is installed, else on h11."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Base
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as Base  # type: ignore[assignment]
    return type("Connection", (_Connection, Base), {})
