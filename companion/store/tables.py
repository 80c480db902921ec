"""Tables: the people and phones of an evening."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, Select, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import CodeTaken, Missing
from companion.store.grants import add_grants
from companion.store.part import Part, fresh_id
from companion.store.rows import Grant, Seat, Table
from companion.store.schema import matches, seats, tables
from companion.store.seats import drop_if_nobodys, sit
from companion.store.settings import drop_settings_of

_BY_ID = select(tables).where(tables.c.id == bindparam("wanted"))
_BY_CODE = select(tables).where(tables.c.code == bindparam("wanted"))
_MATCHES = select(matches.c.id).where(matches.c.table_id == bindparam("table"))
_PLAYERS = select(seats.c.player_id).where(seats.c.table_id == bindparam("table"))


class Tables(Part):
    """Opening, finding and removing tables."""

    def open_table(self, table: Table, names: Sequence[str], grants: Iterable[Grant] = ()) -> tuple[Seat, ...]:
        """Return the seats of the new table, one a name.

        Raises CodeTaken, Missing if a grant is for another table or for a seat beyond the last, ValueError.
        """
        rows = [Seat(table.id, number, fresh_id(), name, False) for number, name in enumerate(names)]
        try:
            with self._database.write() as connection:
                connection.execute(insert(tables), table_row(table))
                sit(connection, rows)
                add_grants(connection, grants)
        except IntegrityError as error:
            if self.table_by_code(table.code) is not None:
                raise CodeTaken(table.code) from error
            raise Missing("seat") from error
        return tuple(rows)

    def table(self, table_id: str) -> Table | None:
        """Return the table, or None."""
        return self._remembered.answer("table", table_id, self._table_with_id)

    def table_by_code(self, code: str) -> Table | None:
        """Return the table with exactly this code, or None."""
        return self._database.glances.answer("table by code", code, self._table_with_code)

    def set_closed_to_seats(self, table_id: str, is_closed: bool) -> None:
        """Let only the host enter for others, or everybody again. Raises Missing."""
        changed = update(tables).where(tables.c.id == table_id).values(closed_to_seats=is_closed)
        with self._database.write() as connection:
            if not connection.execute(changed).rowcount:
                raise Missing("table")

    def delete_table(self, table_id: str) -> None:
        """Remove the table with its matches, journals, drafts, grants and settings, and players who sit nowhere else.

        All of it or nothing. Raises Missing.
        """
        with self._database.write() as connection:
            match_ids = connection.execute(_MATCHES, {"table": table_id}).scalars().all()
            player_ids = connection.execute(_PLAYERS, {"table": table_id}).scalars().all()
            if not connection.execute(delete(tables).where(tables.c.id == table_id)).rowcount:
                raise Missing("table")
            drop_if_nobodys(connection, player_ids)
            drop_settings_of(connection, {table_id, *match_ids})
            self._heads.forget(*match_ids)
        self._database.scrub()

    def _table_with_id(self, table_id: str) -> Table | None:
        return self._table(_BY_ID, table_id)

    def _table_with_code(self, code: str) -> Table | None:
        return self._table(_BY_CODE, code)

    def _table(self, statement: Select[Any], wanted: str) -> Table | None:
        with self._database.read() as connection:
            row = connection.execute(statement, {"wanted": wanted}).one_or_none()
        return None if row is None else read_table(row)


def read_table(row: Row[Any]) -> Table:
    """Return the table of a row that holds its columns."""
    return Table(row.id, row.code, checks.instant(row.opened_at), row.closed_to_seats, row.name)


def table_row(table: Table) -> dict[str, str | bool]:
    """Return the row of a table."""
    return {
        "id": checks.key(table.id),
        "code": checks.key(table.code),
        "opened_at": checks.instant_text(table.opened_at),
        "closed_to_seats": table.closed_to_seats,
        "name": table.name,
    }
