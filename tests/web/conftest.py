"""An app over real records, and the people at its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web import invite
from companion.web.app import create_app, services_of
from companion.web.services import Settings
from tests.records import Records

HOSTS = ("localhost", "127.0.0.1", "table.test")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an app whose records lie on a server and that is told no other: the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def in_a_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this device be in a Wi-Fi, whatever machine the tests run on."""
    monkeypatch.setattr(invite, "addresses", lambda: ("192.168.1.5",))


@pytest.fixture
def store(target: str) -> Iterator[Store]:
    """A new store; each test that asks for it runs on every kind there is."""
    with Store.open(target) as opened:
        yield opened


@pytest.fixture
def live() -> InProcessLive:
    """A bus of one process."""
    return InProcessLive()


@pytest.fixture(scope="session")
def shared_app(records: Records) -> Iterator[Flask]:
    """An app whose addresses and templates are made ready once for all tests on one kind of store."""
    with records.lent() as place, Store.open(place) as store:
        yield create_app(store, InProcessLive(), Settings(HOSTS))


@pytest.fixture
def app(shared_app: Flask, store: Store, live: InProcessLive) -> Flask:
    """The app as it is served, called as `localhost` or `table.test`, over records of the test's own."""
    shared_app.extensions["tableside"] = services_of(store, live, Settings(HOSTS))
    return shared_app
