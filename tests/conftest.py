"""What every test may ask for: a real PostgreSQL, a real Redis; the ring it belongs to; and how far property tests look."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import randrange

import pytest
from hypothesis import HealthCheck, settings

from companion.archive import imports
from companion.table import tables
from companion.table.tables import LETTERS
from tests.records import CHOSEN, FILE, SERVER, Records
from tests.rings import EXAMPLES, FIRST_RING, RINGS
from tests.servers import Postgres, Redis

HERE = Path(__file__).parent

# The same examples on every machine, so that a change is judged by itself; the long look, with others each time,
# is for a quiet evening: HYPOTHESIS_PROFILE=long make test-all
for ring, number in EXAMPLES.items():
    settings.register_profile(
        ring, deadline=None, max_examples=number, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
settings.register_profile("long", deadline=None, max_examples=5000, suppress_health_check=[HealthCheck.too_slow])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let whoever runs the tests name the last ring that runs."""
    parser.addoption(
        "--ring", choices=RINGS, default=RINGS[-1], help="run the tests of this ring and of those before it"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose how far properties are tried and which games are played, before the tests are read, some of which ask."""
    os.environ.setdefault("SEED", str(randrange(1_000_000)))  # workers take it over
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", config.getoption("ring")))


def pytest_report_header() -> str:
    """By which seed games are played under every two house rules, and by which strangers play: others in each run."""
    return (
        f"SEED={os.environ['SEED']} TABLESIDE_SEED={os.environ.get('TABLESIDE_SEED', 1000 * int(os.environ['SEED']))}"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage seldom, and never among what is collected here: all of that is needed to the end."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
    return collected


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether to look into a folder at all: none of a later one is in the first ring, and loading its tests takes a while."""
    is_later = collection_path.parent == HERE and collection_path.name in FIRST_RING
    return True if is_later and config.getoption("ring") == RINGS[0] else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to a later ring."""
    last = RINGS.index(config.getoption("ring"))
    later = [item for item in items if ring_of(item) > last]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if ring_of(item) <= last]


def ring_of(item: pytest.Item) -> int:
    """The number of the first ring in which a test runs: the last of those its marks name, else that of its folder."""
    folder = item.path.relative_to(HERE).parts[0]
    named = [mark.args[0] for mark in item.iter_markers("ring")] or [FIRST_RING.get(folder, RINGS[0])]
    return max(RINGS.index(name) for name in named)


@pytest.fixture(scope="session", autouse=True)
def nobodys_records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lets an app that is told no folder keep its records out of the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        yield


@pytest.fixture
def codes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets tables draw codes that stand nowhere else.

    One drawn by lot may be four figures in a row that are part of a time, of a drawing or of an id.
    """
    drawn = (f"QXZ{letter}" for letter in LETTERS)
    for module in (tables, imports):
        monkeypatch.setattr(module, "draw_code", lambda length: next(drawn))


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


@pytest.fixture(scope="session", params=CHOSEN)
def store_kind(request: pytest.FixtureRequest) -> str:
    """The kind of store on which a test runs: whatever asks for records runs on each."""
    return request.param


@pytest.fixture(scope="session")
def all_records(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Records]]:
    found = {
        kind: Records(kind, lambda: tmp_path_factory.mktemp("records"), lambda: request.getfixturevalue("postgres"))
        for kind in (FILE, SERVER)
    }
    yield found
    for records in found.values():
        records.let_go()


@pytest.fixture(scope="session")
def records(all_records: dict[str, Records], store_kind: str) -> Records:
    """Places for records of the kind on which the test runs."""
    return all_records[store_kind]


@pytest.fixture
def target(records: Records) -> Iterator[str]:
    with records.lent() as place:
        yield place


@pytest.fixture
def elsewhere(records: Records) -> Iterator[Callable[[], str]]:
    """Gives further places of the same kind: `elsewhere()`."""
    with ExitStack() as places:
        yield lambda: places.enter_context(records.lent())


@pytest.fixture
def ready_url(all_records: dict[str, Records]) -> Iterator[str]:
    """The address of a PostgreSQL database that has its schema, and no rows."""
    with all_records[SERVER].lent() as address:
        yield address


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
    redis_server.forget()
    return redis_server.url
