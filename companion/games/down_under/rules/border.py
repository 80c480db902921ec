"""The tiles that mark a fixed area: a line of an unused colour across it, for two also a frame round it (DU-51).

The frame takes all 14 straights and 14 of the 18 curves of both colours that nobody plays. Besides the corners, curves lie in
pairs: the grey of such a pair leads from the inner edge of the frame to the outer one, and the colour ends there, so that one
colour can give way to the other.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.down_under.rules.components import SIDES, TURNS, Cell, Colour, Kind, Side
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
    kind: Kind = "straight" if OPPOSITE[one] == other else "curve"
    wanted = {one, other}
    turn = next(turn for turn in TURNS if set(SHAPES[kind, turn][0]) == wanted)
    return Tile(*cell, kind, colour, turn)


_LEGS: Final[tuple[Side, ...]] = ("E", "S", "W", "N")
_DRAWN: Final[Mapping[Area, tuple[str, ...]]] = {
    (6, 6): ("ss<|>ss", "s<>sss", "s<|>sss", "<>ss<>"),
    (5, 7): ("ss<|>s", "ss<>sss", "s<|>ss", "<>ss<>s"),
    (4, 8): ("s<|>s", "ss<>ssss", "<|>ss", "s<>ss<>s"),
}
"""By area, clockwise from the top left corner, the tiles between the corners: straights, pairs; at `|` the colour changes."""


def border(area: Area, colours: tuple[Colour, ...]) -> tuple[Tile, ...]:
    """The tiles clockwise from the top left corner of the frame, (0, 0) being the top left cell of the area inside."""
    return tuple(_walk(_DRAWN[area], colours))


def _walk(legs: tuple[str, ...], colours: tuple[Colour, ...]) -> Iterator[Tile]:
    cell: Cell = (-1, -1)
    colour, other = colours
    for before, heading, leg in zip((_LEGS[-1], *_LEGS), _LEGS, legs, strict=False):
        yield joining(cell, OPPOSITE[before], heading, colour)
        cell = beyond(cell, heading)
        for sign in leg:
            if sign == "|":
                colour, other = other, colour
                continue
            yield joining(cell, *_sides(sign, heading), colour)
            cell = beyond(cell, heading)


def _sides(sign: str, heading: Side) -> tuple[Side, Side]:
    """The sides that a tile's coloured path joins: along the frame, out of it, or from within on along it."""
    inward = SIDES[(SIDES.index(heading) + 1) % len(SIDES)]
    if sign == "<":
        return OPPOSITE[heading], OPPOSITE[inward]
    return (inward, heading) if sign == ">" else (OPPOSITE[heading], heading)
