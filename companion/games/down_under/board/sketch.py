"""Tiles as they are laid out to be judged: read from an address, changed by a tap, written back (DU-10 to DU-13).

A tap is a number under a name of its own (`tap=37`): the form of the judge knows no other settings. What cannot be a tile is
left to the codec, which says what is wrong with it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Answers, Options
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import Text
from companion.games.down_under.board.billabong_entry import MATCHINGS
from companion.games.down_under.board.drawing import LINES, tile_as_it_lies
from companion.games.down_under.rules.board import check_tile
from companion.games.down_under.rules.components import (
    ANIMALS,
    BILLABONGS,
    COLOURS,
    HERD,
    SIZES,
    STOCK,
    TILES,
    TURNS,
    WORDS,
    Animal,
    Cell,
    Colour,
    Kind,
)
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.network import Port, trace
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import (
    STEPS,
    Tile,
    Tiles,
    are_back_to_back,
    beyond,
    by_cell,
    coloured_sides,
    paths_of,
    tile_json,
)
from companion.games.down_under.rules.ways import tiles_at

KINDS: Final[tuple[Kind, ...]] = ("curve", "straight", "terminus", "billabong")
MARK: Final = len(KINDS)
"""The brush that marks a free cell instead of laying a tile."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Tiles, which of them is chosen, which of them is the new one, the cell that is asked about, what the next tap lays."""

    tiles: tuple[Tile, ...] = ()
    chosen: int | None = None
    new: int | None = None
    cell: Cell | None = None
    brush: int = 0
    ink: int = 0

    @property
    def tile(self) -> Tile | None:
        return None if self.chosen is None else self.tiles[self.chosen]

    def ground(self, options: Options, area: Area | None = None) -> Ground:
        return Ground(self.tiles, options, area)

    @property
    def others(self) -> tuple[Tile, ...]:
        return tuple(tile for index, tile in enumerate(self.tiles) if index != self.new)


def read_sketch(given: Answers, settings: Mapping[str, int]) -> Sketch | None:
    """The sketch that an address holds; None if one of its tiles is not a tile."""
    reading = Reading(len(COLOURS), "DU-1", as_text=True)
    try:
        tiles = decode(Tiles, given.get("tiles", []), reading)
        extra = (decode(Tile, given["tile"], reading),) if given.get("tile") else ()
        cell = decode(tuple[int, int], given["cell"], reading) if given.get("cell") else None
        for tile in (*tiles, *extra):
            check_tile(tile, "tiles")
    except (NotAMove, IllegalMove):
        return None
    # The new tile comes last in the sketch, whatever the address calls it, and is taken apart again when written.
    whole = (*tiles, *extra)
    chosen = settings.get("at", 0) - 1
    return Sketch(
        whole,
        chosen if 0 <= chosen < len(whole) else None,
        len(tiles) if extra else None,
        cell,
        min(settings.get("brush", 0), MARK),
        min(settings.get("ink", 0), len(COLOURS) - 1),
    )


def write_sketch(given: Answers, sketch: Sketch) -> Answers:
    rest = {name: value for name, value in given.items() if name not in ("tiles", "tile", "cell")}
    return {**rest, **tree(sketch_pairs(sketch))}


def sketch_pairs(sketch: Sketch) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for index, tile in enumerate(sketch.others):
        found += _fields(f"tiles.{index}", tile)
    if sketch.new is not None:
        found += _fields("tile", sketch.tiles[sketch.new])
    if sketch.cell is not None:
        found += [("cell", str(number)) for number in sketch.cell]
    return found


def _fields(path: str, tile: Tile) -> list[tuple[str, str]]:
    return [(name, value) for name, value in pairs(tile_json(tile), path) if value != "null"]


