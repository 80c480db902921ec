"""The tiles that mark a fixed area, one after the other as the set-up sheet draws them (DU-51)."""

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from companion.engine.game import Draft
from companion.engine.schema.formdata import choice
from companion.games.down_under.board.taps import cell_of
from companion.games.down_under.rules.components import Colour
from companion.games.down_under.rules.setup import border, line
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile

Way: TypeAlias = Literal["line", "frame"]
WAYS: Final[tuple[Way, ...]] = ("line", "frame")
MARKS: Final = "_marks"
"""The field that says whether this device lays a line across the area or a frame round it."""


def way_of_marking(state: State, draft: Draft) -> Way | None:
    """What is being laid to mark the area; None if nothing is. A frame takes the tiles of two colours."""
    if not state.is_marking_the_area or is_marked(state):
        return None
    if len(unplayed(state)) < 2:
        return "line"
    is_begun = bool(state.tiles) and state.tiles == _frame(state)[: len(state.tiles)]
    return choice(draft, MARKS, WAYS) or ("frame" if is_begun else "line")


def next_mark(state: State, draft: Draft, colour: Colour | None = None) -> Tile | None:
    """The next tile of the line (in this colour) or the frame, as long as they are laid as drawn; None after the last."""
    way = way_of_marking(state, draft)
    if way is None or colour in state.colours:
        return None
    drawn = _frame(state) if way == "frame" else line(_agreed(state), colour or unplayed(state)[0])
    if len(state.tiles) >= len(drawn) or state.tiles != drawn[: len(state.tiles)]:
        return None
    found = drawn[len(state.tiles)]
    return found if colour in (None, found.colour) else None


def is_marked(state: State) -> bool:
    """Whether the area is marked to the last tile as the set-up sheet draws it: by a line in one colour, or a frame."""
    colours = unplayed(state)
    ways = [line(_agreed(state), colour) for colour in colours] + ([_frame(state)] if len(colours) > 1 else [])
    return bool(state.tiles) and any(state.tiles == tuple(way) for way in ways)


def is_unasked(state: State, draft: Draft) -> bool:
    """Whether no cell was tapped: none stands in the form, or just the first one of the way that was changed for the other."""
    cell = cell_of(draft, "tile.")
    if cell is None or state.tiles or "cell" in draft:
        return cell is None
    others = (one for one in WAYS if one != way_of_marking(state, draft))
    firsts = (next_mark(state, {**draft, MARKS: (one,)}) for one in others)
    return any(first is not None and first.cell == cell for first in firsts)


def unplayed(state: State) -> tuple[Colour, ...]:
    return state.box[state.seats :]


def _frame(state: State) -> tuple[Tile, ...]:
    return border(_agreed(state), unplayed(state))


def _agreed(state: State) -> Area:
    """The size agreed on, before any tile has marked another."""
    area = replace(state, tiles=()).area
    assert area is not None
    return area
