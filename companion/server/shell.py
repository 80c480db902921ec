"""The ASGI app: streams on the event loop, everything else to the WSGI app in its threads."""

import asyncio
import functools
import tempfile
from typing import TYPE_CHECKING

from companion.live import Live
from companion.server.asgi import Receive, Scope, Send, headers_of
from companion.server.bodies import BodyRefused, ClientGone, body_in_file, whole_body
from companion.server.open_streams import OpenStreams
from companion.server.patience import PatientSend
from companion.server.refusals import Refuse, plain_refusal, send_refusal_of_body
from companion.server.streams import Limits, StreamRequest, StreamSource
from companion.server.uploads import NoUploads, Upload, UploadSource
from companion.server.wsgi import WsgiSide

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Shell:
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
    ) -> None:
        self._uploads = uploads or NoUploads()
        self._limits = limits or Limits()
        self._source = source
        self._refuse = refuse
        self._wsgi = WsgiSide(wsgi_app, self._limits.workers)
        self._streams = OpenStreams(source, live, self._limits, refuse)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError(f"The shell serves http, and no {scope['type']}.")
        if scope["method"] == "GET" and self._source.matches(scope["path"]):
            await self._streams.answer(scope, receive, send)
        else:
            await self._answer_page(scope, receive, send)

    @property
    def streams_open(self) -> int:
        """How many streams are open now."""
        return len(self._streams)

    def close_streams(self) -> None:
        """End all streams at once and open no more. Call it on the event loop, when the server stops."""
        self._streams.close()

    def close(self) -> None:
        """Return when all threads have ended their work. Call it when the event loop has stopped."""
        self._streams.close_threads()
        self._wsgi.close()

    async def _answer_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = self._limits
        patient = PatientSend(scope, send, limits.unread_seconds)
        try:
            upload = await self._upload(scope)
            if upload is None:
                max_bytes = limits.body_bytes_at.get(scope["path"], limits.body_bytes)
                body = await whole_body(scope, receive, max_bytes, limits.body_seconds)
                await self._wsgi.run(scope, body, patient)
            else:
                await self._answer_upload(upload, scope, receive, patient)
        except BodyRefused as refused:
            await self._refuse_body(refused.status, scope, receive, send)
        except ClientGone:
            return  # There is nobody to answer.

    async def _upload(self, scope: Scope) -> Upload | None:
        if scope["method"] != "POST" or not self._uploads.matches(scope["path"]):
            return None
        return await self._streams.ask(functools.partial(self._uploads.open, StreamRequest(scope)))

    async def _answer_upload(self, upload: Upload, scope: Scope, receive: Receive, send: PatientSend) -> None:
        # Beside the data, not in the system's folder for temporary files, which on a small machine is often memory.
        try:
            file = tempfile.TemporaryFile(dir=upload.folder)  # noqa: SIM115 - closed below, whatever happens
        except OSError as refused:
            raise BodyRefused(503) from refused
        with file:
            try:
                length = await body_in_file(scope, receive, file, upload.max_bytes, upload.max_seconds)
            except OSError as full:
                raise BodyRefused(503) from full
            await self._wsgi.run_on(scope, file, length, send)

    async def _refuse_body(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        worded = functools.partial(self._refuse, status, scope["path"], headers_of(scope))
        headers, body = await asyncio.get_running_loop().run_in_executor(None, worded)
        await send_refusal_of_body(scope, receive, send, status, headers, body)
