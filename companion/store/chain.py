"""The hash that ties every entry of a match to all before it.

The hash of an entry is the SHA-256, in hexadecimal, of the compact JSON array (ASCII only) of: the hash before it, match, seq,
time as stored, seat, role, body, key. Before entry 0 stands the hash of: match, game, options, seats as stored. The match
itself keeps the number of its entries and the last hash, so that an end torn off shows too.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.store.errors import BrokenChain

# What is damaged may be of another type altogether; it then hashes as its repr and does not fit.
_canonical = json.JSONEncoder(separators=(",", ":"), default=repr).encode


class Stored(NamedTuple):
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
    return _digest((match_id, game, options, seats))


def linked(
    prev_hash: str, match_id: str, seq: int, at: str, by_seat: int | None, by_role: str, body: str, idem: str | None
) -> Stored:
    """Return the row as it is to be stored."""
    digest = _digest((prev_hash, match_id, seq, at, by_seat, by_role, body, idem))
    return Stored(match_id, seq, at, by_seat, by_role, body, idem, prev_hash, digest)


def checked(match_id: str, first: int, before: str, rows: Iterable[Stored]) -> Iterator[str]:
    """Yield the hash of each row, which follow each other from number `first` on. Raises BrokenChain at a misfit."""
    for seq, row in enumerate(rows, first):
        if row != linked(before, match_id, seq, row.at, row.by_seat, row.by_role, row.body, row.idem):
            raise BrokenChain(match_id, seq)
        before = row.hash
        yield before


def check_end(match_id: str, version: int, head: str, first: int, hashes: Sequence[str]) -> None:
    """Check that entry `version - 1` is there and has the hash `head`. Raises BrokenChain.

    `hashes` begins with the one before entry `first`. There may be more: entries added since the version was read.
    """
    last = version - first
    if last >= len(hashes):
        raise BrokenChain(match_id, first + len(hashes) - 1)
    if last >= 0 and hashes[last] != head:
        raise BrokenChain(match_id, max(version - 1, 0))


def _digest(parts: tuple[str | int | None, ...]) -> str:
    return hashlib.sha256(_canonical(parts).encode()).hexdigest()
