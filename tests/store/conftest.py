"""Every test of the store runs on a SQLite file and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store
from tests.servers import Postgres
from tests.store.evening import reach_in


@pytest.fixture(scope="session")
def one_database(postgres: Postgres) -> Iterator[str]:
    """The address of a PostgreSQL database shared by these tests; making one each would take most of their time."""
    with postgres.database() as address:
        yield address


@pytest.fixture
def address(one_database: str) -> str:
    """The address of a PostgreSQL database that is empty."""
    reach_in(one_database, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return one_database


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path of a file that is not there yet, or the address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "tableside.sqlite")
    address: str = request.getfixturevalue("address")
    return address


@pytest.fixture
def store(target: str) -> Iterator[Store]:
    """A new store."""
    with Store.open(target) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a SQLite file that is not there yet."""
    return tmp_path / "data" / "tableside.sqlite"
