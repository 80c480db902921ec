"""The journal of each match: entries are appended, never changed; the primary key (match, seq) is the lock."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Insert, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from companion.store import chain, checks
from companion.store.chain import Stored
from companion.store.errors import BrokenChain, Missing, Stale, StoreUnavailable
from companion.store.gone import check_not_lost
from companion.store.heads import Head
from companion.store.part import Part
from companion.store.rows import Appended, Entry, NewEntry, Repeated
from companion.store.schema import drafts, journal, matches

_COLUMNS = [journal.c[name] for name in Stored._fields]
_THIS = matches.c.id == bindparam("match")
_HEAD = select(matches.c.version, matches.c.head).where(_THIS)
_MATCH = select(matches.c.version, matches.c.head, matches.c.game, matches.c.options, matches.c.seats).where(_THIS)
_ROWS = (
    select(*_COLUMNS)
    .where(journal.c.match_id == bindparam("match"), journal.c.seq >= bindparam("first"))
    .order_by(journal.c.seq)
)
_KEYED = select(journal.c.seq).where(journal.c.match_id == bindparam("match"), journal.c.idem == bindparam("key"))

_LINKED = (
    select(*(bindparam(column.name, type_=column.type) for column in _COLUMNS))
    .select_from(matches)
    .where(_THIS, matches.c.version == bindparam("seq"), matches.c.head == bindparam("prev_hash"))
)
_INSERTS: dict[str, Insert] = {
    name: new.from_select(_COLUMNS, _LINKED).execution_options(preserve_rowcount=True)
    for name, new in (
        ("sqlite", sqlite.insert(journal).on_conflict_do_nothing()),
        ("postgresql", postgresql.insert(journal).on_conflict_do_nothing()),
    )
}
"""Adds one row, or none where somebody was faster, the key is known or the match is gone; so it never fails a batch."""

_DROP_DRAFT = delete(drafts).where(
    drafts.c.match_id == bindparam("match"),
    drafts.c.seat_key == bindparam("whose"),
    drafts.c.name == bindparam("called"),
)
_ADVANCE = update(matches).where(_THIS).values(version=bindparam("next"), head=bindparam("linked"))


class Journal(Part):
    """Appending to and reading from the journals."""

    def append(
        self, match_id: str, seq: int, entry: NewEntry, completes: tuple[str, str] | None = None
    ) -> Appended | Repeated:
        """Return where the entry now stands for good, or where its key stood already.

        `completes` names the draft (seat key and name) that the entry was made of: it goes in the same transaction.
        Raises Stale if `seq` is not the current version, Missing without such a match, ValueError for text or
        numbers that cannot be kept. After StoreUnavailable the entry may be tried again with the same key.
        """
        checks.key(match_id)
        written = _Written.of(entry)

        def after(result: Appended | Repeated) -> None:
            if isinstance(result, Appended):
                self._heads.learn(match_id, Head(result.seq + 1, result.hash))

        def job(connection: Connection) -> Appended | Repeated:
            result = self._append(connection, match_id, seq, written)
            if completes is not None and isinstance(result, Appended):
                connection.execute(_DROP_DRAFT, {"match": match_id, "whose": completes[0], "called": completes[1]})
            return result

        try:
            return self._database.run(job, after)
        except StoreUnavailable:
            self._heads.forget(match_id)
            raise
        except IntegrityError as error:  # the match was removed in this very moment
            raise Missing("match") from error
        finally:
            if completes is not None:
                self._remembered.forget(("drafts", match_id))

    def entries(self, match_id: str, start: int = 0) -> tuple[Entry, ...]:
        """Return the entries from `start` on, each checked against the hash of the one before it.

        Raises BrokenChain where one was changed or is gone, Missing without such a match.
        """
        with self._database.read() as connection:
            try:
                rows = _checked_rows(connection, match_id, min(start, checks.LARGEST))
            except BrokenChain:
                _head(connection, match_id)  # raises if the whole match was removed while we read, as it may
                raise
        return tuple(_entry(row) for row in rows if row.seq >= start)

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
            row = chain.linked(head.hash, match_id, seq, *written)
            if _insert(connection, row):
                return Appended(seq, row.hash)
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


def _insert(connection: Connection, row: Stored) -> bool:
    """Return whether the row was added and the match advanced past it."""
    values: dict[str, Any] = {**row._asdict(), "match": row.match_id}
    if connection.execute(_INSERTS[connection.dialect.name], values).rowcount != 1:
        return False
    connection.execute(_ADVANCE, {"match": row.match_id, "next": row.seq + 1, "linked": row.hash})
    return True


def _checked_rows(connection: Connection, match_id: str, start: int) -> list[Stored]:
    """Return the rows from `start` on; all of them if the one before `start` is not there to continue from."""
    match = connection.execute(_MATCH, {"match": match_id}).one_or_none()
    if match is None:
        check_not_lost(connection, match_id)
        raise Missing("match")
    first, before = 0, chain.beginning(match_id, match.game, match.options, match.seats)
    rows = _rows(connection, match_id, max(start - 1, 0))
    if start > 0 and rows and rows[0].seq == start - 1:
        first, before = start, rows.pop(0).hash
    elif start > 0:
        rows = _rows(connection, match_id, 0)
    hashes = [before, *chain.checked(match_id, first, before, rows)]
    chain.check_end(match_id, match.version, match.head, first, hashes)
    return rows


def _rows(connection: Connection, match_id: str, first: int) -> list[Stored]:
    return [Stored._make(row) for row in connection.execute(_ROWS, {"match": match_id, "first": first})]


def _head(connection: Connection, match_id: str) -> Head:
    head = connection.execute(_HEAD, {"match": match_id}).one_or_none()
    if head is None:
        check_not_lost(connection, match_id)
        raise Missing("match")
    return Head(head.version, head.head)


def _entry(row: Stored) -> Entry:
    return Entry(row.match_id, row.seq, checks.instant(row.at), row.by_seat, row.by_role, row.body, row.idem, row.hash)
