"""All rows from one database to another, whatever each of them is."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, Table, create_engine, delete, insert, select
from sqlalchemy.pool import NullPool

from companion.store.errors import Reason, StoreUnavailable
from companion.store.migrate import take_step
from companion.store.migrations import STEPS
from companion.store.schema import METADATA, attempts, grants, meta, summaries

_AT_ONCE = 2000
_OWNERS = select(grants).where(grants.c.role == "owner")
_TABLES = [table for table in METADATA.sorted_tables if table is not meta]
"""Those with rows of their own, referred to before those that refer."""


def copy_rows(source: Connection, target: Connection) -> None:
    """Add every row of `source` to `target`, which is empty. Both have the newest schema."""
    for table in _TABLES:
        if table in (summaries, attempts):  # what follows from the journals, and what counts only here and now
            continue
        if source.dialect.name == target.dialect.name == "sqlite":
            _copy_as_they_stand(table, source, target)
            continue
        for rows in _portions(source, select(table)):
            target.execute(insert(table), [dict(row._mapping) for row in rows])


def _copy_as_they_stand(table: Table, source: Connection, target: Connection) -> None:
    """Add the rows of one table without looking at them again: play waits for this."""
    names = ", ".join(table.columns.keys())
    marks = ", ".join("?" for _ in table.columns)
    with source.exec_driver_sql(f"SELECT {names} FROM {table.name}") as found:
        for rows in found.partitions(_AT_ONCE):
            target.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", [tuple(row) for row in rows])


def replace_rows(source: Connection, target: Connection) -> None:
    """Put every row of `source` in place of those of `target`, whose owner stays its owner."""
    owners = [dict(row._mapping) for row in target.execute(_OWNERS)]
    for table in reversed(_TABLES):
        target.execute(delete(table))
    copy_rows(source, target)
    target.execute(delete(grants).where(grants.c.role == "owner"))
    if owners:
        target.execute(insert(grants), owners)


def write_file(source: Connection, target: Path) -> None:
    """Write all rows to a new SQLite file of the newest schema, for this user's eyes only.

    Raises StoreUnavailable, also where there is such a file already.
    """
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreUnavailable(Reason.READ_ONLY, f"cannot write {target}: {error.strerror}") from error
    engine = create_engine(f"sqlite:///{target}", poolclass=NullPool, hide_parameters=True)
    try:
        with engine.begin() as connection:
            for number, step in enumerate(STEPS, 1):
                take_step(connection, number, step)
            copy_rows(source, connection)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _portions(source: Connection, statement: Any) -> Iterator[Sequence[Row[Any]]]:
    """Yield the rows, so many at once that a large journal never stands in memory."""
    with source.execute(statement.execution_options(yield_per=_AT_ONCE)) as result:
        yield from result.partitions()
