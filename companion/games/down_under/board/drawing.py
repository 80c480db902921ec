"""Which cells are drawn, a hundred units to each; tiles, numbers and joints there, and what is read out instead."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.engine.text import Text, say, signs
from companion.games.down_under.rules.components import SIDES, WORDS, Cell, Colour, Kind, Side
from companion.games.down_under.rules.network import Port
from companion.games.down_under.rules.span import Span, round_cells
from companion.games.down_under.rules.tiles import OPPOSITE, Path, Tile, beyond, coloured_sides

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

    def place(self, cell: Cell) -> int:
        """Which of its cells this is."""
        return (cell[1] - self.north) * self.columns + cell[0] - self.west

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
        # Round the start, but not beyond either end of what there is to draw.
        first = max(first, min(start - MOST // 2, last - MOST + 1))
        last = first + MOST - 1
    missing = max(0, FEWEST - (last - first + 1))
    return first - missing // 2, last - first + 1 + missing


FIELDS: Final = ("px", "py", "pc", "pr")
"""The numbers by which a form describes a frame: column and row of its corner counted from `ORIGIN`, columns, rows."""
# The settings of a form have no sign, and a frame may begin west or north of the first tile.
ORIGIN: Final = 500
MOST_LINES: Final = 16


class PhotoFrame(NamedTuple):
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


def frame_of(numbers: Iterable[int | None], span: Span | None) -> PhotoFrame:
    """Return the frame of these four numbers; without a photo the one a photo would get, from the corner of the tiles."""
    west, north, columns, rows = (number or 0 for number in numbers)
    laid = PhotoFrame(west - ORIGIN, north - ORIGIN, columns, rows)
    if laid.is_laid:
        return laid
    return PhotoFrame(span.west, span.north) if span else PhotoFrame(0, 0)


LINES: Final[Mapping[Colour, str]] = {"red": "a", "yellow": "b", "green": "c", "blue": "d"}
"""The letter of a colour's look, that of the seat which plays it: its class, and the centre line of its path."""
_CORNERS: Final[Mapping[frozenset[str], tuple[int, int]]] = {
    frozenset("NE"): (65, 35),
    frozenset("ES"): (65, 65),
    frozenset("SW"): (35, 65),
    frozenset("NW"): (35, 35),
}
"""The middle of a bend between two sides."""
_ENDS: Final[Mapping[Side, tuple[int, int]]] = {"N": (50, 20), "E": (80, 50), "S": (50, 80), "W": (20, 50)}
_SIGNS: Final[Mapping[Kind, tuple[tuple[int, int], ...]]] = {
    "straight": ((80, 50), (50, 80), (20, 50), (50, 20)),
    "curve": ((20, 80), (20, 20), (80, 20), (80, 80)),
}
"""The middle of the animal's sign by quarter turns: on the grey path of a straight, in the bend of a curve."""


class DrawnTile(NamedTuple):
    """A tile as it is drawn: its corner, its look, its turn; `joins` are the paths across a billabong."""

    left: int
    top: int
    kind: Kind
    line: str
    turn: int
    label: Text
    animal: str | None = None
    sign: tuple[int, int] = (0, 0)
    joins: tuple[str, ...] = ()
    is_new: bool = False


class Marker(NamedTuple):
    x: int
    y: int
    number: int
    line: str
    is_new: bool = False
    is_now: bool = False


