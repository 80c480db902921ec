"""What is typed on a phone and not saved: the figures, and how the state would be with them."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft
from companion.games.own_game.moves import FIGURE, Fill, Points, figure_of
from companion.games.own_game.play import play
from companion.games.own_game.state import State


def typed_under(draft: Draft, name: str) -> str:
    """The figure typed under this name; empty if there is none."""
    last = (draft.get(name) or ("",))[-1].strip()
    return last if name and FIGURE.fullmatch(last) else ""


def as_figure(text: str) -> int | str:
    # A sum ("3+6") goes on as a text: the move adds it up.
    return int(text) if text.removeprefix("-").isdigit() else text


def _figures(draft: Draft, of: str, them: Iterable[int]) -> dict[int, int | str]:
    typed = {one: typed_under(draft, f"{of}.{one}") for one in them}
    return {one: as_figure(text) for one, text in typed.items() if text}


def is_possible(state: State, row: int, figure: int | str) -> bool:
    """Whether there can be so much in a row, or of points; what is no figure yet may become one."""
    with suppress(NotAMove):
        return not 0 < state.most(row) < figure_of(figure, "")
    return True


def tried(state: State, draft: Draft) -> State:
    """The state with what is typed; as it is where that cannot be entered."""
    seats, rows = [side[0] for side in state.sides], range(len(state.definition.rows))
    points = {seat: one for seat, one in _figures(draft, "points", seats).items() if is_possible(state, 0, one)}
    cells = {
        seat: {at: one for at, one in _figures(draft, f"cells.{seat}", rows).items() if is_possible(state, at, one)}
        for seat in seats
    }
    # Half a figure is typed at every moment: then the board is simply as it was.
    with suppress(IllegalMove, NotAMove):
        found = play(state, Fill(cells) if state.definition.has_rows else Points(points)).state
        # Rows of a round that is full stay in sight.
        return replace(found.in_sight, is_stopped=False)
    return state
