"""The WSGI app behind the shell, in its bounded pool of threads."""

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import Body, build_environ

from companion.server.asgi import Receive, Scope, Send

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

BODY = "companion.body"

SEND_QUEUE = 64
"""Parts of a response that may wait for their client before the thread that makes them waits too. A page is
one part, so no phone that reads slowly holds a thread."""


class WsgiSide:
    """Runs WSGI requests, `workers` at a time."""

    def __init__(self, app: "WSGIApplication", workers: int) -> None:
        body_given = cast(Any, _with_body_given(app))
        self._middleware = WSGIMiddleware(body_given, workers=workers, send_queue_size=SEND_QUEUE)

    async def run(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Answer one request whose body has been read."""
        await self.pass_on(_ready_for_wsgi(scope, body), receive, send)

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what needs no preparing: the start and end of the server, and sockets, which are refused."""
        await self._middleware(cast(Any, scope), cast(Any, receive), cast(Any, send))

    def close(self) -> None:
        """Return when the last request has ended; take no more."""
        self._middleware.executor.shutdown(wait=True)


def environ_of(scope: Scope) -> "WSGIEnvironment":
    """A WSGI environ of a request without a body."""
    without_body = cast(Body, io.BytesIO())  # readable is all that it has to be
    return cast("WSGIEnvironment", build_environ(cast(Any, _ready_for_wsgi(scope, b"")), without_body))


def _ready_for_wsgi(scope: Scope, body: bytes) -> Scope:
    headers = [(name, value) for name, value in scope["headers"] if not _is_dropped(name)]
    if body or any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]):
        headers.append((b"content-length", str(len(body)).encode("ascii")))
    return {**scope, "headers": headers, "query_string": _ascii(scope["query_string"]), BODY: body}


def _is_dropped(name: bytes) -> bool:
    # `X_Name` and `X-Name` become one and the same in WSGI: nobody honest sends the first.
    return name in (b"content-length", b"transfer-encoding") or b"_" in name


def _ascii(query: bytes) -> bytes:
    """The query with bytes beyond ASCII escaped, as a browser would have."""
    return query if query.isascii() else b"".join(b"%%%02X" % b if b > 127 else bytes([b]) for b in query)


def _with_body_given(app: "WSGIApplication") -> "WSGIApplication":
    """The app with the body that was read beforehand as its input: it reads memory, not the event loop."""

    def with_body(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["wsgi.input"] = io.BytesIO(environ["asgi.scope"][BODY])
        return app(environ, start_response)

    return with_body
