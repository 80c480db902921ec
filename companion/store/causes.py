"""Why a database refused, read from what its driver said."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from companion.store.errors import Reason, StoreUnavailable

_SQLITE = {
    sqlite3.SQLITE_FULL: Reason.FULL,
    sqlite3.SQLITE_READONLY: Reason.READ_ONLY,
    sqlite3.SQLITE_PERM: Reason.READ_ONLY,
    sqlite3.SQLITE_BUSY: Reason.LOCKED,
    sqlite3.SQLITE_LOCKED: Reason.LOCKED,
    sqlite3.SQLITE_CORRUPT: Reason.DAMAGED,
    sqlite3.SQLITE_NOTADB: Reason.DAMAGED,
    sqlite3.SQLITE_ERROR: Reason.DAMAGED,
}

_POSTGRES = {
    "53": Reason.FULL,
    "25": Reason.READ_ONLY,
    "40": Reason.LOCKED,
    "55": Reason.LOCKED,
    "XX": Reason.DAMAGED,
    "42": Reason.DAMAGED,
}
"""By the class of the SQLSTATE, its first two characters."""

_NOT_OURS = (exc.IntegrityError, exc.DataError)
"""A rule of the schema was broken by what was given; the database itself is well."""


def reason(error: BaseException | None) -> Reason:
    """Return why the driver raised this; what is not known counts as away, for it may come back."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code & 0xFF, Reason.AWAY)
    if isinstance(error, sqlite3.Error):  # raised by Python's own module: text that is not UTF-8
        return Reason.DAMAGED
    state = getattr(error, "sqlstate", None)
    return _POSTGRES.get(state[:2], Reason.AWAY) if isinstance(state, str) else Reason.AWAY


@contextmanager
def translated() -> Iterator[None]:
    """Turn what a driver raises into StoreUnavailable, broken rules of the schema excepted.

    What the types of the columns refuse comes out as their ValueError.
    """
    try:
        yield
    except _NOT_OURS:
        raise
    except exc.DBAPIError as error:
        raise StoreUnavailable(reason(error.orig), str(error.orig).strip()) from error
    except exc.StatementError as error:  # refused at the door, before the database saw it
        if isinstance(error.orig, ValueError):
            raise error.orig from None
        raise
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what is damaged
        raise StoreUnavailable(Reason.DAMAGED, "what is stored is no text") from error
    except exc.TimeoutError as error:
        raise StoreUnavailable(Reason.LOCKED, "no connection became free in time") from error
