"""Pages while another program holds the file of the records, or has removed it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask

from companion.engine.journal import Abandoned
from companion.live import InProcessLive
from companion.match.access import Caller
from companion.match.enter import Decision
from companion.match.precondition import Precondition
from companion.match.snapshot import Snapshot
from companion.store import Grant, Store
from companion.web.app.services import Services
from companion.web.create_app import create_app
from tests.store.evening import held
from tests.web.people import Browser, open_table, start_match

PATIENCE = 2.0
OWNER = Caller("owner", (Grant("owner", "owner", "device", datetime(2026, 1, 31, tzinfo=UTC)),))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tableside.sqlite"


@pytest.fixture
def app(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app in which nobody waits long."""
    monkeypatch.setattr("companion.store.database.PATIENCE_SECONDS", PATIENCE)
    with Store.open(file) as store:
        yield create_app(store, InProcessLive())


def test_a_board_waits_for_no_entry_of_its_match_and_shows_what_was_before(
    app: Flask, file: Path, monkeypatch: pytest.MonkeyPatch, services: Services
) -> None:
    monkeypatch.setattr("companion.store.database.PATIENCE_SECONDS", 10.0)
    host = Browser(app)
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    decided, errors = Event(), list[Exception]()

    def decide(_: Snapshot) -> Decision:
        decided.set()
        return Decision(Abandoned())

    def enter() -> None:
        try:
            services.matches.enter(match_id, OWNER, Precondition(), decide)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            errors.append(error)

    entering = Thread(target=enter)
    with held(file):
        entering.start()
        assert decided.wait(10)
        board, journal = host.get(f"/m/{match_id}"), host.get(f"/m/{match_id}/journal")
        assert entering.is_alive(), "the pages came after the entry had given up"
    entering.join()
    assert (board.status_code, journal.status_code, errors) == (200, 200, [])
    assert "stopped" not in board.get_data(as_text=True)
    assert "stopped" in host.get(f"/m/{match_id}").get_data(as_text=True)
