"""What every repository of the store is built on."""

import secrets
from collections.abc import Collection
from typing import Any, cast

from sqlalchemy import Column, Connection, Select, Table, bindparam, select
from sqlalchemy.dialects import sqlite

from companion.store.database import Database
from companion.store.errors import Missing
from companion.store.schema import tables

_HELD = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update()
_AT_ONCE = 500
"""So many ids in one statement; more are asked for in portions."""


def fresh_id() -> str:
    """Return an opaque name nobody can guess: 128 random bits, fit for addresses."""
    return secrets.token_urlsafe(16)


class Repository:
    """The statements about one kind of record; `Store` has one repository of each kind over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


def hold_table(connection: Connection, table_id: str) -> None:
    """Keep others from changing the table until the transaction ends. Raises Missing."""
    if connection.execute(_HELD, {"table": table_id}).one_or_none() is None:
        raise Missing("table")


def insert_into(connection: Connection, table: Table) -> sqlite.Insert:
    """Return an insert that can say what happens where a row is there already (`on_conflict_...`).

    PostgreSQL's is another class, which as far as it is used here is called the same way.
    """
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # two MiB that a device at a table has no use for

    return cast(sqlite.Insert, postgresql.insert(table))


def rows_at_tables(
    connection: Connection, statement: Select[Any], column: Column[Any], table_ids: Collection[str] | None
) -> list[Any]:
    """Return the rows in which the column names one of these tables; all rows where none are named."""
    if table_ids is None:
        return list(connection.execute(statement))
    named = sorted(table_ids)
    portions = [named[begin : begin + _AT_ONCE] for begin in range(0, len(named), _AT_ONCE)]
    return [row for portion in portions for row in connection.execute(statement.where(column.in_(portion)))]
