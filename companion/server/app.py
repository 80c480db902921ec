"""The ASGI app: streams on the event loop, everything else to the WSGI app in its threads."""

import asyncio
import contextlib
import functools
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any

from companion.live import Live
from companion.server.body_limits import (
    Body,
    BodyLimit,
    BodyRefused,
    ClientGone,
    LargeBodies,
    Refuse,
    UploadSource,
    plain_refusal,
    send_refusal,
    send_refusal_of_body,
)
from companion.server.connection import Headers, Receive, Scope, Send, TimedSend, headers_of
from companion.server.open_streams import StreamHub
from companion.server.pages import Pages
from companion.server.streams import Limits, StreamRequest, StreamSource, whole
from companion.server.turns import TooBusy, Turns

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

CAME_IN = "tableside.came_in"
"""The scope's key for when a request was received, however late a thread takes it."""
LIVE_PATH = "/livez"
"""Answered on the event loop, without a thread or the store: who does not answer it is stuck."""
HEALTH_PATH = "/healthz"
HEALTH_SECONDS = 3.0
"""After so long without an answer from the records, a worker says that it is not well."""
LEFT_FOR_READING = 2
RETRY_SECONDS = 5
"""After so long a client that found the server too busy may ask again."""
READING = ("GET", "HEAD", "OPTIONS")


class App:
    """The server's one application. The package's docstring says what it needs from the web layer."""

    def __init__(
        self,
        wsgi_app: "WSGIApplication",
        source: StreamSource,
        live: Live,
        *,
        limits: Limits | None = None,
        refuse: Refuse = plain_refusal,
        uploads: UploadSource | None = None,
        root: str = "",
    ) -> None:
        self._root = root
        self._uploads = uploads
        self._limits = limits or Limits()
        self._source = source
        self._refuse = refuse
        self._large_bodies = LargeBodies()
        # Requests that change something may all wait for one lock of the store. Two threads stay free, so that pages can
        # still be read.
        self._writing = asyncio.Semaphore(max(1, self._limits.workers - LEFT_FOR_READING))
        self._turns = Turns(self._limits)
        self._streams = StreamHub(source, live, self._limits, refuse)
        self._pages = Pages(wsgi_app, self._limits.workers, self._streams.render_for)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError(f"The server serves http, and no {scope['type']}.")
        # Trailers that come after the body are no headers, though a parser may add them to the list.
        scope = {**self._below_root(scope), "headers": list(scope["headers"]), CAME_IN: datetime.now(UTC)}
        path = StreamRequest(scope).path
        # Before anything that could wait: what watches this process asks whether the loop turns, not whether the records
        # answer.
        if path == LIVE_PATH:
            await _say(send, 200, b"alive\n")
        elif path == HEALTH_PATH:
            await self._answer_health(scope, receive, send)
        elif scope["method"] == "GET" and self._source.matches(path):
            if scope["http_version"] == "1.0":  # has no form for an answer without an end; a page asks in its place
                await _say(send, 505, b"streams need HTTP/1.1\n")
            else:
                await self._streams.answer(scope, receive, send)
        else:
            await self._answer_page(scope, receive, send)

    def _below_root(self, scope: Scope) -> Scope:
        """Return the scope, with the root below which everything lies.

        Who asks this machine itself may leave it out.
        """
        path: str = scope["path"]
        is_whole = path == self._root or path.startswith(f"{self._root}/")
        return {**scope, "root_path": self._root, "path": path if is_whole else self._root + path}

    @property
    def streams_open(self) -> int:
        return len(self._streams)

    def close_streams(self) -> None:
        """End all streams at once and open no more. Call it on the event loop, when the server stops."""
        self._streams.close()

    def close(self) -> None:
        """Return when all threads have ended their work, for which the event loop must still run. Call it in another thread."""
        self._streams.close_threads()
        self._pages.close()

    async def _answer_health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As the app answers, if it does in time: its threads may all wait for records that say nothing."""
        said: list[Any] = []

        async def note(message: Any) -> None:
            said.append(message)

        # Its answer is caught, not sent: it may come too late, and then another one is given.
        answering = asyncio.ensure_future(self._answer_page(scope, receive, note))
        if answering in (await asyncio.wait([answering], timeout=HEALTH_SECONDS))[1]:
            await _say(send, 503, b"no answer from the records\n")
            return
        await answering
        for message in said:
            await send(message)

    async def _answer_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        timed = TimedSend(scope, send, self._limits.unread_seconds)
        try:
            limit = await self._limit(scope)
            with contextlib.closing(Body(limit.folder, self._large_bodies, StreamRequest(scope).address)) as body:
                # Whole, before a thread is taken: a client that sends slowly costs memory, and no thread.
                await body.read(scope, receive, limit)
                writing = self._writing if scope["method"] not in READING else contextlib.nullcontext()
                # In this order: a request that waits for the turn of its address must not hold one of the few places for
                # writing.
                async with self._turns.of(StreamRequest(scope)), writing:
                    await self._answer_in_thread(whole(scope, body.length), body.file, timed)
        except BodyRefused as refused:
            await self._refuse_body(refused.status, scope, receive, timed)
        except ClientGone:
            return  # There is no one to answer.
        except TooBusy:
            headers, text = await self._worded(503, scope)
            await send_refusal(timed, 503, [*headers, ("Retry-After", str(RETRY_SECONDS))], text)

    async def _answer_in_thread(self, scope: Scope, body: IO[bytes], timed: TimedSend) -> None:
        """Return when the thread has said all, to no one any more where the server stops: it would wait for ever for a taker."""
        answering = asyncio.ensure_future(self._pages.answer(scope, body, timed))
        try:
            await asyncio.shield(answering)
        except asyncio.CancelledError:
            timed.give_up()
            await answering

    async def _limit(self, scope: Scope) -> BodyLimit:
        """Return what this request may send."""
        path, limits = StreamRequest(scope).path, self._limits
        if self._uploads is not None and scope["method"] == "POST" and self._uploads.matches(path):
            # In a thread: who may send a large body is in the records, and the loop must not wait for them.
            upload = await self._streams.ask(functools.partial(self._uploads.open, StreamRequest(scope)))
            if upload is not None:
                return upload
        return BodyLimit(limits.body_bytes_at.get(path, limits.body_bytes), limits.body_seconds)

    async def _refuse_body(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        await send_refusal_of_body(scope, receive, send, status, *await self._worded(status, scope))

    async def _worded(self, status: int, scope: Scope) -> tuple[Headers, bytes]:
        worded = functools.partial(self._refuse, status, StreamRequest(scope).path, headers_of(scope))
        return await asyncio.get_running_loop().run_in_executor(None, worded)


async def _say(send: Send, status: int, text: bytes) -> None:
    length = str(len(text)).encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", length), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
