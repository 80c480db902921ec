"""Apps on both kinds of store, with somebody and something of every kind, for nonsense; and servers that are up at once."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.records import Records
from tests.strength.loaded import Loaded
from tests.strength.nonsense import Playground


@pytest.fixture(scope="module")
def app(records: Records, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    settings = Settings(("localhost",), folder=tmp_path_factory.mktemp("nonsense"))
    with records.lent() as place, Store.open(place) as store:
        yield create_app(store, InProcessLive(), settings)


@pytest.fixture(scope="module")
def ground(app: Flask) -> Playground:
    return Playground(app)


@pytest.fixture(scope="module")
def loaded() -> Iterator[Loaded]:
    """Where servers are forked from: most of a start is spent on loading the app, and no kill is sought there."""
    with Loaded() as process:
        yield process
