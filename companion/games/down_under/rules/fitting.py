"""Which of many tiles fit into a cell: whether a placement breaks a clause, without saying why (DU-12, DU-17, DU-20).

What lies there is traced once, and each tile tried is joined to the chains that lead to its cell.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.game import Options
from companion.games.down_under.rules.components import STOCK, Cell, Colour, Kind
from companion.games.down_under.rules.network import Chain, Network, network_on
from companion.games.down_under.rules.span import Area, Span, counts_in_span, fits, span_of, spanning
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import SHAPES, Tile, are_back_to_back, by_cell


@dataclass(frozen=True, slots=True)
class Lying:
    """What decides where a tile may lie: the tiles there, the area, the options, the cells at which routes ended."""

    tiles: tuple[Tile, ...]
    area: Area | None
    options: Options
    dead: frozenset[Cell] = frozenset()

    def stock(self, colour: Colour) -> Mapping[Kind, int]:
        laid = Counter(tile.kind for tile in self.tiles if tile.colour == colour)
        return {kind: most - laid[kind] for kind, most in STOCK.items()}


@dataclass(frozen=True, slots=True)
class Ground:
    """Tiles as they lie, with all that decides whether one more has its place among them."""

    network: Network
    by_cell: Mapping[Cell, Sequence[Tile]]
    span: Span | None
    area: Area | None
    options: Options
    dead: frozenset[Cell]

    def has_room(self, tile: Tile) -> bool:
        """Whether the cell takes the tile: it is free, or holds a terminus entered from the opposite side (DU-12, DU-33)."""
        here = self.by_cell.get(tile.cell, ())
        if tile.cell in self.dead:
            return False
        return not here or (len(here) == 1 and are_back_to_back(here[0], tile))

    def takes(self, tile: Tile) -> bool:
        """Whether a tile of a colour finds room, stays in the area and joins no two colours (DU-12, DU-17, DU-20)."""
        return self.has_room(tile) and self._holds(tile) and not self._would_mix(tile)

    def _holds(self, tile: Tile) -> bool:
        if self.area is None or not counts_in_span(tile, self.options):
            return True
        return fits(spanning(self.span, tile.cell), self.area)

    def _would_mix(self, tile: Tile) -> bool:
        """Whether a path of the tile joins two colours that no chain has joined before (DU-17)."""
        coloured, grey = self._met(tile)
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
    return len(colours) > 1 and all(set(chain.colours) != colours for chain in met)


def ground_of(lying: State | Lying) -> Ground:
    """The tiles as they lie; without an area where none is played (DU-50)."""
    tiles, options = lying.tiles, lying.options
    area = None if options["variant"] == "children" else lying.area
    return Ground(network_on(tiles), by_cell(tiles), span_of(tiles, options), area, options, lying.dead)
