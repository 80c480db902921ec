"""Listening, starting and stopping."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.server.connection import FEW, Connections
from companion.server.run import REQUESTS_MAY_TAKE_SECONDS, SETTINGS
from tests.in_a_loop import in_a_loop
from tests.server.rig import PATIENCE_SECONDS, Client, EventClient, Held, Rig, Wire, rig

ROOT = Path(__file__).parents[2]

STOPPED_WHILE_LOADING = """
import signal, sys
from companion.server import App, serve
from tests.server.rig import Board, Source, pages

class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == "uvloop":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Stopping())
board = Board()
serve(App(pages(), Source(board), board.live), "127.0.0.1", 0, on_ready=lambda _: None)
print("the store is closed", flush=True)
"""
STAND_ALONE = """
import sys
from companion.server import App, serve
from tests.server.rig import Board, Source, pages

if sys.argv[1] == "pure":
    sys.modules["uvloop"] = sys.modules["uvicorn.protocols.http.httptools_impl"] = None
board = Board()
serve(App(pages(), Source(board), board.live), "127.0.0.1", 0, on_ready=lambda s: print(s.port, flush=True))
print("the store is closed", flush=True)
"""


def test_a_silent_connection_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.connection.REQUEST_SECONDS", 0.05)
    with rig() as served, served.connect() as client:
        client.send(b"GET /hello HTTP/1.1\r\nHost: ta")
        assert client.is_closed_by_server()


def test_a_connection_whose_second_request_is_not_finished_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.connection.REQUEST_SECONDS", 0.2)
    monkeypatch.setattr("companion.server.connection.KEEP_ALIVE_SECONDS", 0.2)
    with rig() as served, served.connect() as client:
        assert client.asked("GET", "/hello")[0] == 200
        client.send(b"G")
        assert client.is_closed_by_server()


HEAD = b"\r\nHost: table.test\r\n"
BEFORE_ENDLESS_HEADERS = {
    "of the first request": b"GET /hello HTTP/1.1" + HEAD,
    "of the next request on the connection of a stream": b"GET /m/stream HTTP/1.1"
    + HEAD
    + b"\r\nGET / HTTP/1.1"
    + HEAD,
    "behind a body": b"POST /measure HTTP/1.1" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
    "in the size of a part": b"POST /measure HTTP/1.1" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;",
}


@pytest.mark.parametrize("begun", BEFORE_ENDLESS_HEADERS.values(), ids=BEFORE_ENDLESS_HEADERS)
def test_headers_without_end_are_cut_wherever_they_come(served: Rig, begun: bytes) -> None:
    with served.connect() as client:
        client.socket.settimeout(2)
        client.send(begun)
        with pytest.raises(OSError, match=r"reset|Broken pipe|timed out"):  # cut, or not read any more
            client.send((b"X-Long: " + b"x" * 1000 + b"\r\n") * 20_000)


def test_one_address_holds_so_many_connections_and_others_are_not_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.connection.PER_ADDRESS", 5)
    with rig() as served:
        many = [served.connect(address="127.0.0.2") for _ in range(5)]
        with served.connect(address="127.0.0.2") as one_too_many:
            assert one_too_many.is_closed_by_server()
        for client in (*many, served.connect(address="127.0.0.3"), *(served.connect() for _ in range(9))):
            assert client.asked("GET", "/hello")[2] == b"hello"


@pytest.mark.parametrize("trusted", [(), ("127.0.0.2",), ("127.0.0.0/8",), ("*",)])
@in_a_loop
async def test_a_proxy_that_is_trusted_holds_as_many_connections_as_it_needs(
    monkeypatch: pytest.MonkeyPatch, trusted: tuple[str, ...]
) -> None:
    monkeypatch.setattr("companion.server.connection.PER_ADDRESS", 0)
    monkeypatch.setattr("companion.server.connection.OWN_ADDRESSES", ())
    wire = Wire()
    Connections(trusted).add(("127.0.0.2", 1), wire)
    assert wire.is_cut == (not trusted)


def test_a_request_that_runs_may_finish() -> None:
    held = Held()
    with rig(app=held.app) as served, served.stream() as phone, served.connect() as client:
        client.ask("GET", "/held")
        assert held.has(1)
        served.stop()
        assert phone.version() == 0
        assert phone.event() == {}  # The end has begun.
        held.release.set()
        assert client.answer()[2] == b"done"


@pytest.mark.parametrize("stop_signal", ["SIGTERM", "SIGINT"])
def test_after_a_signal_serve_returns_so_that_the_store_can_be_closed(footing: str, stop_signal: str) -> None:
    command = [sys.executable, "-W", "error", "-c", STAND_ALONE, footing]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        phones = [EventClient(port, {"X-Owner": f"phone {n}"}) for n in range(20)]
        begun = time.monotonic()
        server.send_signal(getattr(signal, stop_signal))
        said, complaints = server.communicate(timeout=PATIENCE_SECONDS)
        assert time.monotonic() - begun < REQUESTS_MAY_TAKE_SECONDS
        for phone in phones:
            phone.close()
    assert (said, complaints, server.returncode) == ("the store is closed\n", "", 0)


def test_a_signal_that_comes_while_the_server_is_still_loaded_is_not_lost() -> None:
    command = [sys.executable, "-W", "error", "-c", STOPPED_WHILE_LOADING]
    stopped = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert (stopped.stdout, stopped.stderr, stopped.returncode) == ("the store is closed\n", "", 0)


def test_neither_addresses_nor_tokens_are_logged(served: Rig, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(0), Client(served.port) as client:
        assert client.asked("GET", "/hello?token=SECRET", Authorization="Bearer SECRET")[0] == 200
    assert "SECRET" not in caplog.text


def test_a_service_manager_is_told_that_it_serves_and_again_and_again_that_it_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_SECONDS)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "40000")
        with rig():
            assert [manager.recv(99) for _ in range(4)] == [b"READY=1", *[b"WATCHDOG=1"] * 3]


@in_a_loop
async def test_where_few_files_are_left_an_address_with_few_connections_still_finds_one() -> None:
    def comes(address: str, port: int) -> bool:
        wire = Wire()
        connections.add((address, port), wire)
        return not wire.is_cut

    connections = Connections(most=100)
    assert all(comes("192.168.1.7", port) for port in range(100))
    assert not comes("192.168.1.7", 100)
    assert [comes("192.168.1.8", port) for port in range(FEW + 1)] == [True] * FEW + [False]
    for port in range(101):
        connections.remove(("192.168.1.7", port))
    assert comes("192.168.1.8", FEW + 1)


def test_a_large_answer_that_is_hardly_taken_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "timeout_graceful_shutdown", 0.2)
    with rig() as served, served.connect(receive_buffer=4096) as slow:
        slow.ask("GET", "/large")
        assert slow.head()[0] == 200
        served.stop()
        assert slow.is_closed_by_server()
