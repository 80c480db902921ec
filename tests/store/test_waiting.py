"""While another program holds the file, it is gone, or a connection breaks: nobody waits long, and nothing is half done."""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.engine import Engine

from companion.store import Match, Missing, Outage, Store, StoreUnavailable
from companion.store.postgres import PostgresDatabase
from tests.records import noted
from tests.store.evening import all_at_once, begin_match, entry, held, opened, play, seq

PATIENCE = 1.0
PHONES = 8


@pytest.fixture
def begun(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Store, Match]]:
    """A store in which nobody waits long, with a match of three entries."""
    monkeypatch.setattr("companion.store.database.PATIENCE_SECONDS", PATIENCE)
    with Store.open(file) as store:
        match = begin_match(store)
        play(store, match, 3)
        yield store, match


def refusal(store: Store, match: Match, number: int = 0) -> tuple[Outage, float]:
    """Why an entry is refused, and after how many seconds."""
    began = time.monotonic()
    with pytest.raises(StoreUnavailable) as caught:
        store.journal.append(match.id, 3, entry(3, f"phone {number}"))
    return caught.value.reason, time.monotonic() - began


def test_of_many_who_wait_for_another_program_nobody_waits_for_the_others_waits(
    begun: tuple[Store, Match], file: Path
) -> None:
    store, match = begun
    with held(file):
        refused = all_at_once(PHONES, lambda phone: refusal(store, match, phone))
    assert [one[0] for one in refused if not isinstance(one, Exception)] == [Outage.LOCKED] * PHONES
    assert max(one[1] for one in refused if not isinstance(one, Exception)) < 3 * PATIENCE
    assert seq(store.journal.append(match.id, 3, entry(3))) == 3


def test_who_wants_to_be_alone_waits_no_longer_than_who_writes(begun: tuple[Store, Match]) -> None:
    store, _ = begun

    def wait(_: int) -> float:
        began = time.monotonic()
        with pytest.raises(StoreUnavailable) as caught, store.alone("something else"):
            pass
        assert caught.value.reason is Outage.LOCKED
        return time.monotonic() - began

    with store.alone("something"):
        [waited] = all_at_once(1, wait)
    assert not isinstance(waited, Exception)
    assert PATIENCE * 0.9 <= waited < 3 * PATIENCE
    with store.alone("something else"):
        pass


def test_everything_can_be_read_while_another_program_writes(begun: tuple[Store, Match], file: Path) -> None:
    store, match = begun
    with held(file):
        assert store.journal.verify(match.id) == 3
        assert len(store.seats.at(match.table_id)) == 3


@pytest.mark.parametrize("gone", ["the file", "the file and its log", "the file, another in its place"])
def test_nothing_is_acknowledged_once_the_file_is_gone(begun: tuple[Store, Match], file: Path, gone: str) -> None:
    store, match = begun
    store.check()
    another = file.with_suffix(".copy")
    shutil.copy(file, another)
    for path in file.parent.glob(f"{file.name}*") if "log" in gone else [file]:
        path.unlink()
    if "another" in gone:
        another.rename(file)
    assert refusal(store, match)[0] is Outage.AWAY
    with pytest.raises(StoreUnavailable) as caught:
        store.check()
    assert caught.value.reason is Outage.AWAY
    assert str(file) in caught.value.detail
    assert store.journal.verify(match.id) == 3


def test_a_file_that_is_gone_is_not_made_anew_by_a_connection_that_broke(file: Path) -> None:
    with opened(file) as (store, database):
        match = begin_match(store)
        file.unlink()
        for _ in range(2):
            with pytest.raises(StoreUnavailable), database.transaction() as connection:
                connection.exec_driver_sql("SELECT nothing FROM nowhere")
        assert refusal(store, match)[0] is Outage.AWAY
        assert not file.exists()


@pytest.mark.ring("test")
def test_no_statement_holds_up_a_server_for_long_but_what_takes_its_time(address: str) -> None:
    limit = text("SHOW statement_timeout")
    Store.open(address).close()
    with closing(PostgresDatabase(make_url(address))) as database:
        with database.read() as connection:
            assert connection.execute(limit).scalar_one() == "6s"
        with database.transaction() as connection:
            database.hold_everything(connection)
            assert connection.execute(limit).scalar_one() == "0"
        with database.read() as connection:
            assert connection.execute(limit).scalar_one() == "6s"


def test_what_was_begun_and_refused_is_undone_and_the_file_is_free(file: Path) -> None:
    with opened(file) as (store, database):
        match = begin_match(store)
        with suppress(Missing), database.transaction() as connection:
            connection.exec_driver_sql("UPDATE matches SET version = 9")
            raise Missing("seat")
        with held(file):  # another program can write: no transaction was left open
            assert store.journal.entries(match.id) == ()
        play(store, match, 2)


def test_a_connection_that_may_be_broken_is_opened_anew(file: Path) -> None:
    with opened(file) as (store, database), noted(Engine, "connect", lambda *_: "connected") as connected:
        match = begin_match(store)
        connected.clear()
        with pytest.raises(StoreUnavailable), database.transaction() as connection:
            connection.exec_driver_sql("SELECT nothing FROM nowhere")
        assert seq(store.journal.append(match.id, 0, entry(0))) == 0
        assert len(connected) == 1
