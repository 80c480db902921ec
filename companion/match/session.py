"""Sessions: matches in memory, the journal of the store replayed once and grown entry by entry.

A session never leaves this package. Whoever wants to look at a match is given a snapshot.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from companion.engine.game import Outcome, Setup, Viewer
from companion.engine.journal import Event
from companion.engine.timeline import Timeline, TimelineView
from companion.games import games
from companion.match.access import Caller
from companion.match.errors import Unknown
from companion.match.journal_codec import read_events
from companion.match.snapshot import Snapshot
from companion.store import Entry, Match, Missing, Reason, Store, StoreUnavailable, Table, seconds_left

MOST_MATCHES: Final = 256


class SessionVersion(NamedTuple):
    """A match at one version, whoever looks: its row, its timeline, and the rows of its entries. It never changes."""

    match: Match
    timeline: TimelineView[Any]
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        """The number of entries."""
        return self.timeline.version


class Session:
    """One match in memory. Any thread may read `newest` at any time.

    Whoever makes an entry holds `turn` until it is durable, however long others keep the store from writing. What is
    durable is added under a lock of its own, which nobody holds while waiting: whoever looks meanwhile waits for no entry.
    """

    def __init__(self, match: Match) -> None:
        self.turn = threading.Lock()
        self._growing = threading.Lock()
        self._timeline: Timeline[Any] = Timeline(
            games()[match.game], Setup(len(match.seats), json.loads(match.options))
        )
        self._entries: list[Entry] = []
        self._keys: dict[str, int] = {}
        self.newest = SessionVersion(match, self._timeline.view(), ())

    def entry_of(self, key: str) -> int | None:
        """The entry that was made with this idempotency key, if there was one."""
        return self._keys.get(key)

    def take_in(self, match: Match, entries: Sequence[Entry]) -> None:
        """Grow by rows that were read from the store, as far as nobody else has taken them in: to the version of `match`."""
        with self._growing:
            new = [entry for entry in entries if self._timeline.version <= entry.seq < match.version]
            if new:
                bodies = [entry.body for entry in new]
                self._timeline.take_in(read_events(self._timeline.game, bodies, len(match.seats)))
                self._publish(match, new)

    def add(self, match: Match, event: Event, entry: Entry, outcome: Outcome[Any] | None = None) -> None:
        """Grow by an entry and the row it was stored as, unless somebody has read it from the store already.

        `outcome` is what it leads to, if known.
        """
        with self._growing:
            if entry.seq == self._timeline.version:
                self._timeline.add(event, outcome)
                self._publish(match, [entry])

    def _publish(self, match: Match, new: Sequence[Entry]) -> None:
        self._entries.extend(new)
        self._keys.update({entry.idem: entry.seq for entry in new if entry.idem is not None})
        self.newest = SessionVersion(match, self._timeline.view(), tuple(self._entries))


class Sessions:
    """A cache of the most recently used sessions, each brought up to date with the store before it is used."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._in_use = ReadWriteLock()
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    @contextmanager
    def use(self, match_id: str) -> Iterator[Session]:
        """The session of a match, up to date, in which this thread alone makes an entry. Raises `Unknown`."""
        with self._in_use.read():
            session = self._session(match_id)
            if not session.turn.acquire(timeout=seconds_left()):
                raise StoreUnavailable(Reason.LOCKED, "others made entries in this match all the time")
            try:
                self.catch_up(session)
                yield session
            finally:
                session.turn.release()

    def snapshot(self, match_id: str, caller: Caller) -> Snapshot:
        """The match as it stands now, whoever is making an entry in it. Raises `Unknown`."""
        with self._in_use.read():
            session = self._session(match_id)
            self.catch_up(session)
            return self.snapshot_of(session, caller)

    def snapshot_of(self, session: Session, caller: Caller) -> Snapshot:
        """The match as it was caught up with, with its table and names. Raises `Unknown`."""
        newest = session.newest
        table = self._store.tables.get(newest.match.table_id)
        if table is None:
            raise Unknown("match")
        people = {seat.seat: seat.name for seat in self._store.seats.at(table.id)}
        return self._snapshot(newest, table, tuple(people.get(seat) for seat in newest.match.seats), caller)

    def grown(self, session: Session, before: Snapshot, caller: Caller) -> Snapshot:
        """The match after an entry, with the table and the names as they were right before it."""
        return self._snapshot(session.newest, before.table, before.names, caller)

    def catch_up(self, session: Session) -> None:
        """Take in what the store has and the session has not. Raises `Unknown`."""
        known = session.newest
        match_id = known.match.id
        try:
            if known.version != self._store.journal.version(match_id):
                match = self._store.matches.get(match_id)
                if match is None:
                    raise Missing("match")
                session.take_in(match, self._store.journal.entries(match_id, known.version))
        except Missing as missing:  # deleted since it was loaded
            self.forget(match_id)
            raise Unknown("match") from missing

    @contextmanager
    def emptied(self) -> Iterator[None]:
        """Keep everybody from using a match meanwhile, and forget them all: each may be another now."""
        with self._in_use.write():
            with self._lock:
                self._sessions.clear()
            yield

    def forget(self, match_id: str) -> None:
        """Keep nothing of this match in memory."""
        with self._lock:
            self._sessions.pop(match_id, None)

    def _snapshot(
        self, newest: SessionVersion, table: Table, names: tuple[str | None, ...], caller: Caller
    ) -> Snapshot:
        match, timeline, entries = newest
        remarks = self._store.remarks.texts(match.id) if timeline.line.contests else {}
        everybody = Snapshot(match, table, names, timeline, entries, remarks, Viewer(), timeline.at())
        return everybody.seen_by(everybody.viewer_of(caller))

    def _session(self, match_id: str) -> Session:
        with self._lock:
            if match_id in self._sessions:
                self._sessions.move_to_end(match_id)
                return self._sessions[match_id]
        match = self._store.matches.get(match_id)
        if match is None:
            raise Unknown("match")
        session = Session(match)
        with self._lock:
            session = self._sessions.setdefault(match_id, session)
            if len(self._sessions) > MOST_MATCHES:
                self._sessions.popitem(last=False)
        return session


class ReadWriteLock:
    """A read-write lock that prefers writers: once one waits, nobody new is let in. Not reentrant."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._is_written = False

    @contextmanager
    def read(self) -> Iterator[None]:
        """Hold it beside other readers. Raises StoreUnavailable where that takes longer than anybody may wait."""
        with self._changed:
            if not self._changed.wait_for(lambda: not self._is_written, seconds_left()):
                raise StoreUnavailable(Reason.LOCKED, "other records are being put in place")
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def write(self) -> Iterator[None]:
        """Hold it alone. It waits for readers without a limit of its own: each of them has one."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_written)
            self._is_written = True
            self._changed.wait_for(lambda: self._readers == 0)
        try:
            yield
        finally:
            with self._changed:
                self._is_written = False
                self._changed.notify_all()
