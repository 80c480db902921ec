"""Why a database refused, read from what its driver said."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType

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
"""What was given broke a rule of the schema; the database itself is well."""


_FULL_DISK = (errno.ENOSPC, errno.EDQUOT)


def reason(error: BaseException | None) -> Reason:
    """Return why the driver raised this; an unknown cause counts as away, because it may come back."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code & 0xFF, Reason.AWAY)
    if isinstance(error, sqlite3.Error):  # raised by Python's own module: text that is not UTF-8
        return Reason.DAMAGED
    state = getattr(error, "sqlstate", None)
    return _POSTGRES.get(state[:2], Reason.AWAY) if isinstance(state, str) else Reason.AWAY


@contextmanager
def on_disk() -> Iterator[None]:
    """Turn what is raised where files are written into StoreUnavailable: a disk that takes none is like one with records."""
    try:
        yield
    except OSError as error:
        why = Reason.FULL if error.errno in _FULL_DISK else Reason.READ_ONLY
        raise StoreUnavailable(why, f"cannot write {error.filename}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(reason(error), str(error)) from error


class _Translation:
    """Holds nothing of its own, so that one serves all: making one for every block would cost more than the look-up."""

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            _raise_in_our_words(error)


_TRANSLATION = _Translation()


def translated() -> AbstractContextManager[None]:
    """Turn what a driver raises into StoreUnavailable, except for broken rules of the schema.

    What the types of the columns refuse is raised as their ValueError.
    """
    return _TRANSLATION


def _raise_in_our_words(error: BaseException) -> None:
    """Nothing if the error already says what we would; else raises what stands for it."""
    if isinstance(error, _NOT_OURS):
        return
    if isinstance(error, exc.DBAPIError):
        raise StoreUnavailable(reason(error.orig), str(error.orig).strip()) from error
    if isinstance(error, exc.StatementError) and isinstance(error.orig, ValueError):
        raise error.orig from None  # refused at the door, before the database saw it
    if isinstance(error, UnicodeDecodeError):  # a message of SQLite that quotes what is damaged
        raise StoreUnavailable(Reason.DAMAGED, "what is stored is no text") from error
    if isinstance(error, exc.TimeoutError):
        raise StoreUnavailable(Reason.LOCKED, "no connection became free in time") from error
