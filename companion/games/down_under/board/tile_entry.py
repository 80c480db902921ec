"""Entering a tile: each open end of the route with every tile that fits, or cell, shape and turn; and what would come of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from companion.engine.game import Draft
from companion.engine.rulings import Doubt, Reason
from companion.engine.schema.formdata import choice, last
from companion.engine.text import SeatName, Text, say, signs
from companion.games.down_under.board.billabong_entry import tried
from companion.games.down_under.board.drawing import LINES, tile_as_it_lies, tile_label
from companion.games.down_under.board.marking import is_unasked, next_mark
from companion.games.down_under.board.sketch import SHAPES, ColourPick, TrayPick, animal_picks, colour_pick, shape_pick
from companion.games.down_under.board.taps import cell_of
from companion.games.down_under.rules.components import (
    ANIMALS,
    COLOURS,
    SIDES,
    TURNS,
    WORDS,
    Cell,
    Colour,
    Kind,
    Side,
    Turn,
)
from companion.games.down_under.rules.network import Network, Port
from companion.games.down_under.rules.placement import OPENS_WITH_A_TERMINUS, Placement, lay
from companion.games.down_under.rules.play import play
from companion.games.down_under.rules.route import length_of
from companion.games.down_under.rules.state import Lay, State
from companion.games.down_under.rules.tiles import OPPOSITE, Tile, beyond, coloured_sides
from companion.games.down_under.rules.ways import leads_out, own_ends, ways_to_lay

# Two quarter turns would lead back to where it came from.
_WAYS: Final = {0: say("straight on"), 1: say("curve to the right"), 3: say("curve to the left")}
"""How a tile leads on, by quarter turns to the right of the way into it."""


def behind(state: State, port: Port) -> Text:
    """Behind which tile a free cell lies, as one follows the route to this side of it; and in which direction."""
    x, y, side = port
    before = next(tile for tile in reversed(state.tiles) if tile.cell == beyond((x, y), side))
    to = WORDS[OPPOSITE[side]]
    name = SeatName(state.seat_of(before.colour)) if before.colour in state.colours else None
    if name and before.kind == "curve":
        return say("beside {name}’s curve ({side})", name=name, side=to)
    if name and before.kind == "straight":
        return say("beside {name}’s straight ({side})", name=name, side=to)
    return say("beside {tile} ({side})", tile=tile_label(before), side=to)


def leads(tile: Tile, entered: Sequence[Side]) -> Text:
    """Which way a tile leads on, as one comes into it at the first of these sides that its coloured path reaches."""
    if tile.kind == "terminus":
        return WORDS["terminus"]
    sides = coloured_sides(tile)
    way_in = next(side for side in entered if side in sides)
    way_out = next(side for side in sides if side != way_in)
    return _WAYS[(SIDES.index(way_out) - SIDES.index(OPPOSITE[way_in])) % 4]


class WayThrough(NamedTuple):
    kind: Kind
    turn: Turn
    label: Text


class OpenEnd(NamedTuple):
    """A free cell at which the route may go on, the tiles of which most are left first.

    `number` is how the drawing calls it, `where` says what it lies behind.
    """

    number: int
    x: int
    y: int
    where: Text
    ways: tuple[WayThrough, ...]

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)

    def label(self, lying: Tile | None = None) -> Text:
        """The tile that lies there, else the likeliest, and where that is: in words for those who do not see the drawing."""
        shown = next(
            (way for way in self.ways if lying and (way.kind, way.turn) == (lying.kind, lying.turn)), self.ways[0]
        )
        return signs("{tile}, {where}", tile=shown.label, where=self.where)

    def tapped(self, lying: Tile | None = None) -> str:
        """What a tap there sends: its first tile, or the one after the tile that lies there already."""
        shapes = [(way.kind, way.turn) for way in self.ways]
        now = shapes.index((lying.kind, lying.turn or 0)) if lying and (lying.kind, lying.turn) in shapes else -1
        # With nothing lying there `now` is -1, and this the first.
        kind, turn = shapes[(now + 1) % len(shapes)]
        return f"{self.x},{self.y}:{kind}:{turn}"


def open_ends(state: State, colour: Colour) -> tuple[OpenEnd, ...]:
    """The open ends of a colour that has opened, each with the number it keeps; none where a billabong has to come first.

    Of a tile that must lead out of a billabong only those that do.
    """
    if state.due is not None or not state.has_opened(colour) or colour not in state.colours:
        return ()
    found: dict[Cell, dict[tuple[Kind, Turn], Tile]] = {}
    for tile in ways_to_lay(state.ground, colour):
        if state.ways_out and not any(leads_out(tile, billabong) for billabong in state.ways_out):
            continue
        found.setdefault(tile.cell, {})[tile.kind, tile.turn or 0] = tile
    sides: dict[Cell, list[Side]] = {}
    for x, y, side in own_ends(state.ground.network, colour):
        sides.setdefault((x, y), []).append(side)
    cells = _in_walking_order(state, colour, found)
    left = state.ground.stock(colour)
    return tuple(
        OpenEnd(
            number,
            *cell,
            behind(state, (*cell, sides[cell][0])),
            tuple(
                WayThrough(*lies, leads(tile, sides[cell]))
                for lies, tile in sorted(found[cell].items(), key=lambda one: -left[one[0][0]])
            ),
        )
        for number, cell in enumerate(cells, 1)
    )


def _in_walking_order(state: State, colour: Colour, cells: Iterable[Cell]) -> list[Cell]:
    """The free cells as one walks the route: the same way all match long, as the first tile of the colour sets it."""
    first = next(tile.cell for tile in state.tiles if tile.colour == colour)
    order = [beyond((x, y), side) for x, y, side in _ports(state.ground.network, colour, first)]
    by_row = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    return sorted(by_row, key=lambda cell: order.index(cell) if cell in order else len(order))


def _ports(network: Network, colour: Colour, first: Cell) -> Iterator[Port]:
    """Yield the sides at which the paths of a colour are entered and left, from the first tile's first side on."""
    for chain in network.chains:
        if colour not in chain.colours:
            continue
        own = next((path for path in chain.paths if (path.x, path.y) == first and path.colour == colour), None)
        is_backwards = own is not None and len(own.sides) > 1 and SIDES.index(own.sides[0]) > SIDES.index(own.sides[-1])
        for path in (one.flipped() for one in reversed(chain.paths)) if is_backwards else chain.paths:
            yield from ((path.x, path.y, side) for side in path.sides)


