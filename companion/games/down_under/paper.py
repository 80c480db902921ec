"""The sheet for paper: how long each route is, what its animals bring, and a dotted grid of the area (DU-4, DU-41, DU-43).

The grid is blank to sketch on, or has the table drawn, every path numbered.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.engine.game import Options, Setup, Viewer
from companion.engine.rulings import Reason
from companion.engine.sheet import (
    Box,
    Cell,
    Drawing,
    Field,
    Label,
    Page,
    PlayerCell,
    Sheet,
    SheetRow,
    Size,
    Table,
    TickBoxes,
)
from companion.engine.text import Text, say
from companion.games.down_under.board.desk import Edge, desk_label, edges_of
from companion.games.down_under.board.drawing import (
    LINES,
    UNIT,
    DrawnTile,
    Marker,
    Window,
    markers,
    piece,
    tile_label,
    window_round,
)
from companion.games.down_under.rules.area import size_of
from companion.games.down_under.rules.components import TILES, WORDS
from companion.games.down_under.rules.options import TWO_ROUTES, in_force
from companion.games.down_under.rules.route import longest, routes
from companion.games.down_under.rules.score import RABBIT_COST, SET_BONUS, Worth, worths_of
from companion.games.down_under.rules.setup import starting_ends
from companion.games.down_under.rules.span import Area, Span, round_cells
from companion.games.down_under.rules.state import SET_OF, State
from companion.games.down_under.rules.views import status
from companion.games.down_under.words import lesson
from companion.games.down_under.words.clauses import STATED

NAMES_MM: Final = 60
NAMES_BESIDE_ANIMALS_MM: Final = 27
COLOUR_MM: Final = 14
DINGO_MM: Final = 18
ROW_MM: Final = {"normal": 11, "large": 20}


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The form for that many players; with a state, its figures and its table stand there. There are no secrets."""
    played = in_force(setup.options, setup.seats)
    scores, drawn = _scores(State(played, setup.seats), size, state), plan(State(played, setup.seats), state)
    pages = (Page((scores,)), Page((drawn,))) if size == "large" else (Page((scores, drawn)),)
    return Sheet(pages, reminders(played, setup.seats))


def _scores(blank: State, size: Size, state: State | None) -> Table:
    """A row for each route: with two routes each a player has two, and one field for what they come to together."""
    rows, animals, moot = [], bool(blank.options["animals"]), status(state).moot if state else ()
    # One route without animals is worth its paths: they stand there once.
    has_total = animals or len(blank.colours_of(0)) > 1
    for seat in range(blank.seats):
        found = _worths(state, seat)
        for index, colour in enumerate(blank.colours_of(seat)):
            worth = found[index] if found else None
            on_it = _animals(state, worth) if animals else ()
            is_struck = seat in moot and not has_total
            cells = (Label(WORDS[colour]), Field(worth.length if worth else None, is_struck=is_struck), *on_it)
            if not index:
                down = len(blank.colours_of(seat))
                total = Field(sum(one.points for one in found) if found else None, down=down, is_struck=seat in moot)
                cells = (PlayerCell(seat, down=down, is_named=True), *cells, *((total,) if has_total else ()))
            rows.append(SheetRow(cells, ROW_MM[size]))
    of_animals = (*(0,) * (2 + len(SET_OF)), DINGO_MM) if animals else ()
    return Table(
        say("Routes, animals and points"),
        (NAMES_BESIDE_ANIMALS_MM if animals else NAMES_MM, COLOUR_MM, 0, *of_animals, *((0,) if has_total else ())),
        tuple(rows),
        (_head(animals, has_total),),
    )


def _head(animals: bool, has_total: bool) -> SheetRow:
    of_animals = (
        *(WORDS[animal] for animal in SET_OF),
        say("sets × {points}", points=SET_BONUS),
        say("rabbits × {points}", points=f"−{RABBIT_COST}"),
        say("Dingo: on the route, placed"),
    )
    points = (say("Points"),) if has_total else ()
    words = (say("Player"), say("route"), say("paths"), *(of_animals if animals else ()), *points)
    return SheetRow(tuple(Label(word) for word in words), 12)


def _animals(state: State | None, worth: Worth | None) -> tuple[Cell, ...]:
    """What stands on a route, where animals count. A match typed in from paper knows only what they brought."""
    if state is None or worth is None:
        return (*(Field() for _ in range(2 + len(SET_OF))), _dingo(on_route=False, laid=False))
    met = worth.route.animals if worth.route else {}
    return (
        *(Field(None if state.noted else met.get(animal, 0)) for animal in SET_OF),
        Field(SET_BONUS * worth.sets),
        Field(-RABBIT_COST * worth.rabbits),
        _dingo(on_route="dingo" in met, laid=worth.has_dingo_laid),
    )


def _dingo(*, on_route: bool, laid: bool) -> TickBoxes:
    """A box each for a dingo on the route, which keeps rabbits from costing, and for having laid one's own dingo tile."""
    boxes = tuple(Box("crossed" if is_so else "open") for is_so in (on_route, laid))
    yes, no = say("yes"), say("no")
    about = say(
        "Dingo on the route: {route}. Own dingo placed: {laid}", route=yes if on_route else no, laid=yes if laid else no
    )
    return TickBoxes(boxes, about, in_line=2)


