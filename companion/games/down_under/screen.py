"""What the table screen says of a match: whose turn it is, what the last tile brought about, how everybody stands."""

from __future__ import annotations

from companion.engine.game import Viewer
from companion.engine.screen import Screen
from companion.engine.text import SeatName, Text, names, say
from companion.games.down_under.display import Board, board
from companion.games.down_under.drawing import LINES
from companion.games.down_under.state import State


def screen(state: State) -> Screen:
    """What stands round the table as it lies."""
    shown = board(state, Viewer(), {})
    return Screen(
        say("The game is over") if state.turn is None else say("{name}'s turn", name=SeatName(state.turn)),
        say("{area}, turn {turn}", area=shown.area, turn=shown.number),
        None,
        _call(state, shown.phase),
        state.turn,
        (),
        _verdict(shown),
        say("Points") if state.is_over else None,
        (),
        shown.standings,
        tuple(LINES[state.colours_of(seat)[0]] for seat in range(state.seats)),
    )


def _call(state: State, phase: str) -> Text | None:
    if state.turn is None:
        return None
    name = SeatName(state.turn)
    if phase == "billabong":
        return say("{name} lays a billabong", name=name)
    if phase == "turn":
        return say("{name} may turn a tile", name=name)
    if state.way_out is not None:
        return say("{name} goes on out of the billabong with one more tile.", name=name)
    return say("{name} lays a tile", name=name)


def _verdict(shown: Board) -> tuple[Text, ...]:
    if shown.ending is not None:
        lost = [place.seat for place in shown.ending.places if place.has_lost]
        return (
            shown.ending.headline,
            *((say("Lost for want of a dingo: {names}.", names=names(lost)),) if lost else ()),
        )
    return tuple(call.headline for call in shown.calls)
