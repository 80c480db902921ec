"""Where the records of a test lie, on each kind of store, and a look at them past the app."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from sqlalchemy import Engine, make_url
from sqlalchemy import event as events
from sqlalchemy.pool import Pool

from companion.store import Store
from companion.store.schema import METADATA
from tests.servers import Postgres

T = TypeVar("T")
FILE, SERVER = "sqlite", "postgresql"
EACH_KIND: dict[str, Any] = {FILE: FILE, SERVER: pytest.param(SERVER, marks=pytest.mark.ring("all"))}
"""The kinds of store on which whatever asks for records runs: in a file in every ring, on a server in the last."""
CHOSEN = [EACH_KIND[kind] for kind in os.environ.get("TABLESIDE_TEST_STORE", " ".join(EACH_KIND)).split()]
"""Those of this run: both, unless somebody is in a hurry."""
early_on_postgresql = pytest.mark.parametrize(
    "store_kind", [FILE, pytest.param(SERVER, marks=pytest.mark.ring("test"))], indirect=True, scope="session"
)
"""Marks what runs on PostgreSQL in `make test` already."""


class Records:
    """Lends places for records of one kind: the path of a file not there yet, or the address of a PostgreSQL database that
    has its schema and no rows.
    """

    def __init__(self, kind: str, new_folder: Callable[[], Path], postgres: Callable[[], Postgres]) -> None:
        self.kind = kind
        self._new_folder = new_folder
        self._postgres = postgres
        self._made: list[str] = []
        self._emptying: dict[str, psycopg.Connection] = {}
        """Kept open for the next test: the server forks a process for each connection."""

    @contextmanager
    def lent(self) -> Iterator[str]:
        """One place, nobody else's until it is given back."""
        if self.kind == FILE:
            folder = self._new_folder()
            try:
                yield str(folder / "t.sqlite")
            finally:
                shutil.rmtree(folder)
            return
        address = self._made.pop() if self._made else self._ready()
        try:
            yield address
        finally:
            self.empty(address)
        self._made.append(address)

    def _ready(self) -> str:
        address = self._postgres().new_database()
        Store.open(address).close()
        return address

    def empty(self, place: str) -> None:
        """Leave no row there, past the store; its schema stays."""
        names = [table.name for table in reversed(METADATA.sorted_tables) if table.name != "meta"]
        if self.kind == FILE:
            with closing(sqlite3.connect(place)) as file, file:
                file.executescript("; ".join(f"DELETE FROM {name}" for name in names))
            return
        self._connection(place).execute("; ".join(f"DELETE FROM {name}" for name in names).encode())

    def _connection(self, address: str) -> psycopg.Connection:
        kept = self._emptying.pop(address, None)
        if kept is None or not _is_there(kept):
            kept = psycopg.connect(_plain(address), autocommit=True, options="-c lock_timeout=30s")
        self._emptying[address] = kept
        return kept

    def let_go(self) -> None:
        """Close what was kept open. The databases stay, as long as their cluster."""
        while self._emptying:
            self._emptying.popitem()[1].close()


def _is_there(connection: psycopg.Connection) -> bool:
    """Whether the server has not gone away since this connection was used; closes it where it has."""
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        connection.close()
        return False
    return True


def _plain(address: str) -> str:
    return make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)


def reach_in(target: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Rows of a statement (parameters as %s) sent past the store, with no rule of the schema enforced."""
    if "://" not in target:
        with closing(sqlite3.connect(target)) as file, file:
            return file.execute(statement.replace("%s", "?"), values).fetchall()
    with psycopg.connect(_plain(target)) as server:
        server.execute("SET session_replication_role = replica")
        cursor = server.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


def rows(target: str) -> dict[str, list[str]]:
    """What each table holds; a truth as the number that it is in a file."""
    read = {name: reach_in(target, f"SELECT * FROM {name}") for name in METADATA.tables}
    return {
        name: sorted(repr([int(one) if isinstance(one, bool) else one for one in row]) for row in found)
        for name, found in read.items()
    }


def written(target: str) -> bytes:
    """All that is written: of a file every byte, of its log and its index too; of a server the rows."""
    if "://" in target:
        found = (reach_in(target, f"SELECT * FROM {name}") for name in METADATA.tables)
        return "\n".join(str(value) for table in found for row in table for value in row).encode()
    file = Path(target)
    return b"".join(path.read_bytes() for path in sorted(file.parent.glob(f"{file.name}*")))


@contextmanager
def noted(of: type, event: str, take: Callable[..., T]) -> Iterator[list[T]]:
    """What is taken of each such event meanwhile, in order."""
    seen: list[T] = []

    def note(*told: object) -> None:
        seen.append(take(*told))

    events.listen(of, event, note)
    try:
        yield seen
    finally:
        events.remove(of, event, note)


def statements() -> AbstractContextManager[list[str]]:
    """The statements that are sent meanwhile, to whichever database."""
    return noted(Engine, "before_cursor_execute", lambda _connection, _cursor, sent, *_: " ".join(sent.split()))


def connections_taken() -> AbstractContextManager[list[object]]:
    """The connections that are taken from a pool meanwhile, in order."""
    return noted(Pool, "checkout", lambda connection, *_: connection)
