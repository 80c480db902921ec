"""Bodies: read whole, measured while they arrive, handed on with their length."""

import contextlib
import select
import socket
from collections.abc import Iterator

import pytest

from companion.server import Limits
from tests.server.rig import PATIENCE_SECONDS, Rig, rig
from tests.servers import wait_until

MIB = 1024 * 1024
LARGE = 100_000


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


@pytest.fixture
def small() -> Iterator[Rig]:
    with rig(Limits(body_bytes=1000, body_bytes_at={"/restore": 100_000}, body_seconds=0.3)) as started:
        yield started


def test_a_chunked_body_reaches_the_app_intact(served: Rig) -> None:
    with served.connect() as client:
        client.ask("POST", "/echo", Transfer_Encoding="chunked")
        for part in (b"Ana", b"\x00\xff" * 5000, b"Ben"):
            client.send(chunk(part))
        client.send(b"0\r\n\r\n")
        whole = b"Ana" + b"\x00\xff" * 5000 + b"Ben"
        assert client.json() == {"bytes": len(whole), "sum": sum(whole), "length": len(whole)}


def test_a_declared_length_beyond_the_limit_is_refused_before_anything_is_read(served: Rig) -> None:
    with served.connect() as client:
        client.ask("POST", "/echo", Content_Length=str(5 * MIB))
        status, headers, body = client.answer()
        assert (status, headers["connection"]) == (413, "close")
        assert body.startswith(b"413")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_client_that_sends_everything_before_it_reads_still_gets_its_413(served: Rig, chunked: bool) -> None:
    headers = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": str(40 * MIB)}
    with served.connect() as client:
        client.ask("POST", "/echo", b"", **headers)
        for _ in range(640):
            client.send(chunk(b"x" * 65536) if chunked else b"x" * 65536)
        client.send(b"0\r\n\r\n" if chunked else b"")
        assert client.answer()[0] == 413
        assert client.is_closed_by_server()


def test_a_client_that_asks_first_is_refused_at_once(served: Rig) -> None:
    with served.connect() as client:
        client.ask("POST", "/echo", Content_Length=str(5 * MIB), Expect="100-continue")
        assert client.answer()[0] == 413
        assert client.is_closed_by_server()


def test_a_named_path_may_take_larger_bodies(small: Rig) -> None:
    with small.connect() as client:
        client.ask("POST", "/restore", b"x" * 2000, Content_Length="2000")
        assert client.answer()[0] == 404  # It reached the app, which knows no such page.


def test_one_address_has_so_many_large_bodies_here_at_a_time(served: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.body_limits.LARGE_PER_ADDRESS", 3)
    with contextlib.ExitStack() as opened:
        many = [opened.enter_context(served.connect(address="127.0.0.2")) for _ in range(4)]
        for client in many:
            client.ask("POST", "/measure", bytes(LARGE - 1), Content_Length=str(LARGE))
        readable, _, _ = select.select([client.socket for client in many], [], [], PATIENCE_SECONDS)
        [refused] = [client for client in many if client.socket in readable]
        assert refused.answer()[0] == 503
        assert [measured(served, *sent) for sent in (("127.0.0.2", 1000), ("127.0.0.3", LARGE))] == [1000, LARGE]
        for client in many:
            if client is not refused:
                client.send(b"x")
                assert client.json()["bytes"] == LARGE
    wait_until(lambda: status(served, "127.0.0.2", LARGE) == 200, "there is room again once the answers are out")


def status(served: Rig, address: str, size: int) -> int:
    with served.connect(address=address) as client:
        client.ask("POST", "/measure", bytes(size), Content_Length=str(size))
        return client.answer()[0]


def measured(served: Rig, address: str, size: int) -> int:
    """How many bytes of a body of this size arrive from an address."""
    with served.connect(address=address) as client:
        client.ask("POST", "/measure", bytes(size), Content_Length=str(size))
        arrived = client.json()["bytes"]
    assert isinstance(arrived, int)
    return arrived


def test_a_body_that_comes_too_slowly_is_given_up(small: Rig) -> None:
    with small.connect() as client:
        client.ask("POST", "/echo", b"only a", Content_Length="100")
        status, headers, _ = client.answer()
        assert (status, headers["connection"]) == (408, "close")


def test_a_client_that_leaves_in_the_middle_of_its_body_disturbs_nobody(
    small: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    with small.connect() as client:
        client.ask("POST", "/echo", b"half", Content_Length="100")
        client.socket.shutdown(socket.SHUT_WR)
        assert client.is_closed_by_server()
    with small.connect() as client:
        client.ask("GET", "/hello")
        assert client.answer()[2] == b"hello"
    assert caplog.text == ""


def test_a_header_with_an_underscore_cannot_pose_as_one_with_a_hyphen(served: Rig) -> None:
    with served.connect() as client:
        client.send(b"GET /headers HTTP/1.1\r\nHost: table.test\r\nX_Role: host\r\nX-Role: seat\r\n\r\n")
        headers = client.json()["headers"]
        assert isinstance(headers, dict)
        assert headers["X-Role"] == "seat"


def test_two_lengths_are_refused_and_what_follows_is_no_request(served: Rig) -> None:
    body = chunk(b"Ana") + b"0\r\n\r\n"
    with served.connect() as client:
        client.ask("POST", "/echo", body, Transfer_Encoding="chunked", Content_Length="1")
        assert client.answer()[0] == 400
        assert client.is_closed_by_server()


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_who_does_not_say_whom_is_asked_is_refused(served: Rig, version: str) -> None:
    with served.connect() as client:
        client.send(f"GET /hello HTTP/{version}\r\nAccept: */*\r\n\r\n".encode())
        assert client.head()[0] == 400


@pytest.mark.parametrize("name", ["Host", "X-Forwarded-For"])
def test_a_trailer_that_says_who_asks_is_not_believed(served: Rig, name: str) -> None:
    end = f"0\r\n{name}: evil.test\r\n\r\n".encode()
    with served.connect() as client:
        client.ask("POST", "/headers", chunk(b"Ana") + end, Transfer_Encoding="chunked", X_Forwarded_For="10.0.0.7")
        status, _, body = client.answer()
    assert status in (200, 400)
    assert b"evil" not in body
