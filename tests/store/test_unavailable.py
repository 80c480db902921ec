"""When the disk is full, read-only, locked or damaged, or the server away: said, nothing half recorded, and over by itself."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, make_url

from companion.store import Grant, Match, NewEntry, Outage, Store, StoreUnavailable, Table, fresh_id, token_hash
from companion.store.postgres import PostgresDatabase
from tests.records import reach_in, rows
from tests.servers import Postgres, wait_until
from tests.store.evening import NOW, all_at_once, begin_match, entry, files_end_at, play, seq


@contextmanager
def read_only() -> Iterator[None]:
    def set_too(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    event.listen(Engine, "begin", set_too)
    yield
    event.remove(Engine, "begin", set_too)


def writes(store: Store, match: Match) -> list[Callable[[], object]]:
    new, whose = Table(fresh_id(), fresh_id(), NOW), store.seats.at(match.table_id)[2].player_id
    return [
        lambda: store.journal.append(match.id, 3, entry(3)),
        lambda: store.tables.create(new, ["Dora"]),
        lambda: store.tables.set_closed_to_seats(match.table_id, True),
        lambda: store.seats.add(match.table_id, lambda there: "Dora"),
        lambda: store.seats.rename(match.table_id, 0, lambda others: "x"),
        lambda: store.seats.set_left(match.table_id, 0, True),
        lambda: store.people.forget([whose], (), {}, {match.table_id: "x"}),
        lambda: store.matches.create(match.table_id, "some-game", "{}", [0], NOW),
        lambda: store.grants.add(Grant(token_hash("t"), "owner", "link", NOW)),
        lambda: store.grants.replace(Grant(token_hash("t"), "owner", "link", NOW)),
        lambda: store.grants.revoke(table_id=match.table_id),
        lambda: store.grants.claim_seat(match.table_id, 0, token_hash("t"), NOW),
        lambda: store.settings.set("theme", "dark"),
        lambda: store.matches.delete(match.id),
        lambda: store.tables.delete(match.table_id),
    ]


def reads(store: Store, match: Match) -> list[Callable[[], object]]:
    return [
        lambda: store.journal.entries(match.id),
        lambda: store.journal.verify(match.id),
        lambda: store.tables.get(match.table_id),
        lambda: store.tables.by_code("KQTM"),
        lambda: store.tables.ids(),
        lambda: store.seats.at(match.table_id),
        lambda: store.matches.get(match.id),
        lambda: store.matches.at(match.table_id),
        lambda: store.grants.of(token_hash("t")),
        lambda: store.grants.at(match.table_id),
        lambda: store.settings.get("theme"),
        lambda: store.settings.some("theme"),
    ]


def assert_unavailable(reason: Outage, calls: list[Callable[[], object]]) -> None:
    for number, call in enumerate(calls):
        with pytest.raises(StoreUnavailable) as caught:
            call()
        assert caught.value.reason is reason, (number, caught.value)


@pytest.fixture
def alone(file: Path) -> Iterator[tuple[Store, Match]]:
    """A store in a file, with a match of three entries and a seat that plays in none."""
    with Store.open(file) as store:
        begun = begin_match(store, seats=[0, 1])
        play(store, begun, 3)
        yield store, begun


def test_nothing_is_written_to_a_read_only_file_and_all_is_well_after(alone: tuple[Store, Match], file: Path) -> None:
    store, match = alone
    before = rows(str(file))
    with read_only():
        assert_unavailable(Outage.READ_ONLY, writes(store, match))
        assert store.journal.verify(match.id) == store.journal.version(match.id) == 3
    assert rows(str(file)) == before
    for write in writes(store, match):
        write()


def test_a_disk_that_takes_no_more_bytes_loses_nothing(alone: tuple[Store, Match], file: Path) -> None:
    store, match = alone
    big = NewEntry(NOW, "seat", "x" * 300_000, idem="big")
    with files_end_at(file.stat().st_size + 200_000):
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                store.journal.append(match.id, 3, big)
    assert store.journal.verify(match.id) == 3
    assert seq(store.journal.append(match.id, 3, big)) == 3
    assert store.journal.verify(match.id) == 4


def test_errors_tell_nothing_of_what_is_stored(alone: tuple[Store, Match], file: Path) -> None:
    store, match = alone
    secret = NewEntry(NOW, "seat", '{"secret":"platypus"}', idem="walrus")
    with read_only(), pytest.raises(StoreUnavailable) as caught:
        store.journal.append(match.id, 3, secret)
    assert tells(caught.value) == set()
    seq(store.journal.append(match.id, 3, secret))
    reach_in(str(file), "UPDATE journal SET body=CAST(x'FF' || body AS TEXT) WHERE seq=3")
    with pytest.raises(StoreUnavailable) as caught:
        store.journal.entries(match.id)
    assert tells(caught.value) == set()


def tells(error: BaseException | None) -> set[str]:
    """Which words of the secret the error or one of its causes says."""
    said = ""
    while error is not None:
        said += f"{error} {error!r}"
        error = error.__cause__ or error.__context__
    return {word for word in ("platypus", "walrus") if word in said}


@pytest.fixture
def server() -> Iterator[Postgres]:
    """A PostgreSQL of its own, to be stopped and started."""
    own = Postgres()
    try:
        own.start()
        yield own
    finally:
        own.remove()


@pytest.mark.ring("test")
def test_while_postgresql_is_away_all_is_refused_and_all_is_well_once_it_is_back(server: Postgres) -> None:
    with server.database() as address, Store.open(address) as store:
        match = begin_match(store, seats=[0, 1])
        play(store, match, 3)
        calls = [*reads(store, match), *writes(store, match)]
        server.stop()
        assert_unavailable(Outage.AWAY, calls)
        with pytest.raises(StoreUnavailable):
            store.journal.version(match.id)
        with pytest.raises(StoreUnavailable):
            Store.open(address)
        server.start()
        for call in calls:
            call()


@pytest.mark.ring("all")
def test_a_postgresql_that_stands_still_is_said_in_seconds_then_at_once_and_all_is_well_after(server: Postgres) -> None:
    with server.database() as address, Store.open(address) as store:
        match = begin_match(store)
        play(store, match, 2)
        calls = [*reads(store, match), *writes(store, match)]
        with server.standing_still():
            began = time.monotonic()
            together = all_at_once(12, lambda phone: store.journal.append(match.id, 2, entry(2, f"{phone}")))
            waited = time.monotonic() - began
            assert [one.reason for one in together if isinstance(one, StoreUnavailable)] == [Outage.AWAY] * 12
            assert waited < 8
            asking = threading.Thread(target=assert_unavailable, args=(Outage.AWAY, [store.check]))
            connecting = threading.Event()
            event.listen(Engine, "do_connect", lambda *_: connecting.set(), once=True)
            asking.start()
            assert connecting.wait(8), "one asks whether it answers again"
            began = time.monotonic()
            assert_unavailable(Outage.AWAY, calls)
            assert time.monotonic() - began < 1
            asking.join()
        assert store.journal.verify(match.id) == 2
        assert seq(store.journal.append(match.id, 2, entry(2))) == 2


@pytest.mark.ring("all")
def test_a_change_whose_commit_is_not_answered_in_seconds_is_said_and_may_be_asked_for_again(server: Postgres) -> None:
    with server.database() as address, Store.open(address) as store:
        with ExitStack() as still:
            database = PostgresDatabase(make_url(address))
            still.callback(database.close)

            def change() -> None:
                with database.transaction() as connection:
                    connection.exec_driver_sql("INSERT INTO settings VALUES ('theme', 'dark')")
                    still.enter_context(server.standing_still())

            began = time.monotonic()
            assert_unavailable(Outage.AWAY, [change])
            assert time.monotonic() - began < 8
        store.settings.set("theme", "dark")
        assert store.settings.get("theme") == "dark"


@pytest.mark.ring("test")
def test_connections_cut_by_the_server_are_made_anew(address: str, postgres: Postgres) -> None:
    assert postgres.home.exists()
    with Store.open(address) as store:
        match = begin_match(store)
        play(store, match, 2)
        cut_all(address)
        assert store.journal.verify(match.id) == 2
        assert seq(store.journal.append(match.id, 2, entry(2))) == 2


def cut_all(address: str) -> None:
    """End every connection of ours to this database, and return when all have ended."""
    ours = "FROM pg_stat_activity WHERE application_name='tableside' AND datname=current_database()"
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"SELECT pg_terminate_backend(pid) {ours}".encode())
        wait_until(lambda: connection.execute(f"SELECT 1 {ours}".encode()).fetchone() is None, "they have ended")
