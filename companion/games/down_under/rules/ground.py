"""The tiles as they lie, of a match and before the judge alike: what is left, what leads where, which tile fits.

What lies there is traced once, and each tile tried is joined to the chains that lead to its cell.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.engine.errors import check
from companion.engine.game import Options
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import checked_network
from companion.games.down_under.rules.components import BILLABONGS, HERD, STOCK, Animal, Cell, Colour, Kind
from companion.games.down_under.rules.network import Chain, Network, network_on
from companion.games.down_under.rules.span import Area, Span, counts_in_span, fits, span_of, spanning
from companion.games.down_under.rules.tiles import SHAPES, Tile, are_back_to_back, by_cell


@dataclass(frozen=True)
class Ground:
    """Tiles in the order laid, the area (None: not said, or none is played), house rules, the cells at which routes ended."""

    tiles: tuple[Tile, ...]
    options: Options
    area: Area | None = None
    dead: frozenset[Cell] = frozenset()

    def with_tile(self, tile: Tile) -> "Ground":
        """The ground with one more tile, whatever rules say of it."""
        return replace(self, tiles=(*self.tiles, tile))

    @property
    def network(self) -> Network:
        return network_on(self.tiles)

    @cached_property
    def by_cell(self) -> Mapping[Cell, Sequence[Tile]]:
        return by_cell(self.tiles)

    @cached_property
    def span(self) -> Span | None:
        return span_of(self.tiles, self.options)

    @property
    def opened(self) -> frozenset[Colour]:
        """The colours that have a tile here."""
        return frozenset(tile.colour for tile in self.tiles if tile.colour is not None)

    @property
    def billabongs_left(self) -> int:
        # A recorded match may hold more than the box.
        return max(0, BILLABONGS - sum(tile.kind == "billabong" for tile in self.tiles))

    @property
    def led_to(self) -> Mapping[Cell, set[Colour]]:
        """The free cells to which routes lead, with the colours of these."""
        led: dict[Cell, set[Colour]] = {}
        for (x, y, _), chain in self.network.open_at.items():
            if chain.colours and (x, y) not in self.by_cell:
                led.setdefault((x, y), set()).update(chain.colours)
        return led

    def stock(self, colour: Colour) -> Mapping[Kind, int]:
        """The tiles of a colour that are left."""
        laid = Counter(tile.kind for tile in self.tiles if tile.colour == colour)
        return {kind: most - laid[kind] for kind, most in STOCK.items()}

    def herd(self, colour: Colour) -> Mapping[Animal, int]:
        """The animals on the tiles of a colour that are left."""
        shown = Counter(tile.animal for tile in self.tiles if tile.colour == colour)
        return {animal: most - shown[animal] for animal, most in HERD.items()}

    def has_room(self, tile: Tile) -> bool:
        """Whether the cell takes the tile: it is free, or holds a terminus entered from the opposite side."""
        # Where routes met and no billabong was left, they end at the empty cell for good (DU-33).
        here = self.by_cell.get(tile.cell, ())
        if tile.cell in self.dead:
            return False
        return not here or (len(here) == 1 and are_back_to_back(here[0], tile))

    def holds(self, tile: Tile) -> bool:
        """Whether the tiles stay in the area with this one too; children play without any."""
        if self.area is None or self.options["variant"] == "children" or not counts_in_span(tile, self.options):
            return True
        return fits(spanning(self.span, tile.cell), self.area)

    def takes(self, tile: Tile) -> bool:
        """Whether a tile of a colour finds room, stays in the area and joins no two colours."""
        return self.has_room(tile) and self.holds(tile) and not self._would_mix(tile)

    def _would_mix(self, tile: Tile) -> bool:
        """Whether a path of the tile joins two colours that no chain has joined before.

        `placement.lay` finds the same by laying the tile, and says where: too slow for each place of an area.
        """
        coloured, grey = self._met(tile)
        # Both paths of the tile would belong to one chain, so all that meets there is joined.
        if any(chain is other for chain in coloured for other in grey):
            coloured, grey = [*coloured, *grey], []
        own: tuple[Colour, ...] = () if tile.colour is None else (tile.colour,)
        return _mix(coloured, own) or _mix(grey, ())

    def _met(self, tile: Tile) -> Iterator[list[Chain]]:
        """The chains that lead to the coloured path, and those that lead to the grey one; two termini share theirs."""
        ends, (x, y) = self.network.open_at, tile.cell
        coloured, grey = SHAPES[tile.kind, tile.turn or 0]
        for sides in (coloured, () if tile.cell in self.by_cell else grey):
            yield [ends[x, y, side] for side in sides if (x, y, side) in ends]


def _mix(met: Sequence[Chain], own: tuple[Colour, ...]) -> bool:
    colours = {*own, *(colour for chain in met for colour in chain.colours)}
    # A chain that joins these very colours lies there already: this tile is not to blame for it.
    return len(colours) > 1 and all(set(chain.colours) != colours for chain in met)


def asked(tiles: tuple[Tile, ...], options: Options, area: Area | None = None) -> Ground:
    """Return the ground that the judge is asked about. Raise as `checked_network`; no box holds more billabongs either.

    A recorded match may have more.
    """
    billabongs = [index for index, tile in enumerate(tiles) if tile.kind == "billabong"]
    many = len(billabongs) > BILLABONGS
    check(
        many and says.TOO_MANY_BILLABONGS(count=len(billabongs)),
        path=f"tiles.{billabongs[BILLABONGS]}.kind" if many else "",
    )
    checked_network(tiles)
    return Ground(tiles, options, area)
