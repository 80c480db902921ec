"""A disk that is full or read-only, a locked file, a second server: said clearly, nothing lost, and over when the cause is gone."""

import asyncio
import http.client
import json
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests.servers import tool
from tests.strength.histories import complaints
from tests.strength.loaded import Loaded
from tests.strength.phones import Company, Phone, call, seat_company
from tests.strength.server import Server
from tests.strength.small_disk import SmallDisk

A_LITTLE = 3 * 1024 * 1024
MOST_TAPS = 1500
"""More than fit into what a full disk has left within its last page and the log that is already there."""


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    """A small disk, for one test after the other."""
    with SmallDisk(tmp_path_factory.mktemp("small") / "disk") as made:
        yield made


@pytest.fixture
def disk(small_disk: SmallDisk) -> Iterator[SmallDisk]:
    """The small disk, empty."""
    yield small_disk
    small_disk.clear()


@pytest.fixture
def server(tmp_path: Path, disk: SmallDisk) -> Server:
    """A server with its records on the small disk, not started yet."""
    return disk.server(tmp_path / "log")


class Owner:
    """A browser that has opened the link which the server printed last."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.post(re.findall(r"/owner/\S+", server.printed)[-1])

    def get(self, path: str) -> str:
        """The text of a page. Raises HTTPError where it is refused, as does `post`."""
        return self._ask(urllib.request.Request(f"{self._url}{path}"))

    def post(self, path: str) -> str:
        """The text of the page to which a form leads."""
        return self._ask(urllib.request.Request(f"{self._url}{path}", b"", {"Origin": self._url}))

    def _ask(self, request: urllib.request.Request) -> str:
        with self._browser.open(request, timeout=30) as answer:
            text: str = answer.read().decode()
        return text


def company_at(server: Server) -> Company:
    """A match with its phones."""
    return asyncio.run(seat_company(server.url))


def tap(phone: Phone) -> tuple[int, dict[str, Any]]:
    """The answer to the phone's next tap; noted where it was acknowledged, and where it might have been."""
    path, body = phone.entry(len(phone.acknowledged))
    status, answer = asyncio.run(call(phone.url, "POST", path, body, phone.token))
    phone.is_waiting = status not in (200, 201)
    if not phone.is_waiting:
        phone.acknowledged.append(answer["version"])
    return status, answer


def tap_until_refused(phone: Phone) -> dict[str, Any]:
    """The first answer that is no success."""
    for _ in range(MOST_TAPS):
        status, answer = tap(phone)
        if status not in (200, 201):
            assert status == 503, answer
            return answer
    raise AssertionError("never refused")


def looks(company: Company) -> int:
    return asyncio.run(call(company.phones[1].url, "GET", f"/matches/{company.match_id}"))[0]


def health(server: Server) -> tuple[int, str]:
    """What a monitor is told of the records."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=5)
    with closing(connection):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())["records"]


def test_a_full_disk_is_said_and_all_is_well_when_there_is_room(server: Server, disk: SmallDisk) -> None:
    with server:
        company = company_at(server)
        phone = company.phones[1]
        assert tap(phone)[0] == 200
        disk.fill()
        problem = tap_until_refused(phone)
        assert "full" in problem["detail"], problem
        assert looks(company) == 200
        assert [tap(phone)[0] for _ in range(3)] == [503] * 3
        assert health(server) == (503, "full")
        disk.make_room()
        assert tap(phone)[0] == 200
        assert health(server) == (200, "ok")
    assert complaints(disk.file, [company]) == set()


def test_the_owner_makes_room_on_a_full_disk_by_deleting_old_tables(server: Server, disk: SmallDisk) -> None:
    with server:
        owner, old, company = Owner(server), company_at(server), company_at(server)
        for _ in range(MOST_TAPS // 10):
            assert tap(old.phones[1])[0] == 200
        disk.fill()
        tap_until_refused(company.phones[1])
        disk.make_room(A_LITTLE)
        codes = set(re.findall(r"/owner/tables/(\w{4})", owner.get("/owner")))
        (code,) = (code for code in codes if old.match_id in owner.get(f"/t/{code}"))
        owner.post(f"/owner/tables/{code}/delete")
        assert asyncio.run(call(server.url, "GET", f"/matches/{old.match_id}"))[0] == 404
        assert [tap(company.phones[1])[0] for _ in range(50)] == [200] * 50
    assert complaints(disk.file, [company]) == set()


def test_a_table_is_deleted_though_the_log_cannot_be_emptied_for_want_of_room(tmp_path: Path, loaded: Loaded) -> None:
    with Server(tmp_path / "data", loaded=loaded) as server:
        owner, company = Owner(server), company_at(server)
        (code,) = set(re.findall(r"/owner/tables/(\w{4})", owner.get("/owner")))
        with failing(server, "pwrite64", "ENOSPC", "-P", str(server.file)):
            owner.post(f"/owner/tables/{code}/delete")
        assert looks(company) == 404
    assert "Traceback" not in server.printed


def test_a_disk_full_at_the_start_is_said_and_nothing_is_lost(server: Server, disk: SmallDisk) -> None:
    with server:
        company = company_at(server)
        disk.fill()
        tap_until_refused(company.phones[1])
    server.start(awaited=False)
    assert server.ended() == 1
    assert "(full)" in server.printed
    assert "Traceback" not in server.printed
    disk.make_room()
    with server:
        assert tap(company.phones[1])[0] == 200
    assert complaints(disk.file, [company]) == set()


@pytest.mark.parametrize(
    ("calls", "error"),
    [("pwrite64,fsync,fdatasync,ftruncate", "EROFS"), ("pwrite64", "EIO"), ("fsync,fdatasync", "EIO")],
)
def test_a_disk_that_fails_while_people_play_is_said_and_nothing_is_lost(
    tmp_path: Path, loaded: Loaded, calls: str, error: str
) -> None:
    with Server(tmp_path / "data", loaded=loaded) as server:
        company = company_at(server)
        phone = company.phones[1]
        assert tap(phone)[0] == 200
        with failing(server, calls, error):
            status, problem = tap(phone)
            assert (status, "away" in problem["detail"]) == (503, True)
            assert looks(company) == 200
            assert [tap(phone)[0] for _ in range(3)] == [503] * 3
        assert tap(phone)[0] == 200
    assert "Traceback" not in server.printed
    assert complaints(server.file, [company]) == set()


@contextmanager
def failing(server: Server, calls: str, error: str, *more: str) -> Iterator[None]:
    """While it lasts, the system answers these calls of the server with an error; `more` says on which file."""
    assert server.process is not None
    strace = [tool("strace", "strace"), "-f", "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}"]
    command = [*strace, *more, "-o", "/dev/null", "-p", str(server.process.pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        assert "attached" in tracer.stderr.readline()
        try:
            yield
        finally:
            tracer.terminate()
