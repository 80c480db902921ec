"""The drawing on which tiles are laid out for the judge: every route traced and numbered as it is laid (DU-14, DU-41)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Answers, Options
from companion.engine.rulings import Json
from companion.engine.schema.codec import read_as
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import Text
from companion.games.down_under.board.desk import Desk, Ghost, Tapped, cells_beyond, desk_of, edges_of, view_of
from companion.games.down_under.board.drawing import (
    FIELDS,
    LINES,
    ORIGIN,
    DrawnTile,
    PhotoFrame,
    Window,
    frame_of,
    markers,
    piece,
    spots,
    tile_as_it_lies,
    window_round,
)
from companion.games.down_under.board.sketch import (
    SizePick,
    Sketch,
    TrayPick,
    Way,
    animals,
    changed,
    end_ahead,
    ghost,
    inks,
    read_sketch,
    shapes,
    sizes,
    sketch_pairs,
    ways,
    write_sketch,
)
from companion.games.down_under.board.trail import counted, followed, room_for, tinted, trail
from companion.games.down_under.rules.board import check_board
from companion.games.down_under.rules.components import COLOURS, SIZES, WORDS, Cell
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.network import Port, trace
from companion.games.down_under.rules.placement import lay
from companion.games.down_under.rules.route import Route, animals_text, condition_text, routes
from companion.games.down_under.rules.span import Area, round_cells
from companion.games.down_under.rules.tiles import Path, Tile, tile_json
from companion.games.down_under.rules.ways import turnings

_MOST_SIDE: Final = 1000
"""In a drawing, a side of an area longer than this is no help."""
ZOOMS: Final = ("whole", "fingers")
_VIEW: Final = ("wx", "wy", "wc", "wr")
"""The form's own numbers of the cells that were drawn, as of a frame: the drawing grows, and never moves under the finger."""
_AT_FIRST: Final[tuple[Cell, ...]] = ((-2, -2), (2, 2))
"""The corners of what is drawn where nothing lies yet: few cells, each large."""
_SQUARE: Final = 7
"""As long as it needs no more cells than these on a side, a square drawing grows as a square, and so keeps its size on the page."""


class RouteLine(NamedTuple):
    """A route in a line: its length, how its ends stand, its animals; `sent` numbers it alone.

    `corners` are those of its cells, where there are several routes of its colour to tell apart.
    """

    line: str
    name: Text
    length: int
    state: Text
    animals: tuple[Text, ...]
    sent: str
    is_numbered: bool
    corners: tuple[tuple[int, int], ...] = ()


class JudgeBoard(NamedTuple):
    """What the judge's own template shows. `fields` are the answers the drawing holds, `kept` the settings.

    `ways` go on from an end of the route; `is_shaped`: a shape is chosen instead, for any cell.
    `is_fresh`: the tile chosen was not tapped but laid last.
    """

    desk: Desk
    frame: PhotoFrame
    size: Area
    sizes: tuple[SizePick, ...]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    area: Area | None
    fields: tuple[tuple[str, str], ...]
    kept: tuple[tuple[str, int], ...]
    zoom: str
    sketch: Sketch
    shapes: tuple[TrayPick, ...]
    ways: tuple[Way, ...]
    is_shaped: bool
    inks: tuple[TrayPick, ...]
    animals: tuple[TrayPick, ...]
    lines: tuple[RouteLine, ...]
    walk: int
    length: int
    turned: tuple[DrawnTile, ...] = ()
    is_fresh: bool = False

    @property
    def ink(self) -> str:
        return LINES[COLOURS[self.sketch.ink]]

    @property
    def new_tile(self) -> Text | None:
        return None if self.sketch.new is None else tile_as_it_lies(self.sketch.tiles[self.sketch.new])

    @property
    def asked(self) -> Text | None:
        """The new tile in words, with its cell; none where no tile is asked about."""
        new = None if self.sketch.new is None else self.sketch.tiles[self.sketch.new].cell
        return next((one.label for row in self.desk.rows for one in row if (one.x, one.y) == new), None)

    @property
    def may_pair(self) -> bool:
        """Whether a second terminus has room beside the chosen one."""
        tile = self.sketch.tile
        alone = tile is not None and sum(one.cell == tile.cell for one in self.sketch.tiles) == 1
        return alone and tile is not None and tile.kind == "terminus"


