"""Which move is for when, what it leads to, and what follows the last player's actions (NI-8, NI-20, NI-30 to NI-35)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.engine.declare import Moves
from companion.engine.errors import IllegalMove, check
from companion.engine.game import Move, Outcome
from companion.engine.rulings import Ruling, first_of
from companion.engine.text import SeatName, names
from companion.games.nile.rules import actions, bids, moves, opening, river
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.catching_up import CatchUp, FromPaper, catch_up, from_paper
from companion.games.nile.rules.columns import market_scoring
from companion.games.nile.rules.components import Plant
from companion.games.nile.rules.moves import Pass
from companion.games.nile.rules.obelisk import end, purge
from companion.games.nile.rules.state import Scoring, State, Turn
from companion.games.nile.rules.tide import is_flood

Act: TypeAlias = Callable[[State, Any], Outcome[State]]


def check_goes_on(state: State, move: Move) -> None:
    """Raise `IllegalMove` once a pawn has met the obelisk."""
    check(state.phase == "over" and says.GAME_IS_OVER())


def _unless_bidding(act: Act) -> Act:
    """The act, which raises `IllegalMove` while some have bid and others have not."""

    def checked(state: State, move: Move) -> Outcome[State]:
        must_bid = says.MUST_BID_TO_START if state.phase == "boat" else says.MUST_BID
        missing = names(seat for seat in range(state.seats) if seat not in state.bids)
        check(state.bids and must_bid(names=missing))
        return act(state, move)

    return checked


def _after_the_start(act: Act) -> Act:
    """The act, which raises `IllegalMove` while the start is not complete."""

    def checked(state: State, move: Move) -> Outcome[State]:
        if state.phase != "boat":
            return act(state, move)
        missing = names(seat for seat in range(state.seats) if seat not in state.ready)
        raise IllegalMove(
            *first_of(
                state.options["start_bid"] and says.BID_FIRST(),
                missing and says.BOAT_FIRST(names=missing),
                says.OLDEST_FIRST(),
            )
        )

    return _unless_bidding(checked)


def _action(act: Callable[[State, Turn, Any], Outcome[State]]) -> Act:
    """An action of the player whose turn it is, with the turn over if it says that it was the last of them."""

    def acted(state: State, turn: Turn, move: Any) -> Outcome[State]:
        done = act(state, turn, move)
        if move.through is None:
            return done
        assert done.state.turn is not None
        ended = finish(done.state, done.state.turn, Pass(move.seat, move.through))
        return replace(ended, rulings=(*done.rulings, *ended.rulings), flags=done.flags)

    return _in_turn(acted)


def _in_turn(act: Callable[[State, Turn, Any], Outcome[State]]) -> Act:
    """The act of the player whose turn it is, which raises `IllegalMove` for anyone else."""
    return _after_the_start(lambda state, move: act(state, _turn_under_way(state, move.seat), move))


def _turn_under_way(state: State, seat: int) -> Turn:
    """The turn under way. Raise `IllegalMove` if it is not this seat's."""
    if state.turn is None:
        assert state.starter is not None
        tide_first = says.FLOOD_FIRST if is_flood(state.marker) else says.EBB_FIRST
        raise IllegalMove(tide_first(name=SeatName(state.starter)))
    check(state.turn.seat != seat and says.NOT_YOUR_TURN(name=SeatName(state.turn.seat)), path="seat")
    return state.turn


def finish(state: State, turn: Turn, move: Pass) -> Outcome[State]:
    """The state once the actions up to the seat named are over. Raise `IllegalMove` for a seat whose turn is past."""
    seat = move.through
    if seat is None or seat == turn.seat:
        return _end_actions(state, turn)
    check(
        turn.is_extra and says.EXTRA_PHASE_OF(name=SeatName(turn.seat)),
        seat not in to_come(state, turn) and says.HAS_FINISHED(name=SeatName(seat)),
        path="through",
    )
    # One player after another, for each has points of their own to begin with.
    ended = _end_actions(state, turn).state
    assert ended.turn is not None
    return finish(ended, ended.turn, move)


def to_come(state: State, turn: Turn) -> tuple[int, ...]:
    return state.in_turn[state.in_turn.index(turn.seat) + 1 :]


