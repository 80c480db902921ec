"""An app over real records, and the people at its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web import invite
from companion.web.app import create_app
from companion.web.services import Settings
from tests.servers import STORE

HOSTS = ("localhost", "127.0.0.1", "table.test")


@pytest.fixture(params=[STORE])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A new store, of the kind this run is for; tests that always run on both ask for it:
    `@pytest.mark.parametrize("store", BOTH, indirect=True)`.
    """
    target: str = request.getfixturevalue("ready_url") if request.param == "postgresql" else str(tmp_path / "t.sqlite")
    with Store.open(target) as opened:
        yield opened


@pytest.fixture(autouse=True)
def in_a_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this device be in a Wi-Fi, whatever machine the tests run on."""
    monkeypatch.setattr(invite, "addresses", lambda: ("192.168.1.5",))


@pytest.fixture
def live() -> InProcessLive:
    """A bus of one process."""
    return InProcessLive()


@pytest.fixture
def app(store: Store, live: InProcessLive) -> Flask:
    """The app as it is served, called as `localhost` or `table.test`."""
    return create_app(store, live, Settings(HOSTS))