def draw(
    given: Answers, settings: Mapping[str, int], options: Options, *, is_last_new: bool = False
) -> tuple[Answers, JudgeBoard | None]:
    """The answers after what was tapped on the drawing, and the drawing; none where the tiles cannot be read."""
    before = read_sketch(given, settings)
    if before is None:
        return given, None
    at = settings.get("size")
    given = given if at is None or at >= len(SIZES) else {**given, "area": [str(side) for side in SIZES[at]]}
    area = _area(given)
    sketch = changed(
        before, settings, _window(before, before.ground(options, area), _frame(before, settings), settings).cells
    )
    if is_last_new and len(sketch.tiles) > len(before.tiles):
        sketch = replace(sketch, new=len(sketch.tiles) - 1)
    # What was only looked at, by a zoom or a route's numbers, must not turn into answers that were never given.
    is_changed = (sketch.tiles, sketch.cell, sketch.new) != (before.tiles, before.cell, before.new)
    ground = sketch.ground(options, area)
    return write_sketch(given, sketch) if is_changed else given, _judged(sketch, ground, settings, given)


def draw_placement(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, JudgeBoard | None]:
    """As `draw`, with the tile laid last as the new one that is asked about.

    Whether it is the first of its colour is seen with every tile, until the answer is another one than what is seen.
    """
    before = read_sketch(given, settings)
    if before is not None and given.get("turn") == _turn_seen(before):
        given = {name: value for name, value in given.items() if name != "turn"}
    after, shown = draw(given, settings, options, is_last_new=True)
    seen = _turn_seen(shown.sketch) if shown else None
    return ({**after, "turn": seen} if seen and "turn" not in after else after), shown


def _turn_seen(sketch: Sketch) -> list[str] | None:
    if sketch.new is None:
        return None
    colour = sketch.tiles[sketch.new].colour
    return ["2" if colour is None or colour in {tile.colour for tile in sketch.others} else "1"]


def _sides(area: Area | None, which: int) -> tuple[int, ...]:
    usual = range(SIZES[0][0] - 1, SIZES[-1][1] + 3)
    return tuple(sorted({*usual, area[which]} if area else usual))


def _area(given: Answers) -> Area | None:
    area: Area | None = read_as(Area, given.get("area"), len(COLOURS), "DU-4")
    return area if area and all(0 < side < _MOST_SIDE for side in area) else None


def _frame(sketch: Sketch, settings: Mapping[str, int]) -> PhotoFrame:
    return frame_of(map(settings.get, FIELDS), round_cells([tile.cell for tile in sketch.tiles]))


def _window(sketch: Sketch, ground: Ground, frame: PhotoFrame, settings: Mapping[str, int]) -> Window:
    """The cells drawn: those drawn before, as far as they hold what there is to draw; cells keep their size as long as they can."""
    drawn = frame_of(map(settings.get, _VIEW), None)
    more = [
        *frame.cells,
        *((x, y) for x, y, _ in sound(ground).network.open_at),
        *((sketch.cell,) if sketch.cell else ()),
    ]
    if drawn.is_laid:
        needed = view_of(ground, more or drawn.cells)
        most = max(drawn.columns, drawn.rows, len(needed.xs), len(needed.ys))
        least = most if drawn.columns == drawn.rows and most <= _SQUARE else 0
        west, columns = _slid(drawn.west, drawn.columns, needed.xs, least)
        north, rows = _slid(drawn.north, drawn.rows, needed.ys, least)
        return Window(west, north, columns, rows)
    return view_of(ground, more if sketch.tiles or more else _AT_FIRST)


