"""A match that goes on with someone new, as entries: every round before can be corrected there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.game import Move
from companion.engine.pad import is_full
from companion.games.own_game.moves import CarryOn, Fill, Points, figure_of

if TYPE_CHECKING:
    from companion.games.own_game.state import State


def one_by_one(state: State, order: Sequence[int | None], whole: CarryOn) -> tuple[Move, ...]:
    """Return who joins, then every round as it was written, and the one under way; none where moves can't say that.

    `order` are the seats as they were, None for someone new; `whole` says the same in one entry.
    """
    rows, many = state.definition.rows, len(state.rounds)
    # Of rounds before someone else joined only the points may be known, not what was written in their rows.
    unwritten = many - len(state.past) if state.definition.has_rows else 0
    found: list[Move] = [replace(whole, rounds=whole.rounds[:unwritten], cells={}, entered={})]
    for at in range(unwritten, many):
        then, seats = state.in_round(at), _old_seats(state, order, whole, at)
        # Who was away for some rounds left no rows in them.
        if rows and not all(is_full(rows, then.column(old)) for old in seats.values()):
            return ()
        found.append(_written(then, seats, state.rounds[at]))
    seats = _old_seats(state, order, whole, many)
    there = {state.side_of(old) for old in seats.values()}
    is_left_out = any(state.column(side[0]) and side not in there for side in state.sides)
    # What a round added to a score to be reached exactly does not tell what was written; and no one goes on after an end.
    ends = any(_before(state, whole, at).is_over for at in range(unwritten, many + 1))
    if ends or is_left_out or state.definition.ends_exactly:
        return ()
    # One for each, as they came: nothing is filled up for those who are still to write.
    known = {new: old for new, old in seats.items() if old in state.entered or state.column(old)}
    points = [state.entered.get(seat, 0) for seat in range(state.setup.seats)]
    return (*found, *(replace(_written(state, {new: old}, points), seat=new) for new, old in known.items()))


def _before(state: State, whole: CarryOn, at: int) -> State:
    """Return the match that goes on as it stands before one of its rounds."""
    return replace(
        state,
        setup=replace(state.setup, seats=len(whole.carried)),
        carried=whole.carried,
        cells={},
        past=(),
        entered={},
        rounds=whole.rounds[:at],
        joined=whole.joined,
        gone=whole.gone,
    )


def _old_seats(state: State, order: Sequence[int | None], whole: CarryOn, at: int) -> dict[int, int]:
    """Return by whose old seat each side that plays in a round is known; newcomers alone have none."""
    found = (
        (side[0], [old for seat in side if (old := order[seat]) is not None])
        for side in _before(state, whole, at).playing
    )
    return {new: olds[0] for new, olds in found if olds}


def _written(then: State, seats: Mapping[int, int], points: Sequence[int]) -> Points | Fill:
    """Return what these wrote in a round, sums as they were typed."""
    if not then.definition.has_rows:
        return Points({new: _typed(then, old, 0, points[old]) for new, old in seats.items()})
    return Fill(
        {new: {row: _typed(then, old, row, one) for row, one in then.column(old).items()} for new, old in seats.items()}
    )


def _typed(then: State, seat: int, row: int, value: int) -> int | str:
    text = then.sums.get((then.played, then.side_of(seat)[0], row), "")
    return text if text and figure_of(text, "") == value else value
