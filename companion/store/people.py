"""Everybody who ever sat at a table, and taking a name out of everything that holds it."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from sqlalchemy import ColumnElement, delete, insert, select, update

from companion.store import checks
from companion.store.repository import Repository, rows_at_tables
from companion.store.rows import Draft, Seat
from companion.store.schema import drafts, players, seats, settings, tables

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
        drafts_gone: Collection[Draft],
        settings_after: Mapping[str, str | None],
        table_names: Mapping[str, str],
    ) -> None:
        """Take the names of these players away, drop these drafts, and give settings and tables other texts; all or nothing.

        No trace of the old texts stays in the file. A setting that becomes None goes.
        """
        named = sorted(player_ids)
        with self._database.transaction() as connection:
            for begin in range(0, len(named), _MOST_NAMED):
                some = named[begin : begin + _MOST_NAMED]
                connection.execute(update(players).where(players.c.id.in_(some)).values(name=None))
            for draft in drafts_gone:
                connection.execute(delete(drafts).where(*_key_of(draft)))
            for key, value in settings_after.items():
                connection.execute(delete(settings).where(settings.c.key == key))
                if value is not None:
                    connection.execute(insert(settings), {"key": checks.key(key), "value": value})
            for table_id, name in table_names.items():
                connection.execute(update(tables).where(tables.c.id == table_id).values(name=name))
        self._database.scrub()


def _key_of(draft: Draft) -> tuple[ColumnElement[bool], ...]:
    return (
        drafts.c.match_id == draft.match_id,
        drafts.c.seat_key == draft.seat_key,
        drafts.c.name == draft.name,
    )
