"""What every part of the store is built on."""

import secrets

from sqlalchemy import Connection, bindparam, select

from companion.store.database import Database
from companion.store.errors import Missing
from companion.store.heads import Heads
from companion.store.remembered import Remembered
from companion.store.schema import tables

_HELD = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update()


def fresh_id() -> str:
    """Return an opaque name nobody can guess: 128 random bits, fit for addresses."""
    return secrets.token_urlsafe(16)


class Part:
    """A group of the store's questions and answers; `Store` is all of them over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._heads = Heads()
        self._remembered = Remembered(database)


def hold_table(connection: Connection, table_id: str) -> None:
    """Keep others from changing the table until the transaction ends. Raises Missing."""
    if connection.execute(_HELD, {"table": table_id}).one_or_none() is None:
        raise Missing("table")
