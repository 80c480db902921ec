"""Which move is for when, and what it leads to (NI-8, NI-20)."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Move, Outcome, Setup
from companion.engine.text import SeatName, names, say
from companion.games.nile.rules import actions, bids, closing, opening, river
from companion.games.nile.rules.catching_up import StandNow, stand_now
from companion.games.nile.rules.components import JOKERS_EACH, desert_pile
from companion.games.nile.rules.moves import (
    Bid,
    Boat,
    BuyJoker,
    BuyOther,
    BuySeed,
    EnterPalms,
    Flooded,
    Grow,
    Harvest,
    Heal,
    LayFirst,
    LetRot,
    Pass,
    PlayTide,
    Sow,
    SpendJoker,
    Starter,
    Track,
)
from companion.games.nile.rules.paper import FromPaper, from_paper
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import is_flood


def start(setup: Setup) -> State:
    """The state before anything was put into the boat; everybody's first water card counts as laid (NI-8)."""
    seats = setup.seats
    return State(setup.options, (JOKERS_EACH,) * seats, (1,) * seats, (1,) * seats, desert_pile(seats))


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to. Raises `IllegalMove`."""
    if state.phase == "over":
        raise refuse(say("The game is over. A pawn has met the obelisk."), "NI-35")
    if isinstance(move, (StandNow, FromPaper, Track)):
        return _by_word_of_the_table(state, move)
    if isinstance(move, Bid):
        return bids.bid(state, move)
    _check_bids(state)
    if isinstance(move, (Boat, Starter, LayFirst, EnterPalms)):
        return _at_the_start(state, move)
    _check_begun(state)
    if isinstance(move, PlayTide):
        return river.play_tide(state, move)
    if isinstance(move, Flooded):
        return river.flood_plants(state, move)
    if isinstance(move, LetRot):
        return river.let_rot(state, move)
    return _act(state, _turn_of(state, move.seat), move)


def _at_the_start(state: State, move: Boat | Starter | LayFirst | EnterPalms) -> Outcome[State]:
    match move:
        case Boat():
            return opening.fill_boat(state, move)
        case Starter():
            return opening.take_pillar(state, move)
        case LayFirst():
            return opening.lay_first(state, move)
    return opening.enter_palms(state, move)


def _by_word_of_the_table(state: State, move: StandNow | FromPaper | Track) -> Outcome[State]:
    """What the table says about the match instead of playing: how it stands, a paper sheet, how much is tracked."""
    if isinstance(move, Track):
        return Outcome(replace(state, options={**state.options, "depth": move.depth}))
    if isinstance(move, FromPaper):
        over, rulings, flags = from_paper(state, move, start(Setup(state.seats, state.options)))
        return Outcome(over, rulings, flags)
    stands, flags = stand_now(state, move)
    return Outcome(stands, flags=flags)


def _act(state: State, turn: Turn, move: Move) -> Outcome[State]:
    match move:
        case Sow():
            return actions.sow(state, turn, move)
        case Grow():
            return actions.grow(state, turn, move)
        case Harvest():
            return actions.harvest(state, turn, move)
        case BuySeed():
            return actions.buy_seed(state, turn, move)
        case BuyOther():
            return actions.buy_other(state, turn, move)
        case BuyJoker():
            return actions.buy_joker(state, turn, move)
        case SpendJoker():
            return actions.spend_joker(state, turn, move)
        case Heal():
            return actions.heal(state, turn, move)
    assert isinstance(move, Pass)
    return closing.end_actions_through(state, turn, seat=move.through)


def _check_bids(state: State) -> None:
    """Nothing; raises `IllegalMove` while some have bid and others have not."""
    if state.bids:
        missing = [seat for seat in range(state.seats) if seat not in state.bids]
        clause = "NI-51" if state.phase == "boat" else "NI-50"
        raise refuse(say("First {names} must bid too.", names=names(missing)), clause)


def _check_begun(state: State) -> None:
    """Nothing; raises `IllegalMove` while the start is not complete (NI-8, NI-51)."""
    if state.phase != "boat":
        return
    if state.options["start_bid"]:
        raise refuse(say("First everyone bids for the start."), "NI-51")
    missing = [seat for seat in range(state.seats) if seat not in state.ready]
    if missing:
        raise refuse(say("First {names} must put two plants in the boat.", names=names(missing)), "NI-8")
    raise refuse(say("First say who is the oldest. That player starts."), "NI-8")


def _turn_of(state: State, seat: int) -> Turn:
    """The turn under way. Raises `IllegalMove` if it is not this seat's (NI-20)."""
    if state.turn is None:
        assert state.starter is not None
        name = SeatName(state.starter)
        text = (
            say("First {name} plays flood.", name=name)
            if is_flood(state.marker)
            else say("First {name} plays ebb.", name=name)
        )
        raise refuse(text, "NI-20")
    if state.turn.seat != seat:
        text = say(
            "It’s {name}’s turn. Save that they’ve finished before {other} acts.",
            name=SeatName(state.turn.seat),
            other=SeatName(seat),
        )
        raise refuse(text, "NI-20", path="seat")
    return state.turn
