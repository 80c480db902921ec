"""A file that may be a copy of the data: looked through before anything of it is believed.

Nothing of the file runs: a schema that is not, word for word, one that our own steps make is refused before any of its
tables is read.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn, cast

from sqlalchemy import Column, Connection, create_engine
from sqlalchemy.pool import NullPool, StaticPool

from companion.store.checks import KEY_CHARACTERS
from companion.store.database import Database
from companion.store.errors import BrokenChain, Fault, Outage, StoreUnavailable, Unstorable, UnusableCopy, map_db_errors
from companion.store.migrations import STEPS, take_steps
from companion.store.schema import METADATA, PlainText, journal, matches
from companion.store.store import Store

_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
_VERSION = "SELECT value FROM meta WHERE key = 'schema'"


def ready_copy(path: Path) -> None:
    """Check a file that may be a copy of the data, and bring it up to date in place.

    It must be complete, of a schema we know, every value readable and of its type. A journal that does not fit its hashes
    is a matter of its match alone: `altered_matches`. Raise UnusableCopy; the file may have been changed then.
    """
    try:
        with closing(_look(path)) as file:
            _check_schema(file)
            _check_integrity(file)
        _bring_up_to_date(path)
        with closing(_look(path)) as file:
            _check_types(file)
        with sealed(path) as store:
            _read_through(store)
    except sqlite3.Error as error:
        is_another = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
        raise UnusableCopy(Fault.FOREIGN if is_another else Fault.DAMAGED, str(error)) from error
    except (StoreUnavailable, Unstorable, UnicodeDecodeError) as error:
        raise UnusableCopy(Fault.DAMAGED, str(error)) from error


def altered_matches(store: Store) -> tuple[str, ...]:
    """Return the ids of the matches that are unreadable, or whose journals do not fit their hashes: they cannot be opened."""
    return tuple(
        match.id
        for table_id in store.tables.ids()
        for match in store.matches.at(table_id)
        if _is_altered(store, match.id)
    )


def _is_altered(store: Store, match_id: str) -> bool:
    try:
        store.matches.get(match_id)
        store.journal.verify(match_id)
    except BrokenChain:
        return True
    return False


@contextmanager
def sealed(copy: Path) -> Iterator[Store]:
    """Yield the data in a copy made ready by `ready_copy`, to be read only, by one thread at a time."""
    file = _SealedFile(copy)
    try:
        yield Store(cast(Database, file))
    finally:
        file.close()


class _SealedFile:
    """As much of a `Database` as a file has that no one writes to."""

    known = None

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(
            "sqlite://", creator=lambda: _look(path), poolclass=StaticPool, hide_parameters=True
        )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection that cannot write."""
        with map_db_errors(), self._engine.connect() as connection:
            yield connection

    def transaction(self, *_: object) -> NoReturn:
        """Refuse. Raise StoreUnavailable."""
        raise StoreUnavailable(Outage.READ_ONLY, "this copy is only looked at")

    copy_to = transaction

    def close(self) -> None:
        self._engine.dispose()


def _look(path: Path) -> sqlite3.Connection:
    """Return a connection that reads the file as it is, and neither locks it nor believes its schema."""
    # `immutable`: no lock file, no log beside it, and nothing left behind in the folder of uploads.
    file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
        file.execute(f"PRAGMA {pragma}")
    return file


def _check_schema(file: sqlite3.Connection) -> None:
    found = _schema_of(file)
    meta = next(entry for entry in _schema_after(1) if entry[1] == "meta")
    # Nothing that could run, and the table with the version as it ever was: only then is it asked.
    is_ours = meta in found and all(kind in ("table", "index") for kind, *_ in found)
    stored = file.execute(_VERSION).fetchone() if is_ours else None
    if stored is None or not str(stored[0]).isdecimal() or int(stored[0]) < 1:
        raise UnusableCopy(Fault.FOREIGN, "these are not our tables")
    version = int(stored[0])
    if version > len(STEPS):
        raise UnusableCopy(Fault.NEWER, f"it has schema {version}, this Tableside knows up to {len(STEPS)}")
    # Word for word what our own steps make: a trigger, a view or an odd collation in an uploaded file would run when it is
    # asked (ADR 8).
    if found != _schema_after(version) or file.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        raise UnusableCopy(Fault.FOREIGN, "its tables are not as Tableside makes them")


def _schema_of(file: sqlite3.Connection) -> list[tuple[str, ...]]:
    return [(kind, name, table, " ".join(sql.split())) for kind, name, table, sql in file.execute(_SCHEMA)]


def _schema_after(version: int) -> list[tuple[str, ...]]:
    file = sqlite3.connect(":memory:", check_same_thread=False)
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
    with closing(file), engine.begin() as connection:
        take_steps(connection, STEPS[:version])
        return _schema_of(file)


def _check_integrity(file: sqlite3.Connection) -> None:
    complaint = file.execute("PRAGMA integrity_check(1)").fetchone()
    if complaint != ("ok",):
        raise UnusableCopy(Fault.DAMAGED, str(complaint[0]))
    if file.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise UnusableCopy(Fault.DAMAGED, "a row refers to one that is not there")


def _bring_up_to_date(path: Path) -> None:
    """Take the steps that a checked file is missing, and make it a single file, without a log beside it.

    What is of no type in a match or its journal becomes what no database refuses, and what its hashes do not fit.
    """
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with map_db_errors(), engine.begin() as connection:
        take_steps(connection)
        for column in (*matches.columns, *journal.columns):
            if not column.primary_key:
                plain = f"hex({column.name})" if isinstance(column.type, PlainText) else "0"
                connection.exec_driver_sql(
                    f"UPDATE {column.table.name} SET {column.name} = {plain} WHERE {_odd(column)}"
                )


def _check_types(file: sqlite3.Connection) -> None:
    """Check that every value is of the type of its column."""
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if file.execute(f"SELECT 1 FROM {table.name} WHERE {_odd(column)} LIMIT 1").fetchone() is not None:
                raise UnusableCopy(Fault.DAMAGED, f"{table.name}.{column.name} holds something else")


def _odd(column: Column[Any]) -> str:
    """Return the condition under which a value does not belong into its column: a text with NUL or a long key, which
    PostgreSQL refuses, too.
    """
    if isinstance(column.type, PlainText):
        too_long = f" OR length({column.name}) > {KEY_CHARACTERS}" if column.primary_key or column.unique else ""
        return f"typeof({column.name}) NOT IN ('text', 'null') OR instr({column.name}, char(0)){too_long}"
    return f"typeof({column.name}) NOT IN ('integer', 'null')"


def _read_through(store: Store) -> None:
    """Read everything. Raise whatever reading any of it would."""
    for table_id in store.tables.ids():
        store.tables.get(table_id)
        store.seats.at(table_id)
        store.grants.at(table_id)
        for match in store.matches.at(table_id):
            store.remarks.of(match.id)
    altered_matches(store)
