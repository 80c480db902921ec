"""The trays beside the table and the judge's drawing: shapes, colours and animals to tap, with what is left (DU-1, DU-3)."""

from typing import Final, NamedTuple

from companion.engine.text import Text
from companion.games.down_under.board.drawing import LINES
from companion.games.down_under.board.sketch import KINDS, Sketch
from companion.games.down_under.rules.components import (
    ANIMALS,
    BILLABONGS,
    COLOURS,
    HERD,
    SIZES,
    STOCK,
    WORDS,
    Animal,
    Colour,
    Kind,
)
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State

SHAPES: Final[tuple[Kind, ...]] = ("curve", "straight", "terminus")


class ColourPick(NamedTuple):
    """One colour to lay from, and whose it is; nobody's where it only marks the area."""

    colour: Colour
    line: str
    name: Text
    seat: int | None
    is_chosen: bool


class Pick(NamedTuple):
    """Something in the tray: what a tap on it sends, how many of it are left, whether it is chosen."""

    name: Text
    sent: str
    look: str
    left: int | None
    is_chosen: bool


def shape_pick(state: State, colour: Colour, kind: Kind, chosen: Kind) -> Pick:
    return Pick(WORDS[kind], kind, kind, max(0, state.stock(colour).get(kind, STOCK[kind])), kind == chosen)


def colour_pick(state: State, colour: Colour, chosen: Colour) -> ColourPick:
    seat = state.seat_of(colour) if colour in state.colours else None
    return ColourPick(colour, LINES[colour], WORDS[colour], seat, colour == chosen)


def animal_picks(state: State, colour: Colour, chosen: Animal | None) -> tuple[Pick, ...]:
    """The animals to choose from, where they count (DU-43)."""
    if not state.options["animals"] or colour not in state.colours:
        return ()
    herd = state.herd(colour)
    return tuple(Pick(WORDS[one], one, one, herd[one], one == chosen) for one in ANIMALS)


class SizePick(NamedTuple):
    short: int
    long: int
    sent: str
    is_chosen: bool


def sizes(area: Area | None) -> tuple[SizePick, ...]:
    chosen = None if area is None else (min(area), max(area))
    return tuple(
        SizePick(short, long, f"size={index}", (short, long) == chosen) for index, (short, long) in enumerate(SIZES)
    )


def shapes(sketch: Sketch) -> tuple[Pick, ...]:
    tile = sketch.tile
    colour = tile.colour if tile and tile.colour else COLOURS[sketch.ink]
    chosen = KINDS.index(tile.kind) if tile else sketch.brush
    found = []
    for index, kind in enumerate(KINDS):
        most = BILLABONGS if kind == "billabong" else STOCK[kind]
        used = sum(one.kind == kind and one.colour in (colour, None) for one in sketch.tiles)
        found.append(Pick(WORDS[kind], f"shape={index}", kind, max(0, most - used), index == chosen))
    return tuple(found)


def inks(sketch: Sketch) -> tuple[Pick, ...]:
    tile = sketch.tile
    chosen = COLOURS.index(tile.colour) if tile and tile.colour else sketch.ink
    return tuple(
        Pick(WORDS[one], f"colour={index}", LINES[one], None, index == chosen) for index, one in enumerate(COLOURS)
    )


def animals(sketch: Sketch) -> tuple[Pick, ...]:
    """The animals for the chosen tile; none if it shows none."""
    tile = sketch.tile
    if tile is None or tile.kind not in ("straight", "curve"):
        return ()
    found = []
    for index, one in enumerate(ANIMALS, 1):
        left = HERD[one] - sum(other.animal == one and other.colour == tile.colour for other in sketch.tiles)
        sent = 0 if tile.animal == one else index
        found.append(Pick(WORDS[one], f"animal={sent}", one, max(0, left), tile.animal == one))
    return tuple(found)