def tapped(sketch: Sketch, cell: Cell) -> Sketch:
    """The sketch after a tap on a cell: the chosen tile turned, another chosen, or a new one laid."""
    if sketch.brush == MARK:
        is_free = all(tile.cell != cell for tile in sketch.tiles)
        return replace(sketch, cell=cell if is_free and sketch.cell != cell else sketch.cell, chosen=None)
    if sketch.tile and sketch.tile.cell == cell:
        return turned(sketch, sketch.tile)
    here = [index for index, tile in enumerate(sketch.tiles) if tile.cell == cell]
    if here:
        return replace(sketch, chosen=here[0])
    return laid(sketch, cell)


def laid(sketch: Sketch, cell: Cell) -> Sketch:
    """The sketch with one more tile, as the brush has it, turned so that it goes on from a path of its colour."""
    if len(sketch.tiles) >= TILES:
        return sketch
    tile = _turned_to_fit(sketch.tiles, _brushed(sketch, cell))
    # The cell asked about has to be free.
    free = None if sketch.cell == cell else sketch.cell
    return replace(sketch, tiles=(*sketch.tiles, tile), chosen=len(sketch.tiles), cell=free)


def turned(sketch: Sketch, tile: Tile) -> Sketch:
    """The sketch with the chosen tile turned by a quarter; a billabong joins other sides."""
    if tile.kind == "billabong":
        at = MATCHINGS.index(tile.through) if tile.through in MATCHINGS else 0
        return _changed(sketch, replace(tile, through=MATCHINGS[(at + 1) % len(MATCHINGS)]))
    # A half turn of a straight changes nothing (DU-10).
    ways = 2 if tile.kind == "straight" else 4
    # From the next turn on round to the present one, which is last and so what stays if none has room.
    order = [TURNS[(TURNS.index(tile.turn or 0) + step) % ways] for step in range(1, ways + 1)]
    return _changed(sketch, _first_with_room(sketch, [replace(tile, turn=turn) for turn in order]))


def _first_with_room(sketch: Sketch, ways: list[Tile]) -> Tile:
    """The first that shares its cell with nothing but a terminus back to back; else as it lies."""
    others = [one for index, one in enumerate(sketch.tiles) if index != sketch.chosen and one.cell == ways[0].cell]
    fitting = (way for way in ways if all(are_back_to_back(way, other) for other in others))
    return next(fitting, ways[-1])


def with_shape(sketch: Sketch, brush: int) -> Sketch:
    tile, after = sketch.tile, replace(sketch, brush=min(brush, MARK))
    # Of two end tiles back to back none becomes another shape: only end tiles share a cell (DU-12).
    if tile is None or after.brush == MARK or sum(one.cell == tile.cell for one in sketch.tiles) > 1:
        return replace(after, chosen=None) if after.brush == MARK else after
    others = tuple(one for one in sketch.tiles if one is not tile)
    shaped = _brushed(replace(after, ink=COLOURS.index(tile.colour) if tile.colour else after.ink), tile.cell)
    # Only full-size tiles show an animal (DU-3).
    animal = None if shaped.kind in ("terminus", "billabong") else tile.animal
    return _changed(after, replace(_turned_to_fit(others, shaped), animal=animal))


def with_colour(sketch: Sketch, ink: int) -> Sketch:
    after = replace(sketch, ink=min(ink, len(COLOURS) - 1))
    if after.tile is None or after.tile.colour is None:
        return after
    return _changed(after, replace(after.tile, colour=COLOURS[after.ink]))


def with_animal(sketch: Sketch, tile: Tile, animal: int) -> Sketch:
    if tile.kind not in ("straight", "curve") or animal > len(ANIMALS):
        return sketch
    return _changed(sketch, replace(tile, animal=ANIMALS[animal - 1] if animal else None))


def with_partner(sketch: Sketch, tile: Tile) -> Sketch:
    """The sketch with a second end tile back to back with the chosen one."""
    if tile.kind != "terminus" or sum(one.cell == tile.cell for one in sketch.tiles) > 1:
        return sketch
    other = replace(tile, turn=TURNS[(TURNS.index(tile.turn or 0) + 2) % 4], colour=COLOURS[sketch.ink])
    return replace(sketch, tiles=(*sketch.tiles, other), chosen=len(sketch.tiles))


