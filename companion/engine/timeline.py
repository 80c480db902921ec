"""One match in memory: every entry, and the second fold from the plays that stand to a state, as far as it was worked out."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, TypeAlias

from companion.engine.errors import DoubtfulMove, IllegalMove
from companion.engine.game import Game, Move, Outcome, Setup, State
from companion.engine.journal import Amended, Event, HistoryNode, Play, Played, Revision, follow, newest_first
from companion.engine.rulings import Reason, flags_for

Known: TypeAlias = "MutableMapping[HistoryNode | None, Outcome[State]]"
"""Outcomes worked out before; replay adds to them, so that the next entry costs one play."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The first play that no longer holds, and why."""

    play: Play
    error: IllegalMove | DoubtfulMove

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.error.reasons if isinstance(self.error, IllegalMove) else self.error.flags


class Replay(NamedTuple, Generic[State]):
    """Where the plays lead: the outcome of the last that holds, the node it belongs to, and where it stopped."""

    outcome: Outcome[State]
    last: HistoryNode | None
    stopped: Stop | None

    @property
    def state(self) -> State:
        """The state after the last play that holds."""
        return self.outcome.state


def begin(game: Game[State], setup: Setup) -> Known[State]:
    """Return the memory of a match without plays: nothing but its first state."""
    return {None: Outcome(game.start(setup))}


def replay(game: Game[State], revision: Revision, known: Known[State]) -> Replay[State]:
    """Return the state after the plays of `revision`. `known` must come from `begin`; replay adds to it."""
    # Backwards until a play whose outcome is known, then forwards from there: after an entry that is one step.
    ahead: list[HistoryNode] = []
    for node in newest_first(revision.last):
        if node in known:
            break
        ahead.append(node)
    # The newest node whose outcome is known, where replaying starts.
    last = ahead[-1].before if ahead else revision.last
    for node in reversed(ahead):
        move = node.play.move  # a move that cannot be read is not a play that fell
        try:
            # Without seats: what was entered before is not doubted anew for what its author may or may not know.
            known[node] = attempt(game, known[last].state, move, anyway=node.play.anyway)
        except (IllegalMove, DoubtfulMove) as error:
            return Replay(known[last], last, Stop(node.play, error))
        last = node
    return Replay(known[last], last, None)


def attempt(
    game: Game[Any], state: State, move: Move, *, anyway: bool, seats: frozenset[int] | None = None
) -> Outcome[State]:
    """Return what the move leads to.

    Raise `IllegalMove`, and `DoubtfulMove` if the box objects and `anyway` is not said.

    `seats` are those of the player who enters it: a doubt that rests on the secrets of others is not raised. None means that
    it was entered before, and is only replayed.
    """
    outcome: Outcome[State] = game.play(state, move)
    doubts = flags_for(seats or frozenset(), outcome.flags, makes_it=seats is not None)
    if seats is None:
        # A match that was recorded before the app knew a doubt must replay to where it stood.
        doubts = tuple(flag for flag in doubts if not flag.new_entries_only)
    # After the rules: what they forbid is never recorded, whatever the table says. A doubt it may overrule.
    if doubts and not anyway:
        raise DoubtfulMove(doubts)
    return outcome


MOST_KNOWN: Final = 512
"""At least this many outcomes are remembered: more than a match that is played to its end has."""
NEAR: Final = 64
FAR_APART: Final = 8
"""Beyond that number, only what stands is kept: the last plays, and every eighth of those before them."""


@dataclass(slots=True)
class _Memory(Generic[State]):
    """What was worked out of one match: a cache of pure values, shared by its timeline and every view of it.

    `revealed` says at which entry the move of an entry came to light, `opened` the same of a play that stands or stood.
    """

    known: Known[State]
    enough: int
    revealed: dict[int, int] = field(default_factory=dict)
    opened: dict[HistoryNode, int] = field(default_factory=dict)
    unexamined: int = 0


