"""Seats of a table and the players on them; names stand here and nowhere else."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, Update, bindparam, delete, func, insert, select, update

from companion.store.errors import Missing
from companion.store.repository import Repository, fresh_id, hold_table
from companion.store.rows import Seat
from companion.store.schema import players, seats

_SEATS = (
    select(seats.c.table_id, seats.c.seat, seats.c.player_id, players.c.name, seats.c.has_left)
    .join(players, players.c.id == seats.c.player_id)
    .where(seats.c.table_id == bindparam("table"))
    .order_by(seats.c.seat)
)
_SERIAL = select(seats.c.link_serial).where(seats.c.table_id == bindparam("table"), seats.c.seat == bindparam("at"))
_LAST = select(func.max(seats.c.seat)).where(seats.c.table_id == bindparam("table"))


class Seats(Repository):
    """Seating and renaming players."""

    def at(self, table_id: str) -> tuple[Seat, ...]:
        """Return the seats in order, those of players who have left included; none without such a table."""
        with self._database.read() as connection:
            return tuple(Seat(*row) for row in connection.execute(_SEATS, {"table": table_id}))

    def add(self, table_id: str, name: str) -> Seat:
        """Return a new seat after the last. Raises Missing without such a table."""
        with self._database.transaction() as connection:
            hold_table(connection, table_id)
            last = connection.execute(_LAST, {"table": table_id}).scalar()
            row = Seat(table_id, 0 if last is None else last + 1, fresh_id(), name, False)
            sit(connection, [row])
        return row

    def rename(self, table_id: str, seat: int, name: str) -> None:
        """Give the player on the seat another name. Raises Missing."""
        player_id = select(seats.c.player_id).where(*_at(table_id, seat)).scalar_subquery()
        self._change(update(players).where(players.c.id == player_id).values(name=name))
        self._database.scrub()

    def set_left(self, table_id: str, seat: int, has_left: bool) -> None:
        """Note that the player has left the table, or is back. Raises Missing."""
        self._change(update(seats).where(*_at(table_id, seat)).values(has_left=has_left))

    def link_serial(self, table_id: str, seat: int) -> int:
        """Return how often the link of the seat was renewed; 0 without such a seat."""
        with self._database.read() as connection:
            return connection.execute(_SERIAL, {"table": table_id, "at": seat}).scalar_one_or_none() or 0

    def renew_link(self, table_id: str, seat: int) -> None:
        """Note that the link of the seat was renewed once more. Raises Missing."""
        self._change(update(seats).where(*_at(table_id, seat)).values(link_serial=seats.c.link_serial + 1))

    def _change(self, statement: Update) -> None:
        with self._database.transaction() as connection:
            if not connection.execute(statement).rowcount:
                raise Missing("seat")


def sit(connection: Connection, rows: Sequence[Seat]) -> None:
    """Add new players and their seats."""
    if rows:
        connection.execute(insert(players), [{"id": row.player_id, "name": row.name} for row in rows])
        connection.execute(insert(seats), [_stored(row) for row in rows])


def drop_if_nobodys(connection: Connection, player_ids: Iterable[str]) -> None:
    """Remove those of the players who sit at no table any more."""
    sitting = select(seats.c.seat).where(seats.c.player_id == players.c.id).exists()
    connection.execute(delete(players).where(players.c.id.in_(list(player_ids)), ~sitting))


def _at(table_id: str, seat: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return seats.c.table_id == table_id, seats.c.seat == seat


def _stored(row: Seat) -> dict[str, str | int | bool]:
    return {
        "table_id": row.table_id,
        "seat": row.seat,
        "player_id": row.player_id,
        "has_left": row.has_left,
        "link_serial": 0,
    }
