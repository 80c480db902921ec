"""Which moves a match takes, and what each does: who deals, comes and goes; how a game begun on paper goes on; the end."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.engine.declare import Moves, dispatch
from companion.engine.errors import check
from companion.engine.game import Move, Outcome
from companion.engine.pad import Cells, Sides
from companion.engine.rulings import Doubt, doubts
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
)
from companion.games.own_game.state import State
from companion.games.own_game.writing import as_it_stands, check_sums, closed, fill, is_away, write


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
        *is_away(state, move.seat),
        path="seat",
    )
    return Outcome(replace(state, first_dealer=move.seat))


def _leave(state: State, move: Leave) -> Outcome[State]:
    """The game without a player: a round that waited for no one else is over."""
    name = SeatName(move.seat)
    gone = {**state.gone, move.seat: Gone(state.played, move.counts)}
    check(
        *is_away(state, move.seat),
        len(gone) == state.setup.seats and says.LAST_ONE(name=name),
    )
    # Who has dealt this round already leaves the next deal to the next player.
    has_dealt = state.dealer == move.seat and bool(state.cells)
    found = replace(_dealt_by_now(state), gone=gone)
    found = replace(found, dealt_since=found.dealt_since + has_dealt)
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


def _dealt_by_now(state: State) -> State:
    """The same state, in which the deal goes round from who has it now."""
    dealer = state.dealer
    return state if dealer is None else replace(state, first_dealer=dealer, dealt_since=state.played)


def _finish(state: State, move: Finish) -> Outcome[State]:
    check(not state.has_begun and says.NOTHING_TO_END())
    if move.counts and state.is_half_entered:
        return Outcome(replace(as_it_stands(state), is_stopped=True))
    return Outcome(
        replace(state, is_stopped=True, cells=state.cells if state.definition.is_pad else {}),
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
            check(points[seat] != points[side[0]] and says.ONE_NUMBER(names=names(side)), path=f"{path}.{seat}")
    return points


def _open_ends(state: State) -> tuple[Doubt, ...]:
    """What is left open where the table stops: a round that not everyone has entered, rows of the pad."""
    missing = names([seat for one in state.missing for seat in state.side_of(one)])
    is_pad = state.definition.is_pad and missing
    return doubts(
        is_pad and says.PAD_NOT_FULL(names=missing),
        state.is_half_entered and says.ROUND_NOT_COMPLETE(names=missing),
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
