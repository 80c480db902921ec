"""What each move does, and which moves a match takes (OW-2 to OW-10)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.engine.declare import Moves, dispatch
from companion.engine.errors import refuse
from companion.engine.game import Move, Outcome
from companion.engine.pad import unworkable
from companion.engine.rulings import Flag
from companion.engine.sheet import HAS_BEGUN
from companion.engine.text import SeatName, Text, names, say
from companion.games.own_game.state import Dealer, Fill, Finish, FromPaper, Points, StandNow, State, figure_of

NO_FORM: Final = say("This isn’t in the right form.")
"""A pad is filled in, rounds are entered: a board offers one of them alone."""


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to; the end shows what was hidden. Raises `IllegalMove`."""
    if state.is_over:
        raise refuse(say("The game is over. To go on, undo its end."), "OW-8")
    found: Outcome[State] = _by_move(state, move)
    return replace(found, reveals=state.hides and found.state.is_over)


def _deal(state: State, move: Dealer) -> Outcome[State]:
    if not state.definition.dealer:
        raise refuse(say("In this game no one deals in turn."), "OW-6", path="seat")
    if state.played:
        raise refuse(say("A round has been played. The deal now moves on by itself."), "OW-6", path="seat")
    return Outcome(replace(state, first_dealer=move.seat))


def _write(state: State, move: Points) -> Outcome[State]:
    if state.definition.is_pad:
        raise refuse(NO_FORM, "OW-7", path="points")
    definition, seats = state.definition, range(state.setup.seats)
    is_lost = definition.together and definition.writes == "winner"
    if not move.points and not is_lost:
        raise refuse(say("Nothing has been entered yet."), "OW-2", path="points")
    entered, flags = dict(state.entered), list[Flag]()
    if is_lost and not move.points:
        entered = dict.fromkeys(seats, 0)  # nothing ticked
    if state.definition.writes == "winner" and move.seat is None and 1 in move.points.values():
        entered = {seat: entered.get(seat, 0) for seat in seats}  # who is not named has not won
    for seat, given, side in _by_side(state, move.seat, move.points, "points"):
        path = f"points.{seat}"
        points = figure_of(given, path)
        most = len(state.sides)
        if state.definition.writes == "places" and not 1 <= points <= most:
            raise refuse(_between(1, most, points), "OW-4", path=path)
        if state.definition.writes == "winner" and points not in (0, 1):
            raise refuse(_between(0, 1, points), "OW-3", path=path)
        flags += _doubts(state, seat, points)
        entered.update(dict.fromkeys(side, points))
    if definition.empty != "wait" and move.seat is None:
        flags += _fill_up(state, entered)
    if len(entered) < len(seats):
        return Outcome(replace(state, entered=entered), flags=tuple(flags))
    whole = tuple(entered[seat] for seat in seats)
    return Outcome(replace(state, rounds=(*state.rounds, whole), entered={}), flags=tuple(flags))


def _fill_up(state: State, entered: dict[int, int]) -> Iterator[Flag]:
    """Writes what the game says for those left empty; doubts a round that should add up to 0 and does not."""
    left = [side for side in state.sides if side[0] not in entered]
    rest = -sum(entered[side[0]] for side in state.sides if side[0] in entered)
    share = int(rest / len(left)) if left and state.definition.empty == "rest" else 0
    entered.update({seat: share for side in left for seat in side})
    if state.definition.empty == "rest" and share * len(left) != rest:
        yield Flag(say("These points don’t add up to 0."), ("OW-5",))


def _fill(state: State, move: Fill) -> Outcome[State]:
    if not state.definition.is_pad:
        raise refuse(NO_FORM, "OW-2", path="cells")
    cells, flags = dict(state.cells), list[Flag]()
    for seat, given, side in _by_side(state, move.seat, move.cells, "cells"):
        column = {row: None if one is None else figure_of(one, f"cells.{seat}.{row}") for row, one in given.items()}
        for row, figure in column.items():
            _check_row(state, row, figure or 0, f"cells.{seat}.{row}")
            flags += _below_nothing(state, seat, figure or 0, state.column(seat).get(row))
        shared = {row: figure for row, figure in column.items() if state.definition.rows[row].shared}
        for one in range(state.setup.seats):
            new = column if one in side else shared
            written = sorted({**cells.get(one, {}), **new}.items())
            cells[one] = {row: figure for row, figure in written if figure is not None}
    if not any(move.cells.values()):
        raise refuse(say("Nothing has been entered yet."), "OW-7", path="cells")
    found = replace(state, cells={seat: column for seat, column in cells.items() if column})
    _check_sums(found)
    return Outcome(found, flags=tuple(flags))


def _finish(state: State, move: Finish) -> Outcome[State]:
    if not state.has_begun:
        raise refuse(say("Nothing has been entered yet."), "OW-8")
    return Outcome(replace(state, is_stopped=True, entered={}), flags=_open_ends(state))


