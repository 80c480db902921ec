"""The frame round a play area for two, of the tiles of both colours that nobody plays (DU-51).

It takes all 14 straights and 14 of the 18 curves. Besides the corners, curves lie in pairs: the grey of such a pair leads
from the inner edge of the frame to the outer one, and the colour ends there, so that one colour can give way to the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.down_under.rules.components import SIDES, Cell, Colour, Side
from companion.games.down_under.rules.line import joining
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.tiles import OPPOSITE, Tile, beyond

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
