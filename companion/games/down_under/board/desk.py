"""The board as a picture with cells to tap, as a match and the judge draw it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.game import Options
from companion.engine.text import Text, say, say_many
from companion.games.down_under.board.drawing import Marker, Piece, Window, beside, piece, tile_as_it_lies, window_round
from companion.games.down_under.board.trail import Trail
from companion.games.down_under.rules.components import Cell, Kind
from companion.games.down_under.rules.span import Area, Span, fits, room, span_of, spanning
from companion.games.down_under.rules.tiles import Tile, by_cell


class Spot(NamedTuple):
    """A cell. `tapped` is what a tap on it sends, by the name of its button; None if there is nothing to tap. `has_tile`: something
    lies there.
    """

    x: int
    y: int
    label: Text
    tapped: tuple[str, str] | None = None
    is_chosen: bool = False
    has_tile: bool = False


class Edge(NamedTuple):
    """A side of the play area: its present place, and how many lines may still be opened beyond it."""

    path: str
    left: int


class Ghost(NamedTuple):
    """An open end: its corner, its number if it is tapped for now, and the tile that is likeliest there."""

    left: int
    top: int
    number: int | None
    kind: Kind
    line: str
    turn: int


class Desk(NamedTuple):
    """What lies on the table, drawn.

    `beyond` are the corners of cells outside the area, `edges` its sides; `joints` the places where something is wrong;
    `photo` is where a photo lies under it: corner, width and height; `trails` are routes that a finger followed;
    `chosen` is the corner of the cell that was tapped, `marked` those of cells that mean something, `ends` open ends,
    `last` that of the tile laid last; `left_out` counts the tiles too far away to be drawn.
    """

    window: Window
    pieces: tuple[Piece, ...]
    rows: tuple[tuple[Spot, ...], ...]
    label: Text
    beyond: tuple[tuple[int, int], ...] = ()
    edges: tuple[Edge, ...] = ()
    markers: tuple[Marker, ...] = ()
    trails: tuple[Trail, ...] = ()
    joints: tuple[tuple[int, int], ...] = ()
    chosen: tuple[int, int] | None = None
    marked: tuple[tuple[int, int], ...] = ()
    ends: tuple[Ghost, ...] = ()
    last: tuple[int, int] | None = None
    left_out: int = 0
    photo: tuple[int, int, int, int] | None = None


Tapped = Callable[[Cell, Sequence[Tile]], "tuple[str, str] | None"]
"""What a tap on a cell sends, from the cell and the tiles that lie there."""


def view_of(
    tiles: Sequence[Tile], area: Area | None, options: Options, more: Iterable[Cell] = (), *, is_wide: bool = False
) -> Window:
    """The window on a board: its tiles, more cells, a line on every side that may still be opened; `is_wide`: on every side."""
    wanted = [*more]
    cells = [tile.cell for tile in tiles] + wanted
    span = span_of(tiles, options)
    if span is not None:
        left = room(span, area) if area and not is_wide else None
        columns, rows = (min(left.west, 1), min(left.north, 1)) if left else (1, 1)
        cells += [(span.west - columns, span.north - rows), (span.east + columns, span.south + rows)]
    return window_round(cells, (tiles[0].cell if tiles else (wanted or [(0, 0)])[0]))


def rows_of(
    window: Window,
    tiles: Sequence[Tile],
    tapped: Tapped,
    chosen: Cell | None,
    drawn: Sequence[Tile] | None = None,
    called: Mapping[Cell, Text] | None = None,
) -> tuple[tuple[Spot, ...], ...]:
    """Every cell of the window, row by row; with the words for what is `drawn` there, if that is not what lies there.

    `called`: the cells that have words of their own.
    """
    lying, said = by_cell(tiles), by_cell(tiles if drawn is None else drawn)
    return tuple(
        tuple(
            Spot(*cell, (called or {}).get(cell) or _label(cell, said), tapped(cell, here), cell == chosen, bool(here))
            for cell in ((x, y) for x in window.xs)
            for here in (lying.get(cell, ()),)
        )
        for y in window.ys
    )


def pieces_of(tiles: Sequence[Tile], window: Window, new: Tile | None = None) -> tuple[Piece, ...]:
    return tuple(piece(tile, window, is_new=tile is new) for tile in tiles if window.holds(tile.cell))


def desk_label(tiles: Sequence[Tile]) -> Text:
    return say_many("On the table: {count} tile.", "On the table: {count} tiles.", len(tiles))


def edges_of(span: Span | None, area: Area | None, window: Window) -> tuple[Edge, ...]:
    """The sides of the play area: dashed while lines may still be opened beyond them, or closed (DU-20)."""
    if span is None or area is None or not fits(span, area):
        return ()
    left = room(span, area)
    west, east = window.left(span.west), window.left(span.east + 1)
    north, south = window.top(span.north), window.top(span.south + 1)
    return (
        Edge(f"M{west} {north}H{east}", left.north),
        Edge(f"M{east} {north}V{south}", left.east),
        Edge(f"M{west} {south}H{east}", left.south),
        Edge(f"M{west} {north}V{south}", left.west),
    )


def cells_beyond(
    tiles: Sequence[Tile], area: Area | None, options: Options, window: Window
) -> tuple[tuple[int, int], ...]:
    """The corners of the free cells where only a terminus may lie (DU-20, DU-21)."""
    span = span_of(tiles, options)
    if area is None or span is None or not fits(span, area):
        return ()
    return tuple(window.corner(cell) for cell in window.cells if not fits(spanning(span, cell), area))


def _label(cell: Cell, lying: Mapping[Cell, Sequence[Tile]]) -> Text:
    x, y = cell
    here = lying.get(cell, ())
    if not here:
        if near := beside(cell, lying):
            return say("Free. Beside it: {tiles}", tiles=near)
        return say("Column {x}, row {y}: free", x=x, y=y)
    return say("Column {x}, row {y}: {tiles}", x=x, y=y, tiles=tuple(tile_as_it_lies(tile) for tile in here))
