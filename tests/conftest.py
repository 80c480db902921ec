"""What every test may ask for: a real PostgreSQL, a real Redis; and how far property tests look."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from companion.store import Store
from companion.store.schema import METADATA
from tests.servers import Postgres, Redis

# The same examples on every machine, so that a change is judged by itself; the long look, with others each time,
# is for a quiet evening: HYPOTHESIS_PROFILE=long make check
settings.register_profile(
    "default",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    deadline=None,
    max_examples=5000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL, shared by the tests of this process."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The SQLAlchemy URL of a new, empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture(scope="session")
def one_database(postgres: Postgres) -> Iterator[str]:
    """The address of a PostgreSQL database shared by tests one after the other; making one each would take most of their time."""
    with postgres.database() as address:
        yield address


@pytest.fixture(scope="session")
def ready_database(postgres: Postgres) -> Iterator[str]:
    """The address of a PostgreSQL database that has its schema."""
    with postgres.database() as address:
        Store.open(address).close()
        yield address


@pytest.fixture
def ready_url(ready_database: str) -> str:
    """The address of a PostgreSQL database that has its schema, and no rows."""
    with psycopg.connect(ready_database.replace("+psycopg", "")) as connection:
        for table in reversed(METADATA.sorted_tables):
            if table.name != "meta":
                connection.execute(f"DELETE FROM {table.name}".encode())
    return ready_database


@pytest.fixture
def emptied_url(one_database: str) -> str:
    """The address of a PostgreSQL database that is empty again."""
    with psycopg.connect(one_database.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return one_database


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A running Redis, shared by the tests of this process."""
    server = Redis()
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """The URL of an empty Redis."""
    redis_server.forget()
    return redis_server.url
