"""What is written in a round or a pad, from any phone and in any order, until the round is over (OW-2 to OW-7)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.definition import Row
from companion.engine.errors import check
from companion.engine.game import Outcome
from companion.engine.pad import others, unworkable
from companion.engine.rulings import Doubt, doubts
from companion.engine.story import ranked
from companion.engine.text import SeatName, names
from companion.games.own_game import sentences as says
from companion.games.own_game.moves import Fill, Points, figure_of
from companion.games.own_game.state import State


def write(state: State, move: Points) -> Outcome[State]:
    """The round with these points; with the last of them it is over."""
    definition = state.definition
    is_empty = not move.points and not (definition.together and definition.writes == "winner")
    check(definition.has_rows and says.NO_ROUND(), is_empty and _nothing_yet(state), path="points")
    written, flags = _written(state, move.seat, {seat: {0: one} for seat, one in move.points.items()}, "points")
    found = _filled_up(written, move)
    places = tuple(found.entered.get(side[0], 0) for side in found.playing)
    is_misplaced = definition.writes == "places" and not found.missing and ranked(places) != places
    is_uneven = definition.empty == "rest" and found is not written and sum(places) != 0
    return Outcome(
        closed(found),
        flags=(
            *flags,
            *doubts(is_uneven and says.NOT_NOUGHT(number=0)),
            *doubts(is_misplaced and says.NO_SUCH_PLACES(), new_entries_only=True),
        ),
    )


def fill(state: State, move: Fill) -> Outcome[State]:
    """The pad with what is written; where rows are written every round, the round is over once all are in."""
    is_empty = not any(move.cells.values())
    check(not state.definition.has_rows and says.NO_PAD(), is_empty and says.NO_CELLS_YET(), path="cells")
    found, flags = _written(state, move.seat, move.cells, "cells")
    check_sums(found)
    return Outcome(closed(found), flags=(*flags, *_not_of_round(found)))


def _written(
    state: State, own: int | None, given: Mapping[int, Mapping[int, Any]], path: str
) -> tuple[State, tuple[Doubt, ...]]:
    """What is written by then, and what speaks against it. Raises `IllegalMove`, also for what is not one's own."""
    cells, flags, known = dict(state.cells), list[Doubt](), set[tuple[int, ...]]()
    for seat, column in given.items():
        side, of = state.side_of(seat), f"{path}.{seat}"
        check(
            own is not None and own not in side and says.FOR_ONE_ALONE(name=SeatName(own)),
            *(is_away(state, seat) if side not in state.playing else ()),
            side in known and says.ONE_NUMBER(names=names(side)),
            path=of,
        )
        known.add(side)
        places = {row: f"{of}.{row}" if state.definition.has_rows else of for row in column}
        figures = {row: None if one is None else figure_of(one, places[row]) for row, one in column.items()}
        for row, figure in figures.items():
            _check_figure(state, row, figure or 0, places[row])
            flags += _doubts(state, seat, row, figure or 0)
        for one in range(state.setup.seats):
            new = {
                row: figures[row]
                for row in figures
                if one in side or (state.definition.has_rows and state.definition.rows[row].shared)
            }
            # In the order of the rows, so that equal pads are equal however they were filled in.
            written = sorted({**cells.get(one, {}), **new}.items())
            cells[one] = {row: figure for row, figure in written if figure is not None}
    cells = {seat: column for seat, column in cells.items() if column}
    return replace(state, cells=cells, sums=_sums(state, given)), tuple(flags)


def _nothing_yet(state: State) -> object:
    """What to say of an entry without figures: who is still missing, where others are entered; or that a 0 is enough."""
    left = names([seat for side in state.missing for seat in state.side_of(side)])
    if state.entered and left:
        return says.OTHERS_ENTERED(what=left)
    is_filled_up = state.definition.empty != "wait" and not state.definition.falls_as_it_comes
    return says.ALL_NOUGHT() if is_filled_up else says.NO_POINTS_YET()


def _filled_up(state: State, move: Points) -> State:
    """The state with what the game says for those left empty, where the whole round is entered."""
    # One tap on the winner is the whole round, and none where all have lost: who is not named has not won.
    is_won = not move.points or (state.definition.writes == "winner" and 1 in move.points.values())
    if move.seat is not None or not (is_won or state.definition.empty != "wait"):
        return state
    left = [side for side in state.playing if side[0] in state.missing]
    rest = -sum(state.entered.get(side[0], 0) for side in state.playing)
    # Rounded towards 0: a rest that cannot be shared evenly is doubted.
    share = int(rest / len(left)) if left and state.definition.empty == "rest" and not is_won else 0
    return replace(state, cells={**state.cells, **{seat: {0: share} for side in left for seat in side}})


