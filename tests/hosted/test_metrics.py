"""Numbers for Prometheus from several workers behind one port: whichever is asked, all are told, and none goes back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.e2e.evening import land_unter
from tests.e2e.stage import at_work
from tests.hosted.service import Script, Service
from tests.hosted.test_healing import Watching
from tests.servers import Postgres, Redis, wait_until

SAMPLE = re.compile(r"^(tableside_\S+) (\S+)$", re.MULTILINE)
HEALTH = 'tableside_requests_total{page="health.health",status="200"}'


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


def read(text: str) -> dict[str, float]:
    """The values by their names with labels."""
    return {name: float(value) for name, value in SAMPLE.findall(text)}


def scrape(service: Service) -> dict[str, float]:
    """What is told by whichever worker answers."""
    answer = Script(service.port).ask("GET", "/metrics")
    assert answer.status == 200
    return read(answer.body.decode())


def of_workers(told: dict[str, float], name: str) -> dict[int, float]:
    """What each worker says of itself, by its process."""
    return {
        int(found[1]): value for key, value in told.items() if (found := re.fullmatch(name + r'{pid="(\d+)"}', key))
    }


def test_every_request_of_every_worker_is_counted_once_and_nothing_goes_back(measured: Service) -> None:
    evening = land_unter(measured.port)
    wait_until(
        lambda: (
            {*of_workers(scrape(measured), "tableside_news_connected").values()} == {1.0}
            and {*of_workers(scrape(measured), "tableside_news_connected")} == {*measured.worker_ids()}
        ),
        "both hear from others",
    )
    before = Counter(scrape(measured))
    with ExitStack() as streams:
        for _ in range(6):
            assert streams.enter_context(Watching(measured, evening.match)).version() == 0
        for _ in range(40):
            assert Script(measured.port).ask("GET", "/healthz").status == 200
            told = scrape(measured)
            assert all(told[name] >= value for name, value in before.items() if "_total" in name or "_count" in name)
            before = Counter(told)
        seen = {scrape(measured)[HEALTH] for _ in range(12)}
        assert len(seen) == 1
        wait_until(
            lambda: sum(of_workers(scrape(measured), "tableside_streams_open").values()) == 6, "all streams are told"
        )
