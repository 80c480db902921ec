"""What happens where several routes lead to one free cell: the billabong (DU-13, DU-30 to DU-33)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say, say_many, signs, too_many
from companion.games.down_under.rules.board import asked_network, doubts
from companion.games.down_under.rules.components import (
    BILLABONGS,
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
from companion.games.down_under.rules.network import Network, network_on
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.tiles import Tile, Tiles

Case: TypeAlias = Literal["none", "two", "three", "four"]
_CASES: Final[Mapping[int, Case]] = {3: "three", 4: "four"}
_CLAUSES: Final[Mapping[Case, str]] = {"two": "DU-32", "three": "DU-30", "four": "DU-31"}


@dataclass(frozen=True, slots=True)
class BillabongFacts:
    """The tiles on the table, the free cell, whoever brought it about, and the curves each colour still has (none: 0)."""

    tiles: Tiles
    cell: Annotated[tuple[int, int], Prompt(say("The free cell: column, row"), widget="cell")]
    mover: Annotated[Colour, Prompt(say("Who placed the last tile?")), NAMED_COLOURS]
    curves_left: Annotated[
        Mapping[Annotated[Colour, NAMED_COLOURS], Curves], Prompt(say("Curves left"), widget="by-colour")
    ]


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
        """Whether the billabong must be laid at once; with two routes it may be laid (DU-30 to DU-32)."""
        return self.case in ("three", "four")

    @property
    def clause(self) -> str:
        return _CLAUSES.get(self.case, "DU-25")


@dataclass(frozen=True, slots=True)
class BillabongAnswer:
    """Which case it is, whose routes end there and whose go on (DU-30 to DU-33)."""

    case: Case
    ends: tuple[Colour, ...]
    goes_on: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell and what leads there: the colours of a route by each side, none for a side without one."""

    cell: Cell
    is_free: bool
    by_side: Mapping[Side, tuple[Colour, ...]]
    billabongs_left: int
    options: Options
    playing: tuple[Colour, ...]

    @property
    def colours(self) -> tuple[Colour, ...]:
        leading = {colour for colours in self.by_side.values() for colour in colours}
        return in_order(leading & set(self.playing))

    @property
    def sides_left(self) -> int:
        return sum(not colours for colours in self.by_side.values())


def judge_billabong(facts: BillabongFacts, options: Options) -> Judged[BillabongAnswer]:
    """What happens at the cell. Raises `IllegalMove` for a board that cannot be."""
    place = _place(facts.tiles, asked_network(facts.tiles), facts.cell, options, COLOURS)
    flags = (*doubts(facts.tiles), *_doubts_about_facts(facts, place))
    return _ruled(place, facts.mover, facts.curves_left, flags, facts)[1]


def _doubts_about_facts(facts: BillabongFacts, place: _Place) -> Iterator[Flag]:
    """What was not said and decides the case, and what the box cannot hold (DU-1, DU-32)."""
    unsaid = tuple(colour for colour in place.colours if colour not in facts.curves_left)
    text = say("{colours}: curves left not entered. We count none.", colours=colour_names(unsaid))
    yield from flag_if(place.is_free and len(place.colours) == 2 and unsaid, text, "DU-32")
    for colour in in_order(set(facts.curves_left)):
        laid = sum(tile.kind == "curve" and tile.colour == colour for tile in facts.tiles)
        curves = signs("{colour}, {kind}", colour=WORDS[colour], kind=WORDS["curve"])
        text = too_many(curves, laid + facts.curves_left[colour], STOCK["curve"])
        yield from flag_if(facts.curves_left[colour] + laid > STOCK["curve"], text, "DU-1")
    text = say("{mover} has no tile there.", mover=WORDS[facts.mover])
    yield from flag_if(all(tile.colour != facts.mover for tile in facts.tiles), text, "DU-30")


def meeting(
    tiles: tuple[Tile, ...],
    cell: Cell,
    mover: Colour,
    curves_left: Mapping[Colour, int],
    playing: tuple[Colour, ...],
    options: Options,
) -> tuple[Meeting, Judged[BillabongAnswer]]:
    """What is to happen at a cell after the mover's tile, and the ruling on it; only colours that play are counted."""
    return _ruled(_place(tiles, network_on(tiles), cell, options, playing), mover, curves_left, (), {})


def _ruled(
    place: _Place, mover: Colour, curves_left: Mapping[Colour, int], flags: tuple[Flag, ...], facts: object
) -> tuple[Meeting, Judged[BillabongAnswer]]:
    found = _judged(place, mover, curves_left)
    answer, because = BillabongAnswer(found.case, found.ends, found.goes_on), _because(place, found, curves_left)
    return found, judged("billabong", _headline(found), answer, because, flags, facts=facts)


def ways_in(network: Network, cell: Cell) -> Mapping[Side, tuple[Colour, ...]]:
    return {side: network.colours_at((*cell, side)) for side in SIDES}


