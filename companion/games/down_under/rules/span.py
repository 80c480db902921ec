"""How far the tiles reach, and what the play area still allows (DU-4 to DU-6, DU-20, DU-21)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.engine.game import Options
from companion.games.down_under.rules.components import Cell
from companion.games.down_under.rules.tiles import Tile

Area = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """The smallest rectangle round the tiles that count: its columns from west to east, its rows from north to south."""

    west: int
    north: int
    east: int
    south: int

    @property
    def width(self) -> int:
        return self.east - self.west + 1

    @property
    def height(self) -> int:
        return self.south - self.north + 1


@dataclass(frozen=True, slots=True)
class Room:
    """The lines that may still be opened on each side, if it alone grows."""

    west: int
    east: int
    north: int
    south: int


def counts_in_span(tile: Tile, options: Options) -> bool:
    """Whether the tile must lie in the area: all do but a terminus (DU-21)."""
    return tile.kind != "terminus" or bool(options["terminus_in_span"])


def span_of(tiles: Iterable[Tile], options: Options) -> Span | None:
    return round_cells([tile.cell for tile in tiles if counts_in_span(tile, options)])


def round_cells(cells: Sequence[Cell]) -> Span | None:
    if not cells:
        return None
    columns = [x for x, _ in cells]
    rows = [y for _, y in cells]
    return Span(min(columns), min(rows), max(columns), max(rows))


def spanning(span: Span | None, cell: Cell) -> Span:
    """The span with one more cell in it."""
    x, y = cell
    if span is None:
        return Span(x, y, x, y)
    return Span(min(span.west, x), min(span.north, y), max(span.east, x), max(span.south, y))


def lies_tall(cells: Iterable[Cell]) -> bool:
    """Whether its long side goes down: settled once one side is clearly longer, and turned once the other is by far."""
    span, is_tall, enough = None, False, 2
    for cell in cells:
        span = spanning(span, cell)
        if abs(span.height - span.width) >= enough:
            is_tall, enough = span.height > span.width, 3
    return is_tall


def fits(span: Span | None, area: Area) -> bool:
    """Whether a span is within the area, lying either way (DU-20)."""
    if span is None:
        return True
    short, long = sorted(area)
    return (span.width <= long and span.height <= short) or (span.width <= short and span.height <= long)


def room(span: Span | None, area: Area) -> Room:
    """What may still be opened on each side, if it alone grows."""
    width, height = (span.width, span.height) if span else (0, 0)
    columns, rows = max(0, _most(height, area) - width), max(0, _most(width, area) - height)
    return Room(columns, columns, rows, rows)


def _most(across: int, area: Area) -> int:
    """The most lines in one direction when there are so many in the other."""
    short, long = sorted(area)
    # None where the tiles already reach beyond the long side the other way: no area holds them.
    return long if across <= short else short if across <= long else 0
