"""Undo, redo and corrections in any order, against a model that keeps whole lists and works everything out anew."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine import timeline
from companion.engine.journal import Amended, CannotUndo, Event, Play, Played, Redone, Undone, latest, plays
from companion.engine.timeline import Timeline
from tests.engine.toy import DOUBTFUL, GAME, MOST, SETUP, Put, Show

Stands = list[Play]
MOVES = st.one_of(st.builds(Put, st.integers(0, 1), st.integers(0, 9)), st.just(Show()))


def purses(stands: Stands) -> tuple[tuple[int, int], int | None]:
    """The purses after the plays that hold, and the index of the first that does not."""
    total = [0, 0]
    for play in stands:
        if isinstance(play.move, Put):
            if sum(total) + play.move.coins > MOST or (play.move.coins > DOUBTFUL and not play.anyway):
                return (total[0], total[1]), play.index
            total[play.move.seat] += play.move.coins
    return (total[0], total[1]), None


def holding(stands: Stands) -> Stands:
    stopped = purses(stands)[1]
    return [play for play in stands if stopped is None or play.index < stopped]


def amended(stands: Stands, event: Amended, index: int) -> Stands:
    corrected = []
    first = min(at for at, _ in event.moves)
    for play in stands:
        if play.index >= first and play.index == event.dropped_from:
            break
        if play.index in dict(event.moves):
            corrected.append(Play(play.index, index, dict(event.moves)[play.index], event.anyway))
        else:
            anyway = play.anyway or (play.index > first and play.index in event.allowed)
            corrected.append(Play(play.index, play.source, play.move, anyway))
    return corrected


class Corrections(RuleBasedStateMachine):
    """A timeline beside a list of everything that ever stood."""

    def __init__(self) -> None:
        super().__init__()
        self.patched = pytest.MonkeyPatch()
        for name in ("MOST_KNOWN", "NEAR", "FAR_APART"):  # what was worked out is let go of now and then
            self.patched.setattr(timeline, name, 2)
        self.timeline = Timeline(GAME, SETUP)
        self.stood: list[Stands] = [[]]
        self.redo: list[Stands] = []
        self.revealed: set[int] = set()
        self.views = [(self.timeline.view(), frozenset(self.revealed))]

    @initialize(first=MOVES)
    def begin(self, first: Any) -> None:
        self.play(first, anyway=True)

    @property
    def now(self) -> Stands:
        return self.stood[-1]

    def enter(self, event: Event, stands: Stands, redo: list[Stands]) -> None:
        common = 0
        while common < min(len(self.now), len(stands)) and self.now[common] == stands[common]:
            common += 1
        lost = holding(self.now)[common:]
        assert self.timeline.passes_reveal(event) == any(isinstance(play.move, Show) for play in lost)
        preview = self.timeline.after(event)
        assert self.timeline.version == len(self.stood) - 1
        made = self.timeline.add(event)
        assert (made.state, made.stopped is None) == (preview.state, preview.stopped is None)
        self.stood.append(stands)
        self.redo = redo
        shows = [index for index, play in enumerate(holding(stands)) if isinstance(play.move, Show)]
        self.revealed |= {play.source for play in stands[: max(shows, default=-1) + 1]}
        self.views.append((self.timeline.view(), frozenset(self.revealed)))

    @rule(move=MOVES, anyway=st.booleans())
    def play(self, move: Any, anyway: bool) -> None:
        index = len(self.stood) - 1
        self.enter(Played(move, anyway), [*self.now, Play(index, index, move, anyway)], [])

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        index = data.draw(st.integers(0, len(self.stood) - 2))
        if self.stood[index] == self.now:
            try:
                self.timeline.after(Undone(index))
            except CannotUndo:
                return
            raise AssertionError("nothing was to be taken back")
        self.enter(Undone(index), self.stood[index], [*self.redo, self.now])

    @precondition(lambda self: self.now)
    @rule()
    def undo_the_latest(self) -> None:
        """The newest entry in force taken back: nothing newer is lost."""
        index = latest(self.timeline.revision)
        assert index == max(play.source for play in self.now)
        self.enter(Undone(index), self.stood[index], [*self.redo, self.now])

    @precondition(lambda self: self.redo)
    @rule()
    def do_again(self) -> None:
        self.enter(Redone(), self.redo[-1], self.redo[:-1])

    @precondition(lambda self: self.now)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        indexes = [play.index for play in self.now]
        chosen = data.draw(st.lists(st.sampled_from(indexes), min_size=1, max_size=2, unique=True))
        moves = tuple((index, data.draw(MOVES)) for index in chosen)
        later = [index for index in indexes if index > max(chosen)]
        dropped = data.draw(st.none() | st.sampled_from(later)) if later else None
        allowed = tuple(data.draw(st.lists(st.sampled_from(indexes), max_size=2)))
        event = Amended(moves, data.draw(st.booleans()), allowed, dropped)
        self.enter(event, amended(self.now, event, len(self.stood) - 1), [])

    @invariant()
    def it_stands_as_the_model_says(self) -> None:
        assert list(plays(self.timeline.revision)) == self.now
        state, stopped = purses(self.now)
        replayed = self.timeline.at()
        assert (replayed.state, replayed.stopped and replayed.stopped.play.index) == (state, stopped)
        assert self.timeline.version == len(self.stood) - 1
        assert self.timeline.revealed == self.revealed

    def teardown(self) -> None:
        """Every version can still be looked at, a view of it has not changed, and a timeline built anew is the same."""
        for stands, (view, revealed) in zip(self.stood, self.views, strict=True):
            assert (view.at().state, view.revealed) == (purses(stands)[0], revealed)
        again = Timeline(GAME, SETUP)
        for event in self.timeline.events:
            again.add(event)
        assert again.revealed == self.timeline.revealed
        for version, stands in enumerate(self.stood):
            assert self.timeline.at(version).state == again.at(version).state == purses(stands)[0]
        for first in (0, len(self.stood) // 2):
            self.taken_in_is_the_same(first)
        self.patched.undo()

    def taken_in_is_the_same(self, first: int) -> None:
        """Entries taken in, the rest later, and looked at from the end: nothing comes out otherwise."""
        taken = Timeline(GAME, SETUP)
        taken.take_in(self.timeline.events[:first])
        taken.take_in(self.timeline.events[first:])
        assert taken.at().state == self.timeline.at().state
        for source in reversed(range(taken.version)):
            assert taken.is_revealed(source) == (source in self.revealed)
        for version in range(taken.version + 1):
            assert taken.view(version).revealed == self.views[version][1]
        assert taken.revealed == self.revealed
        for version, stands in enumerate(self.stood):
            assert taken.at(version).state == purses(stands)[0]


TestCorrections = Corrections.TestCase
TestCorrections.settings = settings(stateful_step_count=30)
