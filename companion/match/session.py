"""Sessions: matches in memory, the journal of the store replayed once and grown entry by entry.

A session never leaves this package. Code that looks at a match is given a snapshot.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.engine.game import Outcome
from companion.engine.journal import Event
from companion.engine.timeline import TimelineView
from companion.match.access import Caller
from companion.match.errors import Unknown
from companion.match.journal_codec import read_events
from companion.match.recorded import opening, start_of
from companion.match.snapshot import Snapshot
from companion.store import Entry, Match, Missing, Outage, Seat, Store, StoreUnavailable, Table, seconds_remaining

BYTES_AN_ENTRY: Final = 7_000
"""What an entry takes in memory, with its step of the timeline and its share of its match."""
SHARE_OF_MEMORY: Final = 8
"""Matches may take an eighth of the memory there is."""


class SessionVersion(NamedTuple):
    """A match at one version, the viewer: its row, its timeline, and the rows of its entries. It never changes."""

    match: Match
    timeline: TimelineView[Any]
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        """The number of entries."""
        return self.timeline.version

    @property
    def head(self) -> str | None:
        """The hash of the last entry; None without entries."""
        return self.entries[-1].hash if self.entries else None


class Session:
    """One match in memory. Any thread may read `newest` at any time.

    The author of an entry holds `turn` until it is durable, however long others keep the store from writing. What is
    durable is added under a lock of its own, which no one holds while waiting: the viewer meanwhile waits for no entry.
    """

    def __init__(self, match: Match) -> None:
        self.turn = threading.Lock()
        self._growing = threading.Lock()
        self._begin(match)

    def entry_of(self, key: str) -> int | None:
        """Return the entry that was made with this idempotency key, if there was one."""
        return self._keys.get(key)

    def begin_anew(self, match: Match, entries: Sequence[Entry]) -> None:
        """Be what the store holds now: it has lost entries that were taken in, or holds others in their place."""
        with self._growing:
            self._begin(match)
            self._grow(match, entries)

    def take_in(self, match: Match, entries: Sequence[Entry]) -> None:
        """Grow by rows that were read from the store, as far as no one else has taken them in: to the version of `match`."""
        with self._growing:
            self._grow(match, entries)

    def add(self, match: Match, event: Event, entry: Entry, outcome: Outcome[Any] | None = None) -> None:
        """Grow by an entry and the row it was stored as, unless someone has read it from the store already.

        `outcome` is what it leads to, if known.
        """
        with self._growing:
            # A thread that only looked may have read this very entry from the store meanwhile (`take_in`).
            if entry.seq == self._timeline.version:
                self._timeline.add(event, outcome)
                self._publish(match, [entry])

    def _grow(self, match: Match, entries: Sequence[Entry]) -> None:
        # No further than the row of the match says: what was appended after it was read is taken in with the next look.
        new = [entry for entry in entries if self._timeline.version <= entry.seq < match.version]
        if new:
            events = read_events(self._timeline.game, [entry.body for entry in new], len(match.seats))
            try:
                self._timeline.take_in(events)
            except Exception:  # half of them are in: the next look shall meet the same
                self._begin(match)
                raise
            self._publish(match, new)

    def _begin(self, match: Match) -> None:
        self._timeline = start_of(match)
        self._entries: list[Entry] = []
        self._keys: dict[str, int] = {}
        self.newest = SessionVersion(match, self._timeline.view(), ())

    def _publish(self, match: Match, new: Sequence[Entry]) -> None:
        self._entries.extend(new)
        self._keys.update({entry.idem: entry.seq for entry in new if entry.idem is not None})
        # One assignment of something frozen: readers take it without a lock, and see the version before or this one, never
        # half.
        self.newest = SessionVersion(match, self._timeline.view(), tuple(self._entries))


class Sessions:
    """A cache of the most recently used sessions, each brought up to date with the store before it is used."""

    def __init__(
        self,
        store: Store,
        notify_lost: Callable[[Match], None] = lambda match: None,
        most_entries: int | None = None,
    ) -> None:
        """Over a store. `notify_lost` is called where a match no longer is what was shown of it.

        `most_entries`: how many the matches in memory may have together; by default as many as fit into their share of it.
        """
        self._store = store
        self._notify_lost = notify_lost
        self._most_entries = (
            memory_bytes() // SHARE_OF_MEMORY // BYTES_AN_ENTRY if most_entries is None else most_entries
        )
        self._lock = threading.Lock()
        self._in_use = ReadWriteLock()
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    @contextmanager
    def use(self, match_id: str) -> Iterator[Session]:
        """The session of a match, up to date, in which this thread alone makes an entry.

        Raise `Unknown`, `CannotOpen`.
        """
        with self._in_use.read():
            session = self._session(match_id)
            # Bounded by what is left of the request's patience: a queue at one match must not hold all threads.
            if not session.turn.acquire(timeout=seconds_remaining()):
                raise StoreUnavailable(Outage.LOCKED, "others made entries in this match all the time")
            try:
                self.catch_up(session)
                yield session
            finally:
                session.turn.release()

    def match(self, match_id: str) -> Match:
        """Return the row of a match, as it was when it was last looked at: its table and its seats never change.

        Raise `Unknown`.
        """
        with self._in_use.read():
            return self._session(match_id).newest.match

    def snapshot(self, match_id: str, caller: Caller) -> Snapshot:
        """Return the match as it stands now, no matter who is making an entry in it. Raise `Unknown`, `CannotOpen`."""
        with self._in_use.read():
            session = self._session(match_id)
            self.catch_up(session)
            return self.snapshot_of(session, caller)

    def snapshot_of(self, session: Session, caller: Caller) -> Snapshot:
        """Return the match as it was caught up with, with its table and the people at it. Raise `Unknown`."""
        # Read once: it may be another in the next line.
        newest = session.newest
        # Not kept with the session: names, faces and who may enter change by other ways than entries.
        table = self._store.tables.get(newest.match.table_id)
        if table is None:
            raise Unknown("match")
        people = self._store.seats.at(table.id)
        by_seat = {one.seat: one.name for one in people}
        names = tuple(by_seat.get(seat) for seat in newest.match.seats)
        return self._snapshot(newest, table, names, people, caller)

    def grown(self, session: Session, before: Snapshot, caller: Caller) -> Snapshot:
        """Return the match after an entry, with the table and the people as they were right before it."""
        return self._snapshot(session.newest, before.table, before.names, before.people, caller)

    @opening()
    def catch_up(self, session: Session) -> None:
        """Take in what the store has and the session has not. Raise `Unknown`, `CannotOpen`.

        The ends of both chains are compared: a store that came back from a copy may have lost the last entries, and
        have others in their place.
        """
        known = session.newest
        match_id = known.match.id
        try:
            head = self._store.journal.head(match_id)
            # Without entries there is no hash in memory. The store's is then that of the match itself, which never
            # changes.
            # The common case: one small question, which a process that writes alone answers from memory (ADR 23).
            if (head.version, head.hash) == (known.version, known.head or head.hash):
                return
            match = self._store.matches.get(match_id)
            if match is None:
                raise Missing("match")
            # With the last one that is known: if another stands there now, what follows it does not belong to what is
            # in memory.
            entries = self._store.journal.entries(match_id, max(known.version - 1, 0))
            if known.head is None or (entries and entries[0].hash == known.head):
                session.take_in(match, entries)
            else:
                # All of it, because nothing in memory can be trusted to be a beginning of what the store holds.
                session.begin_anew(match, self._store.journal.entries(match_id))
                self._notify_lost(match)
        except Missing as missing:  # deleted since it was loaded
            self.forget(match_id)
            raise Unknown("match") from missing

    @contextmanager
    def while_replaced(self) -> Iterator[None]:
        """Keep all others from using a match meanwhile, and forget them all: each may be another now."""
        with self._in_use.write():
            with self._lock:
                self._sessions.clear()
            yield

    def forget(self, match_id: str) -> None:
        with self._lock:
            self._sessions.pop(match_id, None)

    @opening()
    def _snapshot(
        self,
        newest: SessionVersion,
        table: Table,
        names: tuple[str | None, ...],
        people: tuple[Seat, ...],
        caller: Caller,
    ) -> Snapshot:
        match, timeline, entries = newest
        # Asked for only while something is contested, which is hardly ever.
        contests = timeline.revision.contests.values()
        remarks = self._store.remarks.texts_with(match.id, contests) if contests else {}
        viewer = caller.viewer_of(match)
        return Snapshot(match, table, names, timeline, entries, remarks, viewer, timeline.at(), people=people)

    @opening()
    def _session(self, match_id: str) -> Session:
        with self._lock:
            if match_id in self._sessions:
                self._sessions.move_to_end(match_id)
                return self._sessions[match_id]
        match = self._store.matches.get(match_id)
        if match is None:
            raise Unknown("match")
        # Made outside the lock that all matches share; of two threads that made one, `setdefault` keeps the first.
        session = Session(match)
        with self._lock:
            session = self._sessions.setdefault(match_id, session)
            # Counted in entries, as a match takes memory by them: a hundred short matches are less than one long evening.
            held = sum(len(one.newest.entries) for one in self._sessions.values())
            # One in which an entry is being made would be loaded again beside itself.
            # The least recently used first, as the dictionary is in the order of use (`move_to_end`).
            for one in [one for one in self._sessions.values() if one is not session and not one.turn.locked()]:
                if held <= self._most_entries:
                    break
                del self._sessions[one.newest.match.id]
                held -= len(one.newest.entries)
        return session


def memory_bytes() -> int:
    """Return how much memory this machine has, or the container that this process is in; a gibibyte where no one can
    tell.
    """
    found = [1 << 30]
    with suppress(AttributeError, OSError, ValueError):  # Windows has no such function
        found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    with suppress(OSError, ValueError):  # no container, or one without a limit ("max")
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return min(found)


class ReadWriteLock:
    """A read-write lock that prefers writers: once one waits, no one new is let in. Not reentrant."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._is_written = False

    @contextmanager
    def read(self) -> Iterator[None]:
        """Hold it beside other readers. Raise StoreUnavailable where that takes longer than anyone may wait."""
        with self._changed:
            # A restore of ten thousand matches takes seconds (ADR 8). Who cannot wait so long gets an error, rather
            # than no answer.
            if not self._changed.wait_for(lambda: not self._is_written, seconds_remaining()):
                raise StoreUnavailable(Outage.LOCKED, "other records are being put in place")
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
            # Another restore may be under way.
            self._changed.wait_for(lambda: not self._is_written)
            # No one new from here on, then wait for those who are inside: else readers in turn could keep a restore out
            # for ever.
            self._is_written = True
            self._changed.wait_for(lambda: self._readers == 0)
        try:
            yield
        finally:
            with self._changed:
                self._is_written = False
                self._changed.notify_all()
