"""What may pass the store's door: text that every database can hold, numbers in range, times with a zone."""

import re
from datetime import MAXYEAR, MINYEAR, UTC, datetime

from companion.store.errors import Outage, StoreUnavailable, Unstorable

KEY_CHARACTERS = 200
"""Longest text in an index; PostgreSQL has a limit there."""

LARGEST = 2**31 - 1

_IN_UTC = "+00:00"
_HEX = re.compile(r"[0-9a-f]{64}")


def text(value: str) -> str:
    """Return the text. Raise ValueError for NUL and lone surrogates, which PostgreSQL cannot hold."""
    if "\0" in value:
        raise Unstorable("text must not contain NUL")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise Unstorable("text must not contain lone surrogates") from error
    return value


def key(value: str) -> str:
    """Return the text, which is short enough for a look-up. Raise ValueError when empty or too long."""
    if not 0 < len(value) <= KEY_CHARACTERS:
        raise Unstorable(f"must have 1 to {KEY_CHARACTERS} characters")
    return text(value)


def number(value: int) -> int:
    """Return a whole number from 0 up. Raise ValueError for anything else, True and False included."""
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise Unstorable("must be a whole number from 0 up")
    return value


def seat(value: int | None) -> int | None:
    """Return the seat; None if there is none. Raise ValueError."""
    return None if value is None else number(value)


def token_hash(value: str) -> str:
    """Return the SHA-256 in hexadecimal. Raise ValueError for anything else, a bare token above all."""
    if not _HEX.fullmatch(value):
        raise ValueError("a token is stored only as its SHA-256 in hexadecimal")
    return value


def instant_text(value: datetime) -> str:
    """Return the time in UTC as text that sorts, to the microsecond. Raise ValueError without a time zone."""
    written = value.isoformat(timespec="microseconds")
    if not written.endswith(_IN_UTC):
        if value.utcoffset() is None:
            raise ValueError("a time needs its time zone")
        written = value.astimezone(UTC).isoformat(timespec="microseconds")
    return written.removesuffix(_IN_UTC) + "Z"


def instant(value: str) -> datetime:
    """Return the stored time. Raise StoreUnavailable where it is not a time."""
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise StoreUnavailable(Outage.DAMAGED, "a stored time is unreadable") from error
    if found.tzinfo is None or not MINYEAR < found.year < MAXYEAR:  # elsewhere in the world it is another year
        raise StoreUnavailable(Outage.DAMAGED, "a stored time is no time that can be told")
    return found
