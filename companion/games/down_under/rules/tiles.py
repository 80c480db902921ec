"""A tile as it lies, and the paths drawn on it (DU-2, DU-3, DU-10 to DU-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, TypeAlias

from companion.engine.rulings import Json
from companion.engine.schema.declared import Depending
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import say
from companion.games.down_under.rules.components import (
    NAMED_COLOURS,
    SIDES,
    TILES,
    TURNS,
    Animal,
    Cell,
    Colour,
    Kind,
    Side,
    Turn,
)

STEPS: Final[Mapping[Side, Cell]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: Final[Mapping[Side, Side]] = {"N": "S", "E": "W", "S": "N", "W": "E"}


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile at (x, y), x to the east, y to the south; `turn` is clockwise in degrees.

    A billabong has neither colour, turn nor animal, but the pairs of sides that routes pass (`through`).
    """

    depending: ClassVar = Depending("kind", "billabong", without=("colour", "animal"), needed=("colour", "turn"))

    x: Annotated[int, Prompt(say("Column, from the west"), asks=say("Tap a cell."))]
    y: Annotated[int, Prompt(say("Row, from the north"))]
    kind: Annotated[Kind, Prompt(say("Shape"), widget="shape")]
    colour: Annotated[Colour, Prompt(say("Colour"), asks=say("Which colour?")), NAMED_COLOURS] | None = None
    turn: Annotated[Turn, Prompt(say("Clockwise turns"), widget="turn")] | None = None
    animal: Annotated[Animal, Prompt(say("Animal on the grey path"), widget="animal")] | None = None
    through: (
        Annotated[
            tuple[tuple[Side, Side], ...], Length(0, 2, "DU-13"), Prompt(say("Sides joined across the billabong"))
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        # Said or left out, no pairs of sides are the same: one tile has one form.
        if not self.through:
            object.__setattr__(self, "through", () if self.kind == "billabong" else None)

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Path:
    """One path on one tile: the sides it reaches (a terminus and an end at a billabong reach one), its colour or grey."""

    x: int
    y: int
    sides: tuple[Side, ...]
    colour: Colour | None = None
    animal: Animal | None = None

    @property
    def is_billabong_end(self) -> bool:
        """Whether this is where a route ends at a billabong: a terminus has a colour, other grey has two sides."""
        return self.colour is None and len(self.sides) == 1

    def flipped(self) -> Path:
        return Path(self.x, self.y, self.sides[::-1], self.colour, self.animal)


def _turned(sides: tuple[Side, ...], turn: Turn) -> tuple[Side, ...]:
    """Return the sides of a path after a turn of the tile (DU-10, DU-11)."""
    return tuple(SIDES[(SIDES.index(side) + turn // 90) % 4] for side in sides)


# The rulebook shows the shapes in pictures; how they lie before a turn is our convention (DU-10 to DU-12).
_AT_REST: Final[Mapping[Kind, tuple[tuple[Side, ...], tuple[Side, ...]]]] = {
    "straight": (("N", "S"), ("W", "E")),
    "curve": (("N", "E"), ("S", "W")),
    "terminus": (("N",), ("W", "E")),
}
SHAPES: Final[Mapping[tuple[Kind, Turn], tuple[tuple[Side, ...], tuple[Side, ...]]]] = {
    (kind, turn): (_turned(coloured, turn), _turned(grey, turn))
    for kind, (coloured, grey) in _AT_REST.items()
    for turn in TURNS
}
"""The sides of the coloured and of the grey path, by shape and turn."""


def paths_of(tiles: Iterable[Tile]) -> list[Path]:
    """A coloured and a grey path on each tile, in their order; two termini in a cell have one grey one between them (DU-2)."""
    paths: list[Path] = []
    shared: set[Cell] = set()
    for tile in tiles:
        if tile.kind == "billabong":
            pairs = tile.through or ()
            ends = [side for side in SIDES if not any(side in pair for pair in pairs)]
            paths += [
                *(Path(tile.x, tile.y, pair) for pair in pairs),
                *(Path(tile.x, tile.y, (side,)) for side in ends),
            ]
            continue
        coloured, grey = SHAPES[tile.kind, tile.turn or 0]
        paths.append(Path(tile.x, tile.y, coloured, tile.colour))
        if tile.kind == "terminus":
            if tile.cell in shared:
                continue
            shared.add(tile.cell)
        paths.append(Path(tile.x, tile.y, grey, None, tile.animal))
    return paths


def coloured_sides(tile: Tile) -> tuple[Side, ...]:
    return () if tile.kind == "billabong" else SHAPES[tile.kind, tile.turn or 0][0]


def beyond(cell: Cell, side: Side) -> Cell:
    return (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])


def are_back_to_back(one: Tile, other: Tile) -> bool:
    """Whether these are two termini entered from opposite sides, which may share a cell."""
    if one.kind != "terminus" or other.kind != "terminus":
        return False
    return abs((one.turn or 0) - (other.turn or 0)) == 180


def by_cell(tiles: Iterable[Tile]) -> dict[Cell, list[Tile]]:
    found: dict[Cell, list[Tile]] = {}
    for tile in tiles:
        found.setdefault(tile.cell, []).append(tile)
    return found


def tile_json(tile: Tile) -> dict[str, Json]:
    """The tile as plain data, nothing left out that belongs to its kind."""
    if tile.kind == "billabong":
        return {"x": tile.x, "y": tile.y, "kind": tile.kind, "through": [[*pair] for pair in tile.through or ()]}
    return {
        "x": tile.x,
        "y": tile.y,
        "kind": tile.kind,
        "colour": tile.colour,
        "turn": tile.turn or 0,
        "animal": tile.animal,
    }


Tiles: TypeAlias = Annotated[
    tuple[Tile, ...], Length(0, TILES, "DU-1"), Prompt(say("Tiles on the table"), widget="board")
]
