"""Entries in one match, one after the other: decided in a turn of one's own, durable, then published.

    [turn: session up to date - may the caller? - decide - append - grow]  ->  Snapshot
    after the turn: what follows from the entry is noted, and the bus is notified

What is decided is a pure function of the snapshot. Nothing is rendered and no follower is woken before the turn ends, and those
who only look wait for no turn.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeAlias

from companion.engine.game import Outcome
from companion.engine.journal import (
    Abandoned,
    CannotUndo,
    Event,
    Note,
    Played,
    Redone,
    TakenUp,
    Undone,
    latest,
)
from companion.engine.rulings import flags_for
from companion.engine.text import say
from companion.engine.timeline import attempt
from companion.live import Live, notify
from companion.match.access import NOBODY, Caller, must_enter, must_host
from companion.match.boxes import MatchBoxes
from companion.match.errors import MovedOn, NotAllowed, NothingToUndo
from companion.match.journal_codec import read_move, write_event
from companion.match.precondition import (
    Precondition,
    check_goes_on,
    check_holds,
    check_step,
    check_version,
    still_means_the_same,
    table_seat,
)
from companion.match.session import Session, Sessions
from companion.match.snapshot import Snapshot
from companion.match.summary import keep_summary
from companion.match.topics import rights_topic
from companion.store import Entry, Match, NewEntry, Repeated, Store, StoreUnavailable, VersionConflict

MOST_OVERTAKEN: Final = 12
"""So often an entry is decided upon anew because another worker was faster; then it is refused."""


class Decision(NamedTuple):
    """The entry to be made, what it leads to if that is known, and what was said with it in words."""

    event: Event
    outcome: Outcome[Any] | None = None
    remark: str = ""


MOST_ENTRIES: Final = 4000
"""Several times as many as the longest evening makes: every look at a match costs more with each."""
Decide: TypeAlias = Callable[[Snapshot], Decision]
"""Decides on an entry. It raises why there is none: the engine's errors, or those of `companion.match.errors`."""


class Overtaken(MovedOn):
    """Another worker made an entry between our look and our append."""


