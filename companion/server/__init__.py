"""The server: streams on the event loop, and the WSGI app in threads, so that no stream holds a thread.

    app = App(flask_app, streams, live, limits=Limits(), refuse=refuse)
    serve(app, "0.0.0.0", 8000, on_ready=lambda serving: print(serving.port))

`App` answers the paths that `streams.matches(path)` claims on the event loop. It passes everything else to the WSGI app,
with the whole body read and measured, in one thread job. `serve` runs it on uvicorn until SIGINT, SIGTERM or
`serving.stop()`, then returns; it raises `CannotListen`.

What the web layer provides stands in `streams.StreamSource`, `streams.StreamSpec` and `body_limits.UploadSource`; all of it is
called in worker threads, except `matches`.

A client sees `retry: 1000` and the source's `hello`. Then it sees the current level, of a board its manifest alone, because its
page is a moment old; after each publish what has changed since; and a beat whenever it heard nothing for four seconds
(docs/waking.md). A client that does not read is dropped, and so are the oldest streams beyond the limits, which learn when to come
back. Once a minute the source is asked whether a stream may stay. `refuse(status, path, headers) -> (headers, body)` words the
server's own refusals, in a worker thread.

`serve_workers` serves in several processes, on a socket of `listen_on`, under uvicorn's supervisor.
"""

from companion.server.app import CAME_IN as CAME_IN
from companion.server.app import App as App
from companion.server.body_limits import BodyLimit as BodyLimit
from companion.server.body_limits import Refuse as Refuse
from companion.server.body_limits import UploadSource as UploadSource
from companion.server.body_limits import plain_refusal as plain_refusal
from companion.server.channel import COME_BACK_SOON as COME_BACK_SOON
from companion.server.run import CannotListen as CannotListen
from companion.server.run import Serving as Serving
from companion.server.run import listen_on as listen_on
from companion.server.run import serve as serve
from companion.server.streams import Frame as Frame
from companion.server.streams import Level as Level
from companion.server.streams import Limits as Limits
from companion.server.streams import Refusal as Refusal
from companion.server.streams import StreamRequest as StreamRequest
from companion.server.streams import StreamSource as StreamSource
from companion.server.streams import StreamSpec as StreamSpec
from companion.server.streams import Unavailable as Unavailable
from companion.server.workers import CannotStart as CannotStart
from companion.server.workers import serve_workers as serve_workers
