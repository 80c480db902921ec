"""Which move is for when, and what it leads to (NI-8, NI-20)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.engine.declare import Moves, dispatch
from companion.engine.errors import refuse
from companion.engine.game import Move, Outcome
from companion.engine.text import SeatName, names, say
from companion.games.nile.rules import actions, bids, closing, moves, opening, river
from companion.games.nile.rules.catching_up import StandNow, stand_now
from companion.games.nile.rules.paper import FromPaper, from_paper
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import is_flood

Act: TypeAlias = Callable[[State, Any], Outcome[State]]


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to. Raises `IllegalMove`."""
    if state.phase == "over":
        raise refuse(say("The game is over. A pawn has met the obelisk."), "NI-35")
    return _ACTS(state, move)


def _without_bids(act: Act) -> Act:
    """The act, which raises `IllegalMove` while some have bid and others have not."""

    def checked(state: State, move: Move) -> Outcome[State]:
        if state.bids:
            missing = [seat for seat in range(state.seats) if seat not in state.bids]
            clause = "NI-51" if state.phase == "boat" else "NI-50"
            raise refuse(say("First {names} must bid too.", names=names(missing)), clause)
        return act(state, move)

    return checked


def _begun(act: Act) -> Act:
    """The act, which raises `IllegalMove` while the start is not complete (NI-8, NI-51)."""

    def checked(state: State, move: Move) -> Outcome[State]:
        if state.phase != "boat":
            return act(state, move)
        if state.options["start_bid"]:
            raise refuse(say("First everyone bids for the start."), "NI-51")
        missing = [seat for seat in range(state.seats) if seat not in state.ready]
        if missing:
            raise refuse(say("First {names} must put two plants in the boat.", names=names(missing)), "NI-8")
        raise refuse(say("First say who is the oldest. That player starts."), "NI-8")

    return _without_bids(checked)


def _in_turn(act: Callable[[State, Turn, Any], Outcome[State]]) -> Act:
    """The act of the player whose turn it is, which raises `IllegalMove` for anybody else (NI-20)."""
    return _begun(lambda state, move: act(state, _turn_of(state, move.seat), move))


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


def _track(state: State, move: moves.Track) -> Outcome[State]:
    """The state of a table that tracks more, or less, from now on."""
    return Outcome(replace(state, options={**state.options, "depth": move.depth}))


MOVES: Final[Moves] = {
    "boat": (moves.Boat, _without_bids(opening.fill_boat)),
    "lay_first": (moves.LayFirst, _without_bids(opening.lay_first)),
    "starter": (moves.Starter, _without_bids(opening.take_pillar)),
    "tide": (moves.PlayTide, _begun(river.play_tide)),
    "flooded": (moves.Flooded, _begun(river.flood_plants)),
    "rot": (moves.LetRot, _begun(river.let_rot)),
    "sow": (moves.Sow, _in_turn(actions.sow)),
    "grow": (moves.Grow, _in_turn(actions.grow)),
    "harvest": (moves.Harvest, _in_turn(actions.harvest)),
    "buy_seed": (moves.BuySeed, _in_turn(actions.buy_seed)),
    "buy_other": (moves.BuyOther, _in_turn(actions.buy_other)),
    "buy_joker": (moves.BuyJoker, _in_turn(actions.buy_joker)),
    "joker": (moves.SpendJoker, _in_turn(actions.spend_joker)),
    "heal": (moves.Heal, _in_turn(actions.heal)),
    "bid": (moves.Bid, bids.bid),
    "palms": (moves.EnterPalms, _without_bids(opening.enter_palms)),
    "pass": (moves.Pass, _in_turn(closing.finish)),
    "track": (moves.Track, _track),
    "stand_now": (StandNow, stand_now),
    "from_paper": (FromPaper, from_paper),
}
_ACTS: Final = dispatch(MOVES)
