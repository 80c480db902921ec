"""The dotted grid of the area on the sheet: blank to sketch on, or with the table drawn, every path numbered (DU-4, DU-41)."""

from dataclasses import dataclass
from typing import Final

from companion.engine.sheet import Box, Boxes, Drawing
from companion.engine.text import Text, say
from companion.games.down_under.board.desk import Edge, desk_label, edges_of
from companion.games.down_under.board.drawing import LINES, Marker, Piece, markers, piece, tile_label
from companion.games.down_under.board.window import UNIT, Window, window_round
from companion.games.down_under.rules.catching_up import MOST_TILES
from companion.games.down_under.rules.components import COLOUR_NAMES, Cell
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.route import longest, routes
from companion.games.down_under.rules.span import Area, Span, round_cells, span_of
from companion.games.down_under.rules.state import State

OPEN_GRID: Final[Area] = (8, 12)
"""The rows and columns of dots where no area is played."""


@dataclass(frozen=True, slots=True)
class Legend:
    """Whose paths look how."""

    seat: int
    line: str
    name: Text


@dataclass(frozen=True, slots=True)
class Plan:
    """The grid: its corner, columns and rows, the sides of the area, and the tiles with the numbers of their paths.

    Columns and rows are numbered as on the board; `size` is the area agreed on, None if there is none.
    """

    window: Window
    size: Area | None
    legends: tuple[Legend, ...]
    edges: tuple[Edge, ...]
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()

    @property
    def dots(self) -> tuple[tuple[int, int], ...]:
        """The corners of all cells."""
        columns, rows = self.window.columns, self.window.rows
        return tuple((UNIT * x, UNIT * y) for y in range(rows + 1) for x in range(columns + 1))


def plan(blank: State, state: State | None) -> Drawing:
    """The grid for that many players by these options; with a state, its table stands there."""
    tiles = () if state is None else state.tiles
    about = desk_label(tiles) if tiles else say("A dotted grid of the play area, to sketch the tiles on")
    return Drawing("plan", _filled(blank, state) if state and tiles else _blank(blank), about, _marked(state))


def _blank(blank: State) -> Plan:
    """The area lying across, a line more on each side for termini (DU-21)."""
    size = blank.area
    rows, columns = size or OPEN_GRID
    if size is None:
        return Plan(Window(0, 0, columns, rows), None, _legends(blank), ())
    window = Window(-1, -1, columns + 2, rows + 2)
    sides = edges_of(Span(0, 0, columns - 1, rows - 1), size, window)
    return Plan(window, size, _legends(blank), sides)


def _filled(blank: State, state: State) -> Plan:
    """The table as it lies, on as many cells as the blank grid has where it takes no more."""
    empty = _blank(blank)
    window = _window([tile.cell for tile in state.tiles], empty.window)
    found = routes(network_on(state.tiles), state.options)
    counted = [route for colour in state.colours if (route := longest(found, colour))]
    area = None if state.is_marking_the_area else state.area
    return Plan(
        window,
        area,
        empty.legends,
        edges_of(span_of(state.tiles, state.options), area, window),
        tuple(piece(tile, window) for tile in state.tiles if window.holds(tile.cell)),
        tuple(one for route in counted for one in markers(route.paths, route.colour, window)),
    )


def _window(cells: list[Cell], least: Window) -> Window:
    """The window round these cells, grown evenly to the shape of the blank grid, lying whichever way they do."""
    tight = window_round(cells, cells[0])
    span = round_cells(cells)
    is_upright = span is not None and span.height > span.width
    columns, rows = (least.rows, least.columns) if is_upright else (least.columns, least.rows)
    more_columns, more_rows = max(0, columns - tight.columns), max(0, rows - tight.rows)
    return Window(
        tight.west - more_columns // 2,
        tight.north - more_rows // 2,
        tight.columns + more_columns,
        tight.rows + more_rows,
    )


def _legends(state: State) -> tuple[Legend, ...]:
    return tuple(
        Legend(seat, LINES[colour], COLOUR_NAMES[colour])
        for seat in range(state.seats)
        for colour in state.colours_of(seat)
    )


def _marked(state: State | None) -> tuple[Boxes, ...]:
    """A cell for each tile that can lie there, in the order laid."""
    tiles = () if state is None else state.tiles
    laid = tuple(
        Boxes((Box("outlined"),), say("{tile} at ({x}, {y})", tile=tile_label(tile), x=tile.x, y=tile.y))
        for tile in tiles
    )
    return (*laid, *(Boxes((Box(),), say("no tile")) for _ in range(MOST_TILES - len(tiles))))
