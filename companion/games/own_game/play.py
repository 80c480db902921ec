"""What each move does, and which moves a match takes (OW-2 to OW-10)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.engine.declare import Moves, dispatch
from companion.engine.errors import check
from companion.engine.game import Move, Outcome
from companion.engine.pad import Sides, others, unworkable
from companion.engine.rulings import Doubt, doubts
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
        not state.definition.dealer and says.NO_ONE_DEALS(),
        state.played and says.DEAL_MOVES_ON(),
        *_is_away(state, move.seat),
        path="seat",
    )
    return Outcome(replace(state, first_dealer=move.seat))


def _write(state: State, move: Points) -> Outcome[State]:
    definition, seats = state.definition, range(state.setup.seats)
    is_lost = definition.together and definition.writes == "winner"
    is_empty = not move.points and not is_lost
    check(definition.has_rows and says.NO_ROUND(), is_empty and _nothing_yet(state), path="points")
    entered, flags = dict(state.entered), list[Doubt]()
    if is_lost and not move.points:
        entered = dict.fromkeys(seats, 0)  # nothing ticked
    # Entered for all at once: one tap on the winner is the whole round.
    if state.definition.writes == "winner" and move.seat is None and 1 in move.points.values():
        entered = {seat: entered.get(seat, 0) for seat in seats}  # who is not named has not won
    for seat, given, side in _by_side(state, move.seat, move.points, "points"):
        path = f"points.{seat}"
        points = figure_of(given, path)
        most = len(state.playing)
        is_no_place = definition.writes == "places" and not 1 <= points <= most
        is_neither = definition.writes == "winner" and points not in (0, 1)
        check(
            is_no_place and says.PLACES(low=1, high=most, given=points),
            is_neither and says.WON_OR_NOT(low=0, high=1, given=points),
            path=path,
        )
        flags += _doubts(state, seat, points)
        entered.update(dict.fromkeys(side, points))
    if definition.empty != "wait" and move.seat is None:
        flags += _fill_up(state, entered)
    sums = _sums(state, {seat: {0: one} for seat, one in move.points.items()})
    found = replace(state, entered=entered, sums=sums)
    if not found.missing:
        places = tuple(entered[side[0]] for side in found.playing)
        is_misplaced = definition.writes == "places" and ranked(places) != places
        flags += doubts(is_misplaced and says.NO_SUCH_PLACES(), new_entries_only=True)
    return Outcome(_closed(found), flags=tuple(flags))


def _nothing_yet(state: State) -> object:
    """What to say of an entry without figures: who is still missing, where others are entered."""
    left = names([seat for side in state.missing for seat in state.side_of(side)])
    return says.OTHERS_ENTERED(what=left) if state.entered and left else says.NO_POINTS_YET()


def _closed(state: State) -> State:
    """The state with the round under way over, once everyone who plays has written something in it; or at once, if
    someone has what ends the game.
    """
    scores, definition = state.scores, state.definition
    ends_now = any(definition.ends_now(scores[seat] + one) for seat, one in state.entered.items())
    return _as_it_stands(state) if state.is_half_entered and (ends_now or not state.missing) else state


def _as_it_stands(state: State) -> State:
    """The state with the round under way over: nothing entered is 0."""
    scores, definition = state.scores, state.definition
    seats = range(state.setup.seats)
    points = state.filled if definition.has_rows else tuple(state.entered.get(seat, 0) for seat in seats)
    there = {seat for side in state.playing for seat in side}
    whole = tuple(definition.gained(scores[seat], one) if seat in there else 0 for seat, one in enumerate(points))
    fell = frozenset(seat for seat in there if whole[seat] != points[seat])
    past = (*state.past, state.cells) if definition.has_rows else ()
    return replace(state, rounds=(*state.rounds, whole), entered={}, cells={}, past=past, fell=fell)


def _fill_up(state: State, entered: dict[int, int]) -> tuple[Doubt, ...]:
    """Writes what the game says for those left empty; doubts a round that should add up to 0 and does not."""
    left = [side for side in state.playing if side[0] not in entered]
    rest = -sum(entered[side[0]] for side in state.playing if side[0] in entered)
    # Rounded towards 0: a rest that cannot be shared evenly then shows in the doubt below.
    share = int(rest / len(left)) if left and state.definition.empty == "rest" else 0
    entered.update({seat: share for side in left for seat in side})
    return doubts(state.definition.empty == "rest" and share * len(left) != rest and says.NOT_NOUGHT(number=0))


def _fill(state: State, move: Fill) -> Outcome[State]:
    """The pad with what is written; where rows are written every round, the round is over once all are in."""
    outcome = fill(state, move)
    return replace(outcome, state=_closed(outcome.state))


def fill(state: State, move: Fill) -> Outcome[State]:
    """The rows with what is written in them."""
    check(not state.definition.has_rows and says.NO_PAD(), path="cells")
    cells, flags = dict(state.cells), list[Doubt]()
    for seat, given, side in _by_side(state, move.seat, move.cells, "cells"):
        column = {row: None if one is None else figure_of(one, f"cells.{seat}.{row}") for row, one in given.items()}
        for row, figure in column.items():
            _check_row(state, row, figure or 0, f"cells.{seat}.{row}")
            flags += _below_nothing(state, seat, figure or 0, state.column(seat).get(row))
        shared = {row: figure for row, figure in column.items() if state.definition.rows[row].shared}
        for one in range(state.setup.seats):
            new = column if one in side else shared
            # In the order of the rows, so that equal pads are equal however they were filled in.
            written = sorted({**cells.get(one, {}), **new}.items())
            cells[one] = {row: figure for row, figure in written if figure is not None}
    check(not any(move.cells.values()) and says.NO_CELLS_YET(), path="cells")
    cells = {seat: column for seat, column in cells.items() if column}
    found = replace(state, cells=cells, sums=_sums(state, move.cells))
    _check_sums(found)
    return Outcome(found, flags=(*flags, *_not_of_round(found)))


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


def _leave(state: State, move: Leave) -> Outcome[State]:
    """The game without a player: a round that waited for no one else is over."""
    name = SeatName(move.seat)
    gone = {**state.gone, move.seat: Gone(state.played, move.counts)}
    check(
        *_is_away(state, move.seat),
        len(gone) == state.setup.seats and says.LAST_ONE(name=name),
    )
    # Who has dealt this round already leaves the next deal to the next player.
    has_dealt = state.dealer == move.seat and bool(state.entered or any(state.cells.values()))
    found = replace(_dealt_by_now(state), gone=gone)
    found = replace(found, dealt_since=found.dealt_since + has_dealt)
    there = {seat for side in found.playing for seat in side}
    # What was written on a pad counts at the end; of a round under way nothing of the one who left may stay, or it could
    # never close.
    cells = state.cells if state.definition.is_pad else {at: one for at, one in state.cells.items() if at in there}
    entered = {seat: one for seat, one in state.entered.items() if seat in there}
    return Outcome(_closed(replace(found, entered=entered, cells=cells)))


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
    found = replace(
        state,
        carried=move.carried,
        rounds=move.rounds,
        cells=_for_sides(state, move.cells),
        entered=_for_sides(state, move.entered),
        unrecorded=move.unrecorded,
        joined=move.joined,
        gone=move.gone,
        first_dealer=move.dealer,
        # The latest to join came when the dealer had the deal; the rounds before may follow as entries.
        dealt_since=max(move.joined.values(), default=move.unrecorded + len(move.rounds) + 1) - 1,
    )
    check(len(found.gone) == state.setup.seats and says.LAST_ONE(name=SeatName(0)), path="gone")
    check(found.is_over and says.ENDS_THE_GAME(), path="carried")
    _check_sums(found)
    return Outcome(found)


def _for_sides(state: State, given: Mapping[int, Any]) -> dict[int, Any]:
    """What is given for any of a side, for all of it."""
    found = ((side, [given[seat] for seat in side if seat in given]) for side in state.sides)
    return {seat: known[0] for side, known in found if known for seat in side}


def _dealt_by_now(state: State) -> State:
    """The same state, in which the deal goes round from who has it now."""
    dealer = state.dealer
    return state if dealer is None else replace(state, first_dealer=dealer, dealt_since=state.played)


def _finish(state: State, move: Finish) -> Outcome[State]:
    check(not state.has_begun and says.NOTHING_TO_END())
    if move.counts and state.is_half_entered:
        return Outcome(replace(_as_it_stands(state), is_stopped=True))
    return Outcome(
        replace(state, is_stopped=True, entered={}, cells=state.cells if state.definition.is_pad else {}),
        flags=_open_ends(state),
    )


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
            differs = points[seat] != points[side[0]]
            check(differs and says.ONE_NUMBER(names=names(side)), path=f"{path}.{seat}")
    return points


def _by_side(
    state: State, own: int | None, given: Mapping[int, Any], path: str
) -> Iterator[tuple[int, Any, tuple[int, ...]]]:
    """Each seat that is written for, with what is written and its side. Raises `IllegalMove` for what is not its own."""
    known = set[tuple[int, ...]]()
    for seat, one in given.items():
        side = state.side_of(seat)
        check(
            own is not None and own not in side and says.FOR_ONE_ALONE(name=SeatName(own)),
            *(_is_away(state, seat) if side not in state.playing else ()),
            side in known and says.ONE_NUMBER(names=names(side)),
            path=f"{path}.{seat}",
        )
        known.add(side)
        yield seat, one, side


def _is_away(state: State, seat: int) -> tuple[object, ...]:
    """What speaks against a seat that no longer plays."""
    name = SeatName(seat)
    return (
        seat in state.gone and seat in state.away and says.HAS_LEFT(name=name),
        seat in state.out and says.IS_OUT(name=name),
        seat in state.to_come and says.JOINS_LATER(name=name, round=state.joined[seat]),
    )


def _check_row(state: State, row: int, figure: int, path: str) -> None:
    rows = state.definition.rows
    check(row >= len(rows) and says.ROWS(low=0, high=len(rows) - 1, given=row), path=path)
    one = rows[row]
    is_none = one.kind == "choose" and not 0 <= figure <= one.highest
    check(
        not one.is_typed and says.NO_ROUND(),
        is_none and says.ROWS(low=0, high=one.highest, given=figure),
        path=path,
    )


def _check_sums(state: State) -> None:
    """Nothing. Raises `IllegalMove` for figures with which a row cannot be worked out."""
    rows, pads = state.definition.rows, state.pads
    for at, side in enumerate(state.sides):
        row = unworkable(rows, pads[at], others(pads, at), state.played + 1)
        check(row is not None and says.CANNOT_BE_WORKED_OUT(row=row.called), path=f"cells.{side[0]}")


def _doubts(state: State, seat: int, points: int) -> tuple[Doubt, ...]:
    """What speaks against points of this round: others are entered already, or they are below 0."""
    before, who = state.entered.get(seat), names(state.side_of(seat))
    is_other = before is not None and (state.hides or before != points)
    is_too_many = 0 < state.definition.up_to < points and (state.hides or before != points)
    return (
        *doubts(
            is_other and says.ENTERED_BEFORE(names=who),
            is_too_many and says.PLACES(low=0, high=state.definition.up_to, given=points),
        ),
        *_below_nothing(state, seat, points, before),
    )


def _below_nothing(state: State, seat: int, figure: int, before: int | None) -> tuple[Doubt, ...]:
    is_doubtful = figure < 0 and (figure != before or state.hides) and not state.definition.negative
    return doubts(is_doubtful and says.NO_MINUS(name=SeatName(seat), points=figure))


def _open_ends(state: State) -> tuple[Doubt, ...]:
    """What is left open where the table stops: a round that not everyone has entered, rows of the pad."""
    missing = names([seat for one in state.missing for seat in state.side_of(one)])
    is_pad = state.definition.is_pad and missing
    return doubts(
        is_pad and says.PAD_NOT_FULL(names=missing),
        not state.definition.is_pad and (state.entered or state.cells) and says.ROUND_NOT_COMPLETE(names=missing),
    )


MOVES: Final[Moves] = {
    "dealer": (Dealer, _deal),
    "points": (Points, _write),
    "pad": (Fill, _fill),
    "leave": (Leave, _leave),
    "come_back": (ComeBack, _come_back),
    "carry_on": (CarryOn, _carry_on),
    "finish": (Finish, _finish),
    "stand_now": (StandNow, _stand_now),
    "from_paper": (FromPaper, _from_paper),
}
SHAPES: Final = {kind: shape for kind, (shape, _) in MOVES.items()}
_by_move: Final = dispatch(MOVES)
