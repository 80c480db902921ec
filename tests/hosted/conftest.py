"""A hosted service: some workers, a PostgreSQL, a Redis; started as a host starts them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.store import Store
from tests.e2e.stage import at_work
from tests.hosted.service import Service
from tests.servers import Postgres, Redis


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as address:
        yield address


@pytest.fixture(scope="module")
def variables() -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, address: str, redis_server: Redis, variables: dict[str, str]
) -> Iterator[Service]:
    """One service of two workers, shared by the tests of a file that leave it and its servers running."""
    urls = {"TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": redis_server.url}
    with at_work(Service(tmp_path_factory.mktemp("service"), 2, urls | variables)) as running:
        yield running


@pytest.fixture
def store(ready_url: str) -> Iterator[Store]:
    with Store.open(ready_url) as opened:
        yield opened


@pytest.fixture
def start(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Callable[..., Service]]:
    """Starts services on the same records: `start(workers=2, TABLESIDE_...="...")`."""
    urls = {"TABLESIDE_DATABASE_URL": postgres_url, "TABLESIDE_REDIS_URL": redis_url}
    with ExitStack() as started:

        def start(workers: int = 2, **variables: str) -> Service:
            return started.enter_context(at_work(Service(tmp_path, workers, urls | variables)))

        yield start