def _stand_now(state: State, move: StandNow) -> Outcome[State]:
    """The totals as the table says them; the rounds before stay known as far as they lie before them."""
    points = _checked(state, tuple(one.points for one in move.seats), "seats")
    if points == state.scores and move.rounds == state.played and not state.hides:
        return Outcome(state)
    stands = State(state.setup, points, unrecorded=move.rounds, first_dealer=state.first_dealer)
    if stands.is_over:
        raise refuse(say("These points end the game. Enter the points before the last round."), "OW-8", path="seats")
    return Outcome(stands)


def _from_paper(state: State, move: FromPaper) -> Outcome[State]:
    if state != State(state.setup, first_dealer=state.first_dealer):
        raise refuse(HAS_BEGUN, "OW-8")
    return Outcome(replace(state, carried=_checked(state, move.points, "points"), is_stopped=True))


def _checked(state: State, points: tuple[int, ...], path: str) -> tuple[int, ...]:
    """Everybody's points. Raises `IllegalMove` for another number of players, and for partners who differ."""
    if len(points) != state.setup.seats:
        text = say("Players entered: {given}, not {seats}.", given=len(points), seats=state.setup.seats)
        raise refuse(text, "OW-1", path=path)
    for side in state.sides:
        for seat in side[1:]:
            if points[seat] != points[side[0]]:
                text = say("{names} score together: give both the same points.", names=names(side))
                raise refuse(text, "OW-10", path=f"{path}.{seat}")
    return points


def _by_side(
    state: State, own: int | None, given: Mapping[int, Any], path: str
) -> Iterator[tuple[int, Any, tuple[int, ...]]]:
    """Each seat that is written for, with what is written and its side. Raises `IllegalMove` for what is not its own."""
    known = set[tuple[int, ...]]()
    for seat, one in given.items():
        side = state.side_of(seat)
        if own is not None and own not in side:
            raise refuse(say("This is entered for {name} alone.", name=SeatName(own)), "OW-2", path=f"{path}.{seat}")
        if side in known:
            text = say("{names} score together: enter their points once.", names=names(side))
            raise refuse(text, "OW-10", path=f"{path}.{seat}")
        known.add(side)
        yield seat, one, side


def _check_row(state: State, row: int, figure: int, path: str) -> None:
    rows = state.definition.rows
    if row >= len(rows):
        raise refuse(_between(0, len(rows) - 1, row), "OW-7", path=path)
    if not rows[row].is_typed:
        raise refuse(say("“{row}” adds itself up.", row=rows[row].name), "OW-7", path=path)
    if rows[row].kind == "choose" and not 0 <= figure <= rows[row].highest:
        raise refuse(_between(0, rows[row].highest, figure), "OW-7", path=path)


def _between(low: int, high: int, given: int) -> Text:
    return say("Enter {low} to {high}, not {given}.", low=low, high=high, given=given)


def _check_sums(state: State) -> None:
    """Nothing. Raises `IllegalMove` for figures with which a row cannot be worked out."""
    rows, pads = state.definition.rows, state.pads
    for side, pad in zip(state.sides, pads, strict=True):
        row = unworkable(rows, pad, pads)
        if row is not None:
            raise refuse(
                say("“{row}” can’t be worked out with these numbers.", row=row.name), "OW-7", path=f"cells.{side[0]}"
            )


def _doubts(state: State, seat: int, points: int) -> Iterator[Flag]:
    """What speaks against points of this round: others are entered already, or they are below 0."""
    before, who = state.entered.get(seat), names(state.side_of(seat))
    if before is not None and state.hides:
        yield Flag(say("This round already has points for {names}.", names=who), ("OW-2",))
    elif before is not None and before != points:
        yield Flag(say("This round already has {points} for {names}.", points=before, names=who), ("OW-2",))
    yield from _below_nothing(state, seat, points, before)


def _below_nothing(state: State, seat: int, figure: int, before: int | None) -> Iterator[Flag]:
    if figure < 0 and (figure != before or state.hides) and not state.definition.negative:
        text = say("{name} gets {points}: this game has no minus points.", name=SeatName(seat), points=figure)
        yield Flag(text, ("OW-5",))


def _open_ends(state: State) -> tuple[Flag, ...]:
    """What is left open where the table stops: a round that not everybody has entered, rows of the pad."""
    if state.definition.is_pad and state.missing:
        return (Flag(say("The pad isn’t full. Missing: {names}.", names=names(state.missing)), ("OW-7",)),)
    if not state.entered:
        return ()
    text = say("This round isn’t complete without {names}. It doesn’t count.", names=names(state.missing))
    return (Flag(text, ("OW-2",)),)


MOVES: Final[Moves] = {
    "dealer": (Dealer, _deal),
    "points": (Points, _write),
    "pad": (Fill, _fill),
    "finish": (Finish, _finish),
    "stand_now": (StandNow, _stand_now),
    "from_paper": (FromPaper, _from_paper),
}
SHAPES: Final = {kind: shape for kind, (shape, _) in MOVES.items()}
_by_move: Final = dispatch(MOVES)