class TimelineView(Generic[State]):
    """The entries of one match up to a version, and what follows from them. It never changes.

    A state is worked out only when someone asks for it: of thousands of entries most were taken back long ago, and
    no one does. Any thread may ask: what is remembered is the same no matter who works it out.
    """

    def __init__(
        self,
        game: Game[State],
        setup: Setup,
        events: Sequence[Event],
        revisions: Sequence[Revision],
        memory: _Memory[State],
    ) -> None:
        self.game = game
        self.setup = setup
        self.events = events
        self.revisions = revisions
        self._memory = memory

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self.events)

    @property
    def revision(self) -> Revision:
        """Where the journal stands now."""
        return self.revisions[-1]

    @property
    def is_abandoned(self) -> bool:
        """Whether the table has broken the match off, and not taken it up again."""
        return self.revision.is_abandoned

    @property
    def revealed(self) -> frozenset[int]:
        """The entries whose moves have come to light at any time."""
        # All of it, and lazily: most matches hide nothing, and no one asks.
        self._examine_from(0)
        return frozenset(source for source, at in self._memory.revealed.items() if at < self.version)

    def is_revealed(self, source: int) -> bool:
        """Return whether the move of one entry has come to light at any time."""
        self._examine_from(source)
        return self._memory.revealed.get(source, self.version) < self.version

    def view(self, version: int | None = None) -> TimelineView[State]:
        """Return the match as it was at a version, the present one if none is named; what is added later does not
        change it.
        """
        upto = self.version if version is None else version
        return TimelineView(
            # Copied, because the timeline grows in place while pages still render this; the memory is shared, because its
            # values never change.
            self.game,
            self.setup,
            tuple(self.events[:upto]),
            tuple(self.revisions[: upto + 1]),
            self._memory,
        )

    def at(self, version: int | None = None) -> Replay[State]:
        """Return where the match stood at a version, the present one if none is named."""
        return replay(self.game, self.revisions[self.version if version is None else version], self._memory.known)

    def after(self, event: Event) -> Replay[State]:
        """Return where the match would stand after one more entry. Raise `CannotUndo`."""
        # What would follow goes into a map of its own, which is dropped: the match never came to that.
        return replay(self.game, follow(self.revisions, event), ChainMap({}, self._memory.known))

    def before(self, node: HistoryNode) -> Replay[State]:
        """Return where the match stood just before a play that stands."""
        return replay(self.game, Revision(node.before), self._memory.known)

    def outcome(self, node: HistoryNode) -> Outcome[State] | None:
        """Return what a play led to, or None if replay stopped before it."""
        known = self._memory.known  # another thread may let go of some meanwhile
        replay(self.game, Revision(node), known)
        return known.get(node)

    def passes_reveal(self, event: Event) -> bool:
        """Return whether the entry takes back or changes something that stands before a reveal."""
        # By identity: a corrected play is a new node, and so is every one after it.
        kept = set(newest_first(follow(self.revisions, event).last))
        return any(self._reveals(node) for node in newest_first(self.revision.last) if node not in kept)

    def would_reveal(self, event: Event) -> bool:
        """Return whether the entry would turn up what has not been revealed yet, as a correction to an accusation
        would.
        """
        revision = follow(self.revisions, event)
        known: Known[State] = ChainMap({}, self._memory.known)
        replay(self.game, revision, known)
        standing = {node.play.index: node for node in newest_first(self.revision.last)}
        new = [
            node for node in newest_first(revision.last) if node is not standing.get(node.play.index) and node in known
        ]
        # What was once open may be shown again: everyone at the table has seen it.
        turned_up = [node for node in new if known[node].reveals and not self.is_revealed(node.play.source)]
        # In the place of what has turned up the same, nothing more is.
        places = [standing.get(node.play.index) for node in turned_up]
        return any(before is None or not self._reveals(before) for before in places)

    def _examine_from(self, first: int) -> None:
        """Note what the entries from `first` on brought to light: an entry may also come to light by a later one."""
        for index in range(first, min(self._memory.unexamined, self.version)):
            self._examine(index)
        # A view of an older version has looked at its own part only: what comes behind it stays unexamined.
        if self._memory.unexamined <= self.version:
            self._memory.unexamined = min(first, self._memory.unexamined)

    def _examine(self, index: int) -> None:
        event, last = self.events[index], self.revisions[index + 1].last
        # A correction may reveal through any of the plays it replays, so all of them are looked at; an undo opens nothing.
        if isinstance(event, Amended) or (isinstance(event, Played) and last and self._reveals(last)):
            self._reveal(last, index)

    def _reveals(self, node: HistoryNode) -> bool:
        outcome = self.outcome(node)
        return outcome is not None and outcome.reveals

    def _reveal(self, last: HistoryNode | None, at: int) -> None:
        revealed, opened = self._memory.revealed, self._memory.opened
        open_now = False
        for node in newest_first(last):
            open_now = open_now or self._reveals(node)
            # From here back all was open before.
            if opened.get(node, at + 1) <= at:
                break
            if open_now:
                opened[node] = at
                # By the entry whose move is in force: a correction has moves of its own, which may still be hidden. The
                # earliest entry counts, whatever order they are examined in.
                revealed[node.play.source] = min(at, revealed.get(node.play.source, at))


class Timeline(TimelineView[State]):
    """The entries of one match, growing by `add`; no entry is ever taken out.

    A match that is read again grows by `take_in`: its journal is followed at once. A state holds far more than an
    entry, so states are let go of, and worked out again in the same way.
    """

    events: list[Event]
    revisions: list[Revision]

    def __init__(self, game: Game[State], setup: Setup) -> None:
        super().__init__(game, setup, [], [Revision()], _Memory(begin(game, setup), MOST_KNOWN))

    def add(self, event: Event, outcome: Outcome[State] | None = None) -> Replay[State]:
        """Return where the match stands after one more entry. Raise `CannotUndo`.

        `outcome` is what a play leads to from here, if that was just worked out to see whether it holds.
        """
        self._follow(event)
        if outcome is not None and isinstance(event, Played):
            # The rules have just run to see whether the move holds; they need not run again for the same state.
            self._memory.known[self.revision.last] = outcome
        now = self.at()
        self._examine(self.version - 1)
        # A state takes a hundred times what an entry does: a long match would else hold every one it ever had.
        if len(self._memory.known) > self._memory.enough:
            self._let_go()
        return now

    def take_in(self, events: Iterable[Event]) -> None:
        """Grow by entries that were recorded before. Raise `CannotUndo`."""
        is_new = not self.events
        for event in events:
            self._follow(event)
            if not is_new:
                self._examine(self.version - 1)
        if is_new:
            # A journal that is read again is examined only once something hidden is asked for: it costs a replay of
            # all.
            self._memory.unexamined = self.version

    def _follow(self, event: Event) -> None:
        self.revisions.append(follow(self.revisions, event))
        self.events.append(event)

    def _let_go(self) -> None:
        """Forget the outcomes of plays that no longer stand, or are long past."""
        memory, standing = self._memory, [*newest_first(self.revision.last)]
        # Undo and corrections reach for the last plays. From every eighth of the rest any other is seven steps away at
        # most.
        kept = [None, *standing[:NEAR], *standing[NEAR::FAR_APART]]
        memory.known = {node: memory.known[node] for node in kept if node in memory.known}
        # Twice as many as were kept: so that a long match lets go now and then, and not at every entry.
        memory.enough = max(MOST_KNOWN, 2 * len(memory.known))