SHOWN: Final = "_shown"
"""The field that says for which cell, shape and colour the form's turn was chosen: for another it is chosen anew."""

EARLIER: Final = "_earlier"
"""The field that says that tiles laid earlier are entered on this device."""


class TileEntry(NamedTuple):
    """The form as far as it is filled in, and what would come of it.

    `ends` are where the route may go on, as long as no cell is tapped; then `end` is the one tapped, and `following` are those of
    the next player, whose tap lays this tile too; `fits` are the ends that take its shape, where it may not lie as it does.
    `fitting` is the turn in which it may lie there. `before` and `after` are the lengths of the colour's longest route; `broken`
    says which clauses it breaks, `refusal` why it is impossible; `joints` are the sides of cells where it goes wrong.
    """

    seat: int
    colour: Colour
    line: str
    tile: Tile | None
    next_turn: Turn
    fitting: Turn | None
    shown: str
    catching_up: bool
    kind: Kind
    shapes: tuple[TrayPick, ...]
    colours: tuple[ColourPick, ...]
    animals: tuple[TrayPick, ...]
    ends: tuple[OpenEnd, ...]
    end: OpenEnd | None
    following: tuple[OpenEnd, ...]
    fits: tuple[tuple[OpenEnd, Turn], ...]
    before: int
    after: int | None
    broken: tuple[Doubt, ...]
    refusal: tuple[Reason, ...]
    joints: tuple[Port, ...]
    main: Text
    small: Text

    @property
    def is_complete(self) -> bool:
        return self.tile is not None and not self.refusal

    @property
    def is_forbidden(self) -> bool:
        """Whether a rule speaks against the tile, so that the table would have to overrule it."""
        return any(map(_is_forbidden, self.broken))

    @property
    def against(self) -> tuple[Reason, ...]:
        """Why it may not lie there; while it may not, the animal that is still missing is no reason."""
        return self.refusal or tuple(one for one in self.broken if _is_forbidden(one))

    @property
    def fits_turned(self) -> bool:
        """Whether the tile that may not lie like that may lie there turned."""
        return self.fitting is not None

    @property
    def lies(self) -> Text | None:
        if self.end:
            return self.end.label(self.tile)
        return tile_as_it_lies(self.tile) if self.tile else None


