"""Matches: one play of a game each."""

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, insert, select, type_coerce, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import NULLTYPE

from companion.store import chain, checks
from companion.store.database import Repository, cached_per_request, fresh_id, hold_table, insert_into, rows_at_tables
from companion.store.errors import BrokenChain, Missing, StoreUnavailable, Unstorable
from companion.store.rows import Match, Summed, Within
from companion.store.schema import journal, matches, seats, steps_done, summaries, tables

_COLUMNS = "id", "table_id", "number", "game", "options", "seats", "opened_at", "ended_at", "version"
# As they stand in the database: a row that is damaged is a matter of its match alone.
_RAW: list[Any] = [type_coerce(matches.c[name], NULLTYPE).label(name) for name in _COLUMNS]
_ROWS = select(*_RAW)
_BY_ID = _ROWS.where(matches.c.id == bindparam("match"))
_SEATS = select(seats.c.seat).where(seats.c.table_id == bindparam("table"))
_OF_TABLE = _ROWS.where(matches.c.table_id == bindparam("table")).order_by(matches.c.number)
TEN_MINUTES: Final = len("2026-03-01T19:0")
"""An entry moves the last use of its table on only where so much of the time is another: hardly any writes it."""
NO_TIME: Final = datetime.fromtimestamp(0, UTC)
"""In place of times that are unreadable."""
_MOVE = (
    update(tables)
    .where(
        # Waits for no one: a deletion of the table waits for its matches, one of which an entry holds.
        tables.c.id.in_(select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update(skip_locked=True)),
        tables.c.last_used < bindparam("at"),
    )
    .values(last_used=bindparam("at"))
)
_IS_LOST = select(
    exists().where(journal.c.match_id == bindparam("match")) & ~exists().where(matches.c.id == bindparam("match"))
)
"""Asked in one statement, so that a match put there or removed in the same moment is seen whole or not at all."""


class MatchRepository(Repository):
    """Opening, finding and removing matches."""

    def create(
        self, table_id: str, game: str, options: str, seats: Sequence[int], at: datetime, match_id: str | None = None
    ) -> Match:
        """Return the new match, the next of the evening.

        `options` is JSON text the store does not look into, `seats` the table's seats in playing order. Raise Missing
        if the table or one of the seats is not there, ValueError.
        """
        playing = tuple(checks.number(seat) for seat in seats)
        with self._database.transaction() as connection:
            hold_table(connection, table_id)
            if not set(playing) <= set(connection.scalars(_SEATS, {"table": table_id})):
                raise Missing("seat")
            # Only under the table's lock: two phones that begin a match at once would take the same number.
            last = connection.scalar(select(func.max(matches.c.number)).where(matches.c.table_id == table_id)) or 0
            match = Match(checks.key(match_id or fresh_id()), table_id, last + 1, game, options, playing, at)
            connection.execute(insert(matches), match_row(match))
            note_use(connection, table_id, checks.instant_text(at))
        return match

    def get(self, match_id: str) -> Match | None:
        """Return the match, or None. Raise BrokenChain where its row is unreadable, or only its entries are left."""
        with self._database.read() as connection:
            row = connection.execute(_BY_ID, {"match": match_id}).one_or_none()
            if row is None:
                check_not_lost(connection, match_id)
        return None if row is None else _read(row)

    def table_of(self, match_id: str) -> str | None:
        """Return the id of the table, though the rest of the row may be unreadable; None without such a match."""
        with self._database.read() as connection:
            return connection.scalar(select(matches.c.table_id).where(matches.c.id == match_id))

    @cached_per_request
    def at(self, table_id: str) -> tuple[Match, ...]:
        """Return the matches of the evening in order; none without such a table.

        One whose row is unreadable has no seats and is over since no time.
        """
        with self._database.read() as connection:
            return tuple(_read_or_blank(row) for row in connection.execute(_OF_TABLE, {"table": table_id}))

    def start(self, match_id: str) -> tuple[Any, int | None] | None:
        """Return how the start player was found, and the seat where it was; None if no one said."""
        with self._database.read() as connection:
            found = select(matches.c.start_how, matches.c.start_seat).where(matches.c.id == match_id)
            row = connection.execute(found).one_or_none()
        return None if row is None or row.start_how is None else (row.start_how, row.start_seat)

    def set_start(self, match_id: str, how: str, seat: int | None) -> None:
        """Note how the start player was found. Raise Missing, ValueError."""
        found = {"start_how": checks.text(how), "start_seat": checks.seat(seat)}
        self._change(update(matches).where(matches.c.id == match_id).values(found), "match")

    def steps_done(self, match_id: str) -> frozenset[int]:
        """Return the numbers of the steps of its set-up that are done, from 0."""
        with self._database.read() as connection:
            return frozenset(connection.scalars(select(steps_done.c.step).where(steps_done.c.match_id == match_id)))

    def set_step(self, match_id: str, step: int, *, is_done: bool) -> None:
        """Note that a step of its set-up is done, or is not after all. Raise Missing, ValueError."""
        named = {"match_id": match_id, "step": checks.number(step)}
        with self._database.transaction() as connection:
            if connection.execute(_BY_ID, {"match": match_id}).one_or_none() is None:
                raise Missing("match")
            found = (steps_done.c.match_id == match_id) & (steps_done.c.step == step)
            connection.execute(delete(steps_done).where(found))
            if is_done:
                # Two phones may tick the same step at once, which is no conflict.
                connection.execute(insert_into(connection, steps_done).on_conflict_do_nothing(), named)

    def delete(self, match_id: str) -> None:
        """Remove the match with its journal and remarks. Raise Missing."""
        self._change(delete(matches).where(matches.c.id == match_id), "match")
        # Journal and remarks went along (ON DELETE CASCADE), but stand in the write-ahead log until it is emptied.
        self._database.scrub()


