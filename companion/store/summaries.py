"""What each match came to, kept beside its journal: never the truth itself, only a quicker way to it."""

from collections.abc import Collection
from typing import Any, TypeAlias

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import Missing
from companion.store.inserting import replacing
from companion.store.matches import read_seats
from companion.store.part import Part
from companion.store.rows import Seat, Summed
from companion.store.schema import matches, players, seats, summaries

_SUMMED = (
    select(
        matches.c.id,
        matches.c.table_id,
        matches.c.game,
        matches.c.seats,
        matches.c.opened_at,
        matches.c.ended_at,
        matches.c.version,
        summaries.c.version,
        summaries.c.body,
    )
    .outerjoin(summaries, summaries.c.match_id == matches.c.id)
    .order_by(matches.c.opened_at.desc(), matches.c.id)
)
"""What is looked over of a match, and no more: of thousands every column tells."""
_PEOPLE = (
    select(seats.c.table_id, seats.c.seat, seats.c.player_id, players.c.name, seats.c.has_left)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
_NAMES = (
    select(seats.c.table_id, seats.c.seat, players.c.name)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
Named: TypeAlias = "tuple[str, int, str | None]"
"""A table, one of its seats, and the name of whoever sits there; None once it was forgotten."""
_MOST_NAMED = 500
"""So many ids in one question; more are asked for in portions."""


_UPSERT = replacing(summaries, ["match_id"], ("version", "body"))


class Summaries(Part):
    """Keeping summaries, and looking over all matches with them."""

    def save_summary(self, match_id: str, version: int, body: str) -> None:
        """Keep the summary in place of an older one. Raises Missing, ValueError."""
        row = {"match_id": checks.key(match_id), "version": checks.number(version), "body": checks.text(body)}
        try:
            with self._database.write() as connection:
                connection.execute(_UPSERT.on(connection), row)
        except IntegrityError as error:
            raise Missing("match") from error

    def summed(self, table_ids: Collection[str] | None = None) -> tuple[Summed, ...]:
        """Return the matches of these tables, of all where none are named, newest first, with their summaries.

        Of a match that goes on the version may be behind; whoever adds to one that has ended keeps a new summary too.
        """
        asked = None if table_ids is None else frozenset(table_ids)
        return self._remembered.answer("summed", asked, self._summed)

    def named(self, table_ids: Collection[str] | None = None) -> tuple[Named, ...]:
        """Return who sits where at these tables, at all where none are named: table, seat, and name or None."""
        asked = None if table_ids is None else frozenset(table_ids)
        return self._remembered.answer("named", asked, self._named)

    def people(self, table_ids: Collection[str] | None = None) -> tuple[Seat, ...]:
        """Return everybody at these tables, at all where none are named, table by table."""
        return tuple(
            Seat(row.table_id, row.seat, row.player_id, row.name, row.has_left)
            for row in self._rows(_PEOPLE, seats.c.table_id, table_ids)
        )

    def _summed(self, table_ids: Collection[str] | None) -> tuple[Summed, ...]:
        read = tuple(_summed(*row) for row in self._rows(_SUMMED, matches.c.table_id, table_ids))
        return read if table_ids is None else tuple(sorted(read, key=lambda one: one.opened_at, reverse=True))

    def _named(self, table_ids: Collection[str] | None) -> tuple[Named, ...]:
        return tuple((row[0], row[1], row[2]) for row in self._rows(_NAMES, seats.c.table_id, table_ids))

    def _rows(self, statement: Select[Any], column: Any, ids: Collection[str] | None) -> list[Any]:
        with self._database.read() as connection:
            return [row for part in _portions(statement, column, ids) for row in connection.execute(part).all()]


def _portions(statement: Select[Any], column: Any, ids: Collection[str] | None) -> list[Select[Any]]:
    if ids is None:
        return [statement]
    named = sorted(ids)
    return [
        statement.where(column.in_(named[begin : begin + _MOST_NAMED])) for begin in range(0, len(named), _MOST_NAMED)
    ]


def _summed(
    match_id: str,
    table_id: str,
    game: str,
    seats: str,
    opened_at: str,
    ended_at: str | None,
    version: int,
    made_of: int | None,
    body: str | None,
) -> Summed:
    ended = None if ended_at is None else checks.instant(ended_at)
    return Summed(match_id, table_id, game, read_seats(seats), checks.instant(opened_at), ended, version, made_of, body)
