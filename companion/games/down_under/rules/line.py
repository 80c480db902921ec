"""The line of an unused colour that settles a fixed area: which tiles to take and where to lay them (DU-51)."""

from __future__ import annotations

from typing import Final

from companion.games.down_under.rules.components import TURNS, Cell, Colour, Kind, Side
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.tiles import OPPOSITE, SHAPES, Tile, beyond

_FIRST: Final[Side] = "W"
_LAST: Final[Side] = "N"


def line(area: Area, colour: Colour) -> tuple[Tile, ...]:
    """The tiles from the bottom left to the top right corner, (0, 0) being the top left cell.

    One bend at either end, then straights, with one bend where the line turns from rows to columns.
    """
    columns, rows = sorted(area)
    bend: tuple[Side, ...] = ("N", "E")
    up: tuple[Side, ...] = ("N",)
    across: tuple[Side, ...] = ("E",)
    steps = (*bend, *up * (rows - 3), *across * (columns - 3), *bend)
    cell = (0, rows - 1)
    tiles = []
    coming: Side = _FIRST
    for going in (*steps, _LAST):
        tiles.append(joining(cell, coming, going, colour))
        cell, coming = beyond(cell, going), OPPOSITE[going]
    return tuple(tiles)


def joining(cell: Cell, one: Side, other: Side, colour: Colour) -> Tile:
    """The tile whose coloured path joins these two sides."""
    kind: Kind = "straight" if OPPOSITE[one] == other else "curve"
    wanted = {one, other}
    turn = next(turn for turn in TURNS if set(SHAPES[kind, turn][0]) == wanted)
    return Tile(*cell, kind, colour, turn)
