"""Matches that were played elsewhere: taken in completely with their journals, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from companion.store import chain, checks
from companion.store.chain import JournalRow
from companion.store.database import Repository, fresh_id, hold_table
from companion.store.errors import CodeTaken, Differs, Unstorable
from companion.store.journal import add_remark, columns
from companion.store.matches import match_row, note_use
from companion.store.rows import Match, NewEntry, Remark, Seat, Table
from companion.store.schema import journal, matches, seats, tables
from companion.store.seats import sit
from companion.store.tables import table_row


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match from elsewhere: its table (the code is used where the table is not here yet), who played, its journal.

    `seats` give the names; their players are new here. `remarks` are kept beside the journal.
    """

    table: Table
    seats: tuple[Seat, ...]
    match: Match
    entries: tuple[NewEntry, ...]
    remarks: tuple[Remark, ...] = ()

    def rows(self) -> list[JournalRow]:
        """Return the journal as it is to be stored, each entry linked to the one before it."""
        before, found = _beginning(self.match), []
        for seq, entry in enumerate(self.entries):
            found.append(chain.linked(before, self.match.id, seq, *columns(entry)))
            before = found[-1].hash
        return found


def check_arrival(arrival: ImportedMatch) -> None:
    """Raise ValueError for what cannot be kept."""
    for number in (arrival.match.number, *arrival.match.seats, *(one.seat for one in arrival.seats)):
        checks.number(number)
    keys = [row.idem for row in arrival.rows() if row.idem is not None]
    if len(keys) != len(set(keys)):
        raise Unstorable("two entries have the same key")


class ImportRepository(Repository):
    """Taking in matches that were played elsewhere."""

    def take_in(self, arrivals: Sequence[ImportedMatch]) -> tuple[bool, ...]:
        """Return for each match whether it is new here; all are taken in, or none.

        A match that is here already with the same journal stays as it is. Raise Differs if its journal or its
        table is another, CodeTaken, ValueError.
        """
        for arrival in arrivals:
            check_arrival(arrival)
        try:
            return self._take_in(arrivals)
        except IntegrityError:  # another worker took one of them in at the same moment: now it is here
            return self._take_in(arrivals)

    def _take_in(self, arrivals: Sequence[ImportedMatch]) -> tuple[bool, ...]:
        with self._database.transaction() as connection:
            return tuple(_take_in(connection, arrival) for arrival in arrivals)


def _take_in(connection: Connection, arrival: ImportedMatch) -> bool:
    here = select(matches.c.table_id, matches.c.version, matches.c.head).where(matches.c.id == arrival.match.id)
    known = connection.execute(here).one_or_none()
    rows = arrival.rows()
    head = rows[-1].hash if rows else _beginning(arrival.match)
    if known is not None:
        # The last hash covers every entry before it, so three values say that the journals are the same.
        if tuple(known) != (arrival.match.table_id, len(rows), head):
            raise Differs(arrival.match.id)
        return False
    _seat(connection, arrival)
    taken = set(connection.scalars(select(matches.c.number).where(matches.c.table_id == arrival.table.id)))
    # The evening may have gone on here under the same numbers; numbers order matches, and each is unique at its table.
    number = max(taken) + 1 if arrival.match.number in taken else arrival.match.number
    row = match_row(arrival.match) | {"number": number, "version": len(rows), "head": head}
    connection.execute(insert(matches), row)
    if rows:
        connection.execute(insert(journal), [one._asdict() for one in rows])
    for remark in arrival.remarks:
        add_remark(connection, remark)
    last = arrival.entries[-1].at if arrival.entries else arrival.match.opened_at
    note_use(connection, arrival.table.id, checks.instant_text(last))
    return True


def _seat(connection: Connection, arrival: ImportedMatch) -> None:
    """The table and the seats of the match, as far as they are not here."""
    table_id = arrival.table.id
    if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).one_or_none() is None:
        if connection.execute(select(tables.c.id).where(tables.c.code == arrival.table.code)).first() is not None:
            raise CodeTaken(arrival.table.code)
        connection.execute(insert(tables), table_row(arrival.table))
    hold_table(connection, table_id)
    there = set(connection.scalars(select(seats.c.seat).where(seats.c.table_id == table_id)))
    # Seats that are here keep their players: renamed since, they must not get their old names back from a file.
    new = [one for one in arrival.seats if one.seat not in there]
    # With ids of their own here: a player id in a file could be that of another.
    sit(connection, [Seat(table_id, one.seat, fresh_id(), one.name, one.has_left) for one in new])


def _beginning(match: Match) -> str:
    row = match_row(match)
    return chain.beginning(match.id, match.game, match.options, str(row["seats"]))
