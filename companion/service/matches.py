"""One match: looking, moving, taking back, correcting. First it is durable, then others are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.engine.errors import NotAMove
from companion.engine.game import Outcome
from companion.engine.journal import Amended, CannotUndo, Event, Note, Played, Redone, Undone, follow, latest
from companion.engine.replay import Replay, attempt
from companion.engine.rulings import told_to
from companion.engine.text import say
from companion.live import Live, next_level
from companion.match import journal_codec
from companion.match.access import Caller, must_enter
from companion.match.errors import MovedOn, NeedsHost, NothingToUndo, Unknown
from companion.service.amending import settle_unseen
from companion.service.boxes import Boxes
from companion.service.loaded import Loaded, Memory
from companion.service.seen import Correction, Seen
from companion.service.steps import (
    Asked,
    DraftKey,
    by_seat,
    check_goes_on,
    check_version,
    still_means_the_same,
    table_seat,
    touched,
)
from companion.service.summaries import Summaries
from companion.service.telling import Told, tell_journal
from companion.store import Entry, NewEntry, Repeated, Stale, Store, StoreUnavailable, Table


class Matches:
    """Everything that can be done with a match."""

    def __init__(
        self,
        store: Store,
        live: Live,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        boxes: Boxes | None = None,
    ) -> None:
        self._boxes = boxes or Boxes(store)
        self._summaries = Summaries(store)
        self._store = store
        self._live = live
        self._clock = clock
        self.memory = Memory(store)

    def look(self, match_id: str, caller: Caller) -> Seen:
        """The match as it stands now. The id alone lets anybody look."""
        with self.memory.use(match_id) as loaded:
            return self._seen(loaded, caller)

    def move(
        self,
        match_id: str,
        caller: Caller,
        given: object,
        asked: Asked,
        *,
        anyway: bool = False,
        from_form: bool = False,
    ) -> Seen:
        """The match after a move given as JSON, or as the tree of a form.

        An entry from a form on an older page is still accepted if it means the same: in the same step of the game, for
        a seat for which nothing has been entered since. Raises the engine's three errors, `MovedOn`, `BrokenOff`,
        `NotAllowed`, `NoToken`.
        """
        with self.memory.use(match_id) as loaded:
            table = self._table(loaded)
            must_enter(caller, table, ())
            repeated = self._repeated(loaded, caller, asked)
            if repeated is not None:
                return repeated
            check_goes_on(loaded)
            move = journal_codec.read_move(loaded.game, given, len(loaded.match.seats), as_text=from_form)
            must_enter(caller, table, [table_seat(loaded, move)])
            if not (from_form and still_means_the_same(loaded, move, asked.version)):
                check_version(loaded, asked)
            seats = loaded.viewer(caller).seats
            outcome = attempt(loaded.game, loaded.timeline.at().state, move, anyway=anyway, seats=seats)
            try:
                is_overruled = anyway and bool(told_to(frozenset(), outcome.flags))
                return self._record(loaded, caller, Played(move, is_overruled), asked, outcome)
            except MovedOn:
                # Another worker was faster. On a second look the entry may still mean the same; otherwise this raises
                # again.
                return self.move(match_id, caller, given, asked, anyway=anyway, from_form=from_form)

    def undo(self, match_id: str, caller: Caller, index: int | None, asked: Asked) -> Seen:
        """The match with entry `index` (by default the last one in force) and all after it taken back."""
        with self.memory.use(match_id) as loaded:
            line = loaded.timeline.line
            return self._step(loaded, caller, lambda: Undone(latest(line) if index is None else index), asked)

    def redo(self, match_id: str, caller: Caller, asked: Asked) -> Seen:
        """The match with the last undo taken back."""
        with self.memory.use(match_id) as loaded:
            return self._step(loaded, caller, Redone, asked)

    def note(self, match_id: str, caller: Caller, event: Note, asked: Asked, remark: str = "") -> Seen:
        """The match with something noted in its journal that changes no play, and what was said with it in words."""
        with self.memory.use(match_id) as loaded:
            return self._step(loaded, caller, lambda: event, asked, remark)

    def amend(
        self,
        match_id: str,
        caller: Caller,
        moves: Sequence[tuple[int, object]],
        asked: Asked,
        *,
        anyway: bool = False,
        preview: bool = False,
        from_form: bool = False,
    ) -> Correction:
        """The match with past moves corrected; a preview records nothing.

        Later entries that no longer hold fall, from the first of them on; `anyway` keeps those that are only doubtful.
        """
        with self.memory.use(match_id) as loaded:
            before = self._seen(loaded, caller)
            must_enter(caller, before.table, ())
            repeated = None if preview else self._repeated(loaded, caller, asked)
            if repeated is not None:
                return self._correction_at(loaded, caller, repeated)
            if len({index for index, _ in moves}) != len(moves):
                raise NotAMove("also", say("Each entry can be corrected once in a step."))
            read = [
                (index, journal_codec.read_move(loaded.game, move, before.players, as_text=from_form))
                for index, move in moves
            ]
            must_enter(caller, before.table, [table_seat(loaded, move) for _, move in read])
            check_version(loaded, asked)
            is_confirmed = asked.confirm and not preview and caller.is_host(before.table.id)
            event, stopped = settle_unseen(loaded, tuple(read), anyway=anyway, is_confirmed=is_confirmed)
            if preview and loaded.timeline.would_reveal(event):
                raise NeedsHost(loaded.timeline.version)  # to preview it would be the reveal itself
            if preview:
                after = self._seen(loaded, caller, replay=loaded.timeline.after(event))
                return Correction(before, after, stopped, loaded.timeline.passes_reveal(event))
            check_goes_on(loaded)
            self._check_undo_rights(loaded, caller, event, asked)
            return Correction(before, self._record(loaded, caller, event, asked), stopped)

    def journal(self, match_id: str, caller: Caller) -> tuple[Seen, tuple[Told, ...]]:
        """Every entry as the caller may see it, oldest first."""
        with self.memory.use(match_id) as loaded:
            seen = self._seen(loaded, caller)
            return seen, tuple(tell_journal(loaded, seen.viewer))

    def _seen(
        self,
        loaded: Loaded,
        caller: Caller,
        *,
        at: int | None = None,
        replay: Replay[Any] | None = None,
        is_new: bool = False,
        is_own: bool = False,
    ) -> Seen:
        table = self._table(loaded)
        people = {seat.seat: seat.name for seat in self._store.seats.at(table.id)}
        names = tuple(people.get(seat) for seat in loaded.match.seats)
        version = loaded.timeline.version if at is None else at
        now = replay or loaded.timeline.at(version)
        return Seen(loaded, table, names, version, now, loaded.viewer(caller), is_new, is_own)

    def _correction_at(self, loaded: Loaded, caller: Caller, after: Seen) -> Correction:
        """The corrected form of the entry that led to `after`, as it was told when it was made."""
        timeline, version = loaded.timeline, after.version - 1
        event = timeline.events[version]
        before = self._seen(loaded, caller, at=version)
        if not isinstance(event, Amended) or event.dropped_from is None:
            return Correction(before, after, None)
        return Correction(before, after, timeline.after(replace(event, dropped_from=None), version).stopped)

    def _table(self, loaded: Loaded) -> Table:
        table = self._store.tables.get(loaded.match.table_id)
        if table is None:
            raise Unknown("match")
        return table

    def _repeated(self, loaded: Loaded, caller: Caller, asked: Asked) -> Seen | None:
        """The answer given before to the same key, if there was one."""
        seq = None if asked.key is None else loaded.keys.get(caller.scoped(asked.key))
        return None if seq is None else self._seen(loaded, caller, at=seq + 1, is_own=True)

    def _step(self, loaded: Loaded, caller: Caller, make: Callable[[], Event], asked: Asked, remark: str = "") -> Seen:
        must_enter(caller, self._table(loaded), ())
        repeated = self._repeated(loaded, caller, asked)
        if repeated is not None:
            return repeated
        check_version(loaded, asked)
        try:
            event = make()
            if not isinstance(event, Note):
                check_goes_on(loaded)
            follow(loaded.timeline.lines, event)  # one that leads nowhere could be recorded, and never be read again
            self._check_undo_rights(loaded, caller, event, asked)
        except CannotUndo:
            raise NothingToUndo from None
        return self._record(loaded, caller, event, asked, remark=remark)

    def _check_undo_rights(self, loaded: Loaded, caller: Caller, event: Event, asked: Asked) -> None:
        table = self._table(loaded)
        must_enter(caller, table, [entry.by_seat for entry in touched(loaded, event)])
        is_confirmed = asked.confirm and caller.is_host(table.id)
        if not is_confirmed and (loaded.timeline.passes_reveal(event) or loaded.timeline.would_reveal(event)):
            raise NeedsHost(loaded.timeline.version)

    def _record(
        self,
        loaded: Loaded,
        caller: Caller,
        event: Event,
        asked: Asked,
        outcome: Outcome[Any] | None = None,
        *,
        remark: str = "",
    ) -> Seen:
        """The match after one more entry: durable, then in memory, then told."""
        seq, now = loaded.timeline.version, self._clock()
        ended_at = loaded.end_after(event, now, outcome)
        new = NewEntry(
            now,
            "seat" if caller.seats(loaded.match.table_id) else "host",
            journal_codec.write_event(loaded.game, event),
            by_seat(loaded, caller, event),
            None if asked.key is None else caller.scoped(asked.key),
            ended_at if loaded.match.ended_at is None else None,
            loaded.match.ended_at is not None and ended_at is None,
            remark,
        )
        try:
            appended = self._store.journal.append(loaded.match.id, seq, new, self._completed(loaded, caller, asked))
        except Stale as stale:
            raise MovedOn(stale.current_version) from stale
        if isinstance(appended, Repeated):
            loaded.take_in(self._store.journal.entries(loaded.match.id, seq))
            return self._seen(loaded, caller, at=appended.seq + 1, is_own=True)
        stored = Entry(loaded.match.id, seq, new.at, new.by_seat, new.by_role, new.body, new.idem, appended.hash)
        loaded.add(event, stored, outcome)
        self._note_end(loaded, ended_at)
        seen = self._seen(loaded, caller, is_new=True, is_own=True)
        # The entry is kept by now, so nobody may be told that it is not. What follows from it can be made again later.
        with suppress(StoreUnavailable):
            self._summaries.note(loaded)
            self._boxes.learn(loaded.game, loaded.timeline.at(seq).state, seen.replay.state)
        self._live.publish(loaded.match.id, seen.version)
        return seen

    def _completed(self, loaded: Loaded, caller: Caller, asked: Asked) -> DraftKey | None:
        """The half-made entry that this one completes; None if there was none."""
        if asked.made_of is None or not self._store.drafts.of(loaded.match.id):
            return None
        owner, name = asked.made_of(loaded.viewer(caller).seats)
        is_there = any(draft.name == name for draft in self._store.drafts.of(loaded.match.id, owner))
        return (owner, name) if is_there else None

    def _note_end(self, loaded: Loaded, ended_at: datetime | None) -> None:
        """Tell the table if the match has ended, or goes on after all."""
        if ended_at != loaded.match.ended_at:
            loaded.match = replace(loaded.match, ended_at=ended_at)
            self._live.publish(loaded.match.table_id, next_level(self._clock()))
