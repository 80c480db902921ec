"""Pages: what the WSGI app sees, and what becomes of what it says."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Iterator

import pytest
from flask import Flask, Response, request

from companion.server import Limits, StreamRequest
from companion.server import app as server
from companion.server import pages as server_pages
from companion.server.connection import CONNECTION, Connection, Message, TimedSend
from tests.server.rig import PATIENCE_SECONDS, Held, Wire, pages, rig

left_behind = contextvars.ContextVar("left_behind", default="nothing")


def test_what_one_request_leaves_in_its_thread_never_reaches_the_next() -> None:
    app = Flask("forgetful")

    @app.route("/")
    def leave() -> str:
        before = left_behind.get()
        left_behind.set("something")
        return before

    with rig(app=app) as served, served.connect() as client:
        for _ in range(20):
            assert client.asked("GET", "/")[2] == b"nothing"


def test_a_large_response_that_fails_on_its_way_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    app = Flask("failing")

    def parts() -> Iterator[bytes]:
        yield b"x" * server_pages.AT_ONCE
        raise OSError("the store is away")

    @app.route("/export")
    def export() -> Response:
        return Response(parts())

    with rig(app=app) as served, served.connect() as client, caplog.at_level(logging.ERROR):
        client.ask("GET", "/export")
        assert client.head()[0] == 200
        assert len(client.chunk()) == server_pages.AT_ONCE
        assert client.is_closed_by_server()
    assert "the store is away" in caplog.text


def test_an_app_that_fails_before_its_response_begins_is_a_500(caplog: pytest.LogCaptureFixture) -> None:
    app = Flask("failing")

    def fail(environ: object, start_response: object) -> Iterator[bytes]:
        raise OSError("the store is away")

    app.wsgi_app = fail  # type: ignore[method-assign]
    with rig(app=app) as served, served.connect() as client, caplog.at_level(logging.ERROR):
        client.ask("GET", "/export")
        assert client.head()[0] == 500
    assert "the store is away" in caplog.text


def test_entries_that_wait_leave_threads_to_those_who_read() -> None:
    app, may_answer = Flask("slow"), threading.Event()

    @app.route("/", methods=["GET", "POST"])
    def page() -> str:
        assert request.method == "GET" or may_answer.wait(PATIENCE_SECONDS)
        return "read"

    with rig(Limits(workers=4), app) as served:
        waiting = [served.connect() for _ in range(8)]
        for client in waiting:
            client.ask("POST", "/", Content_Length="0")
        with served.connect() as reader:
            for _ in range(3):
                assert reader.asked("GET", "/")[2] == b"read"
        may_answer.set()
        for client in waiting:
            assert client.answer()[2] == b"read"


def test_a_request_for_a_stream_can_be_read_as_the_app_would_read_it() -> None:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/m/stream",
        "query_string": "a=1&b=\xff".encode("latin-1"),
        "headers": [(b"host", b"table.test"), (b"cookie", b"device=abc"), (b"x_role", b"host")],
        "client": ("192.168.1.7", 50000),
        "server": ("192.168.1.2", 8000),
    }
    asked = StreamRequest(scope)
    assert (asked.path, asked.address, asked.headers[0]) == ("/m/stream", "192.168.1.7", ("host", "table.test"))
    with pages().request_context(asked.environ):
        assert request.host == "table.test"
        assert request.cookies["device"] == "abc"
        assert request.remote_addr == "192.168.1.7"
        assert request.args["a"] == "1"
        assert "X-Role" not in request.headers


def test_it_says_that_it_is_not_well_where_the_records_do_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held("/healthz")
    monkeypatch.setattr(server, "HEALTH_SECONDS", 0.2)
    with rig(app=held.app) as served, served.connect() as client:
        assert client.asked("GET", "/healthz")[0] == 503
        held.release.set()


def test_it_says_that_it_lives_while_every_thread_is_held_up() -> None:
    held = Held()
    with rig(Limits(workers=2), held.app) as served, served.connect() as first, served.connect() as second:
        for client in (first, second, asking := served.connect()):
            client.ask("GET", "/livez" if client is asking else "/held")
        assert asking.answer()[2] == b"alive\n"
        held.release.set()
        assert second.answer()[2] == b"done"


@pytest.mark.parametrize("is_cut", [True, False])
def test_what_is_sent_on_a_connection_that_was_cut_is_dropped_and_nothing_else_is(is_cut: bool) -> None:
    """Uvloop raises where a connection was cut meanwhile; the same error on one that is open is a fault of ours."""

    async def send(message: Message) -> None:
        raise RuntimeError("unable to perform operation; the handler is closed")

    async def say_twice() -> TimedSend:
        timed = TimedSend({"state": {CONNECTION: Connection(Wire(is_cut=is_cut))}}, send, 1.0)
        for _ in range(2):
            await timed({"type": "http.response.body", "body": b"x"})
        return timed

    if is_cut:
        assert asyncio.run(say_twice()).gave_up
    else:
        with pytest.raises(RuntimeError, match="handler is closed"):
            asyncio.run(say_twice())
