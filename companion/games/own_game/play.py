"""Which moves a match takes, and what each does: what is written, who deals, comes and goes; a game begun on paper; the end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.engine.declare import Moves, dispatch
from companion.engine.definition import Row
from companion.engine.definition_check import MISFIT
from companion.engine.errors import check
from companion.engine.game import Move, Outcome
from companion.engine.pad import Cells, Sides, others, unworkable
from companion.engine.rulings import Doubt, Reason, doubts
from companion.engine.story import ranked
from companion.engine.text import SeatName, names
from companion.games.own_game import sentences as says
from companion.games.own_game.moves import (
    CarryOn,
    ComeBack,
    Dealer,
    Fill,
    Finish,
    FromPaper,
    Gone,
    Leave,
    Points,
    StandNow,
    figure_of,
)
from companion.games.own_game.state import State


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to; the end shows what was hidden. Raises `IllegalMove`."""
    check(state.is_over and says.GAME_IS_OVER())
    found: Outcome[State] = _by_move(state, move)
    # Where the table hides who leads, the end shows it all: to undo past that asks first.
    return replace(found, reveals=state.hides and found.state.is_over)


def _deal(state: State, move: Dealer) -> Outcome[State]:
    check(
        not state.definition.dealer and Reason(MISFIT, ("OW-6",)),
        state.played and says.DEAL_MOVES_ON(),
        *is_away(state, move.seat),
        path="seat",
    )
    return Outcome(replace(state, first_dealer=move.seat))


def _leave(state: State, move: Leave) -> Outcome[State]:
    """The game without a player: a round that waited for no one else is over."""
    gone = {**state.gone, move.seat: Gone(state.played, move.counts)}
    check(
        *is_away(state, move.seat),
        len(gone) == state.setup.seats and says.LAST_ONE(name=SeatName(move.seat)),
    )
    # Who has dealt this round already leaves the next deal to the next player.
    has_dealt = state.dealer == move.seat and bool(state.cells)
    found = replace(_dealt_by_now(state, has_dealt), gone=gone)
    there = {seat for side in found.playing for seat in side}
    # What was written on a pad counts at the end; of a round under way nothing of the one who left may stay, or it could
    # never close.
    cells = state.cells if state.definition.is_pad else {at: one for at, one in state.cells.items() if at in there}
    return Outcome(closed(replace(found, cells=cells)))


def _come_back(state: State, move: ComeBack) -> Outcome[State]:
    check(move.seat not in state.gone and says.IS_THERE(name=SeatName(move.seat)), path="seat")
    gone = {seat: one for seat, one in state.gone.items() if seat != move.seat}
    return Outcome(replace(_dealt_by_now(state), gone=gone, returned={**state.returned, move.seat: state.played}))


def _carry_on(state: State, move: CarryOn) -> Outcome[State]:
    """The game that others began, with those who have joined since."""
    check(state != State(state.setup, first_dealer=state.first_dealer) and says.SHEET_AFTER_AN_ENTRY())
    teams = state.sides if len(state.sides) > 1 else ()  # who joined all together has had points of their own
    for path, points in (("carried", move.carried), *((f"rounds.{at}", one) for at, one in enumerate(move.rounds))):
        _checked(state, points, path, teams)
    given = move.cells if state.definition.has_rows else {seat: {0: one} for seat, one in move.entered.items()}
    found = replace(
        state,
        carried=move.carried,
        rounds=move.rounds,
        cells=_for_sides(state, given),
        unrecorded=move.unrecorded,
        joined=move.joined,
        gone=move.gone,
        first_dealer=move.dealer,
        # The latest to join came when the dealer had the deal; the rounds before may follow as entries.
        dealt_since=max(move.joined.values(), default=move.unrecorded + len(move.rounds) + 1) - 1,
    )
    check(len(found.gone) == state.setup.seats and says.LAST_ONE(name=SeatName(0)), path="gone")
    check(found.is_over and says.ENDS_THE_GAME(), path="carried")
    check_sums(found)
    return Outcome(found)


def _for_sides(state: State, given: Mapping[int, Cells]) -> dict[int, Cells]:
    """What is given for any of a side, for all of it."""
    found = ((side, [given[seat] for seat in side if given.get(seat)]) for side in state.sides)
    return {seat: known[0] for side, known in found if known for seat in side}


def _dealt_by_now(state: State, has_dealt: bool = False) -> State:
    """The same state, in which the deal goes round from who has it now."""
    dealer = state.dealer
    return state if dealer is None else replace(state, first_dealer=dealer, dealt_since=state.played + has_dealt)


def _finish(state: State, move: Finish) -> Outcome[State]:
    check(not state.has_begun and Reason(says.NOTHING_YET, ("OW-8",)))
    found = as_it_stands(state) if move.counts and state.is_half_entered else state
    kept = found.cells if state.definition.is_pad else {}
    return Outcome(replace(found, is_stopped=True, cells=kept), flags=_open_ends(found))


def _stand_now(state: State, move: StandNow) -> Outcome[State]:
    """The totals as the table says them; the rounds before stay known as far as they lie before them."""
    points = _checked(state, tuple(one.points for one in move.seats), "seats", state.sides)
    # It says nothing new, and would fold the rounds that are known into one sum.
    if points == state.scores and move.rounds == state.played and not state.hides:
        return Outcome(state)
    stands = replace(
        State(state.setup, points, unrecorded=move.rounds),
        gone=state.gone,
        joined=state.joined,
        first_dealer=state.first_dealer,
        dealt_since=state.dealt_since,
    )
    check(stands.is_over and says.ENDS_THE_GAME(), path="seats")
    return Outcome(stands)