def _worths(state: State | None, seat: int) -> tuple[Worth, ...]:
    """What the routes of a player are worth; nothing before the first tile or path, unless the match is over."""
    if state is None:
        return ()
    has_begun = any(state.has_opened(one) or state.walk_of(one) for one in state.colours_of(seat))
    if not (state.is_over or has_begun):
        return ()
    return worths_of(state, routes(state.ground), seat)


def reminders(options: Options, seats: int) -> tuple[Reason, ...]:
    opening = starting_ends(str(options["variant"]), seats)
    area = State(options, seats).area
    return (*opening, lesson.extend(options), STATED["DU-17"], *_area(options, area), *_routes(options))


def _area(options: Options, area: Area | None) -> Iterator[Reason]:
    if area is None:
        yield lesson.NO_AREA
        return
    if options["variant"] == "fixed_area":
        yield lesson.LINE
    elif area[0] == area[1]:
        yield size_of(area)
    else:
        yield Reason(say("If tiles outgrow the short side in one direction, that’s the long side."), ("DU-20",))
    if not options["terminus_in_span"]:
        yield STATED["DU-21"]


def _routes(options: Options) -> Iterator[Reason]:
    yield lesson.LOOP
    yield from lesson.meeting(options)
    yield STATED["DU-41"]
    if options["billabong_ends_count"]:
        yield STATED["DU-42"]
    else:
        yield Reason(say("A billabong counts as 1 if you pass through it, 0 if you end there."), ("DU-42",))
    if options["variant"] in TWO_ROUTES:
        yield lesson.TOGETHER
    if options["animals"]:
        yield from (lesson.SETS, lesson.LOST)


OPEN_GRID: Final[Area] = (8, 12)
"""The rows and columns of dots where no area is played."""


class Legend(NamedTuple):
    seat: int
    line: str
    name: Text


class Plan(NamedTuple):
    """The grid: its corner, columns and rows, the sides of the area, and the tiles with the numbers of their paths.

    Columns and rows are numbered as on the board; `size` is the area agreed on, None if there is none.
    """

    window: Window
    size: Area | None
    legends: tuple[Legend, ...]
    edges: tuple[Edge, ...]
    pieces: tuple[DrawnTile, ...] = ()
    markers: tuple[Marker, ...] = ()

    @property
    def dots(self) -> tuple[tuple[int, int], ...]:
        columns, rows = self.window.columns, self.window.rows
        return tuple((UNIT * x, UNIT * y) for y in range(rows + 1) for x in range(columns + 1))


def plan(blank: State, state: State | None) -> Drawing:
    """The grid for that many players by these options; with a state, its table stands there."""
    tiles = () if state is None else state.tiles
    about = desk_label(tiles) if tiles else say("A dotted grid of the play area, to sketch the tiles on")
    return Drawing("plan", _filled(blank, state) if state and tiles else _blank(blank), about, _marked(state))


def _blank(blank: State) -> Plan:
    """The area lying across, a line more on each side for termini."""
    size = blank.area
    # An area names its shorter side first (DU-4), and lies across here: that is its height.
    rows, columns = size or OPEN_GRID
    if size is None:
        return Plan(Window(0, 0, columns, rows), None, _legends(blank), ())
    window = Window(-1, -1, columns + 2, rows + 2)
    sides = edges_of(Span(0, 0, columns - 1, rows - 1), size, window)
    return Plan(window, size, _legends(blank), sides)


def _filled(blank: State, state: State) -> Plan:
    """The table as it lies: while it goes on, on as many cells as the blank grid has where it takes no more."""
    empty = _blank(blank)
    cells = [tile.cell for tile in state.tiles]
    window = window_round(cells, cells[0]) if state.is_over else _window(state, empty.window)
    found = routes(state.ground)
    counted = [route for colour in state.colours if (route := longest(found, colour))]
    # Until the line is laid whose corners are those of the area, it has no sides to draw (DU-51).
    area = None if state.is_marking_the_area else state.area
    return Plan(
        window,
        area,
        empty.legends,
        edges_of(state.ground.span, area, window),
        tuple(piece(tile, window) for tile in state.tiles if window.holds(tile.cell)),
        tuple(one for route in counted for one in markers(route.paths, LINES[route.colour], window)),
    )


def _window(state: State, least: Window) -> Window:
    """The window round the tiles, grown evenly to the shape of the blank grid, lying whichever way they do."""
    cells = [tile.cell for tile in state.tiles]
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
        Legend(seat, LINES[colour], WORDS[colour]) for seat in range(state.seats) for colour in state.colours_of(seat)
    )


def _marked(state: State | None) -> tuple[TickBoxes, ...]:
    """A cell for each tile that can lie there, in the order laid."""
    tiles = () if state is None else state.tiles
    laid = tuple(
        TickBoxes((Box("outlined"),), say("{tile} at ({x}, {y})", tile=tile_label(tile), x=tile.x, y=tile.y))
        for tile in tiles
    )
    # A cell for each tile of the box, so that blank and filled form have the same.
    return (*laid, *(TickBoxes((Box(),), say("no tile")) for _ in range(TILES - len(tiles))))
