"""A disk that is full or read-only, a locked file, a second server: said clearly, nothing lost, and over when the cause is gone."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.strength.histories import complaints
from tests.strength.phones import Company, Phone, call, seat_company
from tests.strength.server import Server
from tests.strength.small_disk import SmallDisk

MOST_TAPS = 1500
"""More than fit into what a full disk has left within its last page and the log that is already there."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A small disk at `data`."""
    with SmallDisk(tmp_path / "data") as made:
        yield made


def company_at(server: Server) -> Company:
    """A match with its phones."""
    return asyncio.run(seat_company(server.url))


def tap(phone: Phone) -> tuple[int, dict[str, Any]]:
    """The answer to the phone's next tap; noted where it was acknowledged, and where it might have been."""
    path, body = phone._entry(len(phone.acknowledged))
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
    """The status of a look at the match."""
    return asyncio.run(call(company.phones[1].url, "GET", f"/matches/{company.match}"))[0]


def test_a_full_disk_is_said_and_all_is_well_when_there_is_room(tmp_path: Path, disk: SmallDisk) -> None:
    server = Server(tmp_path / "data", inside=disk.inside)
    with server:
        company = company_at(server)
        phone = company.phones[1]
        assert tap(phone)[0] == 200
        disk.fill()
        problem = tap_until_refused(phone)
        assert "full" in problem["detail"], problem
        assert looks(company) == 200
        assert [tap(phone)[0] for _ in range(3)] == [503] * 3
        disk.make_room()
        assert tap(phone)[0] == 200
    assert complaints(disk.seen / server.file.name, [company]) == set()


def test_a_disk_full_at_the_start_is_said_and_nothing_is_lost(tmp_path: Path, disk: SmallDisk) -> None:
    server = Server(tmp_path / "data", inside=disk.inside)
    with server:
        company = company_at(server)
        disk.fill()
        tap_until_refused(company.phones[1])
    server.start(awaited=False)
    assert server.ended() == 1
    assert "the store is full" in server.printed
    assert "Traceback" not in server.printed
    disk.make_room()
    with server:
        assert tap(company.phones[1])[0] == 200
    assert complaints(disk.seen / server.file.name, [company]) == set()


def test_a_server_that_believes_in_endless_disks_is_found_out(tmp_path: Path, disk: SmallDisk) -> None:
    server = Server(tmp_path / "data", "believes_in_endless_disks", inside=disk.inside)
    with server:
        company = company_at(server)
        disk.fill()
        for _ in range(600):
            tap(company.phones[1])
    disk.make_room()
    assert "lost" in complaints(disk.seen / server.file.name, [company])


def test_a_read_only_disk_is_said_at_the_start(tmp_path: Path, disk: SmallDisk) -> None:
    server = Server(tmp_path / "data", inside=disk.inside)
    with server:
        company = company_at(server)
        assert tap(company.phones[1])[0] == 200
    disk.remount("ro")
    server.start(awaited=False)
    assert server.ended() == 1
    assert "Read-only file system" in server.printed
    assert "Traceback" not in server.printed
    disk.remount("rw")
    with server:
        assert tap(company.phones[1])[0] == 200
    assert complaints(disk.seen / server.file.name, [company]) == set()


def test_a_file_locked_by_another_program_is_waited_for_and_said(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        company = company_at(server)
        with closing(sqlite3.connect(server.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            status, problem = tap(company.phones[1])
            assert (status, time.monotonic() - began < 12) == (503, True)
            assert len(problem["detail"]) > 20
            assert looks(company) == 200
            other.execute("ROLLBACK")
        assert tap(company.phones[1])[0] == 200
    assert complaints(server.file, [company]) == set()


def test_a_second_server_on_the_same_records_says_so_and_leaves_the_first_alone(tmp_path: Path) -> None:
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    with first:
        company = company_at(first)
        second.start(awaited=False)
        assert second.ended() == 1
        assert "another Tableside already works on the data" in second.printed
        assert tap(company.phones[1])[0] == 200
    assert complaints(first.file, [company]) == set()


def test_servers_that_lock_nothing_are_found_out(tmp_path: Path) -> None:
    first, second = Server(tmp_path / "data", "locks_nothing"), Server(tmp_path / "data", "locks_nothing")
    with first, second:
        assert first.answers()
        assert second.answers()
