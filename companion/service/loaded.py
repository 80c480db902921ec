"""Matches in memory: the journal of the store, replayed once and grown entry by entry."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.engine.game import Game, Outcome, Setup, Viewer
from companion.engine.journal import Abandoned, Contested, Event, Settled, TakenUp
from companion.engine.timeline import Timeline
from companion.games import games
from companion.match.access import Caller
from companion.match.errors import Unknown
from companion.match.journal_codec import read_events
from companion.service.gate import Gate
from companion.store import Entry, Match, Missing, Store

MOST_MATCHES = 256


@dataclass(slots=True)
class Loaded:
    """One match in memory. `lock` is held while it changes; `entries` are the rows behind the timeline's events.

    `contests` maps each contested, unsettled entry to the newest entry that contests it.
    """

    match: Match
    game: Game[Any]
    timeline: Timeline[Any]
    entries: list[Entry] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    contests: dict[int, int] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def table_seat(self, seat: int) -> int:
        """The table seat that plays `seat` in this match."""
        return self.match.seats[seat]

    def viewer(self, caller: Caller) -> Viewer:
        """The viewer as whom the caller sees this match."""
        mine = caller.seats(self.match.table_id)
        return Viewer(frozenset(seat for seat, at in enumerate(self.match.seats) if at in mine))

    def moment(self, version: int | None = None) -> str:
        """The step of the game at a version, as the game names it."""
        state = self.timeline.at(version).state
        return self.game.moment(state) if self.game.moment else self.game.status(state).phase

    def end_after(self, event: Event, now: datetime, outcome: Outcome[Any] | None = None) -> datetime | None:
        """Since when the match is over, or broken off, once one more entry is made; None if it goes on.

        `outcome` is what the entry leads to, if that is known.
        """
        is_left = isinstance(event, Abandoned) or (self.timeline.is_abandoned and not isinstance(event, TakenUp))
        state = (outcome or self.timeline.after(event)).state
        is_over = is_left or self.game.status(state).winners is not None
        return (self.match.ended_at or now) if is_over else None

    def take_in(self, entries: tuple[Entry, ...]) -> None:
        """Grow by rows that were read from the store."""
        events = read_events(self.game, [entry.body for entry in entries], len(self.match.seats))
        self.timeline.take_in(events)
        for event, entry in zip(events, entries, strict=True):
            self._keep(event, entry)

    def add(self, event: Event, entry: Entry, outcome: Outcome[Any] | None = None) -> None:
        """Grow by one entry and the row it was stored as; `outcome` is what it leads to, if known."""
        self.timeline.add(event, outcome)
        self._keep(event, entry)

    def _keep(self, event: Event, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.idem is not None:
            self.keys[entry.idem] = entry.seq
        if isinstance(event, Contested):
            self.contests = {**self.contests, event.index: entry.seq}
        elif isinstance(event, Settled):
            self.contests = {index: by for index, by in self.contests.items() if index != event.index}


class Memory:
    """The most recently used matches, each brought up to date with the store before it is used."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._gate = Gate()
        self._matches: OrderedDict[str, Loaded] = OrderedDict()

    @contextmanager
    def use(self, match_id: str) -> Iterator[Loaded]:
        """The match, up to date and held by this thread. Raises `Unknown`."""
        with self._gate.beside_others():
            loaded = self._find(match_id)
            with loaded.lock:
                self._catch_up(loaded)
                yield loaded

    @contextmanager
    def emptied(self) -> Iterator[None]:
        """Keep everybody from using a match meanwhile, and forget them all: each may be another now."""
        with self._gate.alone():
            with self._lock:
                self._matches.clear()
            yield

    def forget(self, match_id: str) -> None:
        """Keep nothing of this match in memory."""
        with self._lock:
            self._matches.pop(match_id, None)

    def _catch_up(self, loaded: Loaded) -> None:
        match_id = loaded.match.id
        try:
            if loaded.timeline.version != self._present_version(loaded):
                loaded.take_in(self._store.journal.entries(match_id, loaded.timeline.version))
        except Missing as missing:  # deleted since it was loaded
            self.forget(match_id)
            raise Unknown("match") from missing

    def _present_version(self, loaded: Loaded) -> int:
        """The version in the store; if others write too, also what they have made of its end."""
        if not self._store.is_shared:
            return self._store.journal.version(loaded.match.id)
        match = self._store.matches.get(loaded.match.id)
        if match is None:
            raise Missing("match")
        loaded.match = match
        return match.version

    def _find(self, match_id: str) -> Loaded:
        with self._lock:
            if match_id in self._matches:
                self._matches.move_to_end(match_id)
                return self._matches[match_id]
        match = self._store.matches.get(match_id)
        if match is None:
            raise Unknown("match")
        loaded = _empty(match)
        with self._lock:
            loaded = self._matches.setdefault(match_id, loaded)
            if len(self._matches) > MOST_MATCHES:
                self._matches.popitem(last=False)
        return loaded


def _empty(match: Match) -> Loaded:
    game = games()[match.game]
    return Loaded(match, game, Timeline(game, Setup(len(match.seats), json.loads(match.options))))
