"""How a match went: the ranking, every round, and what decided it; a pad as it was filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.definition.model import Row
from companion.engine.definition.scoring import row_values
from companion.engine.story import Highlight, Step, Story, Stretch, brought, in_time, lead, placings
from companion.engine.text import Text, names, say, say_many
from companion.games.own_game.board.view import who_won
from companion.games.own_game.rules.state import RoundRecord, State


@dataclass(frozen=True, slots=True)
class PadRow:
    """One row of the pad with what it came to, side by side; None where nothing counts."""

    row: Row
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the game's own template shows: who scored together, and the rows of the pad."""

    sides: tuple[tuple[int, ...], ...]
    rows: tuple[PadRow, ...]
    totals: tuple[int, ...]


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went up to this state."""
    headline = who_won(state) if state.is_over else None
    stretches = _stretches(state)
    found = _highlights(state, list(brought(steps, lambda one: one.rounds)), stretches)
    return Story(
        headline,
        placings(state.by_seat(state.ranks), state.scores),
        say("Round"),
        say("Round by round"),
        stretches,
        in_time(found, steps, headline, "OW-9"),
        Drawn(state.sides, pad_rows(state), state.totals),
    )


def pad_rows(state: State) -> tuple[PadRow, ...]:
    """The rows of the pad, each with what it came to for every side."""
    rows = state.definition.rows
    columns = [row_values(rows, own) for own in state.cells]
    return tuple(PadRow(row, tuple(column[at] for column in columns)) for at, row in enumerate(rows))


def _stretches(state: State) -> tuple[Stretch, ...]:
    """The rounds with everybody's score after each; what no round tells, as one of its own at the end."""
    found = tuple(Stretch(one.number, state.by_seat(one.totals)) for one in state.rounds)
    if found and found[-1].scores == state.scores:
        return found
    return (*found, Stretch(state.played + 1, state.scores)) if state.is_over or state.has_begun else found


def _highlights(
    state: State, rounds: Sequence[tuple[Step[State], RoundRecord]], stretches: Sequence[Stretch]
) -> list[Highlight | None]:
    found = [_largest(state, rounds)]
    if state.is_over and len(rounds) > 1:
        sign = -1 if state.definition.fewest_win else 1
        signed = [Stretch(one.number, tuple(sign * score for score in one.scores)) for one in stretches]
        ended = {record.number: step.index for step, record in rounds}
        found.append(lead(signed, state.leaders, ended, _round, "OW-9"))
    return found


def _largest(state: State, rounds: Sequence[tuple[Step[State], RoundRecord]]) -> Highlight | None:
    """The round in which one side wrote most, where points are written."""
    if state.definition.writes != "points" or not rounds:
        return None
    step, record = max(rounds, key=lambda one: max(one[1].points))
    side = record.points.index(max(record.points))
    if record.points[side] <= 0:
        return None
    text = say_many(
        "{names} takes {count} point, the most of any round.",
        "{names} takes {count} points, the most of any round.",
        record.points[side],
        names=names(state.sides[side]),
    )
    return Highlight(_round(record.number), text, ("OW-2",), step.index)


def _round(number: int) -> Text:
    return say("Round {round}", round=number)
