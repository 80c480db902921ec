"""An evening to put into a store."""

import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from companion.store import Appended, Grant, Match, NewEntry, Repeated, Store, Table, fresh_id, token_hash
from companion.store.sqlite import SqliteDatabase

T = TypeVar("T")

NOW = datetime(2026, 3, 1, 19, 4, 5, 678901, tzinfo=UTC)
LATER = datetime(2026, 3, 1, 21, 30, tzinfo=UTC)


@contextmanager
def opened(file: Path, kind: type[SqliteDatabase] = SqliteDatabase) -> Iterator[tuple[Store, SqliteDatabase]]:
    """A store in a file, and its database, for what no repository does."""
    Store.open(file).close()
    database = kind(file)
    with Store(database) as store:
        yield store, database


def set_table(store: Store, code: str = "KQTM", names: Sequence[str] = ("Ana", "Ben", "Cleo")) -> Table:
    table = Table(fresh_id(), code, NOW)
    store.tables.create(table, names)
    return table


def begin_match(store: Store, table: Table | None = None, seats: Sequence[int] = (0, 1, 2)) -> Match:
    return store.matches.create((table or set_table(store)).id, "some-game", '{"house":true}', seats, NOW)


def entry(number: int, key: str | None = None) -> NewEntry:
    return NewEntry(NOW, "seat", f'{{"number":{number}}}', by_seat=number % 3, idem=key)


def play(store: Store, match: Match, count: int) -> None:
    for number in range(count):
        result = store.journal.append(match.id, number, entry(number, f"key {number}" if number % 2 else None))
        assert isinstance(result, Appended)


def seq(result: Appended | Repeated) -> int:
    """Where an entry that was not there before now stands."""
    assert isinstance(result, Appended)
    return result.seq


def seat_link(table: Table, seat: int, token: str) -> Grant:
    return Grant(token_hash(token), "seat", "link", NOW, table.id, seat)


def all_at_once(count: int, act: Callable[[int], T]) -> list[T | Exception]:
    """What each of the threads returned or raised, all set off together."""
    together = threading.Barrier(count)

    def run(number: int) -> T | Exception:
        together.wait(30)
        try:
            return act(number)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error

    with ThreadPoolExecutor(count) as threads:
        return [*threads.map(run, range(count), timeout=60)]


@contextmanager
def files_end_at(length: int) -> Iterator[None]:
    """No file of this process grows longer than so many bytes meanwhile: to write on is an error, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (length, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def held(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
