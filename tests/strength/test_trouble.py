"""A disk that is full or read-only, a locked file, a second server: said clearly, nothing lost, and over when the cause is gone."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.cli.options import DATABASE
from tests.e2e.evening import Answer, ask
from tests.e2e.stage import HOST, ROOT, Server, at_work
from tests.servers import tool
from tests.strength.histories import complaints
from tests.strength.loaded import Loaded
from tests.strength.phones import Company, Phone, call, seat_company
from tests.there import there

MEGABYTES = 8


class SmallDisk:
    """A tmpfs at `folder`, in a mount namespace of its own: nothing else of this machine is touched, and nobody need be root.

    The servers on it are forked from `loaded`, a process that sees it.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
        mounted = (
            f"mount -t tmpfs -o size={MEGABYTES}m,mode=0700 tmpfs '{folder}' && echo mounted && exec sleep infinity"
        )
        self.holder = subprocess.Popen(
            [tool("unshare", "util-linux"), "--mount", *as_root, "sh", "-c", mounted], stdout=subprocess.PIPE, text=True
        )
        assert self.holder.stdout is not None
        assert self.holder.stdout.readline() == "mounted\n"
        self.loaded = Loaded(self._inside)

    @property
    def _inside(self) -> list[str]:
        """The words before a command that is to see this disk."""
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return [tool("nsenter", "util-linux"), f"--target={self.holder.pid}", "--mount", *user, f"--wd={ROOT}"]

    @property
    def file(self) -> Path:
        """Where this process finds the records of the server on the disk."""
        return self.seen / DATABASE

    @property
    def seen(self) -> Path:
        """Where this process finds what lies on the disk."""
        return Path(f"/proc/{self.holder.pid}/root{self._folder}")

    def server(self, log: Path) -> Server:
        """One whose records lie here; what it prints lies elsewhere."""
        return Server(self._folder, launch=self.loaded.fork, log=log)

    def fill(self) -> None:
        room = os.statvfs(self.seen)
        (self.seen / "filler").write_bytes(bytes(room.f_bavail * room.f_frsize))

    def make_room(self, size: int = MEGABYTES * 1024 * 1024) -> None:
        """Take away so many bytes of what filled it, or all of it."""
        filler = self.seen / "filler"
        os.truncate(filler, max(0, filler.stat().st_size - size))

    def clear(self) -> None:
        for path in self.seen.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


A_LITTLE = 3 * 1024 * 1024
MOST_TAPS = 1500
"""More than fit into what a full disk has left within its last page and the log that is already there."""


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    made = SmallDisk(tmp_path_factory.mktemp("small") / "disk")
    with made.holder, made.loaded:
        yield made
        made.holder.kill()


@pytest.fixture
def disk(small_disk: SmallDisk) -> Iterator[SmallDisk]:
    yield small_disk
    small_disk.clear()


@pytest.fixture
def server(tmp_path: Path, disk: SmallDisk) -> Server:
    return disk.server(tmp_path / "log")


def owner_of(server: Server) -> Callable[[str, str], Answer]:
    """Asks as a browser does that has opened the link which the server printed last."""
    link, origin = re.findall(r"/owner/\S+", server.printed)[-1], f"http://{HOST}:{server.port}"
    cookie = ask(server.port, "POST", link, Origin=origin).headers["set-cookie"].partition(";")[0]
    return partial(ask, server.port, Origin=origin, Cookie=cookie)


def tap(phone: Phone) -> tuple[int, dict[str, Any]]:
    """The answer to the phone's next tap; noted where it was acknowledged, and where it might have been."""
    path, body = phone.entry(len(phone.acknowledged))
    status, answer = asyncio.run(call(phone.url, path, body, phone.token))
    phone.is_waiting = status not in (200, 201)
    if not phone.is_waiting:
        phone.acknowledged.append(answer["version"])
    return status, answer


def tap_until_refused(phone: Phone) -> dict[str, Any]:
    for _ in range(MOST_TAPS):
        status, answer = tap(phone)
        if status not in (200, 201):
            assert status == 503, answer
            return answer
    raise AssertionError("never refused")


def looks(server: Server, company: Company) -> int:
    return ask(server.port, "GET", f"/api/v1/matches/{company.match_id}").status


