"""The end of a player's actions, and what follows the last player's: pillar, boat, columns, obelisk (NI-20, NI-30 to NI-35)."""

from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Ruling
from companion.engine.text import SeatName, say
from companion.games.nile.rules.columns import market_scoring
from companion.games.nile.rules.components import Plant
from companion.games.nile.rules.moves import Pass
from companion.games.nile.rules.obelisk import EndFacts, end, purge
from companion.games.nile.rules.state import Scoring, State, Turn


def finish(state: State, turn: Turn, move: Pass) -> Outcome[State]:
    """The state once the actions up to the seat named are over. Raises `IllegalMove` for a seat whose turn is past."""
    seat = move.through
    if seat is None or seat == turn.seat:
        return _end_actions(state, turn)
    if turn.is_extra:
        raise refuse(say("Only {name} plays the extra phase.", name=SeatName(turn.seat)), "NI-50", path="through")
    if seat not in to_come(state, turn):
        raise refuse(say("{name} has already finished.", name=SeatName(seat)), "NI-20", path="through")
    ended = _end_actions(state, turn).state
    assert ended.turn is not None
    return finish(ended, ended.turn, move)


def to_come(state: State, turn: Turn) -> tuple[int, ...]:
    """The seats that act after this turn, in order."""
    assert state.starter is not None
    gone = (turn.seat - state.starter) % state.seats
    return tuple((state.starter + step) % state.seats for step in range(gone + 1, state.seats))


def _end_actions(state: State, turn: Turn) -> Outcome[State]:
    """The state at the next player's turn; after the last player with the whole scoring done."""
    if turn.is_extra:
        return Outcome(replace(state, turn=state.aside, aside=None))
    following = (turn.seat + 1) % state.seats
    if following != state.starter:
        return Outcome(replace(state, turn=Turn(following)))
    return score_turn(state)


def score_turn(state: State) -> Outcome[State]:
    """The state at the next turn's start: the pillar one seat on, boat and full columns cleared, the end checked."""
    assert state.starter is not None
    moved = replace(state, starter=(state.starter + 1) % state.seats, turn=None, tried=(), round=state.round + 1)
    cleared, rulings = _clear_boat(moved)
    sold, more = _sell(cleared)
    result = end(EndFacts(sold.pawns, sold.obelisk, sold.lost_by_seat))
    rulings = (*rulings, *more, result)
    winners = result.answer.winners if result.answer.over else None
    record = Scoring(
        state.round,
        cleared.lost[len(state.lost) :],
        {column: cleared.column(column) for column in cleared.full_columns},
        tuple(zip(state.pawns, sold.pawns, strict=True)),
        (state.obelisk, sold.obelisk),
        rulings,
    )
    return Outcome(replace(sold, winners=winners, scorings=(*state.scorings, record)), rulings)


def _clear_boat(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """The boat's plants out of the game, if this scoring does that (NI-30)."""
    if not state.boat or not (state.full_columns or state.options["purge_every_turn"]):
        return state, ()
    result = purge(state.boat, state.obelisk)
    return replace(state, boat=(), lost=(*state.lost, *state.boat), obelisk=result.answer.obelisk), (result,)


def _sell(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """Every full column paid and its plants in the boat (NI-31 to NI-34)."""
    full = state.full_columns
    if not full:
        return state, ()
    score = market_scoring([state.column(column) for column in full], state.options, full)
    pawns = tuple(square + score.answer.balance.get(seat, 0) for seat, square in enumerate(state.pawns))
    sold = tuple(Plant(one.seat, one.plant) for column in full for one in state.column(column))
    market = {column: () if column in full else plants for column, plants in state.market.items()}
    return replace(state, pawns=pawns, boat=(*state.boat, *sold), market=market), (score,)
