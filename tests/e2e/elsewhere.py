"""Pages of other origins, and a name that turns out to be the app's own machine: what an attacker has."""

import contextlib
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

from tests.e2e.stage import HOST

BLANK = "/blank"
BLANK_PAGE = b"<!doctype html><title>With other house rules</title><body>Nothing to see here.</body>"
PATIENCE_SECONDS = 15.0


class Elsewhere:
    """A server of somebody else's: empty pages of any name, redirects to the app at `port`.

    One that `forwards` passes everything but its empty page to the app, names and cookies as they came: what a browser
    sees once a name it trusts points to another machine.
    """

    def __init__(self, port: int, *, forwards: bool = False) -> None:
        handler = type("Handler", (_Handler,), {"home": port, "forwards": forwards})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def origin(self, name: str) -> str:
        return f"http://{name}:{self.port}"

    def stop(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    home: ClassVar[int]
    forwards: ClassVar[bool]

    def do_GET(self) -> None:
        """An empty page, a redirect to the app, or what the app says."""
        if self.path == BLANK:
            self._answer(200, [("Content-Type", "text/html")], BLANK_PAGE)
        elif self.forwards:
            self._forward()
        else:
            # 307: whatever was sent is sent on, method and body.
            self._answer(307, [("Location", f"http://{HOST}:{self.home}{self.path}")], b"")

    do_POST = do_OPTIONS = do_GET  # noqa: N815 - as the library calls them

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what the browser did is for the tests to say."""

    def _forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        sent = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.home, timeout=PATIENCE_SECONDS)) as app:
            app.request(self.command, self.path, body or None, sent)
            answer = app.getresponse()
            kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in _OF_THE_CONNECTION]
            is_stream = answer.getheader("Content-Type", "").startswith("text/event-stream")
            what_it_says = answer.read1(65536) if is_stream else answer.read()
        self._answer(answer.status, kept, what_it_says)

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        # The body first where it was not read: a connection closed upon unread bytes is reset.
        if not self.forwards:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        with contextlib.suppress(ConnectionError):  # a browser that has gone to another page need not be told
            self.end_headers()
            self.wfile.write(body)


_OF_THE_CONNECTION = ("connection", "content-length", "transfer-encoding", "date", "server")
