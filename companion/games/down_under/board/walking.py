"""The drawing on which a finger follows a route for the judge, over tiles as far as they are known (DU-14, DU-41)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.game import Options
from companion.engine.rulings import Json
from companion.engine.schema.codec import read_as
from companion.engine.schema.formdata import pairs, tree
from companion.games.down_under.board.desk import Desk, desk_label, pieces_of, rows_of, view_of
from companion.games.down_under.board.sketch import read_sketch
from companion.games.down_under.board.trail import counted, followed, room_for, trail
from companion.games.down_under.board.window import FIELDS, Frame, Window, frame_of
from companion.games.down_under.rules.components import COLOURS, Cell
from companion.games.down_under.rules.span import Area, round_cells
from companion.games.down_under.rules.tiles import Tile, tile_json


class Walking(NamedTuple):
    """What the judge's own template shows. `fields` are the answers that the drawing holds."""

    desk: Desk
    frame: Frame
    size: Area
    cells: tuple[Cell, ...]
    fields: tuple[tuple[str, str], ...]


def draw_walk(
    given: dict[str, Any], settings: Mapping[str, int], options: Options
) -> tuple[dict[str, Any], Walking | None]:
    """The answers after what was tapped on the drawing, and the drawing; none where they cannot be read."""
    sketch = read_sketch(given, {})
    before = read_as(tuple[Cell, ...], given.get("cells", []), len(COLOURS), "DU-1")
    if sketch is None or before is None:
        return given, None
    frame = frame_of(map(settings.get, FIELDS), round_cells([tile.cell for tile in sketch.tiles]))
    cells = _after(before, settings, _window(sketch.tiles, before, options, frame))
    window = _window(sketch.tiles, cells, options, frame)
    known: dict[str, Json] = {"cells": [[*cell] for cell in cells], "tiles": [tile_json(tile) for tile in sketch.tiles]}
    fields = tuple((name, value) for name, value in pairs(known) if value != "null")
    desk = Desk(
        window=window,
        pieces=pieces_of(sketch.tiles, window),
        rows=rows_of(window, sketch.tiles, lambda cell, _: ("_set", f"tap={window.cells.index(cell)}"), None),
        label=desk_label(sketch.tiles),
        markers=counted(cells, "", window),
        trails=(trail(cells, "", window),) if cells else (),
        photo=frame.drawn(window),
    )
    rest = {name: value for name, value in given.items() if name not in ("cells", "tiles", "tile", "cell")}
    return {**rest, **tree(fields)}, Walking(desk, frame, (7, 9), cells, fields)


def _after(cells: tuple[Cell, ...], settings: Mapping[str, int], window: Window) -> tuple[Cell, ...]:
    if "clear" in settings:
        return ()
    at = settings.get("tap")
    return followed(cells, window.cells[at]) if at is not None and at < len(window.cells) else cells


def _window(tiles: tuple[Tile, ...], cells: tuple[Cell, ...], options: Options, frame: Frame) -> Window:
    drawn = (*frame.cells, *cells)
    return view_of(tiles, None, options, drawn if tiles else room_for(None, drawn))