def _slid(first: int, before: int, needed: range, least: int) -> tuple[int, int]:
    """The lines drawn before, moved on as far as is needed; more of them, now on this side and now on that, only where these do
    not hold what is needed, or are fewer than the least.
    """
    count = max(before, len(needed), least)
    return min(max(first - count // 2 + before // 2, needed[-1] + 1 - count), needed[0]), count


def _judged(sketch: Sketch, ground: Ground, settings: Mapping[str, int], given: Answers) -> JudgeBoard:
    found, area = routes(sound(ground)), ground.area
    # An address may number a route that is there no more, since a tile was taken away.
    shown = settings.get("route", 0) if settings.get("route", 0) <= len(found) else 0
    length = found[shown - 1].length if shown else (found[0].length if found else 0)
    walk = min(settings.get("walk", 0), length)
    zoom = settings.get("zoom", 0) % len(ZOOMS)
    frame = _frame(sketch, settings)
    window = _window(sketch, ground, frame, settings)
    seen = (window.west + ORIGIN, window.north + ORIGIN, window.columns, window.rows)
    # Counted from 1, because a setting is always a number: 0 says that none is chosen.
    kept = {"at": (sketch.chosen + 1) if sketch.chosen is not None else 0, "brush": sketch.brush, "ink": sketch.ink}
    return JudgeBoard(
        desk=_desk(sketch, ground, window, frame, _as_laid(numbered(found, shown, walk), sketch.tiles), walk),
        frame=frame,
        # The size recommended for four players (DU-4), until another is chosen.
        size=area or (7, 9),
        sizes=sizes(area),
        sides=(_sides(area, 0), _sides(area, 1)),
        area=area,
        fields=tuple(sketch_pairs(sketch)),
        kept=(
            *kept.items(),
            ("route", shown),
            ("walk", walk),
            ("zoom", zoom),
            ("shaped", settings.get("shaped", 0)),
            *zip(_VIEW, seen, strict=True),
        ),
        zoom=ZOOMS[zoom],
        sketch=sketch,
        shapes=shapes(sketch),
        ways=ways(sketch),
        is_shaped=bool(settings.get("shaped")),
        inks=inks(sketch),
        animals=animals(sketch),
        lines=_lines(found, shown, window),
        walk=walk,
        length=length,
        turned=_turned(ground, given, window),
    )


def _lines(found: tuple[Route, ...], shown: int, window: Window) -> tuple[RouteLine, ...]:
    colours = [route.colour for route in found]
    lines = []
    for number, route in enumerate(found, 1):
        cells = dict.fromkeys((path.x, path.y) for path in route.paths) if colours.count(route.colour) > 1 else ()
        corners = tuple(window.corner(cell) for cell in cells if window.holds(cell))
        lines.append(_line(route, number, shown)._replace(corners=corners))
    return tuple(lines)


def _line(route: Route, number: int, shown: int) -> RouteLine:
    return RouteLine(
        LINES[route.colour],
        WORDS[route.colour],
        route.length,
        condition_text(route.condition, len(route.leads_to)),
        animals_text(route.animals),
        f"route={0 if number == shown else number}",
        number == shown,
    )


def _turned(ground: Ground, given: Answers, window: Window) -> tuple[DrawnTile, ...]:
    """The tiles of a loop as they would lie when turned, for the ruling that asks about them."""
    texts = given.get("colour")
    colour = next((one for one in COLOURS if isinstance(texts, list) and one in texts), None)
    if colour is None:
        return ()
    ways = turnings(sound(ground), colour)
    return tuple(piece(replace(ground.by_cell[one.cell][0], turn=one.turn), window) for one in ways)


def sound(ground: Ground) -> Ground:
    """The ground if tiles can lie like that, else without any: with two in a cell a traced path might run in circles."""
    try:
        check_board(ground.tiles)
    except (IllegalMove, NotAMove):
        return replace(ground, tiles=())
    return ground


def numbered(found: tuple[Route, ...], shown: int, walk: int) -> tuple[Route, ...]:
    """Return one route, or each colour’s longest; while paths are counted aloud, the counted one alone."""
    if walk and found:
        # Without one chosen the first, which is the longest.
        return (found[max(shown - 1, 0)],)
    # Backwards, so that of each colour the first, which is the longest, is what stays.
    longest = {route.colour: route.length for route in reversed(found)}
    return (found[shown - 1],) if shown else tuple(one for one in reversed(found) if one.length == longest[one.colour])


def _as_laid(found: Iterable[Route], tiles: Sequence[Tile]) -> tuple[Route, ...]:
    """The routes, each counted from the end at which it was begun."""
    order = {tile.cell: at for at, tile in reversed([*enumerate(tiles)])}

    def begun(path: Path) -> int:
        return order[path.x, path.y]

    return tuple(
        replace(one, paths=tuple(path.flipped() for path in reversed(one.paths)))
        if begun(one.paths[-1]) < begun(one.paths[0])
        else one
        for one in found
    )


def _desk(sketch: Sketch, ground: Ground, window: Window, frame: PhotoFrame, found: Sequence[Route], walk: int) -> Desk:
    before = replace(ground, tiles=sketch.others)
    new = None if sketch.new is None else sketch.tiles[sketch.new]
    faults = _faults(ground, before, new)
    chosen = sketch.tile.cell if sketch.tile else None
    is_counted = not (new and faults)
    upto = walk or None
    return desk_of(sketch.tiles, window, frame, _tap_in(window), chosen, new=new)._replace(
        beyond=cells_beyond(before, window),
        edges=edges_of(before.span, before.area, window),
        # Numbers that run over a fault read as if the paths met there.
        markers=tuple(
            one for route in found for one in markers(route.paths, LINES[route.colour], window, upto=upto) if is_counted
        ),
        trails=tuple(
            one for route in found for one in tinted(route.paths[:upto], LINES[route.colour], window) if is_counted
        ),
        joints=spots(faults, window),
        ends=() if frame.is_laid and not sketch.tiles else _ghosts(sketch, window, walk),
        marked=(window.corner(sketch.cell),) if sketch.cell and window.holds(sketch.cell) else (),
    )


def _ghosts(sketch: Sketch, window: Window, walk: int) -> tuple[Ghost, ...]:
    """The tile that a tap lays where the route goes on, with the number its path will have; none while paths are counted aloud."""
    ahead, tile = end_ahead(sketch), ghost(sketch)
    if walk or tile is None or tile.colour is None or not window.holds(tile.cell):
        return ()
    number = len(trace(sketch.tiles).open_at[ahead].paths) + 1 if ahead else 1
    return (Ghost(*window.corner(tile.cell), number, tile.kind, LINES[tile.colour], tile.turn or 0),)


def _tap_in(window: Window) -> Tapped:
    return lambda cell, _: ("_set", f"tap={window.place(cell)}")


def _faults(ground: Ground, before: Ground, new: Tile | None) -> tuple[Port, ...]:
    """The sides of cells where two colours meet, and those where the new tile breaks a clause."""
    found = []
    for chain in sound(ground).network.mixed:
        # A grey path has no colour: it is the next coloured one in the chain that may differ from the last.
        known = None
        for path in chain.paths:
            if path.colour and known and path.colour != known:
                found.append((path.x, path.y, path.sides[0]))
            known = path.colour or known
    if new is None or found or not sound(ground).tiles:
        return tuple(found)
    return lay(before, new, is_first=new.colour not in before.opened).joints


class Walking(NamedTuple):
    """What the judge's own template shows. `fields` are the answers that the drawing holds."""

    desk: Desk
    frame: PhotoFrame
    size: Area
    cells: tuple[Cell, ...]
    fields: tuple[tuple[str, str], ...]


def draw_walk(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, Walking | None]:
    """The answers after what was tapped on the drawing, and the drawing; none where they cannot be read."""
    sketch = read_sketch(given, {})
    before = read_as(tuple[Cell, ...], given.get("cells", []), len(COLOURS), "DU-1")
    if sketch is None or before is None:
        return given, None
    frame = frame_of(map(settings.get, FIELDS), round_cells([tile.cell for tile in sketch.tiles]))
    ground = sketch.ground(options)
    cells = _after(before, settings, _window_of_walk(ground, before, frame))
    window = _window_of_walk(ground, cells, frame)
    known: dict[str, Json] = {"cells": [[*cell] for cell in cells], "tiles": [tile_json(tile) for tile in sketch.tiles]}
    fields = tuple((name, value) for name, value in pairs(known) if value != "null")
    desk = desk_of(sketch.tiles, window, frame, _tap_in(window))._replace(
        markers=counted(cells, "", window),
        trails=(trail(cells, "", window, sketch.tiles),) if cells else (),
    )
    rest = {name: value for name, value in given.items() if name not in ("cells", "tiles", "tile", "cell")}
    return {**rest, **tree(fields)}, Walking(desk, frame, (7, 9), cells, fields)


def _after(cells: tuple[Cell, ...], settings: Mapping[str, int], window: Window) -> tuple[Cell, ...]:
    if "clear" in settings:
        return ()
    at = settings.get("tap")
    return followed(cells, window.cells[at]) if at is not None and at < len(window.cells) else cells


def _window_of_walk(ground: Ground, cells: tuple[Cell, ...], frame: PhotoFrame) -> Window:
    """The cells drawn: of a photo alone those that it covers, as large as can be."""
    drawn = (*frame.cells, *cells)
    if frame.is_laid and not ground.tiles:
        return window_round(drawn, drawn[0])
    return view_of(ground, drawn if ground.tiles else room_for(None, drawn))
