"""How a match of Land Unter went: the ranking, every round, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.ranking import ranked
from companion.engine.story import (
    Highlight,
    Placing,
    Step,
    Story,
    Stretch,
    ahead_for_good,
    brought,
    in_order,
    stays_ahead,
)
from companion.engine.text import Text, names, say, say_many
from companion.games.land_unter.board import who_won
from companion.games.land_unter.charts import WaterChart, water_chart
from companion.games.land_unter.state import RoundRecord, State, TrickRecord
from companion.games.land_unter.verdicts import RoundEnd, round_end, totals


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the game's own template shows: the rounds with all their parts, and the water of every trick."""

    rounds: tuple[RoundEnd, ...]
    water: WaterChart


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went up to this state."""
    stretches = _stretches(state)
    return Story(
        who_won(winners(state), max(state.scores)) if state.is_over else None,
        tuple(
            Placing(rank, seat, state.scores[seat])
            for rank, seat in in_order(ranked([-score for score in state.scores]))
        ),
        say("Round"),
        say("Round by round"),
        stretches,
        tuple(_highlights(state, steps, stretches)),
        Drawn(tuple(round_end(state, index) for index in range(len(state.rounds))), water_chart(state)),
    )


def winners(state: State) -> list[int]:
    """The seats with most points (LU-30)."""
    return [seat for seat, score in enumerate(state.scores) if score == max(state.scores)]


def _stretches(state: State) -> tuple[Stretch, ...]:
    known = (index for index, record in enumerate(state.rounds) if record.kind != "blank")
    return tuple(Stretch(index + 1, totals(state, index + 1)) for index in known)


def _highlights(state: State, steps: Sequence[Step[State]], stretches: Sequence[Stretch]) -> list[Highlight]:
    tricks = list(brought(steps, lambda one: one.tricks))
    rounds = [(step, record) for step, record in brought(steps, lambda one: one.rounds) if record.kind == "played"]
    found = [_first_out(tricks), _most_out(tricks), _best_round(rounds), _low_water(state, rounds)]
    found.append(_lead(state, rounds, stretches))
    return sorted(dict.fromkeys(one for one in found if one is not None), key=lambda one: one.index)


def _first_out(tricks: Sequence[tuple[Step[State], TrickRecord]]) -> Highlight | None:
    """The trick in which somebody went out for the first time."""
    for step, record in tricks:
        if _went_out(record):
            return _out(step, record)
    return None


def _most_out(tricks: Sequence[tuple[Step[State], TrickRecord]]) -> Highlight | None:
    """The trick that put most players out, if more than one went."""
    step, record = max(tricks, key=lambda one: len(_went_out(one[1])), default=(None, None))
    return _out(step, record) if step and record and len(_went_out(record)) > 1 else None


def _out(step: Step[State], record: TrickRecord) -> Highlight:
    gone = _went_out(record)
    text = say_many(
        "{names} has no ring left to give and is out.",
        "{names} have no ring left to give and are out.",
        len(gone),
        names=names(gone),
    )
    clauses = ("LU-16", "LU-17") if len(gone) > 1 else ("LU-16",)
    return Highlight(_trick(record), text, clauses, step.index)


def _went_out(record: TrickRecord) -> tuple[int, ...]:
    return tuple(seat for seat in record.losers if record.after[seat].out)


def _best_round(rounds: Sequence[tuple[Step[State], RoundRecord]]) -> Highlight | None:
    """The round that brought somebody most points."""
    if not rounds:
        return None
    step, record = max(rounds, key=lambda one: max(one[1].points))
    best = max(record.points)
    if best < 1:
        return None
    seats = [seat for seat, points in enumerate(record.points) if points == best]
    text = say_many(
        "{names} takes {points}: no round brought anybody more.",
        "{names} take {points} each: no round brought anybody more.",
        len(seats),
        names=names(seats),
        points=say_many("{count} point", "{count} points", best),
    )
    return Highlight(_round(step), text, ("LU-21", "LU-22"), step.index)


def _low_water(state: State, rounds: Sequence[tuple[Step[State], RoundRecord]]) -> Highlight | None:
    """The last point for low water without which others would have won."""
    if not state.is_over:
        return None
    bonus = [sum(seat in record.bonus for record in state.rounds) for seat in range(state.seats)]
    without = [score - own for score, own in zip(state.scores, bonus, strict=True)]
    instead = [seat for seat, score in enumerate(without) if score == max(without)]
    won = winners(state)
    last = next((one for one in reversed(rounds) if set(one[1].bonus) & set(won)), None)
    if instead == won or last is None:
        return None
    text = say_many(
        "The points for low water decide it: without them {names} would have won.",
        "The points for low water decide it: without them {names} would have shared the win.",
        len(instead),
        names=names(instead),
    )
    return Highlight(_round(last[0]), text, ("LU-22",), last[0].index)


def _lead(
    state: State, rounds: Sequence[tuple[Step[State], RoundRecord]], stretches: Sequence[Stretch]
) -> Highlight | None:
    if not state.is_over:
        return None
    won = winners(state)
    found = ahead_for_good(stretches, won)
    step = next((step for step, _ in rounds if found and len(step.after.rounds) == found.number), None)
    return None if step is None else Highlight(_round(step), stays_ahead(won), ("LU-30",), step.index)


def _round(step: Step[State]) -> Text:
    return say("Round {round}", round=len(step.after.rounds))


def _trick(record: TrickRecord) -> Text:
    return say("Round {round}, trick {trick}", round=record.round + 1, trick=record.trick + 1)
