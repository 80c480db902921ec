"""Which animal is on which tile of this box: no source lists it, so it is learnt from what tables enter (DU-3)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from companion.engine.game import BoxNotes, Draft
from companion.engine.schema.marks import Between
from companion.engine.text import Text, say
from companion.games.down_under.board.drawing import LINES, tile_label
from companion.games.down_under.board.tile_entry import tile_entry
from companion.games.down_under.rules.components import ANIMALS, COLOURS, STOCK, WORDS, Animal, Colour
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile

FullSize = Literal["straight", "curve"]
FULL_SIZES: Final[tuple[FullSize, ...]] = ("curve", "straight")


@dataclass(frozen=True, slots=True)
class BoxTile:
    """A tile of the box: its colour, its shape, its animal, and which of several alike it is, from 1."""

    colour: Colour
    kind: FullSize
    animal: Animal
    copy: Annotated[int, Between(1, STOCK["curve"], "DU-3", "number of the tile")] = 1


@dataclass(frozen=True, slots=True)
class TileShown:
    """A tile of the box in words and looks; nothing chosen yet if there is no tile."""

    colour: Colour | None = None
    kind: str | None = None
    animal: Animal | None = None
    copy: int = 1
    line: str = "a"
    text: Text | None = None
    colours: tuple[tuple[Colour, Text], ...] = tuple((one, WORDS[one]) for one in COLOURS)
    kinds: tuple[tuple[str, Text], ...] = tuple((one, WORDS[one]) for one in FULL_SIZES)
    animals: tuple[tuple[Animal, Text], ...] = tuple((one, WORDS[one]) for one in ANIMALS)


class BoxLimits(NamedTuple):
    """What the box says of the tile being entered: the animals it cannot have, and the only one left, if it is.

    `by_shape`: the animals that a tile of each shape cannot have, of the player who enters.
    """

    unlikely: tuple[Animal, ...]
    only: Animal | None
    by_shape: tuple[tuple[str, tuple[Animal, ...]], ...] = ()


def entered(state: State) -> tuple[BoxTile, ...]:
    # Numbered within a match: two alike in one match are two tiles, one seen in two matches is the same.
    seen: Counter[tuple[Colour, FullSize, Animal]] = Counter()
    found = []
    for tile in state.tiles:
        if tile.colour and tile.animal and (tile.kind == "straight" or tile.kind == "curve"):
            seen[tile.colour, tile.kind, tile.animal] += 1
            found.append(BoxTile(tile.colour, tile.kind, tile.animal, seen[tile.colour, tile.kind, tile.animal]))
    return tuple(found)


def shown(tile: BoxTile | None) -> TileShown:
    if tile is None:
        return TileShown()
    text = tile_label(Tile(0, 0, tile.kind, tile.colour, 0, tile.animal))
    return TileShown(tile.colour, tile.kind, tile.animal, tile.copy, LINES[tile.colour], text)


def offer(state: State, draft: Draft, noted: tuple[BoxTile, ...]) -> BoxLimits | None:
    """What the box says of the tile that is being entered; None where animals do not count or nothing is known of its colour."""
    if not state.options["animals"] or state.is_over:
        return None
    entry = tile_entry(state, draft)
    found = {kind: _known_of(state, entry.colour, kind, noted) for kind in FULL_SIZES}
    by_shape = tuple((kind, one.unlikely) for kind, one in found.items() if one.unlikely)
    of_entry = found["straight" if entry.kind == "straight" else "curve"]
    return of_entry._replace(by_shape=by_shape) if any(one.colour == entry.colour for one in noted) else None


def _known_of(state: State, colour: Colour, kind: FullSize, noted: tuple[BoxTile, ...]) -> BoxLimits:
    of_shape = Counter(one.animal for one in noted if one.colour == colour and one.kind == kind)
    laid = Counter(tile.animal for tile in state.tiles if tile.colour == colour and tile.kind == kind)
    left = {animal: of_shape[animal] - laid[animal] for animal in ANIMALS}
    return known(left, is_whole=sum(of_shape.values()) >= STOCK[kind])


def known(left: Mapping[Animal, int], *, is_whole: bool) -> BoxLimits:
    """What follows from the tiles of a shape still in hand: anything is certain only if all of that shape are known."""
    possible = [animal for animal in ANIMALS if left[animal] > 0]
    if not is_whole:
        return BoxLimits((), None)
    unlikely = tuple(animal for animal in ANIMALS if animal not in possible)
    return BoxLimits(unlikely, possible[0] if len(possible) == 1 else None)


TILES_OF_THE_BOX: Final[BoxNotes[State]] = BoxNotes(
    name="tiles",
    title=say("The animals in this box"),
    about=say("No rulebook says which animal is on which tile."),
    shape=BoxTile,
    entered=entered,
    show=shown,
    offer=offer,
)
