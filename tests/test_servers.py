"""The servers that the tests start are real, empty, and may go away and come back."""

import re
from pathlib import Path

import psycopg
import pytest
import redis
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import OperationalError

from tests.servers import PORTS, MissingTool, Postgres, Redis, free_port, ports_of_this_process, tool

pytestmark = pytest.mark.ring("all")

ROOT = Path(__file__).parent.parent


def rows_kept(engine: Engine) -> int:
    """How many rows the table `kept` holds."""
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM kept")).scalar_one())


def test_each_database_is_new_and_empty(postgres: Postgres) -> None:
    with postgres.database() as first, postgres.database() as second:
        assert first != second
        for url in (first, second):
            engine = create_engine(url)
            with engine.begin() as connection:
                connection.execute(text("CREATE TABLE only_here (x int)"))
            engine.dispose()


def test_what_postgres_acknowledged_is_there_after_it_went_away(postgres: Postgres, postgres_url: str) -> None:
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE kept (x int)"))
        connection.execute(text("INSERT INTO kept VALUES (1)"))
    postgres.stop()
    with pytest.raises(OperationalError):
        rows_kept(engine)
    postgres.start()
    assert rows_kept(engine) == 1
    engine.dispose()


def test_postgres_is_not_reachable_over_the_network(postgres: Postgres) -> None:
    with psycopg.connect(f"host={postgres.home} user=postgres") as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_redis_goes_away_and_comes_back_at_the_same_address(redis_server: Redis, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("x", 1)
        redis_server.stop()
        with pytest.raises(redis.ConnectionError):
            client.get("x")
        redis_server.start()
        assert client.get("x") is None


def test_processes_of_one_run_have_ports_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "3")
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
        assert free_port() in ports_of_this_process()
        drawn += ports_of_this_process()
    assert len(drawn) == len(set(drawn)) == len(PORTS)


def test_a_missing_program_is_an_error_that_says_what_to_install() -> None:
    with pytest.raises(MissingTool, match="sudo apt-get install some-package"):
        tool("no-such-program", "some-package")


def test_every_program_the_tests_call_is_installed_before_them() -> None:
    called = {
        package
        for path in (ROOT / "tests").rglob("*.py")
        for package in re.findall(r'\btool\("[^"]+", "([\w-]+)"\)', path.read_text("utf-8"))
    }
    script = (ROOT / "deploy/setup/system_packages.sh").read_text("utf-8")
    listed = re.search(r'^packages="(.*)"$', script, re.MULTILINE)
    assert listed
    assert {"strace", "iproute2"} <= called - {"some-package"} <= set(listed[1].split())
    assert set(re.findall(r"^    ([\w-]+)\) ", script, re.MULTILINE)) == set(listed[1].split())
