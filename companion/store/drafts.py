"""Half-entered things that survive a reload. They are no part of a match and may vanish with it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, delete, or_, select
from sqlalchemy.exc import IntegrityError

from companion.store import checks
from companion.store.errors import Missing
from companion.store.inserting import replacing
from companion.store.ready import Ready
from companion.store.repository import Repository
from companion.store.rows import Draft
from companion.store.schema import drafts

_OF_MATCH = select(drafts).where(drafts.c.match_id == bindparam("match")).order_by(drafts.c.seat_key, drafts.c.name)

REMARK: Final = "remark"
"""The seat key of what was said with an entry, which is named by the number of the entry."""
CLOCK_STEPPED = timedelta(seconds=10)
"""What is kept from times further ahead than this was kept before the clock was set back."""


def _is_later(new: Any) -> ColumnElement[bool]:
    return or_(drafts.c.at <= new.excluded.at, drafts.c.at > bindparam("ahead"))


PUT = Ready(replacing(drafts, ["match_id", "seat_key", "name"], ("body", "at"), _is_later).on)


def row_of(draft: Draft) -> dict[str, str]:
    """Return the values of `PUT` for a draft. Raises ValueError for text that cannot be kept."""
    return {
        "match_id": checks.key(draft.match_id),
        "seat_key": checks.key(draft.seat_key),
        "name": checks.key(draft.name),
        "body": checks.text(draft.body),
        "at": checks.instant_text(draft.at),
        "ahead": checks.instant_text(draft.at + CLOCK_STEPPED),
    }


class _OfMatch(NamedTuple):
    """The drafts of a match; at every tap, every phone at the table asks for its own."""

    all: tuple[Draft, ...]
    by_seat_key: Mapping[str, tuple[Draft, ...]]

    @classmethod
    def of(cls, found: Sequence[Draft]) -> "_OfMatch":
        """Return the drafts, which are in order of their seat keys."""
        of_each = groupby(found, key=attrgetter("seat_key"))
        return cls(tuple(found), {seat_key: tuple(drafts) for seat_key, drafts in of_each})


class Drafts(Repository):
    """Keeps, finds and drops drafts."""

    def save(self, draft: Draft) -> None:
        """Keep the draft in place of an earlier one of the same match, seat key and name. Raises Missing, ValueError.

        `at` says when it came in: of two that overtake one another on their way here, the later one is kept.
        """
        row = row_of(draft)
        try:
            self._database.run_one(lambda connection: PUT.run(connection, row), lambda _: None)
        except IntegrityError as error:
            raise Missing("match") from error
        finally:
            self._remembered.forget("drafts", draft.match_id)

    def of(self, match_id: str, seat_key: str | None = None) -> tuple[Draft, ...]:
        """Return the drafts of the match, or of one seat key in it, by seat key and name."""
        found = self._remembered.answer("drafts", match_id, self._drafts_of)
        return found.all if seat_key is None else found.by_seat_key.get(checks.text(seat_key), ())

    def all(self) -> tuple[Draft, ...]:
        """Return every draft there is, for none of them may hold a forgotten name."""
        with self._database.read() as connection:
            return tuple(_draft(row) for row in connection.execute(select(drafts)))

    def delete(self, match_id: str, seat_key: str | None = None, name: str | None = None) -> int:
        """Return how many drafts were dropped: those that fit everything named."""
        named = {"seat_key": seat_key, "name": name}
        fits = [drafts.c[column] == value for column, value in named.items() if value is not None]
        with self._database.write() as connection:
            return connection.execute(delete(drafts).where(drafts.c.match_id == match_id, *fits)).rowcount

    def _drafts_of(self, match_id: str) -> _OfMatch:
        with self._database.read() as connection:
            rows = connection.execute(_OF_MATCH, {"match": match_id}).all()
        return _OfMatch.of([_draft(row) for row in rows])


def _draft(row: Row[Any]) -> Draft:
    return Draft(row.match_id, row.seat_key, row.name, row.body, checks.instant(row.at))
