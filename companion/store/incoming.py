"""A file that may be a copy of the data: looked through before anything of it is believed.

Nothing of the file runs: a schema that is not, word for word, one that our own steps make is refused before any of its
tables is read.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, create_engine
from sqlalchemy.pool import NullPool, StaticPool

from companion.store.causes import translated
from companion.store.errors import Fault, Reason, StoreUnavailable, UnusableCopy
from companion.store.migrate import schema_version, take_step
from companion.store.migrations import STEPS
from companion.store.schema import METADATA, PlainText

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
_VERSION = "SELECT value FROM meta WHERE key = 'schema'"


def check_file(path: Path) -> int:
    """Return the schema version of a whole, unaltered copy of the data. Raises UnusableCopy."""
    _check_header(path)
    try:
        with closing(_look(path)) as file:
            version = _check_schema(file)
            _check_integrity(file)
            return version
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise UnusableCopy(Fault.DAMAGED, str(error)) from error


def bring_file_up_to_date(path: Path) -> None:
    """Take the steps that a checked file is missing, and make it a single file, without a log beside it."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with translated(), engine.begin() as connection:
        for number in range(schema_version(connection) + 1, len(STEPS) + 1):
            take_step(connection, number, STEPS[number - 1])


class SealedFile:
    """A `Database` that is a file nobody writes to."""

    def __init__(self, path: Path) -> None:
        """Open the file for reading, by one thread at a time."""
        self._engine = create_engine(
            "sqlite://", creator=lambda: _look(path), poolclass=StaticPool, hide_parameters=True
        )

    @property
    def is_alone(self) -> bool:
        """Return True: nobody writes at all."""
        return True

    @property
    def folder(self) -> Path | None:
        """Return None: nothing is kept beside it."""
        return None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection that cannot write."""
        with translated(), self._engine.connect() as connection:
            yield connection

    def transaction(self) -> AbstractContextManager[Connection]:
        """Refuse. Raises StoreUnavailable."""
        raise StoreUnavailable(Reason.READ_ONLY, "this copy is only looked at")

    def check(self) -> None:
        """Do nothing: it was checked."""

    def hold_name(self, connection: Connection, name: str) -> None:
        """Do nothing: nobody writes."""

    def alone(self, name: str) -> AbstractContextManager[object]:
        """Return nothing that keeps anybody waiting: nobody writes."""
        return nullcontext()

    def hold_everything(self, connection: Connection) -> None:
        """Do nothing: nobody writes."""

    def keep_a_copy(self, label: str) -> None:
        """Do nothing: this is one."""

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Refuse. Raises StoreUnavailable."""
        raise StoreUnavailable(Reason.READ_ONLY, "this copy is only looked at")

    def scrub(self) -> None:
        """Do nothing: nothing was deleted."""

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def _look(path: Path) -> sqlite3.Connection:
    """Return a connection that reads the file as it is, and neither locks it nor believes its schema."""
    file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
        file.execute(f"PRAGMA {pragma}")
    return file


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise UnusableCopy(Fault.FOREIGN, "this is no file of SQLite")
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if page_bytes == 1 else page_bytes
    if path.stat().st_size < int.from_bytes(header[28:32], "big") * page_bytes:
        raise UnusableCopy(Fault.DAMAGED, "the file ends too early")


def _check_schema(file: sqlite3.Connection) -> int:
    found = _schema_of(file)
    if not any(entry[:2] == ("table", "meta") for entry in found):
        raise UnusableCopy(Fault.FOREIGN, "these are not our tables")
    stored = file.execute(_VERSION).fetchone() if _begins_as_ours(found) else None
    if stored is None or not str(stored[0]).isdecimal() or int(stored[0]) < 1:
        raise UnusableCopy(Fault.FOREIGN, "it does not say of which form it is")
    version = int(stored[0])
    if version > len(STEPS):
        raise UnusableCopy(Fault.NEWER, f"it has schema {version}, this Tableside knows up to {len(STEPS)}")
    if found != _schema_after(version) or file.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        raise UnusableCopy(Fault.FOREIGN, "its tables are not as Tableside makes them")
    return version


def _begins_as_ours(found: list[tuple[str, ...]]) -> bool:
    """Return whether there is nothing that could run, and the table with the version is as it ever was."""
    is_data = all(entry[0] in ("table", "index") for entry in found)
    first = {entry[1]: entry for entry in _schema_after(1)}
    return is_data and first["meta"] in found


def _schema_of(file: sqlite3.Connection) -> list[tuple[str, ...]]:
    return [(kind, name, table, " ".join(sql.split())) for kind, name, table, sql in file.execute(_SCHEMA)]


def _schema_after(version: int) -> list[tuple[str, ...]]:
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            for number in range(1, version + 1):
                take_step(connection, number, STEPS[number - 1])
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            return _schema_of(driver)
    finally:
        engine.dispose()


def _check_integrity(file: sqlite3.Connection) -> None:
    complaint = file.execute("PRAGMA integrity_check(1)").fetchone()
    if complaint != ("ok",):
        raise UnusableCopy(Fault.DAMAGED, str(complaint[0]))
    if file.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise UnusableCopy(Fault.DAMAGED, "a row refers to one that is not there")


def check_types(path: Path) -> None:
    """Check that every value of an up-to-date copy is of the type of its column. Raises UnusableCopy."""
    with closing(_look(path)) as file:
        for table in METADATA.sorted_tables:
            for column in table.columns:
                odd = f"SELECT 1 FROM {table.name} WHERE {_odd(column)} LIMIT 1"
                if file.execute(odd).fetchone() is not None:
                    raise UnusableCopy(Fault.DAMAGED, f"{table.name}.{column.name} holds something else")


def _odd(column: Column[Any]) -> str:
    """Return the condition under which a value does not belong into its column; no text may hold NUL, which PostgreSQL refuses."""
    if isinstance(column.type, PlainText):
        return f"typeof({column.name}) NOT IN ('text', 'null') OR instr({column.name}, char(0))"
    return f"typeof({column.name}) NOT IN ('integer', 'null')"