def tile_entry(state: State, draft: Draft) -> TileEntry:
    # While the area is being marked, tiles of unused colours can be laid too.
    offered = COLOURS if state.is_marking_the_area else state.colours
    colour = choice(draft, "tile.colour", offered) or _colour_in_turn(state, draft)
    suggested = next_mark(state, draft, colour) if is_unasked(state, draft) else None
    tile = suggested or _tile(state, draft, colour)
    kind = tile.kind if tile else _kind(state, draft, colour)
    catching_up = is_catching_up(state, draft)
    move = Lay(_seat(state, tile.colour or colour), tile, catching_up) if tile else None
    doubts, refusal = tried(state, move) if move else ((), ())
    placed = _placed(state, tile) if doubts and tile else None
    broken = _drawn_first(doubts, placed) if placed else doubts
    # Tiles laid earlier are entered as they lie, in any order, so no open end is the next.
    ends = () if catching_up else open_ends(state, colour)
    end = next((one for one in ends if tile and one.cell == tile.cell), None) if _way(draft)[0] else None
    fitting = _fitting_turn(state, move) if move and not refusal and any(map(_is_forbidden, broken)) else None
    fits = _fitting(ends, tile) if tile and (refusal or any(map(_is_forbidden, broken))) else ()
    main, small = _button(move, broken, refusal, fitting, fits)
    return TileEntry(
        seat=_seat(state, colour),
        colour=colour,
        line=LINES[colour],
        tile=tile,
        next_turn=_next_turn(tile),
        fitting=fitting,
        shown=shown_as(tile.cell, kind, colour) if tile else "",
        catching_up=catching_up,
        kind=kind,
        shapes=tuple(shape_pick(state, colour, one, kind) for one in SHAPES),
        colours=tuple(colour_pick(state, one, colour) for one in offered),
        animals=animal_picks(state, colour, tile.animal if tile else choice(draft, "tile.animal", ANIMALS))
        if kind != "terminus"
        else (),
        ends=() if tile else ends,
        end=end,
        following=_following(state, tile) if end and not broken and not refusal else (),
        fits=fits,
        before=length_of(state.ground, colour),
        after=length_of(state.ground.with_tile(tile), colour) if tile and not refusal else None,
        broken=broken,
        refusal=refusal,
        joints=placed.joints if placed else (),
        main=main,
        small=small,
    )


def _drawn_first(doubts: Iterable[Doubt], placed: Placement) -> tuple[Doubt, ...]:
    """The reasons against a tile, those first that the table shows: where there is room for one, it is about what is seen."""
    drawn = [one.text for one in placed.findings if one.joints]
    return tuple(sorted(doubts, key=lambda one: one.text not in drawn))


def _fitting(ends: Iterable[OpenEnd], tile: Tile) -> tuple[tuple[OpenEnd, Turn], ...]:
    """The other open ends that take a tile of this shape, each with its first turn there."""
    found = ((one, way) for one in ends if one.cell != tile.cell for way in one.ways if way.kind == tile.kind)
    return tuple({one.number: (one, way.turn) for one, way in found}.values())


def is_catching_up(state: State, draft: Draft) -> bool:
    """Whether tiles that were laid earlier are entered on this device, until it is said how things stand."""
    return last(draft, EARLIER) == str(state.stood) if EARLIER in draft else last(draft, "catching_up") == "true"


def shown_as(cell: Cell, kind: Kind, colour: Colour) -> str:
    return f"{cell[0]},{cell[1]},{kind},{colour}"


def _colour_in_turn(state: State, draft: Draft) -> Colour:
    mark = next_mark(state, draft)
    if mark is not None and mark.colour is not None:
        return mark.colour
    seat = state.turn or 0
    if state.way_out is not None and state.meetings == ():
        # Of a player's two routes the one laid last has to lead out of the billabong (DU-30).
        mover = next((tile.colour for tile in reversed(state.tiles) if tile.colour in state.colours_of(seat)), None)
        if mover:
            return mover
    return (*state.waiting(seat), *state.colours_of(seat))[0]


def _seat(state: State, colour: Colour) -> int:
    return state.seat_of(colour) if colour in state.colours else state.turn or 0


