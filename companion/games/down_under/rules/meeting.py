"""What happens where several routes lead to one free cell: the billabong (DU-13, DU-30 to DU-33)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, doubts, first_of
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about
from companion.games.down_under.rules.components import (
    COLOURS,
    NAMED_COLOURS,
    SIDES,
    STOCK,
    WORDS,
    Cell,
    Colour,
    Curves,
    Side,
    colour_names,
    in_order,
)
from companion.games.down_under.rules.ground import Ground, asked
from companion.games.down_under.rules.network import Network
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.tiles import Tiles

Case: TypeAlias = Literal["none", "two", "three", "four"]
_CASES: Final[Mapping[int, Case]] = {3: "three", 4: "four"}
_CLAUSES: Final[Mapping[Case, str]] = {"two": "DU-32", "three": "DU-30", "four": "DU-31"}


CurvesLeft: TypeAlias = Annotated[
    Mapping[Annotated[Colour, NAMED_COLOURS], Curves], Prompt(say("Curves left"), widget="by-colour")
]
"""The curves each colour still has; who is not named has none."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is to happen at one cell: the case, which routes end there and which go on."""

    cell: Cell
    case: Case
    mover: Colour
    ends: tuple[Colour, ...]
    goes_on: tuple[Colour, ...]

    @property
    def is_due(self) -> bool:
        """Whether the billabong must be laid at once; with two routes it may be laid."""
        return self.case in ("three", "four")

    @property
    def clause(self) -> str:
        return _CLAUSES.get(self.case, "DU-25")


@dataclass(frozen=True, slots=True)
class BillabongAnswer:
    """Which case it is, whose routes end there and whose go on."""

    case: Case
    ends: tuple[Colour, ...]
    goes_on: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class MeetingPlace:
    """A cell of the ground, and the colours that play; `colours` are those of the routes that lead there."""

    ground: Ground
    cell: Cell
    playing: tuple[Colour, ...]

    @property
    def is_free(self) -> bool:
        return self.cell not in self.ground.by_cell

    @property
    def colours(self) -> tuple[Colour, ...]:
        # The line of a fixed area leads to cells too (DU-51), but no player comes with it.
        leading = {colour for colours in ways_in(self.ground.network, self.cell).values() for colour in colours}
        return in_order(leading & set(self.playing))

    @property
    def sides_left(self) -> int:
        return sum(not colours for colours in ways_in(self.ground.network, self.cell).values())


def judge_billabong(
    tiles: Tiles,
    cell: Annotated[tuple[int, int], Prompt(say("Which cell is free?"), widget="cell")],
    mover: Annotated[Colour, Prompt(say("Who placed the last tile?")), NAMED_COLOURS],
    curves_left: CurvesLeft,
    options: Options,
) -> Judged[BillabongAnswer]:
    """What happens at a free cell after the mover's tile. Raise `IllegalMove` for a board that cannot be."""
    place = MeetingPlace(asked(tiles, options), cell, COLOURS)
    unsaid = tuple(colour for colour in place.colours if colour not in curves_left)
    decides = place.is_free and len(place.colours) == 2 and unsaid
    flags = (
        *doubts_about(tiles),
        *doubts(
            decides and says.CURVES_NOT_ENTERED(colours=colour_names(unsaid)),
            *_too_many_curves(tiles, curves_left),
            all(tile.colour != mover for tile in tiles) and says.MOVER_HAS_NO_TILE(name=WORDS[mover]),
        ),
    )
    facts = {"tiles": tiles, "cell": cell, "mover": mover, "curves_left": curves_left}
    return meeting(place, mover, curves_left, flags, facts)[1]


def _too_many_curves(tiles: Tiles, curves_left: CurvesLeft) -> Iterator[Reason]:
    """More curves laid and left than the box holds of a colour."""
    laid = Counter(tile.colour for tile in tiles if tile.kind == "curve")
    for colour in in_order(set(curves_left)):
        count = laid[colour] + curves_left[colour]
        if count > STOCK["curve"]:
            which = says.IN_COLOUR.filled(colour=WORDS[colour], what=WORDS["curve"])
            yield says.TOO_MANY_TILES(what=which, count=count, most=STOCK["curve"])


def meeting(
    place: MeetingPlace,
    mover: Colour,
    curves_left: Mapping[Colour, int],
    flags: tuple[Doubt, ...] = (),
    facts: object = None,
) -> tuple[Meeting, Judged[BillabongAnswer]]:
    """Return what happens at a cell after the mover's tile, and the ruling on it."""
    found = _meeting_at(place, mover, curves_left)
    answer, because = BillabongAnswer(found.case, found.ends, found.goes_on), _because(place, found, curves_left)
    return found, judged("billabong", _headline(found), answer, because, flags, facts=facts or {})


def ways_in(network: Network, cell: Cell) -> Mapping[Side, tuple[Colour, ...]]:
    """Return the colours of the routes that come in by each side of a cell."""
    return {side: network.colours_at((*cell, side)) for side in SIDES}


