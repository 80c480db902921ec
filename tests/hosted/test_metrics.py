"""Numbers for Prometheus from several workers behind one port: whichever is asked, all are told, and none goes back."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.web.metrics import Metrics
from tests.e2e.evening import land_unter
from tests.e2e.stage import at_work
from tests.hosted.service import Script, Service
from tests.hosted.test_healing import Watching
from tests.servers import Postgres, Redis, wait_until

SAMPLE = re.compile(r"^(\w+)\{(.*)worker=\"(\d+)\"\} (\S+)$", re.MULTILINE)
HEALTH = 'tableside_requests_total{page="health.health",status="200",'
Told = dict[tuple[str, str], float]
"""Values by their name with labels, and their worker."""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_server: Redis) -> Iterator[Service]:
    """A service of two workers that counts."""
    with postgres.database() as address:
        variables = {
            "TABLESIDE_DATABASE_URL": address,
            "TABLESIDE_REDIS_URL": redis_server.url,
            "TABLESIDE_METRICS": "on",
        }
        with at_work(Service(tmp_path_factory.mktemp("service"), 2, variables)) as running:
            yield running


def read(text: str) -> Told:
    return {(f"{name}{{{labels}", worker): float(value) for name, labels, worker, value in SAMPLE.findall(text)}


def scrape(service: Service) -> Told:
    """What is told by whichever worker answers."""
    answer = Script(service.port).ask("GET", "/metrics")
    assert answer.status == 200
    return read(answer.body.decode())


def total(told: Told, name: str) -> float:
    """The sum over the workers, as a collector makes it."""
    return sum(value for (one, _), value in told.items() if one == name)


def test_what_one_worker_told_never_goes_back_when_another_is_asked(tmp_path: Path) -> None:
    one, other = Metrics(tmp_path, 0, 2), Metrics(tmp_path, 1, 2)
    before: Counter[tuple[str, str]] = Counter()
    for number in range(40):
        (one if number % 3 else other).note("pages.start", 200, 0.01)
        told = read((other if number % 2 else one).told())
        assert all(told.get(key, 0) >= value for key, value in before.items())
        before = Counter(told)
    one.told()
    assert total(read(other.told()), "tableside_request_seconds_count{") == 40


def test_a_disk_that_is_full_leaves_the_last_numbers_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    counted = Metrics(tmp_path / "metrics", 0, 2)
    before = read(counted.told())
    (tmp_path / "metrics" / "worker-0.part").mkdir()
    counted.note("pages.start", 200, 0.01)
    assert read(counted.told()) == before
    assert "could not be written" in caplog.text


def test_every_request_of_every_worker_is_counted_once(measured: Service) -> None:
    evening = land_unter(measured.port)
    wait_until(lambda: {worker for _, worker in scrape(measured)} == {"0", "1"}, "both have answered something")
    before = total(scrape(measured), HEALTH)
    with ExitStack() as streams:
        for _ in range(6):
            assert streams.enter_context(Watching(measured, evening.match)).version() == 0
        for _ in range(40):
            assert Script(measured.port).ask("GET", "/healthz").status == 200
        wait_until(lambda: total(scrape(measured), HEALTH) == before + 40, "all requests are told")
        seen = [scrape(measured) for _ in range(12)]
        assert {total(told, HEALTH) for told in seen} == {before + 40}
        wait_until(lambda: total(scrape(measured), "tableside_streams_open{") == 6, "all streams are told")
    wait_until(lambda: total(scrape(measured), "tableside_news_connected{") == 2, "both hear from others")
    assert {worker for _, worker in scrape(measured)} == {"0", "1"}


def test_a_worker_that_was_replaced_begins_anew_and_the_other_goes_on(measured: Service) -> None:
    count = "tableside_request_seconds_count{"
    while min(scrape(measured).get((count, worker), 0) for worker in "01") < 20:
        Script(measured.port).ask("GET", "/healthz")
    before = scrape(measured)
    workers = measured.worker_ids()
    os.kill(workers[0], signal.SIGKILL)
    wait_until(lambda: len(set(measured.worker_ids()) - {workers[0]}) == 2, "another one takes its place")
    begun_anew: list[list[str]] = []

    def has_begun_anew() -> bool:
        begun_anew.append(fewer_than(before, count, scrape(measured)))
        return bool(begun_anew[-1])

    wait_until(has_begun_anew, "its numbers begin anew")
    assert len(begun_anew[-1]) == 1


def fewer_than(before: Told, name: str, now: Told) -> list[str]:
    """The workers that have counted less by now."""
    return [worker for worker in "01" if now[name, worker] < before[name, worker]]


def test_workers_there_are_no_longer_are_not_told(tmp_path: Path) -> None:
    for place in range(3):
        Metrics(tmp_path, place, 3).told()
    assert {worker for _, worker in read(Metrics(tmp_path, 0, 2).told())} == {"0", "1"}
