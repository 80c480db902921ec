"""Large bodies: only from those who may, never in memory, and gone with the request."""

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.server import BodyLimit, Limits, StreamRequest
from tests.server.rig import Rig, rig
from tests.server.test_bodies import MIB, chunk

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


@pytest.fixture
def files_end_at() -> Iterator[Callable[[int], None]]:
    """Lets no file of this process grow longer than so many bytes: to write on is an `OSError`, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda length: resource.setrlimit(resource.RLIMIT_FSIZE, (length, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_large_body_is_never_in_memory(guarded: Rig) -> None:
    with guarded.connect() as client:
        client.ask("POST", "/measure", Content_Length=str(LIMIT), X_Owner="yes")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(LIMIT // MIB):
            client.send(bytes(MIB))
        assert client.json()["bytes"] == LIMIT
        assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < LIMIT // 2


def test_beyond_its_own_limit_an_upload_is_refused_before_and_while_it_arrives(guarded: Rig) -> None:
    with guarded.connect() as client:
        client.ask("POST", "/measure", Content_Length=str(LIMIT + 1), X_Owner="yes")
        assert client.answer()[0] == 413
    with guarded.connect() as client:
        client.ask("POST", "/measure", Transfer_Encoding="chunked", X_Owner="yes")
        for _ in range(LIMIT // MIB + 1):
            client.send(chunk(bytes(MIB)))
        assert client.answer()[0] == 413


def test_a_disk_that_takes_no_more_is_said(guarded: Rig, door: Door, files_end_at: Callable[[int], None]) -> None:
    files_end_at(MIB)
    with guarded.connect() as client:
        client.ask("POST", "/measure", bytes(2 * MIB), Content_Length=str(2 * MIB), X_Owner="yes")
        assert client.answer()[0] == 503
