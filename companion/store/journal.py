"""The journal of each match: entries are appended, never changed.

Of two entries at once `_ADVANCE` lets one through: it moves the end of the chain only from where the entry was made on. The
primary key (match, seq) is the net below it.
"""

import itertools
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, bindparam, insert, select, type_coerce, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import NULLTYPE

from companion.store import chain, checks
from companion.store.chain import JournalRow
from companion.store.database import Repository, answer_key, known_alone, rows_at_tables
from companion.store.errors import BrokenChain, Missing, StoreUnavailable, VersionConflict
from companion.store.matches import TEN_MINUTES, check_not_lost, note_use
from companion.store.rows import Appended, Entry, NewEntry, Remark, Repeated
from companion.store.schema import journal, matches, remarks, tables

_COLUMNS = [journal.c[name] for name in JournalRow._fields]
_THIS = matches.c.id == bindparam("match")
_HEAD = select(matches.c.version, matches.c.head).where(_THIS)
_LAST_USED = select(tables.c.last_used).where(tables.c.id == matches.c.table_id).correlate(matches).scalar_subquery()
_MATCH = select(matches.c.version, matches.c.head, matches.c.game, matches.c.options, matches.c.seats).where(_THIS)
# As they stand in the database: whatever is not as it was stored does not fit its hash.
_ROWS = (
    select(*(type_coerce(column, NULLTYPE).label(column.name) for column in _COLUMNS))
    .where(journal.c.match_id == bindparam("match"), journal.c.seq >= bindparam("first"))
    .order_by(journal.c.seq)
)
_KEYED = select(journal.c.seq).where(journal.c.match_id == bindparam("match"), journal.c.idem == bindparam("key"))

_ADVANCE = (
    update(matches)
    .where(_THIS, matches.c.version == bindparam("seq"), matches.c.head == bindparam("after"))
    .values(version=bindparam("to"), head=bindparam("new_head"))
    .returning(matches.c.table_id, _LAST_USED.label("last_used"))
)
"""An entry's lock: of two upon the same one, the second finds another end of the chain, and changes nothing."""
_INSERT = insert(journal)
_END = update(matches).where(_THIS).values(ended_at=bindparam("ended"))

_AT_ONCE = 500
"""So many rows are taken from the database at a time."""


class JournalRepository(Repository):
    """Appending to and reading from the journals."""

    def append(self, match_id: str, seq: int, entry: NewEntry, *, after: str | None = None) -> Appended | Repeated:
        """Return where the entry now stands for good, or where its key stood already.

        In the same transaction the match ends, where the entry brings that, and the remark is kept, if there is one.
        `after` is the hash of the entry that it was decided upon, which must be the last; a caller who names it has looked for the
        key among those up to there.
        Raise VersionConflict if that is not so, or `seq` is not the current version, Missing without such a match,
        ValueError for text or numbers that cannot be kept. After StoreUnavailable the entry may be tried again with
        the same key.
        """
        written, learnt = columns(entry), dict[Hashable, Any]()
        at, key = written[0], written[-1]
        try:
            with self._database.transaction(learnt) as connection:
                # One that names the entry it was decided upon reads nothing first: the update below finds no row if
                # that is no longer the last.
                before = after or _fitting(connection, match_id, seq, key)
                if isinstance(before, Repeated):
                    return before
                row = chain.linked(before, match_id, seq, *written)
                step = {"match": match_id, "seq": seq, "after": before, "to": seq + 1, "new_head": row.hash}
                advanced = connection.execute(_ADVANCE, step).one_or_none()
                if advanced is None:
                    # Overtaken, or a double tap that another worker was given too: only now is it worth a question
                    # which.
                    found = _fitting(connection, match_id, seq, key)
                    if isinstance(found, Repeated):
                        return found
                    raise VersionConflict(seq)  # as many entries, of which the last is another
                connection.execute(_INSERT, row._asdict())
                # To ten minutes: noted at every tap, it would be one more row to write for each.
                if advanced.last_used[:TEN_MINUTES] < at[:TEN_MINUTES]:
                    note_use(connection, advanced.table_id, at)
                if entry.reopens or entry.ends_at is not None:
                    ended = None if entry.ends_at is None else checks.instant_text(entry.ends_at)
                    # A statement of its own, because an end is rare: the update above stays the same for every tap.
                    connection.execute(_END, {"match": match_id, "ended": ended})
                else:
                    # All that differs is the head, which is known here, so the next tap need not ask. Where a match ends or
                    # reopens, more differs: then everything is asked again.
                    learnt[answer_key(self, "head", match_id)] = Head(seq + 1, row.hash)
                if entry.remark:
                    add_remark(connection, Remark(match_id, seq, entry.remark))
        # The update held the end of the chain, and yet a row with this number is there.
        except IntegrityError as error:
            raise BrokenChain(match_id, seq) from error
        return Appended(row.seq, row.hash)

    def entries(self, match_id: str, start: int = 0) -> tuple[Entry, ...]:
        """Return the entries from `start` on, each checked against the hash of the one before it.

        Raise BrokenChain where one was changed or is gone, Missing without such a match.
        """
        with self._database.read() as connection:
            try:
                return _entries(connection, match_id, min(start, checks.LARGEST))
            except BrokenChain:
                _head(connection, match_id)  # raises if the whole match was removed while we read, as it may
                raise

    def verify(self, match_id: str) -> int:
        """Return how many entries the match has, all of them checked. Raise BrokenChain, Missing."""
        return len(self.entries(match_id))

    def version(self, match_id: str) -> int:
        """Return how many entries the match has. Raise Missing without such a match."""
        return self.head(match_id).version

    @known_alone
    def head(self, match_id: str) -> "Head":
        """Return the end of the match's chain. Raise Missing without such a match."""
        with self._database.read() as connection:
            return _head(connection, match_id)