def end_ahead(sketch: Sketch) -> Port | None:
    """Where the route of the colour in hand goes on: the open end nearest to the tile chosen, else laid last; None without one."""
    if not sketch.tiles or not _have_own_cells(sketch.tiles):
        return None
    last = sketch.tile or sketch.tiles[-1]
    found: list[tuple[bool, int, Port]] = []
    for chain in trace(sketch.tiles).chains:
        if chain.colours != (COLOURS[sketch.ink],):
            continue
        along = [(path.x, path.y) for path in chain.paths]
        for port in chain.leads_to:
            way = along if beyond((port[0], port[1]), port[2]) == along[0] and len(along) > 1 else along[::-1]
            far = way.index(last.cell) if last.cell in way else len(way)
            found.append((last.cell not in way, far, port))
    return min(found, key=lambda one: one[:2])[2] if found else None


def ways_on(sketch: Sketch) -> tuple[Tile, ...]:
    """The tiles that go on from the end ahead, as they would lie: a straight between the two curves, then the end tile."""
    ahead = end_ahead(sketch)
    if ahead is None or len(sketch.tiles) >= TILES:
        return ()
    straight, *curves, terminus = sorted(
        tiles_at(ahead, COLOURS[sketch.ink]), key=lambda one: ("straight", "curve", "terminus").index(one.kind)
    )
    one, other = sorted(curves, key=lambda tile: _leads_far(tile, ahead))
    return (one, straight, other, terminus)


def _leads_far(tile: Tile, entered: Port) -> int:
    """How far to the right and down a curve leads."""
    return sum(sum(STEPS[side]) for side in coloured_sides(tile) if side != entered[2])


def with_way(sketch: Sketch, way: int) -> Sketch:
    """The sketch with the tile that lies like this at the end ahead; as it is where none does."""
    tile = next((one for one in ways_on(sketch) if way_number(one) == way), None)
    if tile is None:
        return sketch
    # A tap on a free cell lays its shape again, but for an end tile, behind which nothing comes.
    brush = sketch.brush if tile.kind == "terminus" else KINDS.index(tile.kind)
    free = None if sketch.cell == tile.cell else sketch.cell
    return replace(sketch, tiles=(*sketch.tiles, tile), chosen=len(sketch.tiles), cell=free, brush=brush)


def way_number(tile: Tile) -> int:
    return 4 * KINDS.index(tile.kind) + TURNS.index(tile.turn or 0)


def without_last(sketch: Sketch) -> Sketch:
    return without_tile(replace(sketch, chosen=len(sketch.tiles) - 1)) if sketch.tiles else sketch


def without_tile(sketch: Sketch) -> Sketch:
    """The sketch without the chosen tile."""
    at = sketch.chosen
    assert at is not None
    # The tiles after the one taken away move up by one.
    new = None if sketch.new in (None, at) else sketch.new - (sketch.new > at)
    return replace(sketch, tiles=(*sketch.tiles[:at], *sketch.tiles[at + 1 :]), chosen=None, new=new)


def _brushed(sketch: Sketch, cell: Cell) -> Tile:
    kind: Kind = KINDS[sketch.brush] if sketch.brush < MARK else KINDS[0]
    return Tile(*cell, kind) if kind == "billabong" else Tile(*cell, kind, COLOURS[sketch.ink], 0)


def _turned_to_fit(tiles: Sequence[Tile], tile: Tile) -> Tile:
    """The tile turned so that its own path goes on from its colour at as many ends as can be, else its grey; else as it is.

    No other colour is joined. Of two ways to go on it takes the one back towards the other end, as a loop does.
    """
    if tile.colour is None or tile.turn is None:
        return tile
    ways = [replace(tile, turn=turn) for turn in TURNS[: 2 if tile.kind == "straight" else 4]]
    return max(ways, key=lambda way: _worth(tiles, way, tile.colour))


