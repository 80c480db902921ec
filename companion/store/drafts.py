"""Half-entered things that survive a reload. They are no part of a match and may vanish with it."""

from datetime import timedelta
from typing import Any

from sqlalchemy import Row, bindparam, delete, or_, select
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import Missing
from companion.store.repository import Repository, insert_into
from companion.store.rows import Draft
from companion.store.schema import drafts

_OF_MATCH = select(drafts).where(drafts.c.match_id == bindparam("match")).order_by(drafts.c.seat_key, drafts.c.name)
_OF_SEAT = _OF_MATCH.where(drafts.c.seat_key == bindparam("whose"))

CLOCK_STEPPED = timedelta(seconds=10)
"""What is kept from times further ahead than this was kept before the clock was set back."""


class Drafts(Repository):
    """Keeps, finds and drops drafts."""

    def save(self, draft: Draft) -> None:
        """Keep the draft in place of an earlier one of the same match, seat key and name. Raises Missing, ValueError.

        `at` says when it came in: of two that overtake one another on their way here, the later one is kept.
        """
        row = {
            "match_id": checks.key(draft.match_id),
            "seat_key": checks.key(draft.seat_key),
            "name": checks.key(draft.name),
            "body": checks.text(draft.body),
            "at": checks.instant_text(draft.at),
        }
        ahead = checks.instant_text(draft.at + CLOCK_STEPPED)
        try:
            with self._database.transaction() as connection:
                new = insert_into(connection, drafts)
                put = new.on_conflict_do_update(
                    index_elements=["match_id", "seat_key", "name"],
                    set_={"body": new.excluded.body, "at": new.excluded.at},
                    where=or_(drafts.c.at <= new.excluded.at, drafts.c.at > ahead),
                )
                connection.execute(put, row)
        except IntegrityError as error:
            raise Missing("match") from error

    def of(self, match_id: str, seat_key: str | None = None) -> tuple[Draft, ...]:
        """Return the drafts of the match, or of one seat key in it, by seat key and name."""
        wanted = _OF_MATCH if seat_key is None else _OF_SEAT
        values = {"match": match_id} if seat_key is None else {"match": match_id, "whose": seat_key}
        with self._database.read() as connection:
            return tuple(_draft(row) for row in connection.execute(wanted, values))

    def delete(self, match_id: str, seat_key: str | None = None, name: str | None = None) -> int:
        """Return how many drafts were dropped: those that fit everything named."""
        named = {"seat_key": seat_key, "name": name}
        fits = [drafts.c[column] == value for column, value in named.items() if value is not None]
        with self._database.transaction() as connection:
            return connection.execute(delete(drafts).where(drafts.c.match_id == match_id, *fits)).rowcount


def _draft(row: Row[Any]) -> Draft:
    return Draft(row.match_id, row.seat_key, row.name, row.body, checks.instant(row.at))