def health(server: Server) -> tuple[int, str]:
    answer = ask(server.port, "GET", "/healthz")
    return answer.status, answer.json["records"]


def test_a_full_disk_is_said_and_all_is_well_when_there_is_room(server: Server, disk: SmallDisk) -> None:
    with at_work(server):
        company = seat_company(server.port)
        phone = company.phones[1]
        assert tap(phone)[0] == 200
        disk.fill()
        problem = tap_until_refused(phone)
        assert "full" in problem["detail"], problem
        assert looks(server, company) == 200
        assert [tap(phone)[0] for _ in range(3)] == [503] * 3
        assert health(server) == (503, "full")
        disk.make_room()
        assert tap(phone)[0] == 200
        assert health(server) == (200, "ok")
    assert complaints(disk.file, [company]) == set()


def test_the_owner_makes_room_on_a_full_disk_by_deleting_old_tables(server: Server, disk: SmallDisk) -> None:
    with at_work(server):
        owner, old, company = owner_of(server), seat_company(server.port), seat_company(server.port)
        for _ in range(MOST_TAPS // 10):
            assert tap(old.phones[1])[0] == 200
        disk.fill()
        tap_until_refused(company.phones[1])
        disk.make_room(A_LITTLE)
        codes = set(re.findall(r"/owner/tables/(\w{4})", owner("GET", "/owner").body.decode()))
        (code,) = (code for code in codes if old.match_id in owner("GET", f"/t/{code}").body.decode())
        assert owner("POST", f"/owner/tables/{code}/delete").status == 303
        assert looks(server, old) == 404
        assert [tap(company.phones[1])[0] for _ in range(50)] == [200] * 50
    assert complaints(disk.file, [company]) == set()


def test_a_table_is_deleted_though_the_log_cannot_be_emptied_for_want_of_room(tmp_path: Path, loaded: Loaded) -> None:
    with at_work(Server(tmp_path / "data", launch=loaded.fork)) as server:
        owner, company = owner_of(server), seat_company(server.port)
        (code,) = set(re.findall(r"/owner/tables/(\w{4})", owner("GET", "/owner").body.decode()))
        with failing(server, "pwrite64", "ENOSPC", "-P", server.target):
            assert owner("POST", f"/owner/tables/{code}/delete").status == 303
        assert looks(server, company) == 404


def test_a_disk_full_at_the_start_is_said_and_nothing_is_lost(server: Server, disk: SmallDisk) -> None:
    with at_work(server):
        company = seat_company(server.port)
        disk.fill()
        tap_until_refused(company.phones[1])
    server.start(awaited=False)
    assert server.stop(None) == 1
    assert "(full)" in server.printed
    disk.make_room()
    with at_work(server):
        assert tap(company.phones[1])[0] == 200
    assert complaints(disk.file, [company]) == set()


@pytest.mark.parametrize(
    ("calls", "error"),
    [("pwrite64,fsync,fdatasync,ftruncate", "EROFS"), ("pwrite64", "EIO"), ("fsync,fdatasync", "EIO")],
)
def test_a_disk_that_fails_while_people_play_is_said_and_nothing_is_lost(
    tmp_path: Path, loaded: Loaded, calls: str, error: str
) -> None:
    with at_work(Server(tmp_path / "data", launch=loaded.fork)) as server:
        company = seat_company(server.port)
        phone = company.phones[1]
        assert tap(phone)[0] == 200
        with failing(server, calls, error):
            status, problem = tap(phone)
            assert (status, "away" in problem["detail"]) == (503, True)
            assert looks(server, company) == 200
            assert [tap(phone)[0] for _ in range(3)] == [503] * 3
        assert tap(phone)[0] == 200
    assert complaints(Path(server.target), [company]) == set()


@contextmanager
def failing(server: Server, calls: str, error: str, *more: str) -> Iterator[None]:
    """While it lasts, the system answers these calls of the server with an error; `more` says on which file."""
    strace = [tool("strace", "strace"), "-f", "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}"]
    command = [*strace, *more, "-o", "/dev/null", "-p", str(there(server.process).pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        assert "attached" in tracer.stderr.readline()
        try:
            yield
        finally:
            tracer.terminate()
