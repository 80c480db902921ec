"""Sessions: matches in memory, the journal of the store replayed once and grown entry by entry.

A session never leaves this package. Whoever wants to look at a match is given a snapshot.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from companion.engine.game import Outcome, Setup, Viewer
from companion.engine.journal import Event
from companion.engine.options import recorded_options
from companion.engine.timeline import Timeline
from companion.games import games
from companion.match.access import Caller
from companion.match.drafts import remarks as remarks_of
from companion.match.errors import Unknown
from companion.match.journal_codec import read_events
from companion.match.snapshot import Snapshot
from companion.store import Entry, Match, Missing, Store, Table

MOST_MATCHES: Final = 256


class Session:
    """One match in memory. Whoever reads or changes it holds its `lock`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = threading.Lock()
        game = games()[match.game]
        self._timeline: Timeline[Any] = Timeline(
            game, Setup(len(match.seats), recorded_options(game, json.loads(match.options)))
        )
        self._entries: list[Entry] = []
        self._keys: dict[str, int] = {}
        self._frozen = self._timeline.view(), tuple(self._entries)

    @property
    def version(self) -> int:
        """The number of entries."""
        return self._timeline.version

    @property
    def is_contested(self) -> bool:
        """Whether any entry is contested and not settled."""
        return bool(self._timeline.line.contests)

    def entry_of(self, key: str) -> int | None:
        """The entry that was made with this idempotency key, if there was one."""
        return self._keys.get(key)

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Grow by rows that were read from the store."""
        self._timeline.take_in(
            read_events(self._timeline.game, [entry.body for entry in entries], len(self.match.seats))
        )
        for entry in entries:
            self._keep(entry)

    def add(self, event: Event, entry: Entry, outcome: Outcome[Any] | None = None) -> None:
        """Grow by one entry and the row it was stored as; `outcome` is what it leads to, if known."""
        self._timeline.add(event, outcome)
        self._keep(entry)

    def snapshot(
        self, table: Table, names: tuple[str | None, ...], remarks: Mapping[int, str], caller: Caller
    ) -> Snapshot:
        """The match as it stands now, as this caller sees it."""
        if self._frozen[0].version != self.version:
            self._frozen = self._timeline.view(), tuple(self._entries)
        timeline, entries = self._frozen
        everybody = Snapshot(self.match, table, names, timeline, entries, remarks, Viewer(), timeline.at())
        return everybody.seen_by(everybody.viewer_of(caller))

    def _keep(self, entry: Entry) -> None:
        self._entries.append(entry)
        if entry.idem is not None:
            self._keys[entry.idem] = entry.seq


class Sessions:
    """A cache of the most recently used sessions, each brought up to date with the store before it is used."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._in_use = ReadWriteLock()
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    @contextmanager
    def use(self, match_id: str) -> Iterator[Session]:
        """The session of a match, up to date and held by this thread. Raises `Unknown`."""
        with self._in_use.read():
            session = self._find(match_id)
            with session.lock:
                self._catch_up(session)
                yield session

    def snapshot(self, session: Session, caller: Caller) -> Snapshot:
        """The match as it stands now, with its table and names. Raises `Unknown`."""
        match = session.match
        table = self._store.tables.get(match.table_id)
        if table is None:
            raise Unknown("match")
        people = {seat.seat: seat.name for seat in self._store.seats.at(table.id)}
        return self._freeze(session, table, tuple(people.get(seat) for seat in match.seats), caller)

    def grown(self, session: Session, before: Snapshot, caller: Caller) -> Snapshot:
        """The match after an entry, with the table and the names as they were right before it."""
        return self._freeze(session, before.table, before.names, caller)

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

    def _freeze(self, session: Session, table: Table, names: tuple[str | None, ...], caller: Caller) -> Snapshot:
        remarks = remarks_of(self._store, session.match.id) if session.is_contested else {}
        return session.snapshot(table, names, remarks, caller)

    def _catch_up(self, session: Session) -> None:
        match_id = session.match.id
        try:
            if session.version != self._present_version(session):
                session.take_in(self._store.journal.entries(match_id, session.version))
        except Missing as missing:  # deleted since it was loaded
            self.forget(match_id)
            raise Unknown("match") from missing

    def _present_version(self, session: Session) -> int:
        """The version in the store; if others write too, also what they have made of its end."""
        if not self._store.is_shared:
            return self._store.journal.version(session.match.id)
        match = self._store.matches.get(session.match.id)
        if match is None:
            raise Missing("match")
        session.match = match
        return match.version

    def _find(self, match_id: str) -> Session:
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
        """Hold it beside other readers."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_written)
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def write(self) -> Iterator[None]:
        """Hold it alone."""
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
