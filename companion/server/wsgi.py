"""The WSGI app behind the shell, in its bounded pool of threads."""

import asyncio
import contextlib
import contextvars
import functools
import io
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, cast

from a2wsgi.wsgi import build_environ

from companion.server.asgi import Headers, Scope, start, write
from companion.server.patience import PatientSend

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

CAME_IN = "tableside.came_in"
"""The environ's key for when the request was received, however late a thread takes it."""
HELD_BYTES = 1024 * 1024
"""How much of a response is held for its client before the thread that makes it waits. A page is smaller, so a
phone that reads slowly holds no thread."""


class WsgiSide:
    """Runs WSGI requests, `workers` at a time."""

    def __init__(self, app: "WSGIApplication", workers: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="page")

    async def run(self, scope: Scope, body: bytes, send: PatientSend) -> None:
        """Answer one request whose body has been read."""
        await self.run_on(scope, io.BytesIO(body), len(body), send)

    async def run_on(self, scope: Scope, body: IO[bytes], length: int, send: PatientSend) -> None:
        """Answer one request whose body is in a file."""
        loop = asyncio.get_running_loop()
        response = _Response(loop, send)
        # A context of its own, so that nothing one request leaves behind in its thread reaches the next.
        run = functools.partial(contextvars.Context().run, response.make, self._app, _environ(scope, body, length))
        await self._done(loop, run)
        await response.flush(more=False)

    async def _done(self, loop: asyncio.AbstractEventLoop, run: Callable[[], None]) -> None:
        """Return when `run` has run in a thread. Raises what it raised. If nobody waits any longer, it is not begun."""
        # Like `run_in_executor`, which checks its arguments at each call, and chains two futures.
        done: asyncio.Future[None] = loop.create_future()
        begun = self._threads.submit(_run, run, loop, done)
        try:
            await done
        except asyncio.CancelledError:
            begun.cancel()
            raise

    def close(self) -> None:
        """Take no more requests, and return when the last has ended."""
        self._threads.shutdown(wait=True)


def _run(run: Callable[[], None], loop: asyncio.AbstractEventLoop, done: "asyncio.Future[None]") -> None:
    """Run it, in a thread, and pass the outcome to the loop."""
    failed: BaseException | None = None
    try:
        run()
    except BaseException as error:  # noqa: BLE001 - raised again where somebody waits for it
        failed = error
    with contextlib.suppress(RuntimeError):  # the loop is closed: there is nobody left to tell
        loop.call_soon_threadsafe(_settle, done, failed)


def _settle(done: "asyncio.Future[None]", failed: BaseException | None) -> None:
    if done.done():
        return
    if failed is None:
        done.set_result(None)
    else:
        done.set_exception(failed)


def environ_of(scope: Scope, body: bytes) -> "WSGIEnvironment":
    """The WSGI environ of a request whose whole body is known."""
    return _environ(scope, io.BytesIO(body), len(body))


def _environ(scope: Scope, body: IO[bytes], length: int) -> "WSGIEnvironment":
    asked = scope["headers"]
    # `X_Name` and `X-Name` become the same name in WSGI, and nobody honest sends the first.
    headers = [(name, value) for name, value in asked if name not in _FRAMING and b"_" not in name]
    if length or any(name in _FRAMING for name, _ in asked):
        headers.append((b"content-length", str(length).encode("ascii")))
    ready: Any = {**scope, "headers": headers, "query_string": _ascii(scope["query_string"])}
    environ: dict[str, Any] = dict(build_environ(ready, cast(Any, body)))
    return environ | {"wsgi.errors": sys.stderr, "wsgi.multiprocess": False, CAME_IN: datetime.now(UTC)}


_FRAMING = (b"content-length", b"transfer-encoding")


def _ascii(query: bytes) -> bytes:
    """The query with bytes beyond ASCII escaped, as a browser would do."""
    return query if query.isascii() else b"".join(b"%%%02X" % b if b > 127 else bytes([b]) for b in query)


class _Response:
    """One response on its way from a thread to the event loop; as a rule in one step, at its end."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: PatientSend) -> None:
        self._loop = loop
        self._send = send
        self._head: tuple[int, Headers] | None = None
        self._is_started = False
        self._parts: list[bytes] = []
        self._held_bytes = 0

    def make(self, app: "WSGIApplication", environ: "WSGIEnvironment") -> None:
        """Call the app, in a thread. Raises whatever it raises."""
        parts: Iterable[bytes] = app(environ, self.start)
        try:
            for part in parts:
                self.take(part)
                if self._send.gave_up:
                    break
        finally:
            getattr(parts, "close", _nothing_to_close)()

    def start(self, status: str, headers: Headers, exc_info: "OptExcInfo | None" = None, /) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        if self._is_started and exc_info is not None and exc_info[1] is not None:
            raise exc_info[1]
        self._head = int(status.split(" ", 1)[0]), headers
        return self.take

    def take(self, part: bytes, /) -> None:
        """Hold a part of the body; wait for the client if too much is held."""
        self._parts.append(part)
        self._held_bytes += len(part)
        if self._held_bytes > HELD_BYTES:
            asyncio.run_coroutine_threadsafe(self.flush(more=True), self._loop).result()

    async def flush(self, *, more: bool) -> None:
        """Send what is held. Call it on the event loop, while no thread adds to it."""
        if self._head is None:
            raise RuntimeError("The WSGI app began no response.")
        if not self._is_started:
            self._is_started = True
            await start(self._send, *self._head)
        held, self._parts, self._held_bytes = b"".join(self._parts), [], 0
        await write(self._send, held, more=more)


def _nothing_to_close() -> None:
    """Do nothing: WSGI allows an iterable without `close`."""
