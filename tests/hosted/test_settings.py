"""What is set for a public host holds in each of its workers: limits, forgetting, logs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from companion.store import Store, Table
from tests.e2e.evening import PLAYERS, land_unter
from tests.e2e.stage import at_work
from tests.hosted.service import Script, Service
from tests.servers import Postgres, Redis

OLD, NEW = "old", "new"


@pytest.fixture(scope="module")
def records(postgres: Postgres) -> Iterator[str]:
    """The address of records with a table of 31 days ago and one of 29."""
    with postgres.database() as address:
        now = datetime.now(UTC)
        with Store.open(address) as store:
            store.tables.create(Table(OLD, "WWWW", now - timedelta(days=31)), ["Ana"])
            store.tables.create(Table(NEW, "VVVV", now - timedelta(days=29)), ["Ben"])
        yield address


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, records: str, redis_server: Redis) -> Iterator[Service]:
    """A service of two workers, set as for the public."""
    variables = {
        "TABLESIDE_DATABASE_URL": records,
        "TABLESIDE_REDIS_URL": redis_server.url,
        "TABLESIDE_FORGET_AFTER_DAYS": "30",
        "TABLESIDE_LOG_REQUESTS": "on",
    }
    with at_work(Service(tmp_path_factory.mktemp("service"), 2, variables)) as running:
        yield running


def test_logs_are_lines_of_json_that_say_nothing_of_who_plays(service: Service) -> None:
    evening = land_unter(service.port)
    host = Script(service.port, evening.host)
    assert host.ask("GET", f"{evening.board}?name=Ana").status == 200
    assert Script(service.port).ask("GET", f"/join/seat/{evening.seats[1]}").status == 200
    assert Script(service.port).ask("GET", "/join?code=WRONG").status < 500
    service.find('"page": "play.board"')
    lines = [json.loads(line) for line in service.stdout if line.startswith("{")]
    asked = [line for line in lines if line["event"] == "request"]
    assert "play.board" in {line["page"] for line in asked}
    assert all(set(line) == {"at", "level", "logger", "process", "event", "page", "status", "ms"} for line in asked)
    # Not times and numbers: a code that was drawn may be four figures in a row of one.
    logged = "\n".join(
        str(said) for line in lines for name, said in line.items() if name != "at" and not is_number(said)
    )
    for said in (*PLAYERS, evening.table, evening.match_id, evening.host, *evening.seats, "127.0.0.1", "WRONG"):
        assert said not in logged


def is_number(said: object) -> bool:
    return isinstance(said, int | float)
