"""The one connection that writes to a file: what goes wrong on it leaves no transaction open, and no broken connection."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from companion.store import Missing, Store, StoreUnavailable
from tests.store.evening import begin_match, entry, play, seq


@pytest.fixture
def connected() -> Iterator[list[object]]:
    """Every connection that is opened."""
    seen: list[object] = []

    def note(driver: object, _record: object) -> None:
        seen.append(driver)

    event.listen(Engine, "connect", note)
    yield seen
    event.remove(Engine, "connect", note)


def is_free(file: Path) -> bool:
    """Return whether another program could write to the file: no transaction was left open."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True


def count_and_refuse(store: Store) -> None:
    """Begin to change something, and think better of it."""
    with store._database.transaction() as connection:
        connection.exec_driver_sql("UPDATE matches SET version = 9")
        raise Missing("seat")


def test_what_was_begun_and_refused_is_undone_and_the_file_is_free(file: Path) -> None:
    with Store.open(file) as store:
        match = begin_match(store)
        with pytest.raises(Missing):
            count_and_refuse(store)
        assert is_free(file)
        assert store.journal.entries(match.id) == ()
        play(store, match, 2)


def test_a_connection_that_may_be_broken_is_opened_anew(connected: list[object], file: Path) -> None:
    with Store.open(file) as store:
        match = begin_match(store)
        connected.clear()
        with pytest.raises(StoreUnavailable), store._database.transaction() as connection:
            connection.exec_driver_sql("SELECT nothing FROM nowhere")
        assert seq(store.journal.append(match.id, 0, entry(0))) == 0
        assert len(connected) == 1


def close_behind_its_back(store: Store) -> None:
    """Close the connection that writes while it is used."""
    with store._database.transaction() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.close()


def test_a_connection_closed_behind_the_store_is_opened_anew(file: Path) -> None:
    with Store.open(file) as store:
        match = begin_match(store)
        with pytest.raises(StoreUnavailable):
            close_behind_its_back(store)
        assert seq(store.journal.append(match.id, 0, entry(0))) == 0
