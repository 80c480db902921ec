"""Bodies: read whole, measured while they arrive, handed on with their length; large ones never in memory."""

import contextlib
import resource
import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.server import BodyLimit, Limits, StreamRequest
from tests.server.rig import PATIENCE_SECONDS, Rig, rig
from tests.servers import wait_until
from tests.store.evening import files_end_at

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
        status, headers, body = client.asked("POST", "/echo", Content_Length=str(5 * MIB))
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
        assert client.asked("POST", "/echo", Content_Length=str(5 * MIB), Expect="100-continue")[0] == 413
        assert client.is_closed_by_server()


def test_a_named_path_may_take_larger_bodies(small: Rig) -> None:
    with small.connect() as client:
        assert (
            client.asked("POST", "/restore", b"x" * 2000, Content_Length="2000")[0] == 404
        )  # the app knows no such page


def test_one_address_has_so_many_large_bodies_here_at_a_time(served: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.body_limits.LARGE_PER_ADDRESS", 3)
    with contextlib.ExitStack() as opened:
        many = [opened.enter_context(served.connect(address="127.0.0.2")) for _ in range(4)]
        for client in many:
            client.ask("POST", "/measure", bytes(LARGE - 1), Content_Length=str(LARGE))
        readable, _, _ = select.select([client.socket for client in many], [], [], PATIENCE_SECONDS)
        [refused] = [client for client in many if client.socket in readable]
        assert refused.answer()[0] == 503
        assert arrives(served, "127.0.0.2", 1000)
        assert arrives(served, "127.0.0.3", LARGE)
        for client in many:
            if client is not refused:
                client.send(b"x")
                assert client.json()["bytes"] == LARGE
    wait_until(lambda: arrives(served, "127.0.0.2", LARGE), "there is room again once the answers are out")


def arrives(served: Rig, address: str, size: int) -> bool:
    """Whether a body of this size from an address is taken, whole."""
    status, _, said = served.connect(address=address).asked("POST", "/measure", bytes(size), Content_Length=str(size))
    return (status, said) == (200, b'{"bytes":%d}\n' % size)


def test_a_body_that_comes_too_slowly_is_given_up(small: Rig) -> None:
    with small.connect() as client:
        status, headers, _ = client.asked("POST", "/echo", b"only a", Content_Length="100")
        assert (status, headers["connection"]) == (408, "close")


def test_a_client_that_leaves_amid_its_body_disturbs_nobody(small: Rig, caplog: pytest.LogCaptureFixture) -> None:
    with small.connect() as client:
        client.ask("POST", "/echo", b"half", Content_Length="100")
        client.socket.shutdown(socket.SHUT_WR)
        assert client.is_closed_by_server()
    assert small.connect().asked("GET", "/hello")[2] == b"hello"
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
        assert client.asked("POST", "/echo", body, Transfer_Encoding="chunked", Content_Length="1")[0] == 400
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
        status, _, body = client.asked(
            "POST", "/headers", chunk(b"Ana") + end, Transfer_Encoding="chunked", X_Forwarded_For="10.0.0.7"
        )
    assert status in (200, 400)
    assert b"evil" not in body


LIMIT = 40 * MIB


class Door:
    """Who says `X-Owner: yes` may send large bodies to /measure."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = 0

    def matches(self, path: str) -> bool:
        return path == "/measure"

    def open(self, request: StreamRequest) -> BodyLimit | None:
        self.asked += 1
        may = dict(request.headers).get("x-owner") == "yes"
        return BodyLimit(LIMIT, 5.0, self.folder) if may else None


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


@pytest.fixture
def guarded(door: Door) -> Iterator[Rig]:
    with rig(Limits(body_bytes=1000, body_seconds=5.0), uploads=door) as started:
        yield started


def test_a_large_body_is_never_in_memory(guarded: Rig) -> None:
    with guarded.connect() as client:
        client.ask("POST", "/measure", Content_Length=str(LIMIT), X_Owner="yes")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(LIMIT // MIB):
            client.send(bytes(MIB))
        assert client.json()["bytes"] == LIMIT
        assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < LIMIT // 2


def test_beyond_its_own_limit_an_upload_is_refused_before_and_while_it_arrives(guarded: Rig) -> None:
    assert guarded.connect().asked("POST", "/measure", Content_Length=str(LIMIT + 1), X_Owner="yes")[0] == 413
    with guarded.connect() as client:
        client.ask("POST", "/measure", Transfer_Encoding="chunked", X_Owner="yes")
        for _ in range(LIMIT // MIB + 1):
            client.send(chunk(bytes(MIB)))
        assert client.answer()[0] == 413


def test_a_disk_that_takes_no_more_is_said(guarded: Rig) -> None:
    with files_end_at(MIB), guarded.connect() as client:
        assert client.asked("POST", "/measure", bytes(2 * MIB), Content_Length=str(2 * MIB), X_Owner="yes")[0] == 503
