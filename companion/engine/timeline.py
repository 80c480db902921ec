"""One match in memory: every entry, where the journal stood at each version, and the states worked out so far."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable
from typing import Final, Generic

from companion.engine.game import Game, Outcome, Setup, State
from companion.engine.journal import Abandoned, Amended, Event, Line, Link, Played, TakenUp, follow, links
from companion.engine.replay import Known, Replay, begin, replay

MOST_KNOWN: Final = 512
"""At least this many outcomes are remembered: more than a match that is played to its end has."""
NEAR: Final = 64
FAR_APART: Final = 8
"""Beyond that number, only what stands is kept: the last plays, and every eighth of those before them."""


class Timeline(Generic[State]):
    """The entries of one match and what follows from them. Grows by `add`; no entry is ever taken out.

    `is_abandoned`: the table has broken it off, and not taken it up again.

    A match that is read again grows by `take_in`. The journal is followed at once, but a state is worked out only when
    somebody asks for it: of thousands of entries most were taken back long ago, and nobody does. A state holds far more
    than an entry, so states are let go of, and worked out again in the same way.
    """

    def __init__(self, game: Game[State], setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.events: list[Event] = []
        self.lines: list[Line] = [Line()]
        self.is_abandoned = False
        self._revealed: set[int] = set()
        self._unexamined = 0
        self._known: Known[State] = begin(game, setup)
        self._enough = MOST_KNOWN
        self._opened: set[Link] = set()

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self.events)

    @property
    def line(self) -> Line:
        """Where the journal stands now."""
        return self.lines[-1]

    @property
    def revealed(self) -> frozenset[int]:
        """The entries whose moves have come to light at any time."""
        self._examine_from(0)
        return frozenset(self._revealed)

    def is_revealed(self, source: int) -> bool:
        """Whether the move of one entry has come to light at any time."""
        self._examine_from(source)
        return source in self._revealed

    def add(self, event: Event, outcome: Outcome[State] | None = None) -> Replay[State]:
        """Where the match stands after one more entry. Raises `CannotUndo`.

        `outcome` is what a play leads to from here, if that was just worked out to see whether it holds.
        """
        self._follow(event)
        if outcome is not None and isinstance(event, Played):
            self._known[self.line.last] = outcome
        now = self.at()
        self._examine(self.version - 1)
        if len(self._known) > self._enough:
            self._let_go()
        return now

    def take_in(self, events: Iterable[Event]) -> None:
        """Grow by entries that were recorded before. Raises `CannotUndo`."""
        is_new = not self.events
        for event in events:
            self._follow(event)
            if not is_new:
                self._examine(self.version - 1)
        if is_new:
            self._unexamined = self.version

    def at(self, version: int | None = None) -> Replay[State]:
        """Where the match stood at a version, the present one if none is named."""
        return replay(self.game, self.lines[self.version if version is None else version], self._known)

    def after(self, event: Event, version: int | None = None) -> Replay[State]:
        """Where the match would stand, now or at a version, after one more entry. Raises `CannotUndo`."""
        lines = self.lines if version is None else self.lines[: version + 1]
        return replay(self.game, follow(lines, event), ChainMap({}, self._known))

    def before(self, link: Link) -> Replay[State]:
        """Where the match stood just before a play that stands."""
        return replay(self.game, Line(link.before), self._known)

    def outcome(self, link: Link) -> Outcome[State] | None:
        """What a play led to, or None if replay stopped before it."""
        known = self._known  # another thread may let go of some meanwhile
        replay(self.game, Line(link), known)
        return known.get(link)

    def passes_reveal(self, event: Event) -> bool:
        """Whether the entry takes back or changes something that stands before a reveal."""
        kept = set(links(follow(self.lines, event).last))
        return any(self._reveals(link) for link in links(self.line.last) if link not in kept)

    def would_reveal(self, event: Event) -> bool:
        """Whether the entry would turn up what has not been revealed yet, as a correction to an accusation would."""
        line = follow(self.lines, event)
        known: Known[State] = ChainMap({}, self._known)
        replay(self.game, line, known)
        standing = set(links(self.line.last))
        new = [link for link in links(line.last) if link not in standing and link in known]
        return any(known[link].reveals and not self.is_revealed(link.play.source) for link in new)

    def _follow(self, event: Event) -> None:
        self.lines.append(follow(self.lines, event))
        self.events.append(event)
        if isinstance(event, (Abandoned, TakenUp)):
            self.is_abandoned = isinstance(event, Abandoned)

    def _let_go(self) -> None:
        """Forget the outcomes of plays that no longer stand, or are long past."""
        standing = [*links(self.line.last)]
        kept = [None, *standing[:NEAR], *standing[NEAR::FAR_APART]]
        self._known = {link: self._known[link] for link in kept if link in self._known}
        self._enough = max(MOST_KNOWN, 2 * len(self._known))

    def _examine_from(self, first: int) -> None:
        """Note what the entries from `first` on brought to light: an entry may also come to light by a later one."""
        for index in range(first, self._unexamined):
            self._examine(index)
        self._unexamined = min(first, self._unexamined)

    def _examine(self, index: int) -> None:
        event, last = self.events[index], self.lines[index + 1].last
        if isinstance(event, Amended) or (isinstance(event, Played) and last and self._reveals(last)):
            self._reveal(last)

    def _reveals(self, link: Link) -> bool:
        outcome = self.outcome(link)
        return outcome is not None and outcome.reveals

    def _reveal(self, last: Link | None) -> None:
        open_now = False
        for link in links(last):
            open_now = open_now or self._reveals(link)
            if link in self._opened:
                break
            if open_now:
                self._opened.add(link)
                self._revealed.add(link.play.source)
