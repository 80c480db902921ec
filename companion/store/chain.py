"""The hash that ties every entry of a match to all before it.

The hash of an entry is the SHA-256, in hexadecimal, of the compact JSON array (ASCII only) of: the hash before it, match, seq,
time as stored, seat, role, body, key. Before entry 0 stands the hash of: match, game, options, seats as stored.
"""

import hashlib
import json
from collections.abc import Iterable
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


def check(match_id: str, start: int, prev_hash: str, rows: Iterable[Stored]) -> str:
    """Return the last hash of rows that follow each other from `start` on. Raises BrokenChain at the first that does not fit."""
    for seq, row in enumerate(rows, start):
        if row != linked(prev_hash, match_id, seq, row.at, row.by_seat, row.by_role, row.body, row.idem):
            raise BrokenChain(match_id, seq)
        prev_hash = row.hash
    return prev_hash


def _digest(parts: tuple[str | int | None, ...]) -> str:
    return hashlib.sha256(_canonical(parts).encode()).hexdigest()
