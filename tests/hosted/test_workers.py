"""Several workers on a PostgreSQL and a Redis: whichever answers, the table is the same; and one that dies loses nothing."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.e2e.evening import Answer, Evening, ask, call, land_unter
from tests.e2e.stage import ROOT
from tests.hosted.service import Service
from tests.servers import PATIENCE_SECONDS, wait_until
from tests.store.evening import all_at_once

Start = Callable[..., Service]
TAPS = 15


def counted(evening: Evening, seat: int, rings: int, key: str) -> Answer:
    """The answer to an entry that the game takes again and again; asked again until there is one."""
    move = {"kind": "count_rings", "seat": seat, "rings": rings}
    path = f"/api/v1/matches/{evening.match_id}/moves"
    while True:
        try:
            answer = ask(evening.port, "POST", path, {"move": move, "anyway": True, "key": key}, evening.host)
        except (OSError, http.client.HTTPException):
            continue
        if answer.status < 500:
            return answer


def test_a_worker_that_dies_in_the_middle_of_anything_loses_nothing(start: Start) -> None:
    service = start(workers=3)
    evening = land_unter(service.port)
    acknowledged: list[list[int]] = [[] for _ in range(4)]

    def tap(seat: int) -> None:
        for number in range(TAPS):
            answer = counted(evening, seat, number % 6, f"{seat}-{number}")
            assert answer.status in (200, 201), answer.body
            acknowledged[seat].append(answer.json["version"])

    tapping = [threading.Thread(target=tap, args=[seat]) for seat in range(4)]
    for thread in tapping:
        thread.start()
    killed = 0
    while any(thread.is_alive() for thread in tapping):
        heard = sum(map(len, acknowledged))
        wait_until(lambda heard=heard: sum(map(len, acknowledged)) >= min(heard + 12, 4 * TAPS), "taps go on")  # type: ignore[misc]
        if workers := service.worker_ids():
            os.kill(workers[0], signal.SIGKILL)
            killed += 1
    for thread in tapping:
        thread.join()
    assert killed >= 3
    versions = sorted(version for versions in acknowledged for version in versions)
    assert versions == list(range(1, 4 * TAPS + 1))
    assert call(service.port, f"/matches/{evening.match_id}")["version"] == 4 * TAPS
    wait_until(lambda: len(service.worker_ids()) == 3, "all workers are back")


def test_guesses_are_counted_by_all_workers_together(service: Service) -> None:
    statuses = [ask(service.port, "GET", f"/join?code=WRONG{number}").status for number in range(34)]
    # Thirty for this address, others' tests included; counted apart, two workers would let sixty pass.
    assert 429 in statuses
    assert set(statuses[statuses.index(429) :]) == {429}


def test_the_owners_link_works_once_whichever_worker_is_asked(service: Service) -> None:
    link = service.find(r"/owner/(\S+)")
    statuses = all_at_once(6, lambda _: ask(service.port, "POST", f"/owner/{link}", Origin=service.url).status)
    assert sorted(map(str, statuses)) == ["303", *["404"] * 5]


def test_a_service_manager_is_told_once_all_workers_serve_and_again_and_again_that_they_are_looked_after(
    start: Start, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_SECONDS)
        service = start(workers=2, NOTIFY_SOCKET=str(tmp_path / "notify"))
        told = [manager.recv(99).decode() for _ in range(4)]
        assert told == ["READY=1\nWATCHDOG_USEC=90000000", *["WATCHDOG=1"] * 3]
        assert len(service.worker_ids()) == 2


def test_while_a_worker_hangs_one_that_dies_is_replaced_and_the_service_can_be_stopped(start: Start) -> None:
    service = start(workers=2)
    hanging, dying = service.worker_ids()
    os.kill(hanging, signal.SIGSTOP)
    os.kill(dying, signal.SIGKILL)
    wait_until(lambda: bool(set(service.worker_ids()) - {hanging, dying}), "another takes the place of the dead one")
    assert hanging in service.worker_ids()
    service.stop()
    assert not is_running(hanging)


def test_workers_end_with_the_process_that_started_them_asked_or_not(start: Start) -> None:
    service = start(workers=2)
    workers = service.worker_ids()
    service.stop()
    assert not any(is_running(worker) for worker in workers)
    service.start()
    workers = service.worker_ids()
    service.stop(signal.SIGKILL)
    wait_until(lambda: not any(is_running(worker) for worker in workers), "the workers end too")


def is_running(process: int) -> bool:
    """Whether there is such a process, ended or not waited for aside."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def test_a_service_whose_workers_cannot_start_says_why_and_ends(tmp_path: Path, postgres_url: str) -> None:
    command = [sys.executable, "app.py", "--workers", "2", "--no-browser", "--data", str(tmp_path), "--port", "0"]
    variables = {"TABLESIDE_DATABASE_URL": postgres_url, "TABLESIDE_REDIS_URL": "http://127.0.0.1/"}
    ended = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "--redis-url" in ended.stderr
    assert "Traceback" not in ended.stderr
