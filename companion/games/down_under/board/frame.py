"""The cells that a photo under the drawing covers. The photo itself stays in the browser; only its frame is told."""

from dataclasses import dataclass
from typing import Final

from companion.games.down_under.board.window import UNIT, Window
from companion.games.down_under.rules.components import Cell

FIELDS: Final = ("px", "py", "pc", "pr")
"""The numbers by which a form tells a frame: column and row of its corner counted from `ORIGIN`, columns, rows."""
ORIGIN: Final = 500
MOST_LINES: Final = 16


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of cells from its north-western one; without columns there is no photo."""

    west: int
    north: int
    columns: int = 0
    rows: int = 0

    @property
    def is_laid(self) -> bool:
        """Whether there is a photo."""
        return 0 < self.columns <= MOST_LINES and 0 < self.rows <= MOST_LINES

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its corner cells, so that they are drawn; none without a photo."""
        if not self.is_laid:
            return ()
        return ((self.west, self.north), (self.west + self.columns - 1, self.north + self.rows - 1))

    def drawn(self, window: Window) -> tuple[int, int, int, int] | None:
        """Its place in the drawing: corner, width, height."""
        if not self.is_laid:
            return None
        return (window.left(self.west), window.top(self.north), self.columns * UNIT, self.rows * UNIT)


def frame_of(told: tuple[int | None, ...], corner: Cell) -> Frame:
    """The frame told by its four numbers; without a photo the one a photo would get, from the corner of the tiles."""
    west, north, columns, rows = (number or 0 for number in told)
    laid = Frame(west - ORIGIN, north - ORIGIN, columns, rows)
    return laid if laid.is_laid else Frame(*corner)
