"""A match that goes on with someone new, as entries: every round before can be corrected there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from companion.engine.game import Move
from companion.engine.pad import Sides, is_full, sides
from companion.games.own_game.moves import CarryOn, Fill, Points, figure_of

if TYPE_CHECKING:
    from companion.games.own_game.state import State

Order: TypeAlias = "Sequence[int | None]"
"""The seats as they were, at those they have now; None for someone new."""


def keeps_sides(state: State, order: Order) -> bool:
    """Return whether those who score together still do at seats in another order."""
    known = [{*olds} for _, olds in _as_before(sides(state.definition, len(order)), order)]
    # Whole sides only: a newcomer may join one, but none of those who score together may be parted.
    return all({*side} in known for side in state.sides)


def beginning(state: State, how: str) -> int:
    """Return what someone begins with who joins now: the lowest total, or the average, of those who play; else nothing."""
    known = [state.scores[seat] for side in state.playing for seat in side]
    return {"lowest": min(known), "average": round(sum(known) / len(known))}.get(how, 0)


def with_newcomers(state: State, order: Order, points: int) -> CarryOn:
    """Return what a match comes to at seats in another order, where newcomers begin with these points.

    Who joins a team has what it has.
    """
    new_seat = {old: new for new, old in enumerate(order) if old is not None}
    newcomers = {new: state.played + 1 for new, old in enumerate(order) if old is None}
    # A team scores as one, so a newcomer in it has what the partners have, not points to begin with.
    there = _as_before(sides(state.definition, len(order)), order)
    partners = {seat: olds[0] for side, olds in there for seat in side if olds}

    def of(given: Sequence[int], new: int) -> tuple[int, ...]:
        olds = (partners.get(seat) if old is None else old for seat, old in enumerate(order))
        return tuple(new if old is None else given[old] for old in olds)

    cells = {new_seat[seat]: column for seat, column in state.cells.items() if state.definition.has_rows}
    return CarryOn(
        of(state.carried or (0,) * state.setup.seats, points),
        {**{new_seat[seat]: at for seat, at in state.joined.items()}, **newcomers},
        tuple(of(one, 0) for one in state.rounds),
        cells,
        {new_seat[seat]: one for seat, one in state.entered.items()},
        state.unrecorded,
        {new_seat[seat]: one for seat, one in state.gone.items()},
        new_seat[state.dealer or 0],
    )


def entries_with_newcomers(state: State, order: Order, points: int) -> tuple[Move, ...]:
    """Return the same as entries: who joins, every round as it was written, so that it can be corrected, and the one under way;
    in one entry where moves can't say that.
    """
    whole, rows, many = with_newcomers(state, order, points), state.definition.rows, len(state.rounds)
    # Of rounds before someone else joined only the points may be known, not what was written in their rows.
    unwritten = many - len(state.past) if state.definition.has_rows else 0
    begins = replace(whole, rounds=whole.rounds[:unwritten], cells={}, entered={})
    after = [(at, state.in_round(at), _old_seats(state, order, whole, at)) for at in range(unwritten, many)]
    # Who was away for some rounds left no rows in them.
    is_gappy = rows and not all(is_full(rows, then.column(old)) for _, then, them in after for old in them.values())
    seats = _old_seats(state, order, whole, many)
    there = {state.side_of(old) for old in seats.values()}
    is_left_out = any(state.column(side[0]) and side not in there for side in state.sides)
    # What a round added to a score to be reached exactly does not tell what was written; and no one goes on after an end.
    ends = any(_before(state, whole, at).is_over for at in range(unwritten, many + 1))
    if is_gappy or ends or is_left_out or state.definition.ends_exactly:
        return (whole,)
    # One for each, as they came: nothing is filled up for those who are still to write.
    known = {new: old for new, old in seats.items() if state.column(old)}
    latest = [replace(_written(state, {new: old}, state.entered), seat=new) for new, old in known.items()]
    return (begins, *(_written(then, them, state.rounds[at]) for at, then, them in after), *latest)


def _before(state: State, whole: CarryOn, at: int) -> State:
    """Return the match that goes on as it stands before one of its rounds."""
    return replace(
        state,
        setup=replace(state.setup, seats=len(whole.carried)),
        carried=whole.carried,
        cells={},
        past=(),
        rounds=whole.rounds[:at],
        joined=whole.joined,
        gone=whole.gone,
    )


def _old_seats(state: State, order: Order, whole: CarryOn, at: int) -> dict[int, int]:
    """Return by whose old seat each side that plays in a round is known; newcomers alone have none."""
    return {side[0]: olds[0] for side, olds in _as_before(_before(state, whole, at).playing, order) if olds}


def _as_before(them: Sides, order: Order) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Yield each side with the old seats of those who were there."""
    return ((side, [old for seat in side if (old := order[seat]) is not None]) for side in them)


def _written(then: State, seats: Mapping[int, int], points: Sequence[int] | Mapping[int, int]) -> Points | Fill:
    """Return what these wrote in a round, sums as they were typed."""
    if not then.definition.has_rows:
        return Points({new: _typed(then, old, 0, points[old]) for new, old in seats.items()})
    return Fill(
        {new: {row: _typed(then, old, row, one) for row, one in then.column(old).items()} for new, old in seats.items()}
    )


def _typed(then: State, seat: int, row: int, value: int) -> int | str:
    text = then.sums.get((then.played, then.side_of(seat)[0], row), "")
    return text if text and figure_of(text, "") == value else value
