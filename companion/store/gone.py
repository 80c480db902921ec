"""A match that is not found was removed, or never was there; or a page of the file went bad that told of it."""

from sqlalchemy import Connection, bindparam, exists, select

from companion.store.errors import BrokenChain
from companion.store.schema import journal, matches

_IS_LOST = select(
    exists().where(journal.c.match_id == bindparam("match")) & ~exists().where(matches.c.id == bindparam("match"))
)
"""Asked in one statement, so that a match put there or removed in the same moment is seen whole or not at all."""


def check_not_lost(connection: Connection, match_id: str) -> None:
    """Nothing; raises BrokenChain where entries of a match stand that itself is not there."""
    if connection.execute(_IS_LOST, {"match": match_id}).scalar_one():
        raise BrokenChain(match_id, 0)