def _worth(tiles: Sequence[Tile], tile: Tile, colour: Colour | None) -> tuple[bool, int, int, int]:
    if any(one.cell == tile.cell for one in tiles) or not _have_own_cells(tiles):
        # Tiles that lie on one another cannot be traced (`trace`): no turn is better than the first.
        return (True, 0, 0, 0)
    network, before = trace((*tiles, tile)), trace(tiles)
    own = next(path for path in paths_of((tile,)) if path.colour)
    joined = sum(colour in before.colours_at((*tile.cell, side)) for side in own.sides)
    lengths = [len(chain.paths) for chain in network.chains if colour in chain.colours]
    goes_on = [
        chain for chain in network.chains if any(one.colour and (one.x, one.y) == tile.cell for one in chain.paths)
    ]
    ends = [(x, y) for (x, y, _), chain in network.open_at.items() if chain in goes_on]
    apart = sum(abs(one - other) for one, other in zip(*ends, strict=True)) if joined == 1 and len(ends) == 2 else 0
    # Compared from the left: no other colour joined counts before all else, the length only between equals.
    return (not network.mixed, joined, -apart, max(lengths, default=0))


def _have_own_cells(tiles: Sequence[Tile]) -> bool:
    """Whether no two tiles lie in one cell, termini back to back left aside."""
    return all(len(here) == 1 or (len(here) == 2 and are_back_to_back(*here)) for here in by_cell(tiles).values())


def _changed(sketch: Sketch, tile: Tile) -> Sketch:
    at = sketch.chosen
    assert at is not None
    return replace(sketch, tiles=(*sketch.tiles[:at], tile, *sketch.tiles[at + 1 :]))


_TAPS: Final[Mapping[str, Callable[[Sketch, int], Sketch]]] = {
    "shape": with_shape,
    "colour": with_colour,
    "way": with_way,
    "undo": lambda sketch, _: without_last(sketch),
    "clear": lambda sketch, _: replace(sketch, tiles=(), chosen=None, new=None, cell=None),
}
_TAPS_ON_CHOSEN: Final[Mapping[str, Callable[[Sketch, Tile, int], Sketch]]] = {
    "animal": with_animal,
    "turn": lambda sketch, tile, _: turned(sketch, tile),
    "pair": lambda sketch, tile, _: with_partner(sketch, tile),
    "new": lambda sketch, tile, _: replace(sketch, new=sketch.chosen),
    "erase": lambda sketch, tile, _: without_tile(sketch),
}


def changed(sketch: Sketch, settings: Mapping[str, int], cells: Sequence[Cell]) -> Sketch:
    """The sketch after what was tapped: one of the cells that are drawn, or something in the tray."""
    at = settings.get("tap")
    if at is not None and at < len(cells):
        return tapped(sketch, cells[at])
    name = next((one for one in (*_TAPS, *_TAPS_ON_CHOSEN) if one in settings), "")
    if name in _TAPS:
        return _TAPS[name](sketch, settings[name])
    return _TAPS_ON_CHOSEN[name](sketch, sketch.tile, settings[name]) if name and sketch.tile else sketch


SHAPES: Final[tuple[Kind, ...]] = ("curve", "straight", "terminus")


class ColourPick(NamedTuple):
    """One colour to lay from or whose route to follow, and whose it is; no one's where it only marks the area.

    `length`: that of the route as it was followed last; None if it was not.
    """

    colour: Colour
    line: str
    name: Text
    seat: int | None
    is_chosen: bool
    length: int | None = None


class TrayPick(NamedTuple):
    """Something in the tray: what a tap on it sends, how many of it are left, whether it is chosen."""

    name: Text
    sent: str
    look: str
    left: int | None
    is_chosen: bool


def shape_pick(state: State, colour: Colour, kind: Kind, chosen: Kind) -> TrayPick:
    return TrayPick(WORDS[kind], kind, kind, max(0, state.ground.stock(colour).get(kind, STOCK[kind])), kind == chosen)


