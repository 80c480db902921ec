"""What the store says when it cannot do what it was asked, and what of that the errors of a driver or a disk mean."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy import exc


class StoreError(Exception):
    """Anything the store refuses."""


class Outage(StrEnum):
    """Why nothing can be read or recorded at the moment."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    DAMAGED = "damaged"
    AWAY = "away"
    CLOSED = "closed"


class StoreUnavailable(StoreError):
    """The store is away, full, locked or damaged. Nothing was half recorded; asking again later is safe."""

    def __init__(self, reason: Outage, detail: str = "") -> None:
        super().__init__(f"the store is {reason.value}" + (f": {detail}" if detail else ""))
        self.reason = reason
        self.detail = detail


class BrokenChain(StoreUnavailable):
    """An entry of a match is not what was once recorded, or is gone: `seq` is the first that does not fit."""

    def __init__(self, match_id: str, seq: int) -> None:
        super().__init__(Outage.DAMAGED, f"entry {seq} of match {match_id} is not what was recorded")
        self.match_id = match_id
        self.seq = seq


class Unstorable(StoreError, ValueError):
    """What was given cannot be kept by every database: text with NUL, a number out of range, a key too long."""


class AlreadyRunning(StoreError):
    """Another server works on the same data."""

    def __init__(self, directory: str) -> None:
        super().__init__(f"another Tableside already works on the data in {directory}; stop it or name another place")
        self.directory = directory


class NewerSchema(StoreError):
    """The data was written by a newer Tableside than this one."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"the data has schema {found}, this Tableside knows up to {known}; install a newer Tableside")
        self.found = found
        self.known = known


class Fault(StrEnum):
    """What is wrong with a file that was offered as a copy of the data."""

    FOREIGN = "foreign"
    NEWER = "newer"
    DAMAGED = "damaged"


class UnusableCopy(StoreError):
    """The file is no copy that could take the place of the data: of something else, too new, or not whole."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(f"this copy is {fault.value}: {detail}")
        self.fault = fault
        self.detail = detail


class VersionConflict(StoreError):
    """Someone else was faster, or entries are missing before this one: `current_version` is how many there are."""

    def __init__(self, current_version: int) -> None:
        super().__init__(f"the match is at version {current_version}")
        self.current_version = current_version


class Missing(StoreError):
    """What was named is not (or no longer) there: `what` is a noun, such as "match" or "seat"."""

    def __init__(self, what: str) -> None:
        super().__init__(f"no such {what}")
        self.what = what


class CodeTaken(StoreError):
    """Another table already has this code; draw a new one."""

    def __init__(self, code: str) -> None:
        super().__init__(f"another table has the code {code}")
        self.code = code


class Differs(StoreError):
    """The match is here already, with another journal than the one that was to be taken in, or at another table."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id} is here with another journal or at another table")
        self.match_id = match_id


_SQLITE = {
    sqlite3.SQLITE_FULL: Outage.FULL,
    sqlite3.SQLITE_READONLY: Outage.READ_ONLY,
    sqlite3.SQLITE_PERM: Outage.READ_ONLY,
    sqlite3.SQLITE_BUSY: Outage.LOCKED,
    sqlite3.SQLITE_LOCKED: Outage.LOCKED,
    sqlite3.SQLITE_CORRUPT: Outage.DAMAGED,
    sqlite3.SQLITE_NOTADB: Outage.DAMAGED,
    # Our statements are right, so what SQLite cannot make sense of is the file.
    sqlite3.SQLITE_ERROR: Outage.DAMAGED,
}

# 53: no disk or memory left. 25: read-only. 40: a deadlock. 55: a lock that took too long. XX: damage. 42: a table or
# column that is not there.
_POSTGRES = {
    "53": Outage.FULL,
    "25": Outage.READ_ONLY,
    "40": Outage.LOCKED,
    "55": Outage.LOCKED,
    "XX": Outage.DAMAGED,
    "42": Outage.DAMAGED,
}
"""By the class of the SQLSTATE, its first two characters."""

_NOT_OURS = (exc.IntegrityError, exc.DataError)
"""What was given broke a rule of the schema; the database itself is well."""


_FULL_DISK = (errno.ENOSPC, errno.EDQUOT)


def outage_of(error: BaseException | None) -> Outage:
    """Return why the driver raised this; an unknown cause counts as away, because it may come back."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        # Extended codes keep the plain one in their lowest byte.
        return _SQLITE.get(code & 0xFF, Outage.AWAY)
    if isinstance(error, sqlite3.Error):  # raised by Python's own module: text that is not UTF-8
        return Outage.DAMAGED
    state = getattr(error, "sqlstate", None)
    return _POSTGRES.get(state[:2], Outage.AWAY) if isinstance(state, str) else Outage.AWAY


@contextmanager
def map_os_errors() -> Iterator[None]:
    """Turn what is raised where files are written into StoreUnavailable: a disk that takes none is like one with records."""
    try:
        yield
    except OSError as error:
        why = Outage.FULL if error.errno in _FULL_DISK else Outage.READ_ONLY
        raise StoreUnavailable(why, f"cannot write {error.filename}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(outage_of(error), str(error)) from error


@contextmanager
def map_db_errors() -> Iterator[None]:
    """Turn what a driver raises into StoreUnavailable, except for broken rules of the schema.

    What the types of the columns refuse is raised as their ValueError.
    """
    try:
        yield
    except _NOT_OURS:
        raise
    except exc.DBAPIError as error:
        raise StoreUnavailable(outage_of(error.orig), str(error.orig).strip()) from error
    except exc.StatementError as error:
        if isinstance(error.orig, ValueError):
            raise error.orig from None  # refused at the door, before the database saw it
        raise
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what is damaged
        raise StoreUnavailable(Outage.DAMAGED, "what is stored is no text") from error
    except exc.TimeoutError as error:
        raise StoreUnavailable(Outage.LOCKED, "no connection became free in time") from error
