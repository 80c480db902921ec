"""Which cells are drawn, and where each lies in the drawing: a hundred units to a cell.

Of a photo under the drawing only its frame is told: the photo itself stays in the browser.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.games.down_under.rules.components import Cell, Side
from companion.games.down_under.rules.network import Port
from companion.games.down_under.rules.span import Span, round_cells

UNIT: Final = 100
MOST: Final = 24
"""The most columns or rows drawn: no table is wider, and a tile entered far away must not swell the page."""
FEWEST: Final = 3
_AT_SIDE: Final[dict[Side, tuple[int, int]]] = {"N": (50, 0), "E": (100, 50), "S": (50, 100), "W": (0, 50)}


class Window(NamedTuple):
    """A rectangle of cells, from its westernmost column and its northernmost row."""

    west: int
    north: int
    columns: int
    rows: int

    @property
    def xs(self) -> range:
        return range(self.west, self.west + self.columns)

    @property
    def ys(self) -> range:
        return range(self.north, self.north + self.rows)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((x, y) for y in self.ys for x in self.xs)

    def holds(self, cell: Cell) -> bool:
        return cell[0] in self.xs and cell[1] in self.ys

    def left(self, x: int) -> int:
        return (x - self.west) * UNIT

    def top(self, y: int) -> int:
        return (y - self.north) * UNIT

    def corner(self, cell: Cell) -> tuple[int, int]:
        return (self.left(cell[0]), self.top(cell[1]))

    def at_side(self, port: Port) -> tuple[int, int]:
        x, y, side = port
        dx, dy = _AT_SIDE[side]
        return (self.left(x) + dx, self.top(y) + dy)


def window_round(cells: Iterable[Cell], start: Cell = (0, 0)) -> Window:
    """The window round these cells, at least three by three; of cells very far apart those round `start`."""
    found = round_cells([start, *cells])
    assert found is not None
    west, columns = _lines(found.west, found.east, start[0])
    north, rows = _lines(found.north, found.south, start[1])
    return Window(west, north, columns, rows)


def _lines(first: int, last: int, start: int) -> tuple[int, int]:
    if last - first >= MOST:
        first = max(first, min(start - MOST // 2, last - MOST + 1))
        last = first + MOST - 1
    missing = max(0, FEWEST - (last - first + 1))
    return first - missing // 2, last - first + 1 + missing


FIELDS: Final = ("px", "py", "pc", "pr")
"""The numbers by which a form tells a frame: column and row of its corner counted from `ORIGIN`, columns, rows."""
ORIGIN: Final = 500
MOST_LINES: Final = 16


class Frame(NamedTuple):
    """A rectangle of cells from its north-western one; without columns there is no photo."""

    west: int
    north: int
    columns: int = 0
    rows: int = 0

    @property
    def is_laid(self) -> bool:
        return 0 < self.columns <= MOST_LINES and 0 < self.rows <= MOST_LINES

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its corner cells, so that they are drawn; none without a photo."""
        if not self.is_laid:
            return ()
        return ((self.west, self.north), (self.west + self.columns - 1, self.north + self.rows - 1))

    def drawn(self, window: Window) -> tuple[int, int, int, int] | None:
        if not self.is_laid:
            return None
        return (window.left(self.west), window.top(self.north), self.columns * UNIT, self.rows * UNIT)


def frame_of(told: Iterable[int | None], span: Span | None) -> Frame:
    """The frame told by its four numbers; without a photo the one a photo would get, from the corner of the tiles."""
    west, north, columns, rows = (number or 0 for number in told)
    laid = Frame(west - ORIGIN, north - ORIGIN, columns, rows)
    if laid.is_laid:
        return laid
    return Frame(span.west, span.north) if span else Frame(0, 0)