def _place(
    tiles: Sequence[Tile], network: Network, cell: Cell, options: Options, playing: tuple[Colour, ...]
) -> _Place:
    is_free = all(tile.cell != cell for tile in tiles)
    left = BILLABONGS - sum(tile.kind == "billabong" for tile in tiles)
    return _Place(cell, is_free, ways_in(network, cell), max(0, left), options, playing)


def _judged(place: _Place, mover: Colour, curves_left: Mapping[Colour, int]) -> Meeting:
    colours = place.colours
    case = _case(place, curves_left)
    if case == "none":
        return Meeting(place.cell, case, mover, (), ())
    is_outsider = mover not in colours and (case != "two" or place.options["outsider_billabong"] == "end")
    if is_outsider or not place.sides_left or not place.billabongs_left or case == "four":
        return Meeting(place.cell, case, mover, colours, ())
    if case == "two":
        return Meeting(place.cell, case, mover, (), colours)
    return Meeting(place.cell, case, mover, tuple(one for one in colours if one != mover), (mover,))


def _case(place: _Place, curves_left: Mapping[Colour, int]) -> Case:
    if not place.is_free:
        return "none"
    if len(place.colours) != 2:
        return _CASES.get(len(place.colours), "none")
    out_of_curves = any(not curves_left.get(colour, 0) for colour in place.colours)
    return "two" if out_of_curves and place.billabongs_left else "none"


def _because(place: _Place, found: Meeting, curves_left: Mapping[Colour, int]) -> tuple[Reason, ...]:
    if not place.is_free:
        return (Reason(say("There’s a tile there."), ("DU-30",)),)
    reasons = [_who_comes(place), *_why_the_case(place, found, curves_left)]
    if found.case == "none":
        return tuple(reasons)
    return (*reasons, *_why_all_end(place, found), _who_goes_on(found))


def _who_comes(place: _Place) -> Reason:
    colours = place.colours
    if not colours:
        return Reason(say("No route leads to this cell."), ("DU-30", "DU-33"))
    if place.options["variant"] in TWO_ROUTES:
        text = say_many(
            "{colours} leads here: {count} route. Routes count, not players.",
            "{colours} lead here: {count} routes. Routes count, not players.",
            len(colours),
            colours=colour_names(colours),
        )
        return Reason(text, ("DU-33", "DU-53"))
    text = say_many(
        "{colours} leads here: {count} player.",
        "{colours} lead here: {count} players.",
        len(colours),
        colours=colour_names(colours),
    )
    return Reason(text, ("DU-33",))


def _why_the_case(place: _Place, found: Meeting, curves_left: Mapping[Colour, int]) -> list[Reason]:
    if len(place.colours) < 2:
        return [Reason(say("A billabong needs the routes of at least 2 players."), ("DU-25",))]
    if found.is_due:
        text = say("{mover} places a billabong there at once.", mover=WORDS[found.mover])
        return [Reason(text, (found.clause,))] if place.billabongs_left else []
    without = tuple(colour for colour in place.colours if not curves_left.get(colour, 0))
    if not without:
        return [Reason(say("Both still have curves."), ("DU-32",))]
    if not place.billabongs_left:
        return [Reason(say("No billabong is left."), ("DU-32", "DU-33"))]
    text = say(
        "No curve is left for {colours}, so {mover} may place a billabong instead.",
        colours=colour_names(without),
        mover=WORDS[found.mover],
    )
    return [Reason(text, ("DU-32", "DU-33"))]


def _why_all_end(place: _Place, found: Meeting) -> list[Reason]:
    if found.case == "four" or found.goes_on:
        return []
    if not place.billabongs_left:
        text = say("No billabong is left.")
    elif found.mover not in place.colours:
        text = say("{mover} has no route that leads there.", mover=WORDS[found.mover])
    else:
        text = say("Every side of the cell is taken.")
    return [Reason(text, ("DU-33",))]


def _who_goes_on(found: Meeting) -> Reason:
    if not found.goes_on:
        return Reason(say("The routes of {colours} end here.", colours=colour_names(found.ends)), (found.clause,))
    if found.case == "two":
        return Reason(say("Both continue. The next player chooses the way out first."), ("DU-32",))
    text = say(
        "{mover} places another tile, leading out of it. {colours} end there.",
        mover=WORDS[found.mover],
        colours=colour_names(found.ends),
    )
    return Reason(text, ("DU-30",))


def _headline(found: Meeting) -> Text:
    if found.case == "none":
        return say("No billabong here.")
    if found.case == "two" and not found.goes_on:
        return say("A billabong may be placed. {colours} then end here.", colours=colour_names(found.ends))
    if not found.goes_on:
        return say("The routes of {colours} end here.", colours=colour_names(found.ends))
    if found.case == "two":
        return say("A billabong may be placed. {colours} continue from it.", colours=colour_names(found.goes_on))
    return say("A billabong. {colour} continues, the others end here.", colour=WORDS[found.goes_on[0]])
