"""What each match came to, kept beside its journal: never the truth itself, only a quicker way to it."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import Missing
from companion.store.matches import read_seats
from companion.store.repository import Repository, insert_into, rows_at_tables
from companion.store.rows import Summed
from companion.store.schema import matches, summaries

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


class Summaries(Repository):
    """Keeping summaries, and looking over all matches with them."""

    def save(self, match_id: str, version: int, body: str) -> None:
        """Keep the summary in place of an older one. Raises Missing, ValueError."""
        row = {"match_id": checks.key(match_id), "version": checks.number(version), "body": checks.text(body)}
        try:
            with self._database.transaction() as connection:
                new = insert_into(connection, summaries)
                changed = {"version": new.excluded.version, "body": new.excluded.body}
                connection.execute(new.on_conflict_do_update(index_elements=["match_id"], set_=changed), row)
        except IntegrityError as error:
            raise Missing("match") from error

    def at(self, table_ids: Collection[str] | None = None) -> tuple[Summed, ...]:
        """Return the matches of these tables, of all where none are named, newest first, with their summaries.

        Of a match that goes on the version may be behind; whoever adds to one that has ended keeps a new summary too.
        """
        with self._database.read() as connection:
            read = tuple(_summed(*row) for row in rows_at_tables(connection, _SUMMED, matches.c.table_id, table_ids))
        return read if table_ids is None else tuple(sorted(read, key=lambda one: one.opened_at, reverse=True))


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
