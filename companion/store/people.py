"""Everybody who ever sat at a table, and taking a name out of everything that holds it."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from sqlalchemy import select, update

from companion.store.remarks import drop_remark
from companion.store.repository import Repository, rows_at_tables
from companion.store.rows import Remark, Seat
from companion.store.schema import players, seats, tables
from companion.store.spellings import set_spellings

_EVERYBODY = (
    select(seats.c.table_id, seats.c.seat, seats.c.player_id, players.c.name, seats.c.has_left)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
_NAMES = (
    select(seats.c.table_id, seats.c.seat, players.c.name)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
_MOST_NAMED = 400

Named: TypeAlias = "tuple[str, int, str | None]"
"""A table, one of its seats, and the name of whoever sits there; None once it was forgotten."""


class People(Repository):
    """Looking over everybody, and forgetting somebody."""

    def at(self, table_ids: Collection[str] | None = None) -> tuple[Seat, ...]:
        """Return everybody at these tables, at all where none are named, table by table."""
        with self._database.read() as connection:
            return tuple(Seat(*row) for row in rows_at_tables(connection, _EVERYBODY, seats.c.table_id, table_ids))

    def named(self, table_ids: Collection[str] | None = None) -> tuple[Named, ...]:
        """Return who sits where at these tables, at all where none are named: table, seat, and name or None."""
        with self._database.read() as connection:
            rows = rows_at_tables(connection, _NAMES, seats.c.table_id, table_ids)
        return tuple((row[0], row[1], row[2]) for row in rows)

    def forget(
        self,
        player_ids: Collection[str],
        remarks_gone: Collection[Remark],
        spellings_after: Mapping[str, str | None],
        table_names: Mapping[str, str],
    ) -> None:
        """Take the names of these players away, drop these remarks, and give spellings and tables other texts; all or nothing.

        No trace of the old texts stays in the file. Spellings that become None go.
        """
        named = sorted(player_ids)
        with self._database.transaction() as connection:
            for begin in range(0, len(named), _MOST_NAMED):
                some = named[begin : begin + _MOST_NAMED]
                connection.execute(update(players).where(players.c.id.in_(some)).values(name=None))
            for remark in remarks_gone:
                drop_remark(connection, remark)
            for whose, pairs in spellings_after.items():
                set_spellings(connection, whose, pairs)
            for table_id, name in table_names.items():
                connection.execute(update(tables).where(tables.c.id == table_id).values(name=name))
        self._database.scrub()
