"""A route that a finger follows over the table: the cells so far, the line through them, its numbers (DU-41)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove
from companion.engine.game import Draft
from companion.engine.rulings import Doubt, Reason
from companion.engine.schema.formdata import choice
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.down_under.board.billabong_entry import tried
from companion.games.down_under.board.drawing import LINES, UNIT, Marker, Window, middle
from companion.games.down_under.board.sketch import ColourPick, colour_pick
from companion.games.down_under.board.taps import numbers
from companion.games.down_under.rules.components import SIDES, Cell, Colour, Side
from companion.games.down_under.rules.route import Walk, paths_along
from companion.games.down_under.rules.score import worths_of
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import OPPOSITE, Path, Tile, beyond, paths_of

FEWEST: Final = (9, 11)
"""Columns and rows of an empty table, so that a finger has room: a play area upright, with end tiles round it."""


class Trail(NamedTuple):
    """A route as a line: the letter of its colour's look, its path in the drawing, the outlines of tiles nobody entered under
    it; whether rules are against it.
    """

    line: str
    path: str
    tiles: str = ""
    is_refused: bool = False


def trail(cells: Sequence[Cell], line: str, window: Window, tiles: Collection[Tile] = ()) -> Trail:
    """The line through these cells, round where it bends, so that a cell crossed twice shows two.

    At both ends it goes on along the path that is printed there, as far as tiles are known.
    """
    middles = [tuple(corner + UNIT // 2 for corner in window.corner(cell)) for cell in cells]
    between = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise(middles)]
    first, last = outer_sides(cells, line, tiles)
    begin = window.at_side((*cells[0], first)) if first else None
    end = window.at_side((*cells[-1], last)) if last else None
    spots = [*([begin] if begin else []), *between, *([end] if end else [])]
    path = "M{} {}".format(*(begin or middles[0])) if middles else ""
    # Each bend lies round the middle of a cell, from one of its sides to another.
    for at, (x, y) in enumerate(spots[1:] if begin else spots):
        is_straight = at == 0 and not begin
        path += f"L{x} {y}" if is_straight else f"Q{middles[at][0]} {middles[at][1]} {x} {y}"
    outlines = (
        "" if tiles else "".join("M{} {}h100v100h-100z".format(*window.corner(cell)) for cell in dict.fromkeys(cells))
    )
    return Trail(line, path if end or not spots[bool(begin) :] else path + "L{} {}".format(*middles[-1]), outlines)


def tinted(paths: Iterable[Path], line: str, window: Window) -> tuple[Trail, ...]:
    """The grey paths of a route in its colour, as far as they are drawn; those of a straight pass below what crosses them.

    A line is round at its ends, so it begins within the tile.
    """
    found = []
    for path in paths:
        if path.colour is None and len(path.sides) == 2 and window.holds((path.x, path.y)):
            x, y = (corner + UNIT // 2 for corner in window.corner((path.x, path.y)))
            ends = [window.at_side((path.x, path.y, side)) for side in path.sides]
            (a, b), (c, d) = ((end + (x - end) // 4, side + (y - side) // 4) for end, side in ends)
            if OPPOSITE[path.sides[0]] == path.sides[1]:
                found.append(f"M{a} {b}L{(a + x) // 2} {(b + y) // 2}M{(c + x) // 2} {(d + y) // 2}L{c} {d}")
            else:
                found.append(f"M{a} {b}Q{x} {y} {c} {d}")
    return tuple(Trail(line, path) for path in found)


def outer_sides(cells: Sequence[Cell], line: str, tiles: Iterable[Tile]) -> tuple[Side | None, Side | None]:
    """Where a route that was followed goes on beyond its first cell, and beyond its last; None where that is not printed."""
    laid = [path for path in paths_of(tiles) if len(path.sides) == 2]

    def ways(cell: Cell, inner: Side | None) -> list[Path]:
        here = [path for path in laid if (path.x, path.y) == cell and (inner is None or inner in path.sides)]
        return sorted(here, key=lambda path: path.colour is None or LINES[path.colour] != line)

    def beyond_it(cell: Cell, neighbour: Cell) -> Side | None:
        inner = next((side for side in SIDES if beyond(cell, side) == neighbour), None)
        found = ways(cell, inner) if inner else []
        return next((side for side in found[0].sides if side != inner), None) if found else None

    if len(cells) > 1:
        return beyond_it(cells[0], cells[1]), beyond_it(cells[-1], cells[-2])
    own = [path for path in ways(cells[0], None) if path.colour and LINES[path.colour] == line] if cells else []
    return (own[0].sides[0], own[0].sides[1]) if own else (None, None)


def counted(cells: Sequence[Cell], line: str, window: Window, tiles: Iterable[Tile] = ()) -> tuple[Marker, ...]:
    try:
        paths = paths_along(cells)
    # The line is drawn all the same, and the form says what is wrong with it.
    except IllegalMove:
        return ()
    first, last = outer_sides(cells, line, tiles)
    ends = {0: (first,), len(paths) - 1: (last,)} if len(paths) > 1 else {0: (first, last)}
    drawn = [
        replace(path, sides=(*path.sides, *(side for side in ends.get(at, ()) if side)))
        for at, path in enumerate(paths)
    ]
    often = Counter(cells)
    return tuple(
        Marker(*_on_the_line(path, window, is_alone=often[path.x, path.y] == 1), number, line)
        for number, path in enumerate(drawn, 1)
        if window.holds((path.x, path.y))
    )


def _on_the_line(path: Path, window: Window, *, is_alone: bool) -> tuple[int, int]:
    """Where the line is half through a cell; aside where another part of it may cross there."""
    left, top = window.corner((path.x, path.y))
    if len(path.sides) < 2 or (OPPOSITE[path.sides[0]] == path.sides[1] and is_alone):
        return (left + UNIT // 2, top + UNIT // 2)
    if OPPOSITE[path.sides[0]] == path.sides[1]:
        dx, dy = middle(path)
        return (left + dx, top + dy)
    (a, b), (c, d) = (window.at_side((path.x, path.y, side)) for side in path.sides)
    return ((a + c + 2 * left + UNIT) // 4, (b + d + 2 * top + UNIT) // 4)


def cells_of(draft: Draft) -> tuple[Cell, ...]:
    found: list[Cell] = []
    while (cell := numbers({"cell": (",".join(draft.get(f"cells.{len(found)}", ())),)}, "cell", 2)) is not None:
        found.append((cell[0], cell[1]))
    tapped = numbers(draft, "cell", 2)
    return tuple(found) if tapped is None else followed(found, (tapped[0], tapped[1]))


def followed(cells: Sequence[Cell], cell: Cell) -> tuple[Cell, ...]:
    """The cells after a tap on one: on to it in a straight line; back where it is the last, or the one before that."""
    if not cells:
        return (cell,)
    if cell in cells[-2:]:
        return tuple(cells[:-1])
    (x, y), last = cells[-1], cell
    # By which cells a finger came to a cell that is not in line is not known.
    if x != last[0] and y != last[1]:
        return tuple(cells)
    far = abs(last[0] - x) + abs(last[1] - y)
    step = ((last[0] - x) // far, (last[1] - y) // far)
    return (*cells, *((x + at * step[0], y + at * step[1]) for at in range(1, far + 1)))


def room_for(area: Area | None, cells: Iterable[Cell] = ()) -> tuple[Cell, ...]:
    """The corners of what is drawn where no tile lies: enough for the area with end tiles, and for these cells."""
    columns, rows = (area[0] + 2, area[1] + 2) if area else FEWEST
    return ((0, 0), (max(columns, FEWEST[0]) - 1, max(rows, FEWEST[1]) - 1), *cells)


class WalkEntry(NamedTuple):
    """The form that takes a route: the cells so far, `refusal` why no route can go like that, `broken` which rules it breaks."""

    seat: int
    colour: Colour
    line: str
    cells: tuple[Cell, ...]
    picks: tuple[ColourPick, ...]
    broken: tuple[Doubt, ...]
    refusal: tuple[Reason, ...]
    main: Text
    small: Text
    tile: None = None

    @property
    def is_complete(self) -> bool:
        return bool(self.cells) and not self.refusal

    @property
    def is_forbidden(self) -> bool:
        return bool(self.refusal or self.broken)

    @property
    def lengths(self) -> tuple[int, ...] | None:
        found = tuple(pick.length for pick in self.picks if pick.length is not None)
        return found if len(found) == len(self.picks) else None


def walk_entry(state: State, draft: Draft) -> WalkEntry:
    """The form that takes a route: of the colour tapped, else of the first that has not been followed."""
    followed = {
        worth.colour: worth.length
        for seat in range(state.seats)
        for worth in worths_of(state, (), seat)
        if state.walk_of(worth.colour)
    }
    first = next((one for one in state.colours if one not in followed), state.colours[0])
    colour = choice(draft, "colour", state.colours) or first
    cells = cells_of(draft)
    seat = state.seat_of(colour)
    broken, refusal = tried(state, Walk(seat, cells, colour)) if cells else ((), ())
    return WalkEntry(
        seat=seat,
        colour=colour,
        line=LINES[colour],
        cells=cells,
        picks=tuple(colour_pick(state, one, colour)._replace(length=followed.get(one)) for one in state.colours),
        broken=broken,
        refusal=refusal,
        main=say("Draw it again") if broken or refusal else say("Save {name}’s route", name=SeatName(seat)),
        small=say_many("{count} path", "{count} paths", len(cells)),
    )