def _from_paper(state: State, move: FromPaper) -> Outcome[State]:
    check(state != State(state.setup, first_dealer=state.first_dealer) and says.SHEET_AFTER_AN_ENTRY())
    return Outcome(replace(state, carried=_checked(state, move.points, "points", state.sides), is_stopped=True))


def _checked(state: State, points: tuple[int, ...], path: str, together: Sides) -> tuple[int, ...]:
    """Everyone's points. Raises `IllegalMove` for another number of players, and for partners who differ."""
    given, seats = len(points), state.setup.seats
    check(given != seats and says.PLAYERS_ENTERED(given=given, seats=seats), path=path)
    for side in together:
        for seat in side[1:]:
            check(points[seat] != points[side[0]] and says.ONE_NUMBER(names=names(side)), path=f"{path}.{seat}")
    return points


def _open_ends(state: State) -> tuple[Doubt, ...]:
    """What is left open where the table stops: a round that not everyone has entered, rows of the pad."""
    missing = names([seat for one in state.missing for seat in state.side_of(one)])
    return doubts(
        state.definition.is_pad and missing and says.PAD_NOT_FULL(names=missing),
        state.is_half_entered and says.ROUND_NOT_COMPLETE(names=missing),
    )


def write(state: State, move: Points) -> Outcome[State]:
    """The round with these points; with the last of them it is over."""
    definition = state.definition
    is_empty = not move.points and not (definition.together and definition.writes == "winner")
    check(definition.has_rows and Reason(MISFIT, ("OW-7",)), is_empty and _nothing_yet(state), path="points")
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
    check(
        not state.definition.has_rows and Reason(MISFIT, ("OW-2",)),
        not any(move.cells.values()) and Reason(says.NOTHING_YET, ("OW-7",)),
        path="cells",
    )
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
            cells[one] = {row: figure for row, figure in {**cells.get(one, {}), **new}.items() if figure is not None}
    # In the order of the rows, so that equal pads are equal however they were filled in.
    cells = {seat: dict(sorted(column.items())) for seat, column in cells.items() if column}
    return replace(state, cells=cells, sums=_sums(state, given)), tuple(flags)


def _nothing_yet(state: State) -> object:
    """What to say of an entry without figures: who is still missing, where others are entered; or that a 0 is enough."""
    left = names([seat for side in state.missing for seat in state.side_of(side)])
    if state.entered and left:
        return says.OTHERS_ENTERED(what=left)
    return says.ALL_NOUGHT() if state.definition.fills_up else Reason(says.NOTHING_YET, ("OW-2",))


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
    there = {seat for side in state.playing for seat in side}
    points = tuple(one if seat in there else 0 for seat, one in enumerate(state.under_way))
    fell = frozenset(seat for seat in there if points[seat] != state.filled[seat])
    past = (*state.past, state.cells) if state.definition.has_rows else ()
    return replace(state, rounds=(*state.rounds, points), cells={}, past=past, fell=fell)


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
    one, last = rows[row] if row < len(rows) else Row("-"), max(0, len(rows) - 1)
    check(
        row > last and Reason(says.BETWEEN.filled(low=0, high=last, given=row), ("OW-7",)),
        not one.is_typed and Reason(MISFIT, ("OW-7",)),
        one.kind == "choose"
        and not 0 <= figure <= one.highest
        and Reason(says.BETWEEN.filled(low=0, high=one.highest, given=figure), ("OW-7",)),
        writes == "places"
        and not 1 <= figure <= most
        and Reason(says.BETWEEN.filled(low=1, high=most, given=figure), ("OW-4",)),
        writes == "winner"
        and figure not in (0, 1)
        and Reason(says.BETWEEN.filled(low=0, high=1, given=figure), ("OW-3",)),
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
    definition, before = state.definition, state.column(seat).get(row)
    one, most = definition.rows[row] if definition.has_rows else Row("-", up_to=definition.up_to), state.most(row)
    is_new = figure != before or state.hides
    is_beyond, is_counted, is_dealt = is_new and 0 < most < figure, one.kind == "count", most != one.up_to
    is_other = not state.definition.has_rows and before is not None
    return (
        *doubts(
            is_new and is_other and says.ENTERED_BEFORE(names=names(state.side_of(seat))),
            # On paper the points are written, here how many there are.
            is_beyond
            and is_counted
            and says.HOW_MANY(row=one.called, given=figure, times=one.times, points=figure * one.times),
            is_beyond
            and not (is_counted or is_dealt)
            and Reason(says.BETWEEN.filled(low=0, high=most, given=figure), ("OW-4",)),
            is_new and figure < 0 and not definition.negative and says.NO_MINUS(name=SeatName(seat), points=figure),
        ),
        *doubts(
            is_beyond and is_dealt and says.NOT_DEALT(row=one.called, given=figure, round=most, count=most),
            new_entries_only=True,
        ),
    )


MOVES: Final[Moves] = {
    "dealer": (Dealer, _deal),
    "points": (Points, write),
    "pad": (Fill, fill),
    "leave": (Leave, _leave),
    "come_back": (ComeBack, _come_back),
    "carry_on": (CarryOn, _carry_on),
    "finish": (Finish, _finish),
    "stand_now": (StandNow, _stand_now),
    "from_paper": (FromPaper, _from_paper),
}
SHAPES: Final = {kind: shape for kind, (shape, _) in MOVES.items()}
_by_move: Final = dispatch(MOVES)