def _end_actions(state: State, turn: Turn) -> Outcome[State]:
    """The state at the next player's turn; after the last player with the whole scoring done."""
    if turn.is_extra:
        # Back to the turn it interrupted; during a tide there was none, and the tide goes on.
        return Outcome(replace(state, turn=state.interrupted, interrupted=None))
    following = (turn.seat + 1) % state.seats
    # The round ends where it began, at the seat with the pillar.
    return Outcome(replace(state, turn=Turn(following))) if following != state.starter else score_turn(state)


def score_turn(state: State) -> Outcome[State]:
    """The state at the next turn's start: the pillar one seat on, boat and full columns cleared, the end checked (NI-20)."""
    assert state.starter is not None
    moved = replace(state, starter=(state.starter + 1) % state.seats, turn=None, tried=(), round=state.round + 1)
    # First the boat: what is sold now goes into it and leaves only at the next scoring (NI-34).
    cleared, rulings = _clear_boat(moved)
    sold, more = _sell(cleared)
    result = end(sold.pawns, sold.obelisk, sold.lost_by_seat)
    rulings = (*rulings, *more, result)
    winners = result.answer.winners if result.answer.over else None
    record = Scoring(
        state.round,
        # What was added to the lost plants just now.
        cleared.lost[len(state.lost) :],
        {column: cleared.market[column] for column in cleared.full_columns},
        tuple(zip(state.pawns, sold.pawns, strict=True)),
        (state.obelisk, sold.obelisk),
        rulings,
    )
    return Outcome(replace(sold, winners=winners, scorings=(*state.scorings, record)), rulings)


def _clear_boat(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """The boat's plants out of the game, if this scoring does that."""
    if not state.boat or not (state.full_columns or state.options["purge_every_turn"]):
        return state, ()
    result = purge(state.boat, state.obelisk)
    return replace(state, boat=(), lost=(*state.lost, *state.boat), obelisk=result.answer.obelisk), (result,)


def _sell(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """Every full column paid, then all its plants, rotten ones too, in the boat together (NI-34)."""
    full = state.full_columns
    if not full:
        return state, ()
    score = market_scoring([state.market[column] for column in full], state.options, full)
    pawns = tuple(square + score.answer.balance.get(seat, 0) for seat, square in enumerate(state.pawns))
    sold = tuple(Plant(one.seat, one.plant) for column in full for one in state.market[column])
    market = {column: () if column in full else plants for column, plants in state.market.items()}
    return replace(state, pawns=pawns, boat=(*state.boat, *sold), market=market), (score,)


MOVES: Final[Moves] = {
    "boat": (moves.Boat, _unless_bidding(opening.fill_boat)),
    "lay_first": (moves.LayFirst, _unless_bidding(opening.lay_first)),
    "starter": (moves.Starter, _unless_bidding(opening.take_pillar)),
    "first_desert": (moves.FirstDesert, _unless_bidding(opening.first_desert)),
    "tide": (moves.PlayTide, _after_the_start(river.play_tide)),
    "flooded": (moves.Flooded, _after_the_start(river.flood_plants)),
    "rot": (moves.LetRot, _after_the_start(river.let_rot)),
    "sow": (moves.Sow, _action(actions.sow)),
    "grow": (moves.Grow, _action(actions.grow)),
    "harvest": (moves.Harvest, _action(actions.harvest)),
    "buy_seed": (moves.BuySeed, _action(actions.buy_seed)),
    "buy_other": (moves.BuyOther, _action(actions.buy_other)),
    "buy_joker": (moves.BuyJoker, _action(actions.buy_joker)),
    "joker": (moves.SpendJoker, _action(actions.spend_joker)),
    "heal": (moves.Heal, _action(actions.heal)),
    "bid": (moves.Bid, bids.bid),
    "palms": (moves.EnterPalms, _unless_bidding(opening.enter_palms)),
    "pass": (moves.Pass, _in_turn(finish)),
    "track": (moves.Track, lambda state, move: Outcome(replace(state, options={**state.options, "depth": move.depth}))),
    "stand_now": (CatchUp, catch_up),
    "from_paper": (FromPaper, from_paper),
}
