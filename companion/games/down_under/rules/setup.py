"""The set-up sheet: what everybody takes, how large the area is, what a variant asks for (DU-1 to DU-5, DU-50 to DU-53)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Options, Setup, SetupSheet
from companion.engine.rulings import Json, Reason
from companion.engine.schema.marks import Seat
from companion.engine.text import SeatName, say, say_many
from companion.games.down_under.rules.border import border, line
from companion.games.down_under.rules.components import (
    BILLABONGS,
    COLOUR_NAMES,
    COLOURS,
    STOCK,
    Colour,
    areas,
    colour_names,
)
from companion.games.down_under.rules.options import in_force
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile, tile_json


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet: sizes of the play area, tiles of each colour, whose colours (DU-1, DU-4)."""

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
    """The sizes to choose from, the tiles of each colour, and the steps in order."""
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
        facts["fixed_area"] = [tile_json(tile) for tile in line(state.area, COLOURS[setup.seats])]
        if setup.seats == 2:
            facts["fixed_frame"] = [tile_json(tile) for tile in border(state.area, COLOURS[setup.seats :])]
    return SetupSheet(
        facts, (*_left_out(state, setup.options), *_tiles(state), *_area(state), *_line_steps(state), _opening(state))
    )


def _left_out(state: State, chosen: Options) -> list[Reason]:
    # First of all: the table that chose it lays out another box than it thinks.
    if chosen["variant"] == state.variant:
        return []
    text = say("This variant isn’t for this many players. You play without it.")
    return [Reason(text, ("DU-51" if chosen["variant"] == "fixed_area" else "DU-53",))]


def _tiles(state: State) -> list[Reason]:
    clauses = ("DU-1", "DU-53") if state.has_two_routes else ("DU-1",)
    steps = []
    for seat in range(state.seats):
        colours = state.colours_of(seat)
        takes = say_many(
            "{name} takes all tiles of this colour: {colours}.",
            "{name} takes all tiles of these colours: {colours}.",
            len(colours),
            name=SeatName(seat),
            colours=colour_names(colours),
        )
        steps.append(Reason(takes, clauses))
    text = say(
        "Sort the tiles by shape. Each colour has {straight} straights, {curve} curves and {terminus} end tiles.",
        straight=STOCK["straight"],
        curve=STOCK["curve"],
        terminus=STOCK["terminus"],
    )
    steps.append(Reason(text, ("DU-1",)))
    if state.options["animals"]:
        steps.append(Reason(say("Sort straights and curves by animal too."), ("DU-3", "DU-43")))
    text = say("Put the {billabongs} billabongs aside for special cases.", billabongs=BILLABONGS)
    return [*steps, Reason(text, ("DU-1", "DU-25"))]


def _area(state: State) -> list[Reason]:
    if state.area is None:
        return [Reason(say("There’s no play area. Place tiles anywhere."), ("DU-50",))]
    short, long = state.area
    size = say("The play area is {short} by {long} cells, either way round.", short=short, long=long)
    steps = [Reason(size, ("DU-4",))]
    if state.variant != "fixed_area":
        steps.append(Reason(say("Your tiles decide where it lies."), ("DU-5", "DU-20")))
    return steps


def _line_steps(state: State) -> list[Reason]:
    if state.variant != "fixed_area" or state.area is None:
        return []
    colour = COLOURS[state.seats]
    tiles = line(state.area, colour)
    taken = say(
        "Take {straights} straights and {curves} curves of {colour}, an unused colour.",
        straights=sum(tile.kind == "straight" for tile in tiles),
        curves=sum(tile.kind == "curve" for tile in tiles),
        colour=COLOUR_NAMES[colour],
    )
    lay = say(
        "Place them in a line from bottom left to top right, straights in the middle. Enter them "
        "before the first player starts. The line may bend another way."
    )
    steps = [Reason(taken, ("DU-51",)), Reason(lay, ("DU-51",))]
    if state.seats == 2:
        frame = say(
            "Or frame the area, or part of it, with the tiles of both unused colours: {straights} straights of each. "
            "In its sides, place curves in pairs so that their grey leads from inside to outside.",
            straights=STOCK["straight"],
        )
        steps.append(Reason(frame, ("DU-51",)))
    return steps


def _opening(state: State) -> Reason:
    first = SeatName(0)
    if state.variant == "one_end":
        text = say(
            "{name} starts with an end tile. The second player places one back to back with it, the "
            "fourth with the third’s.",
            name=first,
        )
        return Reason(text, ("DU-52",))
    if state.variant == "two_routes":
        text = say(
            "{name} goes first. Each player places 2 end tiles in one cell, one of each colour. Then {name} "
            "places 1 tile. After that, place 2 a turn, one of each colour.",
            name=first,
        )
        return Reason(text, ("DU-53",))
    if state.variant == "one_tile_per_turn":
        text = say(
            "{name} goes first. Each player places 2 end tiles in one cell, one of each colour. After that, "
            "place 1 tile a turn.",
            name=first,
        )
        return Reason(text, ("DU-53",))
    return Reason(say("{name} starts with a straight or a curve.", name=first), ("DU-15",))
