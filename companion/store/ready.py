"""Statements that change something, ready for the driver: what every tap sends is put into words once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Delete, Insert, Update
from sqlalchemy.sql.compiler import SQLCompiler

_OPTIONS = {"preserve_rowcount": True}


class _Words(NamedTuple):
    """A statement in the words of one kind of database. `order` is that of its values, None if they go by name."""

    sql: str
    order: Sequence[str] | None


class Ready:
    """A statement that gives no rows, compiled once for each kind of database.

    Its values pass by the types of the columns: who gives them has checked them (`companion.store.checks`).
    """

    def __init__(self, make: Callable[[Connection], Insert | Update | Delete]) -> None:
        """Take what makes the statement for the database at the other end; it is made at the first use there."""
        self._make = make
        self._known: dict[str, _Words] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Return how many rows there are now that were not so before: added, changed or removed."""
        words = self._known.get(connection.dialect.name) or self._put_into_words(connection)
        given = values if words.order is None else tuple([values[name] for name in words.order])
        return connection.exec_driver_sql(words.sql, given, _OPTIONS).rowcount

    def _put_into_words(self, connection: Connection) -> _Words:
        compiled = self._make(connection).compile(dialect=connection.dialect)
        assert isinstance(compiled, SQLCompiler)
        words = _Words(compiled.string, compiled.positiontup)
        self._known[connection.dialect.name] = words
        return words