class Matches:
    """The service of matches: looks at them, and makes entries in them."""

    def __init__(
        self,
        store: Store,
        live: Live,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        boxes: MatchBoxes | None = None,
    ) -> None:
        self._boxes = boxes or MatchBoxes(store)
        self._store = store
        self._live = live
        self._clock = clock
        self._sessions = Sessions(store, self._notify_lost)

    def snapshot(self, match_id: str, caller: Caller) -> Snapshot:
        """Return the match as it stands now. The id alone lets anyone look. Raise `Unknown`."""
        return self._sessions.snapshot(match_id, caller)

    def match(self, match_id: str) -> Match:
        """Return the row of a match, as it was when it was last looked at. Raise `Unknown`."""
        return self._sessions.match(match_id)

    def move(
        self,
        match_id: str,
        caller: Caller,
        given: object,
        precondition: Precondition,
        *,
        anyway: bool = False,
        from_form: bool = False,
    ) -> Snapshot:
        """Return the match after a move given as JSON, or as the tree of a form.

        An entry from a form on an older page is still accepted if it means the same: in the same step of the game, for
        a seat for which nothing has been entered since. Raise the engine's three errors, `MovedOn`, `BrokenOff`,
        `NotAllowed`, `NoToken`.
        """

        def decide(now: Snapshot) -> Decision:
            check_goes_on(now)
            check_holds(now)
            move = read_move(now.game, given, now.players, as_text=from_form)
            # Again, and for this seat: that the caller may enter at all is asked before anything is decided, whom it
            # enters for only the move tells.
            must_enter(caller, now.table, [table_seat(now, move)])
            if not (from_form and still_means_the_same(now, move, precondition.version)):
                check_version(now, precondition)
            outcome = attempt(now.game, now.replay.state, move, anyway=anyway, seats=now.seats_of(caller))
            # Noted as saved in spite of a doubt only if everyone may know of that doubt: the mark itself would give a secret
            # away.
            return Decision(Played(move, anyway and bool(flags_for(frozenset(), outcome.flags))), outcome)

        # Other workers append without our lock. Each time the entry is decided upon anew, on the match as it is by then.
        for _ in range(MOST_OVERTAKEN):
            with suppress(
                Overtaken
            ):  # On another look the entry may still mean the same; otherwise it is refused there.
                return self.enter(match_id, caller, precondition, decide)
        # The last try stands outside: its `Overtaken` is the answer that the caller gets.
        return self.enter(match_id, caller, precondition, decide)

    def undo(self, match_id: str, caller: Caller, index: int | None, precondition: Precondition) -> Snapshot:
        """Return the match with entry `index` (by default the last one in force) and all after it taken back."""

        def decide(now: Snapshot) -> Decision:
            check_version(now, precondition)
            # Which entry is the last is decided here, in the turn: between the tap and now there may have been another.
            event = Undone(_latest(now) if index is None else index)
            return Decision(check_step(now, caller, event, precondition))

        return self.enter(match_id, caller, precondition, decide)

    def redo(self, match_id: str, caller: Caller, precondition: Precondition) -> Snapshot:
        """Return the match with the last undo taken back."""

        def decide(now: Snapshot) -> Decision:
            check_version(now, precondition)
            return Decision(check_step(now, caller, Redone(), precondition))

        return self.enter(match_id, caller, precondition, decide)

    def note(
        self, match_id: str, caller: Caller, event: Note, precondition: Precondition, remark: str = ""
    ) -> Snapshot:
        """Return the match with something noted in its journal that changes no play, and what was said with it in
        words.
        """

        def decide(now: Snapshot) -> Decision:
            check_version(now, precondition)
            return Decision(event, remark=remark)

        return self.enter(match_id, caller, precondition, decide)

    def abandon(self, match_id: str, caller: Caller, precondition: Precondition) -> Snapshot:
        """Return the match broken off, for everyone; unchanged if it is over or broken off already.

        Raise `NotAllowed`.
        """
        now = self.snapshot(match_id, caller)
        must_host(caller, now.table)
        # Stopping twice is no error: two phones may tap it at once.
        return now if now.has_ended else self.note(match_id, caller, Abandoned(), precondition)

    def take_up(self, match_id: str, caller: Caller, precondition: Precondition) -> Snapshot:
        """Return the match going on where it was broken off; unchanged if it was not broken off. Raise `NotAllowed`."""
        now = self.snapshot(match_id, caller)
        must_host(caller, now.table)
        return self.note(match_id, caller, TakenUp(), precondition) if now.is_abandoned else now

    def enter(self, match_id: str, caller: Caller, precondition: Precondition, decide: Decide) -> Snapshot:
        """Return the match after one more entry: committed in its turn, published after it.

        If the caller has sent the same key before, it is the match after that entry. Raise what `decide` raises.
        """
        # Made the caller's own: a program may send "1" as its key, and so may another one.
        key = None if precondition.key is None else caller.scoped(precondition.key)
        # One at a time in this process: an entry decided while another is appended would be refused by the store anyway.
        with self._sessions.use(match_id) as session:
            # Before anything is decided: a repeated key gets its answer even if what it asked for would be refused by now.
            made = None if key is None else session.entry_of(key)
            before = self._sessions.snapshot_of(session, caller)
            # Before a key is answered, too: whoever lost the right since then is not to see the board by it.
            must_enter(caller, before.table, ())
            if made is not None:
                return _answered(before, made)
            decision = decide(before)
            check_length(before, decision.event)
            after = self._append(session, before, caller, decision, key)
        # Out of the turn: others may enter while summaries are written and phones are woken. A repeated key brings no news.
        if after.is_new:
            self._publish(before, after)
        return after

    def forget(self, match_id: str) -> None:
        """Keep nothing of this match in memory."""
        self._sessions.forget(match_id)

    def while_replaced(self) -> AbstractContextManager[None]:
        """Keep all others from using a match meanwhile, and keep none in memory: each may be another now."""
        return self._sessions.while_replaced()

    def _append(
        self,
        session: Session,
        before: Snapshot,
        caller: Caller,
        decision: Decision,
        key: str | None,
    ) -> Snapshot:
        """Return the match after an entry is durable. Raise `Overtaken`, `StoreUnavailable`."""
        match, event, now = before.match, decision.event, self._clock()
        ended_at = _ended_at(before, decision, now)
        new = NewEntry(
            now,
            # A host who plays enters as a player: the journal then names the seat, and everyone reads a name.
            "seat" if caller.seats(before.table.id) else "host",
            write_event(before.game, event),
            _by_seat(before, caller, event),
            key,
            ended_at if match.ended_at is None else None,
            match.ended_at is not None and ended_at is None,
            decision.remark,
        )
        try:
            appended = self._store.journal.append(match.id, before.version, new, after=_head(before))
        except VersionConflict as stale:
            raise Overtaken(stale.current_version) from stale
        if isinstance(appended, Repeated):  # another worker has taken the same key
            self._sessions.catch_up(session)
            return _answered(self._sessions.grown(session, before, caller), appended.seq)
        # Not read again from the store: it took exactly this, and an entry by another worker is found by `catch_up`.
        row = Entry(match.id, before.version, now, new.by_seat, new.by_role, new.body, key, appended.hash)
        session.add(replace(match, ended_at=ended_at, version=before.version + 1), event, row, decision.outcome)
        # At the version of this very entry: a thread that looked may have taken in a later one of another worker.
        after = self._sessions.grown(session, before, caller).at(before.version + 1)
        return replace(after, is_new=True, is_own=True)

    def _notify_lost(self, match: Match) -> None:
        """End the streams of a match that has lost entries: what they showed is no longer so, and versions may be lower."""
        notify(self._live, rights_topic(match.table_id))

    def _publish(self, before: Snapshot, after: Snapshot) -> None:
        """Note what follows from an entry, then let others look again."""
        # The entry is kept by now, so no answer may say that it is not. What follows from it can be made again later.
        with suppress(StoreUnavailable):
            # Of a match that goes on none is kept: the next entry would outdate it.
            if after.match.ended_at is not None:
                keep_summary(self._store, after)
            self._boxes.learn(after.game, before.replay.state, after.replay.state)
        # Last, as followers read the match at once: what they then show is durable, and noted.
        self._live.publish(after.match.id, after.version)
        # Pages of the table show which match goes on, and need no news of every tap.
        if after.match.ended_at != before.match.ended_at:
            notify(self._live, after.table.id)


