"""What each match came to, kept beside its journal: never the truth itself, only a quicker way to it."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Insert, Row, Select, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import Missing
from companion.store.matches import read_match
from companion.store.part import Part
from companion.store.rows import Seat, Summed
from companion.store.schema import matches, players, seats, summaries, tables

_SUMMED = (
    select(
        matches,
        tables.c.name.label("table_name"),
        summaries.c.version.label("made_of"),
        summaries.c.body,
    )
    .join(tables, tables.c.id == matches.c.table_id)
    .outerjoin(summaries, summaries.c.match_id == matches.c.id)
    .order_by(matches.c.opened_at.desc(), matches.c.id)
)
_PEOPLE = (
    select(seats.c.table_id, seats.c.seat, seats.c.player_id, players.c.name, seats.c.has_left)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.table_id, seats.c.seat)
)
_MOST_NAMED = 500
"""So many ids in one question; more are asked for in portions."""


def _upserts() -> dict[str, Insert]:
    lite, post = sqlite.insert(summaries), postgresql.insert(summaries)
    return {
        "sqlite": lite.on_conflict_do_update(
            index_elements=["match_id"], set_={"version": lite.excluded.version, "body": lite.excluded.body}
        ),
        "postgresql": post.on_conflict_do_update(
            index_elements=["match_id"], set_={"version": post.excluded.version, "body": post.excluded.body}
        ),
    }


_UPSERTS = _upserts()


class Summaries(Part):
    """Keeping summaries, and looking over all matches with them."""

    def save_summary(self, match_id: str, version: int, body: str) -> None:
        """Keep the summary in place of an older one. Raises Missing, ValueError."""
        row = {"match_id": checks.key(match_id), "version": checks.number(version), "body": checks.text(body)}
        try:
            self._database.run(lambda connection: _upsert(connection, row), lambda _: None)
        except IntegrityError as error:
            raise Missing("match") from error

    def summed(self, table_ids: Collection[str] | None = None) -> tuple[Summed, ...]:
        """Return the matches of these tables, of all where none are named, newest first, with their summaries."""
        with self._database.read() as connection:
            found = [
                row for part in _portions(_SUMMED, matches.c.table_id, table_ids) for row in connection.execute(part)
            ]
        read = tuple(_summed(row) for row in found)
        return read if table_ids is None else tuple(sorted(read, key=lambda one: one.match.opened_at, reverse=True))

    def people(self, table_ids: Collection[str] | None = None) -> tuple[Seat, ...]:
        """Return everybody at these tables, at all where none are named, table by table."""
        asked = None if table_ids is None else frozenset(table_ids)
        return self._remembered.answer(("people", asked), lambda: self._people(asked))

    def _people(self, table_ids: Collection[str] | None) -> tuple[Seat, ...]:
        with self._database.read() as connection:
            return tuple(
                Seat(*row)
                for part in _portions(_PEOPLE, seats.c.table_id, table_ids)
                for row in connection.execute(part)
            )


def _portions(statement: Select[Any], column: Any, ids: Collection[str] | None) -> list[Select[Any]]:
    if ids is None:
        return [statement]
    named = sorted(ids)
    return [
        statement.where(column.in_(named[begin : begin + _MOST_NAMED])) for begin in range(0, len(named), _MOST_NAMED)
    ]


def _upsert(connection: Connection, row: dict[str, Any]) -> None:
    connection.execute(_UPSERTS[connection.dialect.name], row)


def _summed(row: Row[Any]) -> Summed:
    return Summed(read_match(row), row.table_name, row.made_of, row.body)
