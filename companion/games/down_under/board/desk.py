"""The board as a picture with cells to tap, as a match and the judge draw it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.text import Text, say, say_many, signs
from companion.games.down_under.board.drawing import (
    UNIT,
    DrawnTile,
    Marker,
    PhotoFrame,
    Window,
    beside,
    piece,
    tile_as_it_lies,
    window_round,
)
from companion.games.down_under.board.trail import Trail
from companion.games.down_under.rules.components import SIDES, Cell, Kind
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.span import Area, Span, fits, room, spanning
from companion.games.down_under.rules.tiles import Tile, beyond, by_cell


class DeskCell(NamedTuple):
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
    """An open end: its corner, its number, and the tile that is likeliest there."""

    left: int
    top: int
    number: int
    kind: Kind
    line: str
    turn: int


class Desk(NamedTuple):
    """What lies on the table, drawn.

    `beyond` are the corners of cells outside the area, `edges` its sides; `joints` the places where something is wrong;
    `photo` is where a photo lies under it: corner, width and height; `trails` are routes that a finger followed, and grey
    paths that count;
    `chosen` is the corner of the cell that was tapped, `is_wrong`: what was tapped there may not lie so;
    `marked` those of cells that mean something, `ends` open ends,
    `fits` the tile being entered wherever else it may lie,
    `last` that of the tile laid last; `is_tall`: its long side goes down;
    `left_out` counts the tiles too far away to be drawn.
    """

    window: Window
    pieces: tuple[DrawnTile, ...]
    rows: tuple[tuple[DeskCell, ...], ...]
    label: Text
    beyond: tuple[tuple[int, int], ...] = ()
    edges: tuple[Edge, ...] = ()
    markers: tuple[Marker, ...] = ()
    trails: tuple[Trail, ...] = ()
    joints: tuple[tuple[int, int], ...] = ()
    chosen: tuple[int, int] | None = None
    is_wrong: bool = False
    marked: tuple[tuple[int, int], ...] = ()
    ends: tuple[Ghost, ...] = ()
    fits: tuple[DrawnTile, ...] = ()
    last: tuple[int, int] | None = None
    left_out: int = 0
    photo: tuple[int, int, int, int] | None = None
    is_tall: bool = False

    def frame_with(self, other: "Desk") -> tuple[int, int, int, int]:
        """The cells of this drawing and another: from where in this one, how many columns and rows.

        Where tiles are drawn, as many as these need: both drawings stand beside each other on a phone.
        """
        one, two = self.window, other.window
        if not (self.trails or other.trails):
            dx, dy = one.corner((two.west, two.north))
            corners = [(piece.left, piece.top) for piece in self.pieces]
            lefts, tops = zip(*corners, *((piece.left + dx, piece.top + dy) for piece in other.pieces), strict=True)
            west, north = min(lefts), min(tops)
            return (west, north, (max(lefts) - west) // UNIT + 1, (max(tops) - north) // UNIT + 1)
        west, north = min(one.west, two.west), min(one.north, two.north)
        east, south = max(one.xs[-1], two.xs[-1]), max(one.ys[-1], two.ys[-1])
        return (*one.corner((west, north)), east - west + 1, south - north + 1)

    def round(self, cells: Sequence[Cell]) -> tuple[int, int, int, int] | None:
        """These cells and those next to them, if they lie near each other: from where, how many columns and rows."""
        if not cells:
            return None
        xs, ys = zip(*cells, strict=True)
        columns, rows = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
        return (*self.window.corner((min(xs) - 1, min(ys) - 1)), columns, rows) if max(columns, rows) < 6 else None

    def with_misfit(self, move: Mapping[str, Any]) -> "Desk":
        """The same with a tile that may not lie where it does, framed in red."""
        tile = Tile(**move)
        pieces = (*self.pieces, piece(tile, self.window))
        return self._replace(pieces=pieces, chosen=self.window.corner(tile.cell), is_wrong=True)

    @property
    def is_airy(self) -> bool:
        """Whether nothing lies in its outermost lines, nor may be tapped there by number."""
        found = [(one.left, one.top) for one in self.pieces] + [(one.left, one.top) for one in self.ends]
        far = (UNIT * (self.window.columns - 1), UNIT * (self.window.rows - 1))
        return bool(found) and all(0 < x < far[0] and 0 < y < far[1] for x, y in found) and not self.photo

    def ringed(self, cell: Cell) -> "Desk":
        """The same with this tile marked in the place of the one laid last."""
        return self._replace(last=self.window.corner(cell)) if self.last and self.window.holds(cell) else self

    def gone_since(self, before: "Desk") -> tuple[DrawnTile, ...]:
        """The tiles of an earlier drawing that lie here no more, in the places of this one."""
        dx, dy = self.window.corner((before.window.west, before.window.north))
        moved = (one._replace(left=one.left + dx, top=one.top + dy) for one in before.pieces)
        here = {(one.left, one.top) for one in self.pieces}
        return tuple(one for one in moved if (one.left, one.top) not in here)


Tapped = Callable[[Cell, Sequence[Tile]], "tuple[str, str] | None"]
"""What a tap on a cell sends, from the cell and the tiles that lie there."""


def view_of(ground: Ground, more: Iterable[Cell] = (), *, is_over: bool = False) -> Window:
    """The window on a board: its tiles, more cells, a line on every side that may still be opened; once it is over, on none."""
    wanted, span = [*more], ground.span
    cells = [tile.cell for tile in ground.tiles] + wanted
    if span is not None and not is_over:
        left = room(span, ground.area) if ground.area else None
        columns, rows = (min(left.west, 1), min(left.north, 1)) if left else (1, 1)
        cells += [(span.west - columns, span.north - rows), (span.east + columns, span.south + rows)]
    return window_round(cells, (ground.tiles[0].cell if ground.tiles else (wanted or [(0, 0)])[0]))


def desk_of(
    tiles: Sequence[Tile],
    window: Window,
    frame: PhotoFrame,
    tapped: Tapped,
    chosen: Cell | None = None,
    *,
    drawn: Sequence[Tile] | None = None,
    new: Tile | None = None,
    called: Mapping[Cell, Text] | None = None,
) -> Desk:
    """What lies in a window, each cell to be tapped: what belongs to one drawing alone is added there.

    `drawn`: what is drawn, if that is not what lies there, with the `new` tile; `called`: cells that have words of their own.
    """
    return Desk(
        window=window,
        pieces=tuple(piece(one, window, is_new=one is new) for one in drawn or tiles if window.holds(one.cell)),
        rows=_rows(window, tiles, tapped, chosen, drawn or tiles, called or {}),
        label=desk_label(tiles),
        chosen=window.corner(chosen) if chosen and window.holds(chosen) else None,
        left_out=sum(not window.holds(tile.cell) for tile in tiles),
        photo=frame.drawn(window),
    )


def _rows(
    window: Window,
    tiles: Sequence[Tile],
    tapped: Tapped,
    chosen: Cell | None,
    drawn: Sequence[Tile],
    called: Mapping[Cell, Text],
) -> tuple[tuple[DeskCell, ...], ...]:
    """Every cell of the window, row by row."""
    lying, said = by_cell(tiles), by_cell(drawn)
    # Of far cells only column and row are read out, in texts that are the same at every table and so kept.
    near = {*said, *(beyond(cell, side) for cell in said for side in SIDES)}
    return tuple(
        tuple(
            DeskCell(
                *cell,
                called.get(cell) or (_label(cell, said) if cell in near else free(*cell)),
                tapped(cell, here),
                cell == chosen,
                bool(here),
            )
            for cell in ((x, y) for x in window.xs)
            for here in (lying.get(cell, ()),)
        )
        for y in window.ys
    )


def desk_label(tiles: Sequence[Tile]) -> Text:
    return say_many("On the table: {count} tile.", "On the table: {count} tiles.", len(tiles))


def edges_of(span: Span | None, area: Area | None, window: Window) -> tuple[Edge, ...]:
    """The sides of the play area: dashed while lines may still be opened beyond them, or closed."""
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


def cells_beyond(ground: Ground, window: Window) -> tuple[tuple[int, int], ...]:
    """The corners of the free cells where only a terminus may lie."""
    area, span = ground.area, ground.span
    # Once a table has let a tile lie outside, every free cell would be beyond.
    if area is None or span is None or not fits(span, area):
        return ()
    return tuple(window.corner(cell) for cell in window.cells if not fits(spanning(span, cell), area))


@lru_cache(maxsize=1024)
def free(x: int, y: int) -> Text:
    """A cell in which nothing lies, in words."""
    return say("Column {x}, row {y}: free", x=x, y=y)


def _label(cell: Cell, lying: Mapping[Cell, Sequence[Tile]]) -> Text:
    """What lies in a cell, or beside it."""
    x, y = cell
    if here := lying.get(cell, ()):
        return say("Column {x}, row {y}: {tiles}", x=x, y=y, tiles=tuple(tile_as_it_lies(tile) for tile in here))
    return signs("{free} ({beside})", free=free(x, y), beside=beside(cell, lying))
