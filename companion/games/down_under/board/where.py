"""Where a tile may lie, in words for those who do not see the drawing: whose tile it follows, and which way it leads on."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.engine.text import SeatName, Text, say
from companion.games.down_under.board.drawing import tile_label
from companion.games.down_under.rules.components import KIND_NAMES, SIDE_NAMES, SIDES, Cell, Side
from companion.games.down_under.rules.network import Port
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import OPPOSITE, Tile, beyond, coloured_sides

_WAYS: Final = {0: say("straight on"), 1: say("curve to the right"), 3: say("curve to the left")}
"""How a tile leads on, by quarter turns to the right of the way into it."""


def behind(state: State, port: Port) -> Text:
    """Behind which tile a free cell lies, as one follows the route to this side of it; and in which direction."""
    x, y, side = port
    before = next(tile for tile in reversed(state.tiles) if tile.cell == beyond((x, y), side))
    to = SIDE_NAMES[OPPOSITE[side]]
    name = SeatName(state.seat_of(before.colour)) if before.colour in state.colours else None
    if name and before.kind == "curve":
        return say("behind {name}’s curve ({side})", name=name, side=to)
    if name and before.kind == "straight":
        return say("behind {name}’s straight ({side})", name=name, side=to)
    return say("behind: {tile} ({side})", tile=tile_label(before), side=to)


def leads(tile: Tile, entered: Sequence[Side]) -> Text:
    """Which way a tile leads on, as one comes into it at the first of these sides that its coloured path reaches."""
    if tile.kind == "terminus":
        return KIND_NAMES["terminus"]
    sides = coloured_sides(tile)
    way_in = next(side for side in entered if side in sides)
    way_out = next(side for side in sides if side != way_in)
    return _WAYS[(SIDES.index(way_out) - SIDES.index(OPPOSITE[way_in])) % 4]


def beside(cell: Cell, lying: Mapping[Cell, Sequence[Tile]]) -> tuple[Text, ...]:
    """The tiles next to a free cell, each with the side on which it lies."""
    return tuple(
        say("{tile} ({sides})", tile=tile_label(tile), sides=(SIDE_NAMES[side],))
        for side in SIDES
        for tile in lying.get(beyond(cell, side), ())
    )
