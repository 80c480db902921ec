"""The set-up sheet (DU-1 to DU-5, DU-50 to DU-53), and the line or frame of tiles that marks a fixed area (DU-51).

The frame takes all 14 straights and 14 of the 18 curves of both unused colours. Besides the corners, curves lie in
pairs: the grey of such a pair leads from the inner edge of the frame to the outer one, and the colour ends there, so that one
colour can give way to the other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.game import Options, Setup, SetupSheet
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Seat
from companion.engine.text import SeatName, say
from companion.games.down_under.rules.components import (
    BILLABONGS,
    SIDES,
    STOCK,
    TURNS,
    WORDS,
    Cell,
    Colour,
    Kind,
    Side,
    areas,
)
from companion.games.down_under.rules.options import in_force
from companion.games.down_under.rules.span import Area
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import OPPOSITE, SHAPES, Tile, beyond, tile_json


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet: sizes of the play area, tiles of each colour, whose colours."""

    areas: tuple[tuple[int, int], ...]
    area: tuple[int, int] | None
    straight: int
    curve: int
    terminus: int
    billabong: int
    colours: Mapping[Seat, tuple[Colour, ...]]
    fixed_area: tuple[Tile, ...] | None = None
    fixed_frame: tuple[Tile, ...] | None = None


def lay_out(setup: Setup) -> SetupSheet:
    """The sizes to choose from, the tiles of each colour (DU-6), and the steps in order."""
    played = in_force(setup.options, setup.seats)
    state = State(played, setup.seats)
    facts: dict[str, Json] = {
        "areas": [] if state.area is None else [[*size] for size in areas(setup.seats, played)],
        "area": None if state.area is None else [*state.area],
        "straight": STOCK["straight"],
        "curve": STOCK["curve"],
        "terminus": STOCK["terminus"],
        "billabong": BILLABONGS,
        "colours": {str(seat): [*state.colours_of(seat)] for seat in range(setup.seats)},
    }
    if state.variant == "fixed_area" and state.area:
        facts["fixed_area"] = [tile_json(tile) for tile in line(state.area, state.box[setup.seats])]
        if setup.seats == 2:
            facts["fixed_frame"] = [tile_json(tile) for tile in border(state.area, state.box[setup.seats :])]
    return SetupSheet(
        facts, (*_left_out(state, setup.options), *_tiles(state), *_area(state), *_line_steps(state), *_opening(state))
    )


def _left_out(state: State, chosen: Options) -> list[Reason]:
    # First of all: the table that chose it lays out another box than it thinks.
    if chosen["variant"] == state.variant:
        return []
    text = say("You’re playing without the variant. It isn’t for this many players.")
    return [Reason(text, ("DU-51" if chosen["variant"] == "fixed_area" else "DU-53",))]


def _tiles(state: State) -> list[Reason]:
    # Whose colour is which, and how many tiles it has, is drawn beside the steps.
    taken = Reason(say("Take the tiles in your colour and sort them by shape."), ("DU-1",))
    if state.has_two_routes:
        taken = Reason(say("Take the tiles in your 2 colours and sort them by shape."), ("DU-1", "DU-53"))
    animals = Reason(say("Sort straights and curves by animal too."), ("DU-3", "DU-43"))
    aside = say("Put the {billabongs} billabongs aside for special cases.", billabongs=BILLABONGS)
    return [taken, *([animals] if state.options["animals"] else []), Reason(aside, ("DU-1", "DU-25"))]


def _area(state: State) -> list[Reason]:
    """Return where the area lies; how large it is, is drawn (DU-5)."""
    if state.area is None:
        return [Reason(say("There’s no play area. Place tiles anywhere."), ("DU-50",))]
    if state.variant == "fixed_area":
        return []
    return [Reason(say("Your tiles decide where and how the play area lies."), ("DU-4", "DU-5", "DU-20"))]


def _line_steps(state: State) -> list[Reason]:
    if state.variant != "fixed_area" or state.area is None:
        return []
    colour = state.box[state.seats]
    tiles = line(state.area, colour)
    taken = say(
        "Take {straights} straights and {curves} curves in {colour}, an unused colour.",
        straights=sum(tile.kind == "straight" for tile in tiles),
        curves=sum(tile.kind == "curve" for tile in tiles),
        colour=WORDS[colour],
    )
    lay = say("Line them up from the bottom left corner to the top right, straights in the middle. Then enter them.")
    steps = [Reason(taken, ("DU-51",)), Reason(lay, ("DU-51",))]
    if state.seats == 2:
        frame = border(state.area, state.box[state.seats :])
        curves = Counter(tile.colour for tile in frame if tile.kind == "curve")
        (one, its_curves), (other, more) = curves.most_common()
        text = say(
            "Or frame the area with both unused colours. You need {straights} straights of each, {curves} curves "
            "in {colour} and {more} in {other}.",
            straights=STOCK["straight"],
            curves=its_curves,
            colour=WORDS[one or colour],
            more=more,
            other=WORDS[other or colour],
        )
        steps.append(Reason(text, ("DU-51",)))
    return steps


