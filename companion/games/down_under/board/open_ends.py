"""The open ends of the route that goes on, and every tile that may lie there by the rules: each is one tap (DU-16 to DU-22)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.engine.text import SeatName, Text, say, signs
from companion.games.down_under.board.drawing import tile_label
from companion.games.down_under.rules.components import SIDES, WORDS, Cell, Colour, Kind, Side, Turn
from companion.games.down_under.rules.network import Port, network_on
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import OPPOSITE, Tile, beyond, coloured_sides
from companion.games.down_under.rules.ways import own_ends, ways_to_lay

_WAYS: Final = {0: say("straight on"), 1: say("curve to the right"), 3: say("curve to the left")}
"""How a tile leads on, by quarter turns to the right of the way into it."""


def behind(state: State, port: Port) -> Text:
    """Behind which tile a free cell lies, as one follows the route to this side of it; and in which direction."""
    x, y, side = port
    before = next(tile for tile in reversed(state.tiles) if tile.cell == beyond((x, y), side))
    to = WORDS[OPPOSITE[side]]
    name = SeatName(state.seat_of(before.colour)) if before.colour in state.colours else None
    if name and before.kind == "curve":
        return say("behind {name}’s curve ({side})", name=name, side=to)
    if name and before.kind == "straight":
        return say("behind {name}’s straight ({side})", name=name, side=to)
    return say("behind: {tile} ({side})", tile=tile_label(before), side=to)


def leads(tile: Tile, entered: Sequence[Side]) -> Text:
    """Which way a tile leads on, as one comes into it at the first of these sides that its coloured path reaches."""
    if tile.kind == "terminus":
        return WORDS["terminus"]
    sides = coloured_sides(tile)
    way_in = next(side for side in entered if side in sides)
    way_out = next(side for side in sides if side != way_in)
    return _WAYS[(SIDES.index(way_out) - SIDES.index(OPPOSITE[way_in])) % 4]


class Way(NamedTuple):
    kind: Kind
    turn: Turn
    label: Text


class OpenEnd(NamedTuple):
    """A free cell at which the route may go on, the tiles of which most are left first.

    `number` is how the drawing calls it, `where` says what it lies behind.
    """

    number: int
    x: int
    y: int
    where: Text
    ways: tuple[Way, ...]

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)

    def label(self, lying: Tile | None = None) -> Text:
        """The tile that lies there, else the likeliest, and where that is: in words for those who do not see the drawing."""
        shown = next(
            (way for way in self.ways if lying and (way.kind, way.turn) == (lying.kind, lying.turn)), self.ways[0]
        )
        return signs("{tile}, {where}", tile=shown.label, where=self.where)

    def tapped(self, lying: Tile | None = None) -> str:
        """What a tap there sends: its first tile, or the one after the tile that lies there already."""
        shapes = [(way.kind, way.turn) for way in self.ways]
        now = shapes.index((lying.kind, lying.turn or 0)) if lying and (lying.kind, lying.turn) in shapes else -1
        kind, turn = shapes[(now + 1) % len(shapes)]
        return f"{self.x},{self.y}:{kind}:{turn}"


def open_ends(state: State, colour: Colour) -> tuple[OpenEnd, ...]:
    """The open ends of a colour that has opened, row by row; none where a billabong has to come first."""
    if state.due is not None or not state.has_opened(colour) or colour not in state.colours:
        return ()
    found: dict[Cell, dict[tuple[Kind, Turn], Tile]] = {}
    for tile in ways_to_lay(state, colour):
        found.setdefault(tile.cell, {})[tile.kind, tile.turn or 0] = tile
    sides: dict[Cell, list[Side]] = {}
    for x, y, side in own_ends(network_on(state.tiles), colour):
        sides.setdefault((x, y), []).append(side)
    cells = sorted(found, key=lambda cell: (cell[1], cell[0]))
    left = state.stock(colour)
    return tuple(
        OpenEnd(
            number,
            *cell,
            behind(state, (*cell, sides[cell][0])),
            tuple(
                Way(*lies, leads(tile, sides[cell]))
                for lies, tile in sorted(found[cell].items(), key=lambda one: -left[one[0][0]])
            ),
        )
        for number, cell in enumerate(cells, 1)
    )
