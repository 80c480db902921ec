"""How a match of Land Unter went: the ranking, every round, and the moments that decided it."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from companion.engine.story import (
    Highlight,
    Step,
    Story,
    Stretch,
    best,
    brought,
    in_round,
    in_time,
    lead,
    placings,
    ranked,
    the_most,
    who_won,
)
from companion.engine.text import say, say_many
from companion.games.land_unter.board.drawings import rounds_played, water_chart
from companion.games.land_unter.rules.state import RoundRecord, State, TrickRecord, totals

Ended: TypeAlias = "tuple[Step[State], int, RoundRecord]"
"""A round that is over: the step that ended it, and its number from 1."""


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    after = enumerate(totals(state.rounds, state.seats))
    # Number 0 is before the first round; of a round that was caught up with blank no points are known.
    stretches = tuple(
        Stretch(number, scores) for number, scores in after if number and state.rounds[number - 1].kind != "blank"
    )
    headline = who_won(best(state.scores), max(state.scores)) if state.is_over else None
    tricks, rounds = list(brought(steps, lambda one: one.tricks)), list(_rounds(steps))
    ended = {number: step.index for step, number, _ in rounds}
    ahead = lead(stretches, best(state.scores) if state.is_over else (), ended, in_round, "LU-30")
    highlights = [*_outs(tricks), _best_round(state, rounds), _low_water(state, rounds), ahead]
    return Story(
        headline,
        placings(ranked([-score for score in state.scores]), state.scores),
        say("Round"),
        say("The total after each round"),
        stretches,
        in_time(highlights, steps, headline, "LU-30"),
        {"rounds": rounds_played(state), "water": water_chart(state)},
    )


def _rounds(steps: Sequence[Step[State]]) -> Iterator[Ended]:
    """Every round whose points are known, its number and the step that ended it; a paper sheet ends several at once."""
    for step, record in brought(steps, lambda one: one.rounds):
        if record.kind in ("played", "noted"):
            # By identity: two rounds may have gone exactly alike.
            at = next(index for index, one in enumerate(step.after.rounds) if one is record)
            yield step, at + 1, record


def _outs(tricks: Sequence[tuple[Step[State], TrickRecord]]) -> Iterator[Highlight]:
    """The trick in which a player went out for the first time, and that which put most out, if more than one went."""
    outs = [one for one in tricks if _went_out(one[1])]
    most = max(outs, key=lambda one: len(_went_out(one[1])), default=None)
    for step, record in [*outs[:1], *([most] if most and len(_went_out(most[1])) > 1 else [])]:
        gone = _went_out(record)
        text = say_many("{names} has no ring to lose and is out.", "{names} have no ring to lose and are out.", gone)
        # Only players at the same level go out together; any other follows along the chain.
        levels = {record.before[seat].level for seat in gone}
        together = ("LU-15",) if len(levels) < len(gone) else ()
        one_after_another = ("LU-17",) if len(levels) > 1 else ()
        when = say("Round {round}, trick {trick}", round=record.round + 1, trick=record.trick + 1)
        yield Highlight(when, text, (*together, "LU-16", *one_after_another), step.index)


def _went_out(record: TrickRecord) -> tuple[int, ...]:
    return tuple(seat for seat in record.losers if record.after[seat].out)


def _best_round(state: State, rounds: Sequence[Ended]) -> Highlight | None:
    """The round with the most points; None if another brought as many, or if what a round brought is not known."""
    found = the_most(rounds, lambda one: max(one[2].points))
    if found is None or len(rounds) < len(state.rounds):
        return None
    step, number, record = found
    seats = best(record.points)
    text = say_many(
        "{names} takes {points}, the most in any round.",
        "{names} take {points} each, the most in any round.",
        seats,
        points=say_many("{count} point", "{count} points", max(record.points)),
    )
    return Highlight(in_round(number), text, ("LU-21", "LU-22"), step.index)


def _low_water(state: State, rounds: Sequence[Ended]) -> Highlight | None:
    """The last point for low water without which others would have won; None if a round's points are not known."""
    # A sheet or a standing says no one's bonus, so what would have been without it is not known.
    if not state.is_over or any(record.kind != "played" for record in state.rounds):
        return None
    bonus = [sum(seat in record.bonus for record in state.rounds) for seat in range(state.seats)]
    without = [score - own for score, own in zip(state.scores, bonus, strict=True)]
    instead, won = best(without), best(state.scores)
    last = next((one for one in reversed(rounds) if set(one[2].bonus) & set(won)), None)
    if instead == won or last is None:
        return None
    text = say_many(
        "The low-water points decide it. Without them, {names} wins.",
        "The low-water points decide it. Without them, {names} share the win.",
        instead,
    )
    return Highlight(in_round(last[1]), text, ("LU-22",), last[0].index)