def closed(state: State) -> State:
    """The state with the round under way over, once everyone who plays has written something in it; or at once, if
    someone has what ends the game.
    """
    scores, definition = state.scores, state.definition
    ends_now = any(definition.ends_now(scores[seat] + one) for seat, one in state.entered.items())
    return as_it_stands(state) if state.is_half_entered and (ends_now or not state.missing) else state


def as_it_stands(state: State) -> State:
    """The state with the round under way over: nothing entered is 0."""
    scores, points, definition = state.scores, state.filled, state.definition
    there = {seat for side in state.playing for seat in side}
    whole = tuple(definition.gained(scores[seat], one) if seat in there else 0 for seat, one in enumerate(points))
    fell = frozenset(seat for seat in there if whole[seat] != points[seat])
    past = (*state.past, state.cells) if definition.has_rows else ()
    return replace(state, rounds=(*state.rounds, whole), cells={}, past=past, fell=fell)


def _not_of_round(state: State) -> Iterator[Doubt]:
    """What speaks against a row in which everyone together writes a number: that of the round, or the same in every one."""
    for at, row in enumerate(state.definition.rows):
        known = [state.column(side[0]).get(at, 0) for side in state.playing if at in state.column(side[0])]
        is_whole = (row.by_round or row.total > 0) and len(known) == len(state.playing)
        given, number = sum(known), row.total or state.played + 1
        yield from doubts(
            is_whole and given != number and says.NOT_OF_ROUND(row=row.called, given=given, number=number)
        )


def _sums(state: State, given: Mapping[int, Mapping[int, Any]]) -> dict[tuple[int, int, int], str]:
    """What was typed as a sum so far, and in this entry; for a side its first seat has it."""
    new = {
        (state.played, state.side_of(seat)[0], row): one
        for seat, column in given.items()
        for row, one in column.items()
    }
    return {at: one for at, one in {**state.sums, **new}.items() if isinstance(one, str)}


def is_away(state: State, seat: int) -> tuple[object, ...]:
    """What speaks against a seat that no longer plays."""
    name = SeatName(seat)
    return (
        seat in state.gone and seat in state.away and says.HAS_LEFT(name=name),
        seat in state.out and says.IS_OUT(name=name),
        seat in state.to_come and says.JOINS_LATER(name=name, round=state.joined[seat]),
    )


def _check_figure(state: State, row: int, figure: int, path: str) -> None:
    """Nothing. Raises `IllegalMove` for a figure that can't stand there."""
    rows, most, writes = state.definition.rows, len(state.playing), state.definition.writes
    check(row > 0 and row >= len(rows) and says.ROWS(low=0, high=len(rows) - 1, given=row), path=path)
    one = rows[row] if rows else Row("-")
    is_none = one.kind == "choose" and not 0 <= figure <= one.highest
    check(
        not one.is_typed and says.NO_ROUND(),
        is_none and says.ROWS(low=0, high=one.highest, given=figure),
        writes == "places" and not 1 <= figure <= most and says.PLACES(low=1, high=most, given=figure),
        writes == "winner" and figure not in (0, 1) and says.WON_OR_NOT(low=0, high=1, given=figure),
        path=path,
    )


def check_sums(state: State) -> None:
    """Nothing. Raises `IllegalMove` for figures with which a row cannot be worked out."""
    rows, pads = state.definition.rows, state.pads
    for at, side in enumerate(state.sides):
        row = unworkable(rows, pads[at], others(pads, at), state.played + 1)
        check(row is not None and says.CANNOT_BE_WORKED_OUT(row=row), path=f"cells.{side[0]}")


def _doubts(state: State, seat: int, row: int, figure: int) -> tuple[Doubt, ...]:
    """What speaks against a figure: points are entered already, or are too many, or it is below 0."""
    before, most = state.column(seat).get(row), state.definition.up_to
    is_new = figure != before or state.hides
    is_other = not state.definition.has_rows and before is not None
    return doubts(
        is_new and is_other and says.ENTERED_BEFORE(names=names(state.side_of(seat))),
        is_new and 0 < most < figure and says.PLACES(low=0, high=most, given=figure),
        is_new and figure < 0 and not state.definition.negative and says.NO_MINUS(name=SeatName(seat), points=figure),
    )
