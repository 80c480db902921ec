"""Every test of the store runs on a SQLite file and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Match, Store
from tests.records import reach_in
from tests.servers import Postgres
from tests.store.evening import begin_match


@pytest.fixture(scope="session")
def one_database(postgres: Postgres) -> Iterator[str]:
    """The address of a PostgreSQL database shared by tests one after the other; making one each would take most of their time."""
    with postgres.database() as address:
        yield address


@pytest.fixture
def address(one_database: str) -> str:
    reach_in(one_database, "DROP SCHEMA public CASCADE")
    reach_in(one_database, "CREATE SCHEMA public")
    return one_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.ring("test"))])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path of a file that is not there yet, or the address of a database that has its schema, and no rows."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "tableside.sqlite")
    return request.getfixturevalue("ready_url")


@pytest.fixture
def store(target: str) -> Iterator[Store]:
    with Store.open(target) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tableside.sqlite"


@pytest.fixture
def match(store: Store) -> Match:
    return begin_match(store)
