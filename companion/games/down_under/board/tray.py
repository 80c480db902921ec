"""The tray beside the table: shapes, colours and animals to tap, with what each colour has left (DU-1, DU-3)."""

from dataclasses import dataclass
from typing import Final

from companion.engine.text import Text
from companion.games.down_under.board.drawing import LINES
from companion.games.down_under.rules.components import (
    ANIMAL_NAMES,
    ANIMALS,
    COLOUR_NAMES,
    KIND_NAMES,
    STOCK,
    Animal,
    Colour,
    Kind,
)
from companion.games.down_under.rules.state import State

SHAPES: Final[tuple[Kind, ...]] = ("curve", "straight", "terminus")


@dataclass(frozen=True, slots=True)
class ShapePick:
    """One shape to tap: how many of it this colour has left."""

    kind: Kind
    name: Text
    left: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ColourPick:
    """One colour to lay from, and whose it is; nobody's where it only marks the area."""

    colour: Colour
    line: str
    name: Text
    seat: int | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class AnimalPick:
    """One animal to tap: how many of it this colour has not shown yet."""

    animal: Animal
    name: Text
    left: int
    is_chosen: bool


def shape_pick(state: State, colour: Colour, kind: Kind, chosen: Kind) -> ShapePick:
    """A shape of a colour in the tray."""
    return ShapePick(kind, KIND_NAMES[kind], max(0, state.stock(colour).get(kind, STOCK[kind])), kind == chosen)


def colour_pick(state: State, colour: Colour, chosen: Colour) -> ColourPick:
    """A colour in the tray."""
    seat = state.seat_of(colour) if colour in state.colours else None
    return ColourPick(colour, LINES[colour], COLOUR_NAMES[colour], seat, colour == chosen)


def animal_picks(state: State, colour: Colour, chosen: Animal | None) -> tuple[AnimalPick, ...]:
    """The animals to choose from, where they count (DU-43)."""
    if not state.options["animals"] or colour not in state.colours:
        return ()
    herd = state.herd(colour)
    return tuple(AnimalPick(one, ANIMAL_NAMES[one], herd[one], one == chosen) for one in ANIMALS)
