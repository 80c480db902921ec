"""How a match went: who finished where, what each round brought, and the moments that decided it.

All of it is derived from the plays that stand and the states they led to; none of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.engine.charts import LineChart, by_side, line_chart
from companion.engine.text import SeatName, Text, names, say, say_many, seats_in, signs

if TYPE_CHECKING:
    from companion.engine.game import Status


State = TypeVar("State")
Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """One play that stands: the entry that made it, its move, and the states before and after it."""

    index: int
    move: Any
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of one seat in the ranking: equal ones share a rank, and the next rank counts them all.

    `note` says what the score is made of, or what broke a tie, if there is anything to say; `because`, which is part of it, why
    a better score is behind a worse one. `team`: the seats that score together with it, itself among them, where there are such.
    """

    rank: int
    seat: int
    score: int
    note: Text | None = None
    team: tuple[int, ...] = ()
    because: Text | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are named together: a team with the first of it, and no one with the others."""
        if not self.team:
            return (self.seat,)
        return self.team if self.team[0] == self.seat else ()


@dataclass(frozen=True, slots=True)
class Turned:
    """What a correction turned: of which moment, and what in words; `by` whom, where that is to be said.

    `drawn`: the same in signs and figures, in whatever shape the game's own template draws. Without `when`, `what` says all.
    """

    when: Text | None
    what: Text
    drawn: Any = None
    by: Text | None = None

    @property
    def text(self) -> Text:
        """All of it in one sentence."""
        if self.when is None:
            return self.what
        if self.by is None:
            return signs("{when} · {what}", when=self.when, what=self.what)
        return say("{when} corrected by {name}: {what}", when=self.when, name=self.by, what=self.what)


Change = tuple[int, int, int]
"""A seat, its figure before and the one after."""


def changes(before: Sequence[int], after: Sequence[int]) -> tuple[Change, ...]:
    """Return whose figure is another after, in the order of the seats."""
    both = enumerate(zip(before, after, strict=True))
    return tuple((seat, was, now) for seat, (was, now) in both if was != now)


def told_changes(found: Iterable[Change], reader: int | None = None) -> Text:
    """Return whose figure became which."""
    # Without a break within: no line begins with a figure of the line before.
    each = tuple(
        say("you\u00a0{was}\u00a0→\u00a0{now}", was=was, now=now)
        if seat == reader
        else signs("{name}\u00a0{was}\u00a0→\u00a0{now}", name=SeatName(seat), was=was, now=now)
        for seat, was, now in found
    )
    return signs("{what}", what=each)


def turned(when: Text, before: Sequence[int], after: Sequence[int], reader: int | None = None) -> Turned | None:
    """Return whose points a correction of that moment turned, from how many to how many; None if it turned none."""
    found = changes(before, after)
    return Turned(when, told_changes(found, reader)) if found else None


def reopened(when: Text, before: Status, after: Status) -> Text | None:
    """Return that the game goes on, and with whom, where a correction of that moment took back its end; else None."""
    if before.winners is None or after.winners is not None:
        return None
    said = say("{when} corrected: the game goes on", when=when)
    if after.turn is None:
        return said
    return signs("{said}. {turn}.", said=said, turn=say("{name}’s turn", name=SeatName(after.turn)))


@dataclass(frozen=True, slots=True)
class Stretch:
    """One round or turn that is over: its number from 1, and every seat's score after it."""

    number: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment that decided something: when it was, what happened, its clauses, and the entry that tells of it."""

    when: Text
    text: Text
    clauses: tuple[str, ...]
    index: int


@dataclass(frozen=True, slots=True)
class Story:
    """How a match went, as far as everyone at the table knows by now.

    `headline` says who won, None while no one has. `places` come best first. `stretch` is the game's word for the parts
    its scores are counted by, such as "Round"; `course` is the heading over them. `drawn` is what the game's own template
    shows: its charts. `draws_scores`: the drawing shows the scores already. `fewest_win`: the lowest score is the best.
    `nearest`: the one nearest to this number is. `since`: the stretches before someone came, by seat. `is_race`: scores are
    places in a race, drawn with the first one above.
    """

    headline: Text | None
    places: tuple[Placing, ...]
    stretch: Text
    course: Text
    stretches: tuple[Stretch, ...]
    highlights: tuple[Highlight, ...]
    drawn: Any = None
    draws_scores: bool = False
    fewest_win: bool = False
    nearest: int | None = None
    since: Mapping[int, int] = field(default_factory=dict)
    is_race: bool = False

    def best(self, stretch: Stretch) -> tuple[int, ...]:
        """Return the seats that were ahead after a stretch."""
        if self.nearest is not None:
            return best([-abs(score - self.nearest) for score in stretch.scores])
        return best([-score for score in stretch.scores] if self.fewest_win else stretch.scores)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who scores together, and everybody who plays alone, by their seats."""
        return tuple(sorted(one.seats for one in self.places if one.seats))

    @property
    def chart(self) -> LineChart:
        """All scores over the stretches, beginning with 0."""
        nothing = (0,) * len(self.places)
        numbers = [0, *(one.number for one in self.stretches)]
        lines = by_side([nothing, *(one.scores for one in self.stretches)], self.sides, self.since)
        return line_chart(numbers, lines, is_turned=self.is_race or self.fewest_win)

    @property
    def most(self) -> Mapping[int, tuple[Text, int]]:
        """By seat, which stretch brought it most, and how much: of all to whom one brought more than any other, where the
        most points win.
        """
        if self.fewest_win or self.is_race or self.nearest is not None:
            return {}
        before = ((0,) * len(self.places), *(one.scores for one in self.stretches))
        both = [(one, was) for one, was in zip(self.stretches, before, strict=False)]
        found: dict[int, tuple[Text, int]] = {}
        for seat in range(len(self.places)):
            gains = [(one.number, one.scores[seat] - was[seat]) for one, was in both]
            best_of = the_most(gains, itemgetter(1))
            if best_of is not None:
                found[seat] = signs("{what} {number}", what=self.stretch, number=best_of[0]), best_of[1]
        return found

    @property
    def moment(self) -> Highlight | None:
        """The last moment that is about the winner."""
        winners = {one.seat for one in self.places if one.rank == 1}
        others = (one for one in reversed(self.highlights) if one.text != self.headline)
        return next((one for one in others if winners & seats_in(one.text)), None)


