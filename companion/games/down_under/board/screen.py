"""What the table screen says of a match: whose turn it is, what the last tile brought about, how everybody stands."""

from dataclasses import dataclass, replace

from companion.engine.game import Viewer
from companion.engine.present import Screen
from companion.engine.text import SeatName, Text, names, say
from companion.games.down_under.board.desk import Desk
from companion.games.down_under.board.picture import last_corner
from companion.games.down_under.board.standing import Standing, who_won
from companion.games.down_under.board.view import NUMBERED, Board, board
from companion.games.down_under.rules.state import State


@dataclass(frozen=True, slots=True)
class Beside:
    desk: Desk
    standings: tuple[Standing, ...]

    @property
    def whose(self) -> tuple[tuple[int, str], ...]:
        return tuple((one.seat, one.line) for one in self.standings)


def screen(state: State) -> Screen:
    shown = board(state, Viewer(), {} if state.turn is None else {NUMBERED: state.colours_of(state.turn)[:1]})
    last = last_corner(state, shown.desk.window)
    return Screen(
        place=_place(state),
        within=say("{area}, turn {turn}", area=shown.area, turn=shown.number) if state.tracks_tiles else shown.area,
        call=_call(state, shown.phase),
        turn=state.turn if state.tracks_tiles else None,
        verdict=_verdict(state, shown),
        counted=say("Points") if state.is_over else None,
        more=Beside(replace(shown.desk, ends=(), last=None, chosen=last or shown.desk.chosen), shown.standings),
    )


def _place(state: State) -> Text:
    if state.turn is None:
        return say("The game is over")
    return say("{name}’s turn", name=SeatName(state.turn)) if state.tracks_tiles else say("The table")


def _call(state: State, phase: str) -> Text | None:
    if state.turn is None:
        return None
    if not state.tracks_tiles:
        return say("At the end, photograph the table or count the paths.")
    name = SeatName(state.turn)
    if phase == "billabong":
        return say("{name} places a billabong", name=name)
    if phase == "turn":
        return say("{name} may turn a tile", name=name)
    if state.way_out is not None:
        return say("{name} places one more tile, leading out of the billabong.", name=name)
    return say("{name} places a tile", name=name)


def _verdict(state: State, shown: Board) -> tuple[Text, ...]:
    if state.is_over:
        out = names([one.seat for one in shown.lost])
        return (who_won(state), *((say("No dingo, so they lose: {names}.", names=out),) if shown.lost else ()))
    return tuple(call.headline for call in shown.calls)