def _kind(state: State, draft: Draft, colour: Colour) -> Kind:
    tapped = _way(draft)[0] or choice(draft, "tile.kind", SHAPES)
    if tapped:
        return tapped
    is_opening = state.variant in OPENS_WITH_A_TERMINUS and not state.has_opened(colour)
    stock = state.ground.stock(colour)
    # These variants begin with an end tile (DU-52, DU-53).
    first: Kind = "terminus" if is_opening else "curve"
    return next((kind for kind in (first, *SHAPES) if stock[kind]), first)


def _tile(state: State, draft: Draft, colour: Colour) -> Tile | None:
    """The tile as it is tapped; its turn the one tapped for just this, else the first that breaks no rule."""
    cell = cell_of(draft, "tile.")
    if cell is None:
        return None
    kind = _kind(state, draft, colour)
    way = _way(draft)[1]
    tapped = choice(draft, "tile.turn", TURNS) if way is None else way
    shown = last(draft, SHOWN)
    # A turn tapped for another cell, shape or colour would not be meant for this one. An entry that is corrected names none,
    # and its turn holds.
    is_of_this = way is not None or shown == shown_as(cell, kind, colour) or (not shown and "cell" not in draft)
    animal = choice(draft, "tile.animal", ANIMALS) if kind != "terminus" else None
    if tapped is not None and is_of_this:
        return Tile(*cell, kind, colour, tapped, animal)
    return first_fitting(state, Tile(*cell, kind, colour, 0, animal))


def _way(draft: Draft) -> tuple[Kind | None, Turn | None]:
    """The shape and the turn of the tile tapped at an open end, if one was."""
    kind, _, turn = last(draft, "cell").partition(":")[2].partition(":")
    return choice({"way": (kind,)}, "way", SHAPES), choice({"way": (turn,)}, "way", TURNS)


def first_fitting(state: State, tile: Tile) -> Tile:
    """The tile turned so that it breaks no rule, if possible; else as it lies."""
    for turn in TURNS if tile.kind != "straight" else TURNS[:2]:
        turned = replace(tile, turn=turn)
        if not _placed(state, turned).broken and state.ground.has_room(turned):
            return turned
    return tile


def _following(state: State, tile: Tile | None) -> tuple[OpenEnd, ...]:
    """The open ends of the colour that comes next once this tile lies."""
    assert tile is not None
    assert tile.colour is not None
    after = play(state, Lay(state.seat_of(tile.colour), tile)).state
    if after.is_over or after.meetings:
        return ()
    # Taps made for this tile do not say whose the next one is, so the draft stays out of it.
    return open_ends(after, _colour_in_turn(after, {}))


def _placed(state: State, tile: Tile) -> Placement:
    assert tile.colour is not None
    return lay(state.ground, tile, is_first=not state.has_opened(tile.colour))


def _next_turn(tile: Tile | None) -> Turn:
    """How the tile lies when it is tapped once more; a straight has two ways to lie."""
    if tile is None:
        return 0
    step = TURNS.index(tile.turn or 0) + 1
    return TURNS[step % (2 if tile.kind == "straight" else 4)]


def _is_forbidden(flag: Doubt) -> bool:
    """Whether a rule speaks against the tile; an animal that is not named yet is only missing."""
    return flag.clauses != ("DU-3",)


def _fitting_turn(state: State, move: Lay) -> Turn | None:
    """Return the next turn in which no rule speaks against the tile; None where there is none."""
    at = TURNS.index(move.tile.turn or 0)
    for turn in (*TURNS[at + 1 :], *TURNS[:at]):
        # By the rules themselves: in another turn it may break another clause.
        broken, refusal = tried(state, replace(move, tile=replace(move.tile, turn=turn)))
        if not refusal and not any(map(_is_forbidden, broken)):
            return turn
    return None


def _button(
    move: Lay | None,
    broken: Sequence[Doubt],
    refusal: Sequence[Reason],
    fitting: Turn | None,
    fits: Sequence[tuple[OpenEnd, Turn]],
) -> tuple[Text, Text]:
    """What the largest button does, and the small line under it."""
    if fitting is not None:
        return say("Rotate it"), say("or tap another cell")
    if fits:
        return say("Place it where it fits"), say("or tap another cell")
    if move is None or refusal or any(map(_is_forbidden, broken)):
        return say("Place a tile"), say("tap its cell")
    return say("Place it here"), say("Which animal is on it?") if broken else say("tap it again to turn it")