def who_won(winners: Sequence[int], points: int, paths: Text | None = None) -> Text:
    """Return the sentence that says who has won, alone or with others, and with how many points, or what else is
    counted.
    """
    return won_with(winners, paths or say_many("{count} point", "{count} points", points))


def won_with(winners: Sequence[int], points: Text | int) -> Text:
    """Return the same with the points as they are counted, or their bare number."""
    return say_many(
        "{names} wins with {points}.",
        "{names} share the win with {points}.",
        winners,
        points=points,
    )


def placings(
    ranks: Sequence[int], scores: Sequence[int], note: Callable[[int], Text | None] = lambda seat: None
) -> tuple[Placing, ...]:
    """Everyone, the best first, and by seat if they share a rank; `note` says what there is to say of a seat."""
    return tuple(
        Placing(rank, seat, scores[seat], note(seat))
        for rank, seat in sorted(zip(ranks, range(len(ranks)), strict=True))
    )


def brought(
    steps: Sequence[Step[State]], records: Callable[[State], Sequence[Record]]
) -> Iterator[tuple[Step[State], Record]]:
    """Yield every record that a step added to those of the state before it, with the step; in order."""
    for step in steps:
        before, after = records(step.before), records(step.after)
        # Most steps end no round and share the very same records with the state before: no need to compare them.
        if before is not after and len(after) > len(before):
            yield from ((step, record) for record in after[len(before) :])