def read_once(store: Store, match_id: str) -> Snapshot:
    """Return a match as an onlooker sees it, read from the records and kept nowhere. Raise `Unknown`."""
    return Sessions(store).snapshot(match_id, NOBODY)


def check_length(now: Snapshot, event: Event) -> None:
    """Raise `NotAllowed` if the journal is as long as any may get. The host may stop and resume the match still."""
    if now.version >= MOST_ENTRIES and not isinstance(event, (Abandoned, TakenUp)):
        raise NotAllowed(say("This game log has {count} entries and is full. Start a new game.", count=MOST_ENTRIES))


def _head(now: Snapshot) -> str | None:
    """Return the hash of the entry that a decision rests on; None without entries."""
    return now.entries[-1].hash if now.entries else None


def _latest(now: Snapshot) -> int:
    try:
        return latest(now.timeline.revision)
    except CannotUndo:
        raise NothingToUndo from None


def _answered(now: Snapshot, made: int) -> Snapshot:
    """Return the answer to a key that was sent before: the match after entry `made`."""
    # As it stood then, and not now: the same request gets the same answer, whatever was entered since.
    return replace(now.at(made + 1), is_own=True)


def _by_seat(now: Snapshot, caller: Caller, event: Event) -> int | None:
    """Return the table seat in the journal for an entry: the one it acts for if the caller holds it, else the caller's.

    None for a host without a seat.
    """
    mine = caller.seats(now.table.id)
    acting = table_seat(now, event.move) if isinstance(event, Played) else None
    # A phone that holds several seats enters for the one the move is about; for another's, the journal names one of its own.
    return acting if acting in mine else min(mine, default=None)


def _ended_at(before: Snapshot, decision: Decision, now: datetime) -> datetime | None:
    """Since when the match is over, or broken off, with one more entry; None if it goes on."""
    event = decision.event
    # A correction made while the match is broken off leaves it so.
    is_left = isinstance(event, Abandoned) or (before.timeline.is_abandoned and not isinstance(event, TakenUp))
    # A move was worked out when it was decided upon; of an undo or a correction only the replay tells.
    state = (decision.outcome or before.timeline.after(event)).state
    is_over = is_left or before.game.status(state).winners is not None
    # A match that is over stays over since then, whatever is corrected in it.
    return (before.match.ended_at or now) if is_over else None
