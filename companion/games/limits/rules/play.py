"""What each move does, and which moves a table has (LI-10 to LI-15, LI-20).

An entry that contradicts the order of the game is doubtful, not refused: the table may record it anyway. An entry
without meaning is refused: starting twice, a second limit card in a round, hiding twice, a colour card at a table that
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.engine.errors import IllegalMove, refuse
from companion.engine.game import Move, Outcome, Setup
from companion.engine.text import SeatName, say
from companion.games.limits.rules import audit
from companion.games.limits.rules.catching_up import StandNow, stand_now
from companion.games.limits.rules.components import draw_pile
from companion.games.limits.rules.ending import accuse, count_out
from companion.games.limits.rules.laying import exchange, forget, hide, lay
from companion.games.limits.rules.moves import Accuse, CountOut, Exchange, ForgetToDraw, Hide, Lay, Start, TurnUp
from companion.games.limits.rules.paper import FromPaper, from_paper
from companion.games.limits.rules.starter import table_starts, youngest_starts
from companion.games.limits.rules.state import Player, State


def start(setup: Setup) -> State:
    """The state before anybody has been named to start."""
    return State(setup.options, (Player(),) * setup.seats, draw_pile=draw_pile(setup.seats))


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to. Raises `IllegalMove`."""
    if state.is_over:
        raise refuse(say("The game is over. All limit cards are taken."), "LI-30")
    if not state.is_logged and isinstance(move, (Hide, Lay, ForgetToDraw, Accuse)):
        raise _only_where_logged(move)
    return _PLAYS[type(move)](state, move)


def _only_where_logged(move: Move) -> IllegalMove:
    if isinstance(move, Accuse):
        return refuse(say("You count the pile yourselves. Enter what you counted."), "LI-22")
    return refuse(say("You count the pile yourselves, so cards aren’t entered in the app."), "LI-16")


def _start(state: State, move: Start) -> Outcome[State]:
    if state.played:
        text = say("The youngest starts only the first round. Now it’s the player with the last limit card.")
        raise refuse(text, "LI-12")
    if state.starter is not None:
        text = say("{name} is already named to start.", name=SeatName(state.starter))
        raise refuse(text, "LI-12", path="seat")
    ruling = youngest_starts(move.seat) if move.by is None else table_starts(move.seat, move.by)
    return Outcome(replace(state, starter=move.seat, next_seat=move.seat), (ruling,))


def _turn_up(state: State, move: TurnUp) -> Outcome[State]:
    if state.is_turned_up and (state.numbers is not None or move.numbers is None):
        raise refuse(say("This round already has its limit card. The next one comes after a ruling."), "LI-10")
    if state.is_logged and move.numbers is None:
        raise refuse(say("Enter the numbers on the limit card."), "LI-4", path="numbers")
    return Outcome(replace(state, is_turned_up=True, numbers=move.numbers), flags=audit.nobody_named(state))


def _stand_now(state: State, move: StandNow) -> Outcome[State]:
    stands, flags = stand_now(state, move)
    return Outcome(stands, flags=flags)


def _from_paper(state: State, move: FromPaper) -> Outcome[State]:
    over, rulings, flags = from_paper(state, move, start(Setup(state.seats, state.options)))
    return Outcome(over, rulings, flags)


_PLAYS: Final[Mapping[type, Callable[[State, Any], Outcome[State]]]] = {
    Start: _start,
    TurnUp: _turn_up,
    Hide: hide,
    Lay: lay,
    Exchange: exchange,
    ForgetToDraw: forget,
    Accuse: accuse,
    CountOut: count_out,
    StandNow: _stand_now,
    FromPaper: _from_paper,
}