def in_round(number: int) -> Text:
    """Return when a moment was, for a game that is scored by rounds."""
    return say("Round {round}", round=number)


def in_time(
    found: Iterable[Highlight | None], steps: Sequence[Step[Any]], headline: Text | None, clause: str
) -> tuple[Highlight, ...]:
    """Return the moments that were found, each once, in the order of their entries; for a finished match at least its
    end.

    `clause` says who wins.
    """
    # Several ways of looking may find the same moment. It is kept once.
    moments = sorted(dict.fromkeys(one for one in found if one is not None), key=lambda one: one.index)
    if moments or headline is None or not steps:
        return tuple(moments)
    return (Highlight(say("The end"), headline, (clause,), steps[-1].index),)


def the_most(found: Sequence[Record], amount: Callable[[Record], int]) -> Record | None:
    """Return the one of these with the greatest amount; None if it is not more than 0, or another has as much."""
    by_amount = sorted(found, key=amount, reverse=True)
    is_tied = len(by_amount) > 1 and amount(by_amount[0]) == amount(by_amount[1])
    return by_amount[0] if by_amount and amount(by_amount[0]) > 0 and not is_tied else None


def ahead_for_good(stretches: Sequence[Stretch], winners: Sequence[int]) -> Stretch | None:
    """Return the stretch from which on the winners led alone; None without a winner, or if nothing is known."""
    if not winners:
        return None
    found = None
    # From the end back, as long as the winners lead alone: the last one found is the first from which on they did.
    for stretch in reversed(stretches):
        best = max(stretch.scores)
        if any(stretch.scores[seat] < best for seat in winners) or _shares(stretch, winners):
            break
        found = stretch
    return found


def lead(
    stretches: Sequence[Stretch],
    winners: Sequence[int],
    ended: Mapping[int, int],
    when: Callable[[int], Text],
    clause: str,
) -> Highlight | None:
    """Return the moment from which on the winners led alone; None if that is not known, or if everyone was level all
    along.

    `ended` gives, for the number of each stretch, the entry that ended it; `when` names a stretch by its number;
    `clause` says who wins.
    """
    found = ahead_for_good(stretches, winners)
    if found is None or found.number not in ended:
        return None
    before = [one for one in stretches if one.number < found.number]
    # Those who share a win may have come level only in this stretch, which is what decided it.
    were_apart = bool(before) and len({before[-1].scores[seat] for seat in winners}) > 1
    # All level, from the first round to the last: no one took a lead.
    if not were_apart and len(winners) == len(found.scores):
        return None
    text = say("{names} draw level.", names=names(winners)) if were_apart else _ahead(winners, found == stretches[-1])
    return Highlight(when(found.number), text, (clause,), ended[found.number])


def _ahead(winners: Sequence[int], is_last: bool) -> Text:
    """Return the sentence for the stretch from which on the winners, who had been level, led alone."""
    if is_last:
        return say_many("{names} takes the lead at the very end.", "{names} take the lead at the very end.", winners)
    return say_many("{names} takes the lead and keeps it.", "{names} take the lead and keep it.", winners)


def _shares(stretch: Stretch, winners: Sequence[int]) -> bool:
    """Return whether another person has as much as the winners."""
    best = max(stretch.scores)
    return any(score == best and seat not in winners for seat, score in enumerate(stretch.scores))


def places(status: Status) -> tuple[int, ...] | None:
    """Return the place of each seat, 1 for the winner, or None while the match is not over.

    Ties share the better place.

    If the game ranks its seats, that holds. Otherwise winners come before all others, and points rank the rest.
    """
    if status.winners is None:
        return None
    if status.places is not None:
        return status.places
    return ranked([(seat not in status.winners, -score) for seat, score in enumerate(status.scores)])


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each of these, the least first; equal ones share the better place."""
    return tuple([1 + sum([one < key for one in keys]) for key in keys])


def best(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest score, all of them if they tie."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
