"""The hash that ties every entry of a match to all before it.

The hash of an entry is the SHA-256, in hexadecimal, of the compact JSON array (ASCII only) of: the hash before it,
match, seq, time as stored, seat, role, body, key. The hash before entry 0 is that of: match, game, options, seats as
stored. The match itself keeps the number of its entries and the last hash, so that an end torn off is noticed too.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from json.encoder import encode_basestring_ascii as _text
from typing import Any, NamedTuple, TypeVar

from companion.store.errors import BrokenChain

Row = TypeVar("Row", bound=Iterable[Any])


class JournalRow(NamedTuple):
    """A row of the journal, column by column, as it stands in the database."""

    match_id: str
    seq: int
    at: str
    by_seat: int | None
    by_role: str
    body: str
    idem: str | None
    prev_hash: str
    hash: str


def beginning(match_id: str, game: str, options: str, seats: str) -> str:
    """Return the hash that stands before the first entry of a match."""
    try:
        return _digest(f"[{_text(match_id)},{_text(game)},{_text(options)},{_text(seats)}]")
    except TypeError as error:  # damaged into what is no text
        raise BrokenChain(match_id, 0) from error


def linked(
    prev_hash: str, match_id: str, seq: int, at: str, by_seat: int | None, by_role: str, body: str, idem: str | None
) -> JournalRow:
    """Return the row as it is to be stored."""
    digest = _hash(prev_hash, _text(match_id), seq, at, by_seat, by_role, body, idem)
    return JournalRow(match_id, seq, at, by_seat, by_role, body, idem, prev_hash, digest)


def checked(match_id: str, first: int, before: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows, which follow each other from number `first` on. Raise BrokenChain at a misfit.

    The rows have the columns of `JournalRow`. Of a long match there are thousands.
    """
    quoted = _text(match_id)
    for seq, row in enumerate(rows, first):
        of, number, at, by_seat, by_role, body, idem, prev_hash, digest = row
        try:
            fits = digest == _hash(before, quoted, seq, at, by_seat, by_role, body, idem)
        except TypeError:  # damaged into what is no text
            fits = False
        if not (fits and prev_hash == before and number == seq and of == match_id):
            raise BrokenChain(match_id, seq)
        before = digest
        yield row


def check_end(match_id: str, version: int, head: str, first: int, hashes: Sequence[str]) -> None:
    """Check that entry `version - 1` is there and has the hash `head`. Raise BrokenChain.

    `hashes` begins with the one before entry `first`. There may be more: entries added since the version was read.
    """
    last = version - first
    if last >= len(hashes):
        raise BrokenChain(match_id, first + len(hashes) - 1)
    if last >= 0 and hashes[last] != head:
        raise BrokenChain(match_id, max(version - 1, 0))


def _hash(
    before: str, match_id: str, seq: int, at: str, by_seat: int | None, by_role: str, body: str, idem: str | None
) -> str:
    """Return the hash of an entry; `match_id` is written as JSON already. Raise TypeError for anything but text."""
    # What json.dumps gives for the same array, put together by hand: it is most of the cost of checking a row. The repr
    # of a number is its JSON, and that of nothing else is.
    seat = "null" if by_seat is None else repr(by_seat)
    key = "null" if idem is None else _text(idem)
    return _digest(f"[{_text(before)},{match_id},{seq},{_text(at)},{seat},{_text(by_role)},{_text(body)},{key}]")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
