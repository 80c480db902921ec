"""A route that a finger follows over the table: the cells so far, the line through them, its numbers (DU-41)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove
from companion.engine.game import Draft
from companion.engine.rulings import Reason
from companion.engine.schema.formdata import choice
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.down_under.board.drawing import LINES, UNIT, Marker, Window, markers
from companion.games.down_under.board.sketch import ColourPick, colour_pick
from companion.games.down_under.board.taps import numbers
from companion.games.down_under.rules.components import Cell, Colour
from companion.games.down_under.rules.route import paths_along
from companion.games.down_under.rules.score import worths_of
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State

FEWEST: Final = (9, 11)
"""Columns and rows of an empty table, so that a finger has room: a play area upright, with end tiles round it."""


class Trail(NamedTuple):
    """A route as a line: the letter of its colour's look, its path in the drawing."""

    line: str
    path: str


def trail(cells: Sequence[Cell], line: str, window: Window) -> Trail:
    """The line through the middles of these cells, round where it bends, so that a cell crossed twice shows two."""
    middles = [tuple(corner + UNIT // 2 for corner in window.corner(cell)) for cell in cells]
    between = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise(middles)]
    path = "M{} {}".format(*middles[0]) if middles else ""
    for at, (x, y) in enumerate(between):
        path += f"Q{middles[at][0]} {middles[at][1]} {x} {y}" if at else f"L{x} {y}"
    return Trail(line, path + "L{} {}".format(*middles[-1]) if between else path)


def counted(cells: Sequence[Cell], line: str, window: Window) -> tuple[Marker, ...]:
    try:
        return markers(paths_along(cells), line, window)
    # The line is drawn all the same, and the form says what is wrong with it.
    except IllegalMove:
        return ()


def refusal_of(cells: Sequence[Cell]) -> tuple[Reason, ...]:
    try:
        paths_along(cells)
    except IllegalMove as error:
        return error.reasons
    return ()


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
    """The form that takes a route: the cells followed so far, `refusal` why no route can go like that."""

    seat: int
    colour: Colour
    line: str
    cells: tuple[Cell, ...]
    picks: tuple[ColourPick, ...]
    refusal: tuple[Reason, ...]
    main: Text
    small: Text
    tile: None = None

    @property
    def is_complete(self) -> bool:
        return bool(self.cells) and not self.refusal

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
    refusal = refusal_of(cells)
    return WalkEntry(
        seat=state.seat_of(colour),
        colour=colour,
        line=LINES[colour],
        cells=cells,
        picks=tuple(colour_pick(state, one, colour)._replace(length=followed.get(one)) for one in state.colours),
        refusal=refusal,
        main=say("Draw it again") if refusal else say("Save {name}’s route", name=SeatName(state.seat_of(colour))),
        small=say_many("{count} path", "{count} paths", len(cells)),
    )