def _opening(state: State) -> tuple[Reason, ...]:
    if ends := starting_ends(state.variant, state.seats):
        return (Reason(say("You decide who goes first. This time it’s {name}.", name=SeatName(0)), ("DU-15",)), *ends)
    return (Reason(say("{name} starts with a straight or a curve.", name=SeatName(0)), ("DU-15",)),)


def starting_ends(variant: str, seats: int) -> tuple[Reason, ...]:
    """How the variants with end tiles begin, for that many players; nothing for the others."""
    if variant == "one_end":
        second = say("The second player’s tile goes back to back with the first’s.")
        both = say("The second player’s tile goes back to back with the first’s, the fourth’s with the third’s.")
        third = Reason(say("The third player’s tile must touch another, at least at a corner."), ("DU-15", "DU-52"))
        return (
            Reason(say("Everyone starts with an end tile."), ("DU-52",)),
            Reason(both if seats > 3 else second, ("DU-52",)),
            *((third,) if seats > 2 else ()),
        )
    turn = {
        "two_routes": say("The first player then places 1 tile. After that, place 2 a turn, one of each colour."),
        "one_tile_per_turn": say("After that, place 1 tile a turn, on either route."),
    }.get(variant)
    ends = say("Everyone starts with an end tile in each of their 2 colours. Both go in the same cell.")
    return (Reason(ends, ("DU-53",)), Reason(turn, ("DU-53",))) if turn else ()


_FIRST: Final[Side] = "W"
_LAST: Final[Side] = "N"


def line(area: Area, colour: Colour) -> tuple[Tile, ...]:
    """The tiles from the bottom left to the top right corner, (0, 0) being the top left cell.

    One bend at either end, then straights, with one bend where the line turns from rows to columns.
    """
    columns, rows = sorted(area)
    bend: tuple[Side, ...] = ("N", "E")
    up: tuple[Side, ...] = ("N",)
    across: tuple[Side, ...] = ("E",)
    steps = (*bend, *up * (rows - 3), *across * (columns - 3), *bend)
    cell = (0, rows - 1)
    tiles = []
    coming: Side = _FIRST
    for going in (*steps, _LAST):
        tiles.append(joining(cell, coming, going, colour))
        cell, coming = beyond(cell, going), OPPOSITE[going]
    return tuple(tiles)


def joining(cell: Cell, one: Side, other: Side, colour: Colour) -> Tile:
    kind: Kind = "straight" if OPPOSITE[one] == other else "curve"
    wanted = {one, other}
    turn = next(turn for turn in TURNS if set(SHAPES[kind, turn][0]) == wanted)
    return Tile(*cell, kind, colour, turn)


_LEGS: Final[tuple[Side, ...]] = ("E", "S", "W", "N")
# Only two players leave two colours for a frame (DU-51), so these sizes are all there are.
_DRAWN: Final[Mapping[Area, tuple[str, ...]]] = {
    (6, 6): ("ss<|>ss", "s<>sss", "s<|>sss", "<>ss<>"),
    (5, 7): ("ss<|>s", "ss<>sss", "s<|>ss", "<>ss<>s"),
    (4, 8): ("s<|>s", "ss<>ssss", "<|>ss", "s<>ss<>s"),
}
"""By area, clockwise from the top left corner, the tiles between the corners: straights, pairs; at `|` the colour changes."""


def border(area: Area, colours: tuple[Colour, ...]) -> tuple[Tile, ...]:
    """The tiles clockwise from the top left corner of the frame, (0, 0) being the top left cell of the area inside."""
    return tuple(_walk(_DRAWN[area], colours))


def _walk(legs: tuple[str, ...], colours: tuple[Colour, ...]) -> Iterator[Tile]:
    cell: Cell = (-1, -1)
    colour, other = colours
    # The leg before says from which side a corner is entered.
    for before, heading, leg in zip((_LEGS[-1], *_LEGS), _LEGS, legs, strict=False):
        yield joining(cell, OPPOSITE[before], heading, colour)
        cell = beyond(cell, heading)
        for sign in leg:
            if sign == "|":
                colour, other = other, colour
                continue
            yield joining(cell, *_sides(sign, heading), colour)
            cell = beyond(cell, heading)


def _sides(sign: str, heading: Side) -> tuple[Side, Side]:
    """The sides that a tile's coloured path joins: along the frame, out of it, or from within on along it."""
    inward = SIDES[(SIDES.index(heading) + 1) % len(SIDES)]
    if sign == "<":
        return OPPOSITE[heading], OPPOSITE[inward]
    return (inward, heading) if sign == ">" else (OPPOSITE[heading], heading)