def piece(tile: Tile, window: Window, *, is_new: bool = False) -> DrawnTile:
    turn = tile.turn or 0
    return DrawnTile(
        left=window.left(tile.x),
        top=window.top(tile.y),
        kind=tile.kind,
        line=LINES[tile.colour] if tile.colour else "",
        turn=turn,
        label=tile_label(tile),
        animal=tile.animal,
        sign=_SIGNS[tile.kind][turn // 90] if tile.animal and tile.kind in _SIGNS else (0, 0),
        joins=joins(tile.through or ()) if tile.kind == "billabong" else (),
        is_new=is_new,
    )


def tile_label(tile: Tile) -> Text:
    return _in_words(tile, WORDS[tile.kind])


def _in_words(tile: Tile, kind: Text) -> Text:
    if tile.colour is None:
        return kind
    colour = WORDS[tile.colour]
    if tile.animal is None:
        return signs("{colour}, {kind}", colour=colour, kind=kind)
    return signs("{colour}, {kind}, {animal}", colour=colour, kind=kind, animal=WORDS[tile.animal])


def tile_as_it_lies(tile: Tile) -> Text:
    """A tile in words, with the sides that its coloured path reaches; where the grey one lies then follows from the shape."""
    sides = tuple(WORDS[side] for side in coloured_sides(tile)) or passages(tile.through or ())
    kind = WORDS[tile.kind]
    return _in_words(tile, signs("{tile} ({sides})", tile=kind, sides=sides) if sides else kind)


def beside(cell: Cell, lying: Mapping[Cell, Sequence[Tile]]) -> tuple[Text, ...]:
    return tuple(
        say("{what}: {value}", what=WORDS[side], value=tile_label(tile))
        for side in SIDES
        for tile in lying.get(beyond(cell, side), ())
    )


def passages(through: Iterable[tuple[Side, Side]]) -> tuple[Text, ...]:
    return tuple(say("{one} to {other}", one=WORDS[one], other=WORDS[other]) for one, other in through)


def joins(through: Iterable[tuple[Side, Side]]) -> tuple[str, ...]:
    """The paths across a billabong as they are drawn, and a stub for each side at which a route ends."""
    # Given as an iterable, and needed twice.
    pairs = tuple(through)
    passed = {side for pair in pairs for side in pair}
    stubs = tuple(_STUBS[side] for side in _STUBS if side not in passed)
    return tuple(_across(*pair) for pair in pairs) + stubs


def middle(path: Path) -> tuple[int, int]:
    # A route followed no further than one cell, which it neither enters nor leaves.
    if not path.sides:
        return (50, 50)
    if len(path.sides) == 1:
        return _ENDS[path.sides[0]]
    one, other = path.sides
    if OPPOSITE[one] == other:
        # Both paths of a straight cross in the middle (DU-10): a number there would be taken for either's.
        return _ENDS["N"] if one in "NS" else _ENDS["W"]
    x, y = _CORNERS[frozenset(path.sides)]
    # In the bend sits the animal: a number makes room for it.
    return (x, y) if path.animal is None else (x + 2 * (50 - x) // 3, y + 2 * (50 - y) // 3)


def markers(
    paths: Sequence[Path], line: str, window: Window, *, new: Tile | None = None, upto: int | None = None
) -> tuple[Marker, ...]:
    """The numbers of a route's paths in walking order; with `upto` only the first so many, the last of them marked."""
    found = []
    for number, path in enumerate(paths[:upto], 1):
        if window.holds((path.x, path.y)):
            dx, dy = middle(path)
            is_new = new is not None and (path.x, path.y) == new.cell and path.colour == new.colour
            left, top = window.left(path.x) + dx, window.top(path.y) + dy
            found.append(Marker(left, top, number, line, is_new, number == upto))
    return apart(found)


def apart(found: Iterable[Marker]) -> tuple[Marker, ...]:
    """The numbers, clear of one another: on a tile with two, one in a bend goes out into its corner."""
    numbers = tuple(found)
    on_tile = Counter((one.x // UNIT, one.y // UNIT) for one in numbers)
    out = {35: -11, 65: 11}
    return tuple(
        one._replace(x=one.x + out[one.x % UNIT], y=one.y + out[one.y % UNIT])
        if on_tile[one.x // UNIT, one.y // UNIT] > 1 and {one.x % UNIT, one.y % UNIT} <= {*out}
        else one
        for one in numbers
    )


def spots(ports: Iterable[Port], window: Window) -> tuple[tuple[int, int], ...]:
    return tuple(window.at_side(port) for port in ports if window.holds((port[0], port[1])))


_STUBS: Final[Mapping[Side, str]] = {"N": "M50 0V26", "E": "M100 50H74", "S": "M50 100V74", "W": "M0 50H26"}
_EDGES: Final[Mapping[Side, str]] = {"N": "50 0", "E": "100 50", "S": "50 100", "W": "0 50"}


def _across(one: Side, other: Side) -> str:
    if OPPOSITE[one] == other:
        return f"M{_EDGES[one]}L{_EDGES[other]}"
    return f"M{_EDGES[one]}Q50 50 {_EDGES[other]}"
