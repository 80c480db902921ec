"""All rows from one database to another, whatever each of them is."""

import os
from pathlib import Path

from sqlalchemy import Connection, Table, create_engine, delete, insert, select
from sqlalchemy.pool import NullPool

from companion.store.causes import on_disk
from companion.store.migrate import take_steps
from companion.store.schema import METADATA, attempts, grants, meta, summaries

_AT_ONCE = 2000
"""So many rows that a large journal never stands in memory."""
_OWNERS = select(grants).where(grants.c.role == "owner")
_TABLES = [table for table in METADATA.sorted_tables if table is not meta]
"""Those with rows of their own, referred to before those that refer."""


def copy_rows(source: Connection, target: Connection) -> None:
    """Add every row of `source` to `target`, which is empty. Both have the newest schema."""
    copy = _copy_as_they_stand if source.dialect.name == target.dialect.name == "sqlite" else _copy
    for table in _TABLES:
        if table not in (summaries, attempts):  # what follows from the journals, and what counts only here and now
            copy(table, source, target)


def _copy(table: Table, source: Connection, target: Connection) -> None:
    with source.execute(select(table).execution_options(yield_per=_AT_ONCE)) as found:
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


def _copy_as_they_stand(table: Table, source: Connection, target: Connection) -> None:
    """Add the rows of one table without looking at them again, in a third of the time: play waits for this."""
    names, marks = ", ".join(table.columns.keys()), ", ".join("?" for _ in table.columns)
    with source.exec_driver_sql(f"SELECT {names} FROM {table.name}") as found:
        for rows in found.partitions(_AT_ONCE):
            target.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", [tuple(row) for row in rows])


def replace_rows(source: Connection, target: Connection) -> None:
    """Put every row of `source` in place of those of `target`, whose owner stays its owner."""
    owners = [dict(row) for row in target.execute(_OWNERS).mappings()]
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
    with on_disk():
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    engine = create_engine(f"sqlite:///{target}", poolclass=NullPool, hide_parameters=True)
    try:
        with engine.begin() as connection:
            take_steps(connection)
            copy_rows(source, connection)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
