"""Inserts that say what happens where a row is there already: each kind of database has words of its own for that."""

from collections.abc import Callable
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Insert, Table
from sqlalchemy.dialects import sqlite

InsertInto = Callable[[Table], sqlite.Insert]
"""Begins an insert into a table. PostgreSQL's, as far as it is used here, is called the same way."""


class Inserting:
    """An insert, made for a kind of database when it is first used there."""

    def __init__(self, make: Callable[[InsertInto], Insert]) -> None:
        self._make = make
        self._made: dict[str, Insert] = {}

    def on(self, connection: Connection) -> Insert:
        """Return the insert in the words of the database at the other end."""
        name = connection.dialect.name
        if name not in self._made:
            self._made[name] = self._make(_insert_into(name))
        return self._made[name]


def replacing(
    table: Table, key: list[str], columns: tuple[str, ...], where: Callable[[Insert], ColumnElement[bool]] | None = None
) -> Inserting:
    """Return an insert by which a row takes the place of the one with the same key; not of one for which `where` is false."""

    def make(insert: InsertInto) -> Insert:
        new = insert(table)
        values: dict[str, Any] = {column: new.excluded[column] for column in columns}
        return new.on_conflict_do_update(index_elements=key, set_=values, where=None if where is None else where(new))

    return Inserting(make)


def keeping(table: Table) -> Inserting:
    """Return an insert that leaves a row alone that is there already."""
    return Inserting(lambda insert: insert(table).on_conflict_do_nothing())


def _insert_into(name: str) -> InsertInto:
    if name == "sqlite":
        return sqlite.insert
    from sqlalchemy.dialects import postgresql  # two MiB that a device at a table has no use for

    return cast(InsertInto, postgresql.insert)