class Head(NamedTuple):
    """The number of entries of a match and the hash of the last."""

    version: int
    hash: str


def columns(entry: NewEntry) -> tuple[str, int | None, str, str, str | None]:
    """Return time, seat, role, body and key of an entry as they are stored. Raise ValueError where they cannot be."""
    return (
        checks.instant_text(entry.at),
        checks.seat(entry.by_seat),
        checks.key(entry.by_role),
        checks.text(entry.body),
        None if entry.idem is None else checks.key(entry.idem),
    )


def _fitting(connection: Connection, match_id: str, seq: int, key: str | None) -> str | Repeated:
    """Return the hash that entry `seq` has to follow, or where its key stands already.

    Raise VersionConflict, Missing.
    """
    head = _head(connection, match_id)
    recorded = _recorded(connection, match_id, key)
    # Before the number is compared: a repeated entry stands further back, and would look like a conflict.
    if recorded is not None:
        return Repeated(recorded)
    if head.version != seq:
        raise VersionConflict(head.version)
    return head.hash


def _recorded(connection: Connection, match_id: str, key: str | None) -> int | None:
    """Return which entry of the match has this key; None if none has, or there is no key."""
    if key is None:
        return None
    return connection.execute(_KEYED, {"match": match_id, "key": key}).scalar_one_or_none()


def _entries(connection: Connection, match_id: str, start: int) -> tuple[Entry, ...]:
    """Return the entries from `start` on; all are looked at if the one before `start` is not there to continue from."""
    match = _row_of(connection, match_id, _MATCH)
    first, before = 0, chain.beginning(match_id, match.game, match.options, match.seats)
    # From the one before `start`, whose hash the first entry asked for has to follow.
    rows = _rows(connection, match_id, max(start - 1, 0))
    if start > 0:
        last = next(rows, None)
        if last is not None and last.seq == start - 1:
            first, before = start, last.hash
        else:
            rows = _rows(connection, match_id, 0)
    # Every read is checked, not every start: a card that decays does so while it is used (ADR 3).
    entries = _checked(match_id, first, before, rows)
    chain.check_end(match_id, match.version, match.head, first, [before, *(entry.hash for entry in entries)])
    # Where all had to be read, the caller still gets only what it asked for.
    return entries[max(start - first, 0) :]


def _rows(connection: Connection, match_id: str, first: int) -> Iterator[Any]:
    found: Any = connection.execute(_ROWS, {"match": match_id, "first": first})
    return itertools.chain.from_iterable(found.partitions(_AT_ONCE))


def _checked(match_id: str, first: int, before: str, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return the entries in rows that follow each other. Raise BrokenChain, also where a time is not one."""
    instant = checks.instant
    sound = chain.checked(match_id, first, before, rows)
    try:
        return tuple(
            [
                Entry(match_id, seq, instant(at), by_seat, by_role, body, idem, digest)
                for seq, (_, _, at, by_seat, by_role, body, idem, _, digest) in enumerate(sound, first)
            ]
        )
    except BrokenChain:
        raise
    except StoreUnavailable as error:
        raise BrokenChain(match_id, first) from error


def _head(connection: Connection, match_id: str) -> Head:
    """Return the head of the match. Raise Missing."""
    row = _row_of(connection, match_id, _HEAD)
    return Head(row.version, row.head)


def _row_of(connection: Connection, match_id: str, statement: Select[Any]) -> Row[Any]:
    """Return the one row about the match. Raise Missing, BrokenChain where it is unreadable."""
    try:
        row = connection.execute(statement, {"match": match_id}).one_or_none()
    except StoreUnavailable as error:  # a number that is none
        raise BrokenChain(match_id, 0) from error
    if row is None:
        check_not_lost(connection, match_id)
        raise Missing("match")
    return row


class RemarkRepository(Repository):
    """What was said with an entry: recorded with it, but beside the journal, so that it can be removed."""

    def of(self, match_id: str) -> tuple[Remark, ...]:
        """Return the remarks of the match, in the order of their entries."""
        with self._database.read() as connection:
            found = connection.execute(select(remarks).where(remarks.c.match_id == match_id).order_by(remarks.c.seq))
            return tuple(Remark(*row) for row in found)

    def texts(self, match_id: str) -> dict[int, str]:
        """Return the words of the match's remarks, by the number of their entry."""
        return {remark.seq: remark.text for remark in self.of(match_id)}

    def texts_with(self, match_id: str, entries: Collection[int]) -> dict[int, str]:
        """Return the words that were said with these entries, by their number; those without any are left out."""
        asked = select(remarks.c.seq, remarks.c.body).where(remarks.c.match_id == match_id, remarks.c.seq.in_(entries))
        with self._database.read() as connection:
            return {row.seq: row.body for row in connection.execute(asked)}

    def at(self, table_ids: Collection[str] | None = None) -> tuple[tuple[str, Remark], ...]:
        """Return every remark at these tables, at all where none are named, after the id of its table."""
        asked = select(matches.c.table_id, remarks).join(matches, matches.c.id == remarks.c.match_id)
        with self._database.read() as connection:
            rows = rows_at_tables(connection, asked, matches.c.table_id, table_ids)
        return tuple((table_id, Remark(*remark)) for table_id, *remark in rows)


def add_remark(connection: Connection, remark: Remark) -> None:
    """Record the remark within a transaction. Raise ValueError."""
    row = {"match_id": remark.match_id, "seq": checks.number(remark.seq), "body": checks.text(remark.text)}
    connection.execute(insert(remarks), row)
