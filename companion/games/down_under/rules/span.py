"""How far the tiles reach, and what the play area still allows (DU-4 to DU-6, DU-20, DU-21)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason, each_of, first_of
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import asked_network, doubts_about
from companion.games.down_under.rules.components import AreaSide, Cell
from companion.games.down_under.rules.tiles import Tile, Tiles

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
    """The lines that may still be opened on each side, if it alone grows (DU-20)."""

    west: int
    east: int
    north: int
    south: int


@dataclass(frozen=True, slots=True)
class AreaAnswer:
    """How far the play area still reaches."""

    may_add: Room


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


def fits(span: Span | None, area: Area) -> bool:
    """Whether a span is within the area, lying either way (DU-20)."""
    if span is None:
        return True
    short, long = sorted(area)
    return (span.width <= long and span.height <= short) or (span.width <= short and span.height <= long)


def room(span: Span | None, area: Area) -> Room:
    """What may still be opened on each side, if it alone grows (DU-20)."""
    width, height = (span.width, span.height) if span else (0, 0)
    columns, rows = max(0, _most(height, area) - width), max(0, _most(width, area) - height)
    return Room(columns, columns, rows, rows)


def _most(across: int, area: Area) -> int:
    """The most lines in one direction when there are so many in the other."""
    short, long = sorted(area)
    return long if across <= short else short if across <= long else 0


def size_of(area: Area) -> Reason:
    """How large the area is; a square lies one way only (DU-4)."""
    short, long = sorted(area)
    return (says.SQUARE_AREA if short == long else says.AREA)(short=short, long=long)


def judge_area(
    tiles: Tiles,
    area: Annotated[tuple[AreaSide, AreaSide], Prompt(say("Size of the play area"), widget="area")],
    options: Options,
) -> Judged[AreaAnswer]:
    """What the area still allows. Raise `IllegalMove` for a board that cannot be, or an area smaller than one cell."""
    asked_network(tiles)
    span = span_of(tiles, options)
    left, (short, long) = room(span, area), area
    because = (size_of(area), says.CELLS(cells=short * long), *_reached(span, area, options))
    facts = {"tiles": tiles, "area": area}
    return judged("area", _headline(left), AreaAnswer(left), because, doubts_about(tiles), facts=facts)


def _reached(span: Span | None, area: Area, options: Options) -> tuple[Reason, ...]:
    """Return how far the tiles reach, and what the area then still allows (DU-20, DU-21)."""
    if span is None:
        return (says.NO_TILE_COUNTS(),)
    short, long = sorted(area)
    columns, rows = (long, short) if span.width > short else (short, long)
    return (
        says.TILES_REACH(columns=span.width, rows=span.height),
        *each_of(not options["terminus_in_span"] and says.ENDS_MAY_LIE_OUTSIDE()),
        *first_of(
            not fits(span, area) and says.NOT_THAT_BIG(),
            max(span.width, span.height) <= short < long and says.EITHER_CAN_BE_LONG(short=short),
            says.AT_MOST(columns=columns, rows=rows),
        ),
    )


def _headline(left: Room) -> Text:
    if not left.west and not left.north:
        return say("The area is already full size.")
    return say(
        "Columns you can still add: {columns}. Rows: {rows}.",
        columns=left.west,
        rows=left.north,
    )
