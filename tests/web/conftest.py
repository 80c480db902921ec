"""An app over real records, and the people at its table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app import i18n
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from companion.web.evening import tables
from tests.games.english import NAMES
from tests.records import Records
from tests.web.api.carried import another_device
from tests.web.boxes import write_boxes
from tests.web.evenings import Table
from tests.web.people import Browser, open_table, sit

HOSTS = ("localhost", "127.0.0.1", "table.test")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an app: the test's own, also of one that is told none and whose records lie on a server."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def in_a_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "addresses", lambda: ("192.168.1.5",))


@pytest.fixture(scope="session")
def shared_place(records: Records) -> Iterator[str]:
    with records.lent() as place:
        yield place


@pytest.fixture(scope="session")
def shared_store(shared_place: str) -> Iterator[Store]:
    with Store.open(shared_place) as opened:
        yield opened


@pytest.fixture
def store(request: pytest.FixtureRequest, records: Records, shared_place: str, shared_store: Store) -> Iterator[Store]:
    """A store with no records; one of its own for a test that asks where they lie, by `target`."""
    if "target" in request.fixturenames:
        with Store.open(request.getfixturevalue("target")) as opened:
            yield opened
        return
    yield shared_store
    records.empty(shared_place)


@pytest.fixture
def live() -> InProcessLive:
    return InProcessLive()


@pytest.fixture(scope="session")
def shared_app(shared_store: Store) -> Flask:
    return create_app(shared_store, InProcessLive(), Settings(HOSTS))


@pytest.fixture(scope="session")
def app_elsewhere(shared_store: Store) -> Flask:
    return create_app(shared_store, InProcessLive(), Settings(HOSTS))


@pytest.fixture(scope="session")
def app_in_boxes(shared_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    app = create_app(shared_store, InProcessLive(), Settings(HOSTS))
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(write_boxes(tmp_path_factory.mktemp("boxes")))
    i18n.init_app(app)  # once more, to read that
    return app


@pytest.fixture
def other(app_elsewhere: Flask, elsewhere: Callable[[], str]) -> Iterator[Flask]:
    with another_device(app_elsewhere, elsewhere()) as app:
        yield app


@pytest.fixture
def made_up() -> None:
    """Lets the app of a test speak the made-up language, which it takes for English."""


@pytest.fixture
def app(
    request: pytest.FixtureRequest, shared_app: Flask, store: Store, live: InProcessLive, own_folder: Path
) -> Flask:
    """The app as it is served, called as `localhost` or `table.test`, over records and backups of the test's own."""
    app: Flask = request.getfixturevalue("app_in_boxes") if "made_up" in request.fixturenames else shared_app
    app.extensions["tableside"] = Services(store, live, Settings(HOSTS, folder=own_folder))
    return app


@pytest.fixture
def host(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def code(host: Browser) -> str:
    return open_table(host, "Ana", "Ben", "Cleo")


@pytest.fixture
def ben(app: Flask, code: str) -> Browser:
    return sit(Browser(app), code, 1)


@pytest.fixture
def services(app: Flask) -> Services:
    return app.extensions["tableside"]


@pytest.fixture
def table(app: Flask, host: Browser) -> Table:
    code = open_table(host, *NAMES[:4])
    return Table(app, code, host, sit(Browser(app), code, 1))


@pytest.fixture
def places(elsewhere: Callable[[], str]) -> tuple[str, str]:
    return elsewhere(), elsewhere()