def colour_pick(state: State, colour: Colour, chosen: Colour) -> ColourPick:
    seat = state.seat_of(colour) if colour in state.colours else None
    return ColourPick(colour, LINES[colour], WORDS[colour], seat, colour == chosen)


def animal_picks(state: State, colour: Colour, chosen: Animal | None) -> tuple[TrayPick, ...]:
    """The animals to choose from, where they count."""
    if not state.options["animals"] or colour not in state.colours:
        return ()
    herd = state.ground.herd(colour)
    return tuple(TrayPick(WORDS[one], one, one, herd[one], one == chosen) for one in ANIMALS)


class SizePick(NamedTuple):
    short: int
    long: int
    sent: str
    is_chosen: bool


def sizes(area: Area | None) -> tuple[SizePick, ...]:
    chosen = None if area is None else (min(area), max(area))
    return tuple(
        SizePick(short, long, f"size={index}", (short, long) == chosen) for index, (short, long) in enumerate(SIZES)
    )


def shapes(sketch: Sketch) -> tuple[TrayPick, ...]:
    tile = sketch.tile
    colour = tile.colour if tile and tile.colour else COLOURS[sketch.ink]
    chosen = KINDS.index(tile.kind) if tile else sketch.brush
    found = []
    for index, kind in enumerate(KINDS):
        most = BILLABONGS if kind == "billabong" else STOCK[kind]
        used = sum(one.kind == kind and one.colour in (colour, None) for one in sketch.tiles)
        found.append(TrayPick(WORDS[kind], f"shape={index}", kind, max(0, most - used), index == chosen))
    return tuple(found)


class Way(NamedTuple):
    """A tile as it would lie at the end ahead: what a tap on it sends, how many of its shape are left."""

    kind: Kind
    line: str
    turn: int
    label: Text
    sent: str
    left: int


def ways(sketch: Sketch) -> tuple[Way, ...]:
    found = []
    for tile in ways_on(sketch):
        used = sum(one.kind == tile.kind and one.colour == tile.colour for one in sketch.tiles)
        line = LINES[COLOURS[sketch.ink]]
        found.append(
            Way(
                tile.kind,
                line,
                tile.turn or 0,
                tile_as_it_lies(tile),
                f"way={way_number(tile)}",
                max(0, STOCK[tile.kind] - used),
            )
        )
    return tuple(found)


def ghost(sketch: Sketch) -> Tile | None:
    """The tile that a tap on the cell of the end ahead lays; before the first one, where it may begin."""
    if not sketch.tiles and sketch.brush != MARK:
        return _brushed(sketch, (0, 0))
    ahead = end_ahead(sketch)
    if ahead is None or sketch.brush == MARK:
        return None
    return _turned_to_fit(sketch.tiles, _brushed(sketch, (ahead[0], ahead[1])))


def inks(sketch: Sketch) -> tuple[TrayPick, ...]:
    tile = sketch.tile
    chosen = COLOURS.index(tile.colour) if tile and tile.colour else sketch.ink
    return tuple(
        TrayPick(WORDS[one], f"colour={index}", LINES[one], None, index == chosen) for index, one in enumerate(COLOURS)
    )


def animals(sketch: Sketch) -> tuple[TrayPick, ...]:
    """The animals for the chosen tile; none if it shows none."""
    tile = sketch.tile
    if tile is None or tile.kind not in ("straight", "curve"):
        return ()
    found = []
    for index, one in enumerate(ANIMALS, 1):
        left = HERD[one] - sum(other.animal == one and other.colour == tile.colour for other in sketch.tiles)
        # The animal that is there is sent as none: a second tap takes it off.
        sent = 0 if tile.animal == one else index
        found.append(TrayPick(WORDS[one], f"animal={sent}", one, max(0, left), tile.animal == one))
    return tuple(found)
