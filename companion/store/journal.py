"""The journal of each match: entries are appended, never changed; the primary key (match, seq) is the lock."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, type_coerce, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import NULLTYPE

from companion.store import chain, checks
from companion.store.chain import Stored
from companion.store.drafts import PUT, REMARK, row_of
from companion.store.errors import BrokenChain, Missing, Reason, Stale, StoreUnavailable
from companion.store.gone import check_not_lost
from companion.store.heads import Head
from companion.store.ready import Ready
from companion.store.recording import record
from companion.store.repository import Repository
from companion.store.rows import Appended, Draft, Entry, NewEntry, Repeated
from companion.store.schema import drafts, journal, matches

_COLUMNS = [journal.c[name] for name in Stored._fields]
_THIS = matches.c.id == bindparam("match")
_HEAD = select(matches.c.version, matches.c.head).where(_THIS)
_MATCH = select(matches.c.version, matches.c.head, matches.c.game, matches.c.options, matches.c.seats).where(_THIS)
# As they stand in the database: whatever is not as it was stored does not fit its hash.
_ROWS = (
    select(*(type_coerce(column, NULLTYPE).label(column.name) for column in _COLUMNS))
    .where(journal.c.match_id == bindparam("match"), journal.c.seq >= bindparam("first"))
    .order_by(journal.c.seq)
)
_KEYED = select(journal.c.seq).where(journal.c.match_id == bindparam("match"), journal.c.idem == bindparam("key"))

_DROP_DRAFT = Ready(
    lambda _: delete(drafts).where(
        drafts.c.match_id == bindparam("match"),
        drafts.c.seat_key == bindparam("whose"),
        drafts.c.name == bindparam("called"),
    )
)
_END = Ready(lambda _: update(matches).where(_THIS).values(ended_at=bindparam("ended")))

_AT_ONCE = 500
"""So many rows are taken from the database at a time."""


class Journal(Repository):
    """Appending to and reading from the journals."""

    def append(
        self, match_id: str, seq: int, entry: NewEntry, completes: tuple[str, str] | None = None
    ) -> Appended | Repeated:
        """Return where the entry now stands for good, or where its key stood already.

        `completes` names the draft (seat key and name) that the entry was made of: it goes in the same transaction,
        as does the end of the match where the entry brings it. In it comes the remark, if there is one.
        Raises Stale if `seq` is not the current version, Missing without such a match, ValueError for text or
        numbers that cannot be kept. After StoreUnavailable the entry may be tried again with the same key.
        """
        checks.key(match_id)
        written = _Written.of(entry)
        beside = _beside(match_id, seq, entry, completes)

        def after(result: Appended | Repeated) -> None:
            if isinstance(result, Appended):
                self._heads.learn(match_id, Head(result.seq + 1, result.hash))
            if entry.reopens or entry.ends_at is not None:
                self._remembered.forget_all()

        def job(connection: Connection) -> Appended | Repeated:
            result = self._append(connection, match_id, seq, written)
            if isinstance(result, Appended):
                for statement, values in beside:
                    statement.run(connection, values)
            return result

        run = self._database.run if beside else self._database.run_one
        try:
            return run(job, after)
        except StoreUnavailable:
            self._heads.forget(match_id)
            raise
        except IntegrityError as error:
            self._heads.forget(match_id)
            raise BrokenChain(match_id, seq) from error
        finally:
            if beside:
                self._remembered.forget("drafts", match_id)

    def entries(self, match_id: str, start: int = 0) -> tuple[Entry, ...]:
        """Return the entries from `start` on, each checked against the hash of the one before it.

        Raises BrokenChain where one was changed or is gone, Missing without such a match.
        """
        with self._database.read() as connection:
            try:
                return _entries(connection, match_id, min(start, checks.LARGEST))
            except BrokenChain:
                _head(connection, match_id)  # raises if the whole match was removed while we read, as it may
                raise

    def verify(self, match_id: str) -> int:
        """Return how many entries the match has, all of them checked. Raises BrokenChain, Missing."""
        return len(self.entries(match_id))

    def version(self, match_id: str) -> int:
        """Return how many entries the match has. Raises Missing without such a match."""
        known = self._heads.get(match_id)
        if known is not None and self._database.is_alone:
            return known.version
        with self._database.read() as connection:
            return _head(connection, match_id).version

    def _append(self, connection: Connection, match_id: str, seq: int, written: "_Written") -> Appended | Repeated:
        head = self._heads.get(match_id)
        if head is None or head.version != seq:
            head = _head(connection, match_id)
        if head.version == seq:
            row = chain.linked(head.hash, match_id, head.version, *written)
            if record(connection, row):
                return Appended(row.seq, row.hash)
        self._heads.forget(match_id)
        recorded = connection.execute(_KEYED, {"match": match_id, "key": written.idem}).scalar_one_or_none()
        if recorded is not None:
            return Repeated(recorded)
        raise Stale(_head(connection, match_id).version)


class _Written(NamedTuple):
    """A new entry as it is stored."""

    at: str
    by_seat: int | None
    by_role: str
    body: str
    idem: str | None

    @classmethod
    def of(cls, entry: NewEntry) -> "_Written":
        return cls(
            checks.instant_text(entry.at),
            checks.seat(entry.by_seat),
            checks.key(entry.by_role),
            checks.text(entry.body),
            None if entry.idem is None else checks.key(entry.idem),
        )


def _beside(
    match_id: str, seq: int, entry: NewEntry, completes: tuple[str, str] | None
) -> list[tuple[Ready, Mapping[str, str | None]]]:
    """Return what changes beside the journal with an entry. Raises ValueError for text or times that cannot be kept."""
    steps: list[tuple[Ready, Mapping[str, str | None]]] = []
    if entry.reopens or entry.ends_at is not None:
        ended = None if entry.ends_at is None else checks.instant_text(entry.ends_at)
        steps.append((_END, {"match": match_id, "ended": ended}))
    if completes is not None:
        whose, called = completes
        steps.append((_DROP_DRAFT, {"match": match_id, "whose": checks.text(whose), "called": checks.text(called)}))
    if entry.remark:
        steps.append((PUT, row_of(Draft(match_id, REMARK, str(seq), entry.remark, entry.at))))
    return steps


def _entries(connection: Connection, match_id: str, start: int) -> tuple[Entry, ...]:
    """Return the entries from `start` on; all are looked at if the one before `start` is not there to continue from."""
    match = connection.execute(_MATCH, {"match": match_id}).one_or_none()
    if match is None:
        check_not_lost(connection, match_id)
        raise Missing("match")
    first, before = 0, chain.beginning(match_id, match.game, match.options, match.seats)
    rows = _rows(connection, match_id, max(start - 1, 0))
    if start > 0:
        last = next(rows, None)
        if last is not None and last.seq == start - 1:
            first, before = start, last.hash
        else:
            rows = _rows(connection, match_id, 0)
    entries = _checked(match_id, first, before, rows)
    chain.check_end(match_id, match.version, match.head, first, [before, *(entry.hash for entry in entries)])
    return entries[max(start - first, 0) :]


def _rows(connection: Connection, match_id: str, first: int) -> Iterator[Any]:
    """Yield rows with the columns of `Stored`."""
    found: Any = connection.execute(_ROWS, {"match": match_id, "first": first})
    return itertools.chain.from_iterable(found.partitions(_AT_ONCE))


def _checked(match_id: str, first: int, before: str, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return the entries in rows that follow each other. Raises BrokenChain, StoreUnavailable where a time is not one."""
    instant = datetime.fromisoformat
    sound = chain.checked(match_id, first, before, rows)
    try:
        return tuple(
            [
                Entry(match_id, seq, instant(at), by_seat, by_role, body, idem, digest)
                for seq, (_, _, at, by_seat, by_role, body, idem, _, digest) in enumerate(sound, first)
            ]
        )
    except (TypeError, ValueError) as error:
        raise StoreUnavailable(Reason.DAMAGED, "a stored time is unreadable") from error


def _head(connection: Connection, match_id: str) -> Head:
    head = connection.execute(_HEAD, {"match": match_id}).one_or_none()
    if head is None:
        check_not_lost(connection, match_id)
        raise Missing("match")
    return Head(head.version, head.head)
