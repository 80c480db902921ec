"""The server: an ASGI shell around the WSGI app, so that no stream holds a thread.

    shell = Shell(flask_app, streams, live, limits=Limits(), refuse=refuse)
    serve(shell, "0.0.0.0", 8000, on_ready=lambda serving: print(serving.port))

`Shell` answers the paths that `streams.matches(path)` claims on the event loop. It passes everything else to the WSGI
app in a bounded pool of threads, with the whole body already read, measured and given a length.
`serve` runs it on uvicorn until SIGINT, SIGTERM or `serving.stop()`, then returns; it raises `PortTaken`.

What the web layer provides. All of it is called in worker threads, except `matches`:

    class Streams:                                          # a StreamSource
        def matches(self, path: str) -> bool: ...           # cheap, no I/O: it runs for every GET
        def open(self, request: StreamRequest) -> OpenStream | Refusal: ...
        def render(self, streams: Sequence[OpenStream]) -> Sequence[Frame | Exception]: ...

`open` checks Host, token and role, as a page would: `request.environ()` is a WSGI environ for
`app.request_context(...)`. It returns something that has

    topics: tuple[str, ...]      # what this stream shows; news of any renders it again
    closed_by: tuple[str, ...]   # news of any of these closes it (a revoked device); the client asks again
    owner: str                   # whose it is, for the limit on streams: a device, else an address
    address: str                 # where its client is, for another limit; empty if that one does not count
    is_small: bool               # its levels cost next to nothing: an owner may hold many of these
    share_key: Hashable          # streams with one key show the same bytes and have the same topics
    standing: Hashable           # the rights it was opened with: it is ended once `open` finds others
    batch: Hashable              # streams of one batch are rendered together: those of one match
    ahead_of: str | None         # the thread that publishes news of this topic renders it, before the stream is woken
    def render(self) -> Frame    # the current level of this stream alone, for sources that render one by one

The source's `render` gives the current level of each stream, `Frame.of(version, "board", html)`, or the error it met. It
reads the state afresh. After each publish it is asked for only one stream of a share key, so the key must hold
everything the bytes depend on: the match, the language, whose secrets. The version never falls.

A client sees `retry: 1000`, the current level at once, then the newest level after each publish (never an older one,
and not each one in between), and a comment every 15 s. A client that does not read is dropped. So is the oldest
stream of an owner who opens too many, or of the one who holds most at an address that does. Once a minute `open` is
asked whether a stream may stay.

An `UploadSource` recognises the POST of a large file: `matches(path)` as above, and `open(request)`, called before a byte
of the body is read, returns `Upload(folder, max_bytes, max_seconds)` or None. An upload is kept in a nameless file of that
folder while the WSGI app reads it as its input. Without an upload, the body has the usual limit.

`keep_crew` starts several workers, which listen on sockets of `listen_on`, and restarts those that die.

`refuse(status, path, headers) -> (headers, body)` words the shell's own refusals: 400, 408 and 413 for bodies,
503 where a stream cannot be rendered or the server is stopping. It is called in a worker thread.
`plain_refusal` is the default.
"""

from companion.server.crew import keep_crew, stop_with_parent
from companion.server.listening import listen_on
from companion.server.refusals import Refuse, plain_refusal
from companion.server.serve import PortTaken, Serving, serve
from companion.server.shell import Shell
from companion.server.stream import COME_BACK_SOON
from companion.server.streams import Frame, Limits, OpenStream, Refusal, StreamRequest, StreamSource, one_by_one
from companion.server.uploads import Upload, UploadSource

__all__ = [
    "COME_BACK_SOON",
    "Frame",
    "Limits",
    "OpenStream",
    "PortTaken",
    "Refusal",
    "Refuse",
    "Serving",
    "Shell",
    "StreamRequest",
    "StreamSource",
    "Upload",
    "UploadSource",
    "keep_crew",
    "listen_on",
    "one_by_one",
    "plain_refusal",
    "serve",
    "stop_with_parent",
]