def _meeting_at(place: MeetingPlace, mover: Colour, curves_left: Mapping[Colour, int]) -> Meeting:
    """Return which routes end there and which go on: all end with four, or no side or billabong left (DU-30, DU-31, DU-33)."""
    colours = place.colours
    case = _case_of(place, curves_left)
    if case == "none":
        return Meeting(place.cell, case, mover, (), ())
    # A tile can bring together routes of others alone, over grey. With two of them both go on all the same, unless by house
    # rule; with more all end (DU-33).
    is_outsider = mover not in colours and (case != "two" or place.ground.options["outsider_billabong"] == "end")
    if is_outsider or not place.sides_left or not place.ground.billabongs_left or case == "four":
        return Meeting(place.cell, case, mover, colours, ())
    # Both go on: the billabong stands in for the curve that one of them lacks (DU-32).
    if case == "two":
        return Meeting(place.cell, case, mover, (), colours)
    return Meeting(place.cell, case, mover, tuple(one for one in colours if one != mover), (mover,))


def _case_of(place: MeetingPlace, curves_left: Mapping[Colour, int]) -> Case:
    """Return the case by how many players meet there, however many ends: 4, 3, or 2 with a curve short (DU-32)."""
    if not place.is_free:
        return "none"
    if len(place.colours) != 2:
        return _CASES.get(len(place.colours), "none")
    # No billabong left, no case: with two routes it may be placed, and is never owed.
    out_of_curves = any(not curves_left.get(colour, 0) for colour in place.colours)
    return "two" if out_of_curves and place.ground.billabongs_left else "none"


def _because(place: MeetingPlace, found: Meeting, curves_left: Mapping[Colour, int]) -> tuple[Reason, ...]:
    """Return the working: who comes, which case it is, who ends and who goes on."""
    if not place.is_free:
        return (says.TILE_IS_THERE(),)
    reasons = (*_who_comes(place), *_why_the_case(place, found, curves_left))
    if found.case == "none":
        return reasons
    return (*reasons, *_why_all_end(place, found), *_who_goes_on(found))


def _who_comes(place: MeetingPlace) -> tuple[Reason, ...]:
    """Return whose routes lead to the cell."""
    colours, many = colour_names(place.colours), len(place.colours)
    return first_of(
        not colours and says.NO_ROUTE_LEADS_HERE(),
        place.ground.options["variant"] in TWO_ROUTES and says.ROUTES_LEAD_HERE(colours=colours, count=many),
        says.PLAYERS_LEAD_HERE(colours=colours, count=many),
    )


def _why_the_case(place: MeetingPlace, found: Meeting, curves_left: Mapping[Colour, int]) -> tuple[Reason, ...]:
    """Return why a billabong is placed, at once or instead of a curve, or why none is."""
    mover, has_billabong = WORDS[found.mover], place.ground.billabongs_left
    if found.is_due:
        return (Reason(says.AT_ONCE.filled(mover=mover), (found.clause,)),) if has_billabong else ()
    without = tuple(colour for colour in place.colours if not curves_left.get(colour, 0))
    return first_of(
        len(place.colours) < 2 and says.NEEDS_TWO(),
        not without and says.BOTH_HAVE_CURVES(),
        not has_billabong and says.NO_BILLABONG_FOR_TWO(),
        says.INSTEAD_OF_CURVE(colours=colour_names(without), mover=mover),
    )


def _why_all_end(place: MeetingPlace, found: Meeting) -> tuple[Reason, ...]:
    """Return why no route goes on, where one could have."""
    if found.case == "four" or found.goes_on:
        return ()
    return first_of(
        not place.ground.billabongs_left and says.NO_BILLABONG_LEFT(),
        found.mover not in place.colours and says.MOVER_HAS_NO_ROUTE(mover=WORDS[found.mover]),
        says.EVERY_SIDE_TAKEN(),
    )


def _who_goes_on(found: Meeting) -> tuple[Reason, ...]:
    """Return who goes on from the billabong, and whose routes end."""
    ends = colour_names(found.ends)
    return first_of(
        not found.goes_on and Reason(says.END_HERE.filled(names=ends), (found.clause,)),
        found.case == "two" and says.BOTH_CONTINUE(),
        says.LEADS_OUT(mover=WORDS[found.mover], colours=ends),
    )


def _headline(found: Meeting) -> Text:
    if found.case == "none":
        return say("You can’t place a billabong here.")
    if found.case == "two" and not found.goes_on:
        return say("You may place a billabong here. {colours} then end.", colours=colour_names(found.ends))
    if not found.goes_on:
        return says.END_HERE.filled(names=colour_names(found.ends))
    if found.case == "two":
        return say("You may place a billabong here. {colours} go on from it.", colours=colour_names(found.goes_on))
    return say("Place a billabong here. {colour} goes on and the others end.", colour=WORDS[found.goes_on[0]])