def note_use(connection: Connection, table_id: str, at: str) -> None:
    """Move the stored last use of the table on to this time, unless another person changes the table right now."""
    connection.execute(_MOVE, {"table": table_id, "at": at})


def check_not_lost(connection: Connection, match_id: str) -> None:
    """Nothing where a match that was not found never was there or was removed.

    Raise BrokenChain where entries of it stand: the page of the file that held it went bad.
    """
    if connection.execute(_IS_LOST, {"match": match_id}).scalar_one():
        raise BrokenChain(match_id, 0)


def _read(row: Row[Any]) -> Match:
    """Return the match in a row of its table. Raise BrokenChain where it is unreadable."""
    try:
        return Match(
            row.id,
            row.table_id,
            checks.number(row.number),
            checks.text(row.game),
            checks.text(row.options),
            _read_seats(row.seats),
            checks.instant(row.opened_at),
            None if row.ended_at is None else checks.instant(row.ended_at),
            checks.number(row.version),
        )
    except (StoreUnavailable, TypeError, ValueError) as error:
        raise BrokenChain(row.id, 0) from error


def _read_or_blank(row: Row[Any]) -> Match:
    try:
        return _read(row)
    except BrokenChain:
        # Over, so that it is never offered to go on with; and there, so that the other matches of its table can be opened.
        return Match(row.id, row.table_id, 0, str(row.game), str(row.options), (), NO_TIME, NO_TIME)


def _read_seats(stored: str) -> tuple[int, ...]:
    """Return the seats of a match as they are stored. Raise ValueError, TypeError where they are unreadable."""
    seats = tuple(checks.number(seat) for seat in json.loads(stored))
    if len({*seats}) < len(seats):
        raise Unstorable("nobody sits twice in a match")
    return seats


def match_row(match: Match) -> dict[str, Any]:
    """Return the row of a match without entries."""
    playing = json.dumps(match.seats)
    return {
        "id": match.id,
        "table_id": match.table_id,
        "number": match.number,
        "game": match.game,
        "options": match.options,
        "seats": playing,
        "opened_at": checks.instant_text(match.opened_at),
        "ended_at": None if match.ended_at is None else checks.instant_text(match.ended_at),
        "version": 0,
        "head": chain.beginning(match.id, match.game, match.options, playing),
    }


_SUMMED = (
    _ROWS.add_columns(summaries.c.version.label("made_of"), summaries.c.body.label("summary"))
    .outerjoin(summaries, summaries.c.match_id == matches.c.id)
    .order_by(matches.c.opened_at.desc(), matches.c.id)
)
EVERY_ONE: Final = Within()


class SummaryRepository(Repository):
    """Keeping summaries, and looking over all matches with them."""

    def save(self, match_id: str, version: int, body: str) -> None:
        """Keep the summary in place of an older one. Raise Missing, ValueError."""
        row = {"match_id": checks.key(match_id), "version": checks.number(version), "body": checks.text(body)}
        try:
            with self._database.transaction() as connection:
                new = insert_into(connection, summaries)
                changed = {"version": new.excluded.version, "body": new.excluded.body}
                connection.execute(new.on_conflict_do_update(index_elements=["match_id"], set_=changed), row)
        except IntegrityError as error:
            raise Missing("match") from error

    def at(self, table_ids: Collection[str] | None = None, within: Within = EVERY_ONE) -> tuple[Summed, ...]:
        """Return the matches of these tables, of all where none are named, newest first, with their summaries.

        Of a match that goes on the version may be behind; an entry in one that has ended keeps a new summary too.
        """
        asked = _SUMMED.limit(within.most)
        if within.game is not None:
            asked = asked.where(matches.c.game == within.game)
        if within.since is not None:
            asked = asked.where(matches.c.opened_at >= checks.instant_text(within.since))
        if within.before is not None:
            asked = asked.where(matches.c.opened_at < checks.instant_text(within.before))
        with self._database.read() as connection:
            read = [_summed(row) for row in rows_at_tables(connection, asked, matches.c.table_id, table_ids)]
        # Again, because many tables are asked for in portions: each portion alone is in order, and within the limit.
        return tuple(sorted(read, key=lambda one: one.opened_at, reverse=True)[: within.most])


def _summed(row: Row[Any]) -> Summed:
    kept = row.made_of, row.summary
    one = _read_or_blank(row)
    return Summed(
        one.id, one.table_id, one.game, one.seats, one.opened_at, one.ended_at, one.version, *kept, one.options
    )
