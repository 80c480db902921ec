"""The journal of each match: entries are appended, never changed; the primary key (match, seq) is the lock."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Insert, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from companion.store import chain, checks
from companion.store.chain import Stored
from companion.store.errors import BrokenChain, Missing, Stale, StoreUnavailable
from companion.store.heads import Head
from companion.store.part import Part
from companion.store.rows import Appended, Entry, NewEntry, Repeated
from companion.store.schema import journal, matches

_COLUMNS = [journal.c[name] for name in Stored._fields]
_ROWS = (
    select(*_COLUMNS)
    .where(journal.c.match_id == bindparam("match"), journal.c.seq >= bindparam("first"))
    .order_by(journal.c.seq)
)
_LAST = (
    select(journal.c.seq, journal.c.hash)
    .where(journal.c.match_id == bindparam("match"))
    .order_by(journal.c.seq.desc())
    .limit(1)
)
_MATCH = select(matches.c.game, matches.c.options, matches.c.seats).where(matches.c.id == bindparam("match"))
_KEYED = select(journal.c.seq).where(journal.c.match_id == bindparam("match"), journal.c.idem == bindparam("idem"))


_NEW: dict[str, Insert] = {
    "sqlite": sqlite.insert(journal).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(journal).on_conflict_do_nothing(),
}


def _guarded(dialect: str, *, is_first: bool) -> Insert:
    """Return an insert that adds one row, or none where the entry before it is not the one it is linked to."""
    before = journal.alias("before")
    values = select(*(bindparam(column.name, type_=column.type) for column in _COLUMNS))
    rows = (
        values.select_from(matches).where(matches.c.id == bindparam("match"))
        if is_first
        else values.select_from(before).where(
            before.c.match_id == bindparam("match"),
            before.c.seq == bindparam("seq_before"),
            before.c.hash == bindparam("hash_before"),
        )
    )
    new = _NEW[dialect].from_select(_COLUMNS, rows)
    return new.execution_options(preserve_rowcount=True)


_INSERTS = {(name, first): _guarded(name, is_first=first) for name in _NEW for first in (True, False)}


class Journal(Part):
    """Appending to and reading from the journals."""

    def append(self, match_id: str, seq: int, entry: NewEntry) -> Appended | Repeated:
        """Return where the entry now stands for good, or where its key stood already.

        Raises Stale if `seq` is not the current version, Missing without such a match, ValueError for text or
        numbers that cannot be kept. After StoreUnavailable the entry may be tried again with the same key.
        """
        checks.key(match_id)
        written = _Written.of(entry)

        def after(result: Appended | Repeated) -> None:
            if isinstance(result, Appended):
                self._heads.learn(match_id, Head(result.seq + 1, result.hash))

        try:
            return self._database.run(lambda connection: self._append(connection, match_id, seq, written), after)
        except StoreUnavailable:
            self._heads.forget(match_id)
            raise
        except IntegrityError as error:  # the match was removed in this very moment
            raise Missing("match") from error

    def entries(self, match_id: str, start: int = 0) -> tuple[Entry, ...]:
        """Return the entries from `start` on, each checked against the hash of the one before it.

        Raises BrokenChain where one was changed or is gone, Missing without such a match.
        """
        known = self._heads.get(match_id)
        with self._database.read() as connection:
            first, before, rows = _rows(connection, match_id, min(start, checks.LARGEST))
            end = first + len(rows)
            chain.check(match_id, first, before, rows)
            if known is not None and end < known.version:
                _beginning(connection, match_id)  # raises if the whole match is gone, as it may
                raise BrokenChain(match_id, end)
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
            insert = _INSERTS[connection.dialect.name, seq == 0]
            if connection.execute(insert, _parameters(row)).rowcount == 1:
                return Appended(seq, row.hash)
        self._heads.forget(match_id)
        recorded = connection.execute(_KEYED, {"match": match_id, "idem": written.idem}).scalar_one_or_none()
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


def _parameters(row: Stored) -> dict[str, Any]:
    guard = {} if row.seq == 0 else {"seq_before": row.seq - 1, "hash_before": row.prev_hash}
    return {**row._asdict(), "match": row.match_id, **guard}


def _rows(connection: Connection, match_id: str, start: int) -> tuple[int, str, list[Stored]]:
    """Return the number of the first row, the hash before it, and the rows.

    They begin at `start` if the row before that is there, else at 0, so that a gap or a missing match shows.
    """
    if start > 0:
        rows = _read(connection, match_id, start - 1)
        if rows and rows[0].seq == start - 1:
            return start, rows[0].hash, rows[1:]
    return 0, _beginning(connection, match_id), _read(connection, match_id, 0)


def _read(connection: Connection, match_id: str, first: int) -> list[Stored]:
    return [Stored._make(row) for row in connection.execute(_ROWS, {"match": match_id, "first": first})]


def _head(connection: Connection, match_id: str) -> Head:
    last = connection.execute(_LAST, {"match": match_id}).one_or_none()
    return Head(last.seq + 1, last.hash) if last else Head(0, _beginning(connection, match_id))


def _beginning(connection: Connection, match_id: str) -> str:
    row = connection.execute(_MATCH, {"match": match_id}).one_or_none()
    if row is None:
        raise Missing("match")
    return chain.beginning(match_id, row.game, row.options, row.seats)


def _entry(row: Stored) -> Entry:
    return Entry(row.match_id, row.seq, checks.instant(row.at), row.by_seat, row.by_role, row.body, row.idem, row.hash)
