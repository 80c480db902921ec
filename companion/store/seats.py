"""Seats of a table and the players on them; names stand here and nowhere else."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from companion.store import checks
from companion.store.database import Repository, cached_per_request, fresh_id, hold_table, rows_at_tables
from companion.store.errors import Missing
from companion.store.rows import Remark, Seat
from companion.store.schema import grants, players, remarks, seats, tables
from companion.store.settings import set_spellings

_EVERYBODY = (
    select(seats.c.table_id, seats.c.seat, seats.c.player_id, players.c.name, seats.c.has_left, players.c.face)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
_PHONES = (
    select(func.count())
    .where(
        grants.c.table_id == seats.c.table_id,
        grants.c.seat == seats.c.seat,
        grants.c.role == "seat",
        grants.c.kind == "device",
    )
    .scalar_subquery()
)
_AT_TABLE = _EVERYBODY.add_columns(_PHONES).where(seats.c.table_id == bindparam("table"))
# A statement may have only so many parameters (`rows_at_tables`).
_MOST_NAMED = 400

Named: TypeAlias = "tuple[str, int, str | None]"
"""A table, one of its seats, and the name of the one who sits there; None once it was forgotten."""


class SeatRepository(Repository):
    """Seating and renaming players."""

    @cached_per_request
    def at(self, table_id: str) -> tuple[Seat, ...]:
        """Return the seats in order, those of players who have left included; none without such a table."""
        with self._database.read() as connection:
            return tuple(Seat(*row) for row in connection.execute(_AT_TABLE, {"table": table_id}))

    def add(self, table_id: str, choose: Callable[[Sequence[Seat]], str]) -> Seat:
        """Return a new seat after the last; its name is made of everyone at the table, whom no one changes meanwhile.

        Raise Missing without such a table, and what `choose` raises.
        """
        with self._database.transaction() as connection:
            there = _held(connection, table_id)
            name = choose(there)
            # One after the last, not the number of seats: a table from a file may have gaps.
            row = Seat(table_id, max((one.seat + 1 for one in there), default=0), fresh_id(), name, False)
            sit(connection, [row])
        return row

    def rename(self, table_id: str, seat: int, choose: Callable[[Sequence[Seat]], str]) -> None:
        """Give the player a name made of the others at the table. Raise Missing, and what `choose` raises."""
        with self._database.transaction() as connection:
            own, others = _held_apart(connection, table_id, seat)
            connection.execute(update(players).where(players.c.id == own.player_id).values(name=choose(others)))
        # Else the old name would stand in the write-ahead log until it is emptied.
        self._database.scrub()

    def set_face(self, table_id: str, seat: int, choose: Callable[[Sequence[Seat]], str]) -> str:
        """Return the face that the player has from now on, made of the others at the table. Raise Missing."""
        with self._database.transaction() as connection:
            own, others = _held_apart(connection, table_id, seat)
            face = choose(others)
            connection.execute(update(players).where(players.c.id == own.player_id).values(face=face))
        return face

    def set_left(self, table_id: str, seat: int, has_left: bool) -> None:
        """Note that the player has left the table, or is back. Raise Missing."""
        self._change(update(seats).where(*_at(table_id, seat)).values(has_left=has_left), "seat")

    def link_serial(self, table_id: str, seat: int) -> int:
        """Return how often the link of the seat was renewed; 0 without such a seat."""
        with self._database.read() as connection:
            return connection.scalar(select(seats.c.link_serial).where(*_at(table_id, seat))) or 0

    def renew_link(self, table_id: str, seat: int) -> None:
        """Note that the link of the seat was renewed once more. Raise Missing."""
        self._change(update(seats).where(*_at(table_id, seat)).values(link_serial=seats.c.link_serial + 1), "seat")


def _held(connection: Connection, table_id: str) -> list[Seat]:
    """Return everyone at the table, whom no one else changes until the transaction ends. Raise Missing."""
    hold_table(connection, table_id)
    return [Seat(*row) for row in connection.execute(_AT_TABLE, {"table": table_id})]


def _held_apart(connection: Connection, table_id: str, seat: int) -> tuple[Seat, list[Seat]]:
    """Return who sits there, and all others at the table; no one changes them meanwhile.

    Raise Missing, ValueError.
    """
    there, wanted = _held(connection, table_id), checks.number(seat)
    own = next((one for one in there if one.seat == wanted), None)
    if own is None:
        raise Missing("seat")
    return own, [one for one in there if one.seat != seat]


def sit(connection: Connection, rows: Sequence[Seat]) -> None:
    """Add new players and their seats."""
    if rows:
        connection.execute(insert(players), [{"id": row.player_id, "name": row.name, "face": row.face} for row in rows])
        names = ("table_id", "seat", "player_id", "has_left")
        there = [{name: getattr(row, name) for name in names} | {"link_serial": 0} for row in rows]
        connection.execute(insert(seats), there)


def drop_if_nobodys(connection: Connection, player_ids: Iterable[str]) -> None:
    """Remove those of the players who sit at no table any more."""
    sitting = select(seats.c.seat).where(seats.c.player_id == players.c.id).exists()
    connection.execute(delete(players).where(players.c.id.in_(list(player_ids)), ~sitting))


def _at(table_id: str, seat: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return seats.c.table_id == table_id, seats.c.seat == seat


class PlayerRepository(Repository):
    """Everyone who ever sat at a table: looked over, and taken out of everything that holds a name."""

    def at(self, table_ids: Collection[str] | None = None, names: Collection[str] | None = None) -> tuple[Seat, ...]:
        """Return everyone at these tables, at all where none are named, table by table; only those with one of the names."""
        asked = _EVERYBODY if names is None else _EVERYBODY.where(players.c.name.in_(names))
        with self._database.read() as connection:
            return tuple(Seat(*row) for row in rows_at_tables(connection, asked, seats.c.table_id, table_ids))

    def names(self, table_ids: Collection[str] | None = None) -> Counter[str]:
        """Return every name at these tables, at all where none are named, with how many seats have it."""
        asked = select(players.c.name, func.count()).where(players.c.name.is_not(None)).group_by(players.c.name)
        if table_ids is not None:
            # Only where tables are named: the names of all players need no look at their seats.
            asked = asked.join(seats, seats.c.player_id == players.c.id)
        found: Counter[str] = Counter()
        with self._database.read() as connection:
            for name, times in rows_at_tables(connection, asked, seats.c.table_id, table_ids):
                found[name] += times
        return found

    def named(self, table_ids: Collection[str] | None = None) -> tuple[Named, ...]:
        """Return who sits where at these tables, at all where none are named: table, seat, and name or None."""
        with self._database.read() as connection:
            names = _EVERYBODY.with_only_columns(seats.c.table_id, seats.c.seat, players.c.name)
            rows = rows_at_tables(connection, names, seats.c.table_id, table_ids)
        return tuple((row[0], row[1], row[2]) for row in rows)

    def faces(self, table_ids: Collection[str] | None = None) -> tuple[tuple[str, str], ...]:
        """Return what those with a name chose at these tables, at all where none are named: name and face, newest last."""
        chosen = (
            select(players.c.name, players.c.face, tables.c.opened_at)
            .join(seats, seats.c.player_id == players.c.id)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(players.c.face.is_not(None), players.c.name.is_not(None))
        )
        with self._database.read() as connection:
            rows = rows_at_tables(connection, chosen, seats.c.table_id, table_ids)
        return tuple((row[0], row[1]) for row in sorted(rows, key=lambda row: row[2]))

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
                # The row stays, as seats and matches refer to it; a player without a name is a letter on every page.
                connection.execute(update(players).where(players.c.id.in_(some)).values(name=None, face=None))
            for remark in remarks_gone:
                where = (remarks.c.match_id == remark.match_id, remarks.c.seq == remark.seq)
                connection.execute(delete(remarks).where(*where))
            for whose, pairs in spellings_after.items():
                set_spellings(connection, whose, pairs)
            for table_id, name in table_names.items():
                connection.execute(update(tables).where(tables.c.id == table_id).values(name=name))
        self._database.scrub()
