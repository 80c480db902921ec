"""Whether a tile may be laid where it lies: each clause it breaks (DU-15 to DU-22, DU-52, DU-53)."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, doubts, each_of
from companion.engine.schema.codec import LARGEST
from companion.engine.schema.marks import Between, Prompt
from companion.engine.text import say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import check_board, doubts_about, touching
from companion.games.down_under.rules.components import (
    SIDES,
    SIZES,
    TURNS,
    WORDS,
    AreaSide,
    Colour,
    box_of,
    colour_names,
)
from companion.games.down_under.rules.ground import Ground, asked
from companion.games.down_under.rules.network import Chain, Network, Port
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.route import length_of
from companion.games.down_under.rules.span import Area, counts_in_span, fits
from companion.games.down_under.rules.tiles import Tile, Tiles, are_back_to_back, coloured_sides, paths_of

_SIZE: Final = Prompt(say("How large is the play area?"), widget="area")
AskedArea: TypeAlias = Annotated[tuple[AreaSide, AreaSide] | None, _SIZE]
"""On a page the size is left out where every size holds the tiles."""
OPENS_WITH_A_TERMINUS: Final = {"one_end": "DU-52", "two_routes": "DU-53", "one_tile_per_turn": "DU-53"}


@dataclass(frozen=True, slots=True)
class Finding(Reason):
    """What was found about the first of its clauses: whether it is broken, why, and at which sides of the new tile."""

    is_broken: bool = False
    joints: tuple[Port, ...] = ()


def _holds(reason: Reason) -> Finding:
    return Finding(reason.text, reason.clauses)


def _broken(reason: Reason, joints: tuple[Port, ...] = ()) -> Finding:
    return Finding(reason.text, reason.clauses, True, joints)


@dataclass(frozen=True, slots=True)
class PlacementAnswer:
    """Whether the tile may lie there, and every clause it breaks."""

    legal: bool
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile laid: the ground with it, what was found, clause by clause, and the ruling on it."""

    after: Ground
    findings: tuple[Finding, ...]
    ruling: Judged[PlacementAnswer]

    @property
    def broken(self) -> tuple[str, ...]:
        return self.ruling.answer.broken

    @property
    def joints(self) -> tuple[Port, ...]:
        """The sides of cells at which a clause is broken."""
        return tuple(port for one in self.findings if one.is_broken for port in one.joints)

    @property
    def flags(self) -> tuple[Doubt, ...]:
        """One flag for each broken clause, citing that clause alone."""
        return tuple(Doubt(one.text, one.clauses[:1]) for one in self.findings if one.is_broken)


def judge_placement(
    tiles: Tiles,
    tile: Annotated[Tile, Prompt(say("The new tile"), widget="tile")],
    area: Annotated[tuple[AreaSide, AreaSide], _SIZE],
    turn: Annotated[
        int,
        Between(1, LARGEST, "DU-15", "number of the turn"),
        Prompt(say("Is it the first tile of this colour?"), hint=say("1 if it’s the colour’s first tile, otherwise 2")),
    ],
    options: Options,
) -> Judged[PlacementAnswer]:
    """Whether the tile may be laid. Raise `IllegalMove` for an impossible board, with the new tile or without."""
    ground = asked(tiles, options, area)
    check_board((*tiles, tile), last="tile")
    _check_needs_no_area(ground.with_tile(tile))
    ruling, colour = lay(ground, tile, is_first=turn == 1).ruling, tile.colour
    if colour is None:
        return ruling
    # What the facts cannot be together, and a terminus that leaves its partner no place (DU-15, DU-52, DU-53).
    name, is_first = {"colour": WORDS[colour]}, turn == 1
    flags = doubts(
        is_first and colour in ground.opened and says.NOT_ITS_FIRST(**name),
        not is_first and colour not in ground.opened and says.NONE_LIES_THERE(**name),
        is_first and blocked_partner(ground, tile, partner_of(colour, options)),
    )
    return replace(ruling, flags=(*ruling.flags, *flags))


def _check_needs_no_area(after: Ground) -> None:
    """Raise `NotAMove` where a page doesn't say the size, and not every size holds the tiles."""
    if (
        after.area is None
        and after.options["variant"] != "children"
        and not all(fits(after.span, one) for one in SIZES)
    ):
        raise NotAMove("area", say("This is missing."))


def partner_of(colour: Colour, options: Options) -> Colour | None:
    """The colour that opens back to back with this one, if this one opens first; None outside those variants."""
    box = box_of(options)
    number = box.index(colour)
    if options["variant"] in TWO_ROUTES:
        return box[number + 2] if number < 2 else box[number - 2]
    # The 2nd player opens back to back with the 1st, the 4th with the 3rd (DU-52).
    return box[number + 1] if options["variant"] == "one_end" and number % 2 == 0 else None


def blocked_partner(ground: Ground, tile: Tile, partner: Colour | None) -> Reason | None:
    """Why the partner could not open back to back with this terminus; None if it can, or has opened."""
    clause, opened = OPENS_WITH_A_TERMINUS.get(str(ground.options["variant"])), ground.opened
    # Colours open in pairs: with an odd number open, this tile is the second of a pair, and leaves no partner behind.
    if clause is None or partner is None or tile.kind != "terminus" or partner in opened or len(opened) % 2:
        return None
    assert tile.turn is not None
    other = replace(tile, colour=partner, turn=TURNS[(TURNS.index(tile.turn) + 2) % len(TURNS)])
    # By the same function that rules on it when it comes: what it would break is what is in the way.
    broken = lay(ground.with_tile(tile), other, is_first=True).broken
    if not broken:
        return None
    return Reason(says.PARTNER_BLOCKED.filled(colour=WORDS[partner]), (clause, *broken))


def lay(ground: Ground, tile: Tile, *, is_first: bool) -> Placement:
    """The ground with a tile that finds room, and what is to be said of where it lies; `is_first`: the first of its colour."""
    after, colour = ground.with_tile(tile), tile.colour
    found = [_opening(ground, tile)] if is_first or not ground.tiles else []
    if not is_first:
        # When a billabong is laid is asked elsewhere (DU-30 to DU-32).
        found.append(_broken(says.NOBODYS()) if colour is None else _extension(ground, tile, colour))
    found.append(_joined_colours(ground, tile, after.network))
    if ground.options["variant"] == "children":
        found.append(_holds(says.NO_AREA()))
    elif ground.area is not None:
        found.append(_in_area(after, ground.area))
    findings = tuple(found)
    broken = tuple(finding.clauses[0] for finding in findings if finding.is_broken)
    # A broken placement names what is broken at length, and of the rest only the clauses that hold.
    kept = tuple(dict.fromkeys(clause for one in findings if not one.is_broken for clause in one.clauses[:1]))
    because: tuple[Reason, ...] = (*findings, *_length(ground, after, colour))
    if broken:
        fine = (Reason(says.REST_IS_FINE, kept),) if kept else ()
        because = (*(one for one in findings if one.is_broken), *fine)
    headline = say("You can’t place the tile there.") if broken else say("You may place the tile there.")
    facts = {"tiles": ground.tiles, "tile": tile, "area": ground.area, "turn": 1 if is_first else 2}
    answer, flags = PlacementAnswer(not broken, broken), doubts_about(ground.tiles)
    return Placement(after, findings, judged("placement", headline, answer, because, flags, facts=facts))


def _opening(ground: Ground, tile: Tile) -> Finding:
    """What holds for the first tile of all, and for the first of each colour (DU-15)."""
    clause = OPENS_WITH_A_TERMINUS.get(str(ground.options["variant"]))
    if clause is not None:
        return _terminus_opening(ground, tile, clause)
    if tile.kind not in ("straight", "curve"):
        return _broken(says.FIRST_IS_FULL_SIZE())
    return _touching(ground, tile)


def _terminus_opening(ground: Ground, tile: Tile, clause: str) -> Finding:
    """What holds for an end tile that opens: the second of two lies back to back with the first (DU-52)."""
    if tile.kind != "terminus":
        return _broken(Reason(says.STARTS_WITH_END, (clause,)))
    if len(ground.opened) % 2 == 0:
        return _touching(ground, tile)
    if any(are_back_to_back(one, tile) for one in ground.by_cell.get(tile.cell, ())):
        return _holds(Reason(says.IS_BACK_TO_BACK, (clause,)))
    return _broken(Reason(says.GOES_BACK_TO_BACK, (clause,)))


def _touching(ground: Ground, tile: Tile) -> Finding:
    """Return whether the first tile of a colour touches another, at least at a corner."""
    if not ground.tiles:
        return _holds(says.FIRST_OF_GAME())
    if _opens_the_game(ground, tile):
        return _holds(says.FIRST_AFTER_THE_LINE())
    if touching(tile.cell) & {*ground.by_cell}:
        return _holds(says.TOUCHES())
    return _broken(says.TOUCHES_NONE())


def _opens_the_game(ground: Ground, tile: Tile) -> bool:
    """Return whether only tiles of unused colours lie there, which come after all that are played."""
    own = tile.colour
    if own is None or ground.options["variant"] != "fixed_area":
        return False
    box = box_of(ground.options)
    # The line of a fixed area is built from colours that no one plays, which are the last of the box (DU-51).
    return all(box.index(colour) > box.index(own) for colour in ground.opened)


def _extension(ground: Ground, tile: Tile, colour: Colour) -> Finding:
    """Whether the coloured path goes on from an end of the player's own route (DU-16, DU-18)."""
    name, network = WORDS[colour], ground.network
    if any(colour in network.colours_at((*tile.cell, side)) for side in coloured_sides(tile)):
        return _holds(says.CONTINUES(colour=name))
    by_grey = tuple(
        (*tile.cell, side)
        for path in paths_of([tile])
        if path.colour is None
        for side in path.sides
        if colour in network.colours_at((*tile.cell, side))
    )
    if by_grey:
        return _broken(says.ONLY_GREY_MEETS(colour=name), by_grey)
    ends_here = ((*tile.cell, side) for side in SIDES)
    return _broken(
        says.CONTINUES_NOTHING(colour=name), tuple(port for port in ends_here if colour in network.colours_at(port))
    )


def _joined_colours(ground: Ground, tile: Tile, after: Network) -> Finding:
    """Whether the new tile joins two colours, directly or over grey (DU-17)."""
    # Only what this tile joins: a fault that lies there already must not be blamed on every later one.
    mixed = [chain for chain in after.mixed if not _was_mixed(ground.network, chain)]
    if not mixed:
        return _holds(says.JOINS_NONE())
    colours = tuple(dict.fromkeys(colour for chain in mixed for colour in chain.colours))
    joints = [
        (path.x, path.y, side)
        for chain in mixed
        for path in chain.paths
        if (path.x, path.y) == tile.cell
        for side in path.sides
        if set(ground.network.colours_at((path.x, path.y, side))) - {path.colour}
    ]
    sides = tuple(WORDS[side] for side in dict.fromkeys(side for _, _, side in joints))
    return _broken(says.JOINS(colours=colour_names(colours), sides=sides), tuple(joints))


def _was_mixed(before: Network, chain: Chain) -> bool:
    """Return whether a chain joined these colours before the new tile."""
    spots = {(path.x, path.y, frozenset(path.sides)) for path in chain.paths}
    parts = (part for part in before.mixed if set(part.colours) == set(chain.colours))
    # One path is enough to know a chain again, because a path belongs to one chain alone.
    return any((path.x, path.y, frozenset(path.sides)) in spots for part in parts for path in part.paths[:1])


def _in_area(after: Ground, area: Area) -> Finding:
    """Return whether tile and all others fit into the area; an end tile may lie outside."""
    # The new tile is the last.
    if not counts_in_span(after.tiles[-1], after.options):
        return _holds(says.END_MAY_LIE_OUTSIDE())
    span = after.span
    assert span is not None
    short, long = sorted(area)
    size = {"columns": span.width, "rows": span.height, "short": short, "long": long}
    return _holds(says.WITHIN_AREA(**size)) if fits(span, area) else _broken(says.BEYOND_AREA(**size))


def _length(ground: Ground, after: Ground, colour: Colour | None) -> tuple[Reason, ...]:
    """Return by how much the route grows, if it does."""
    # Where colours are joined, no length means anything.
    if colour is None or after.network.mixed:
        return ()
    was, now = length_of(ground, colour), length_of(after, colour)
    return each_of(was < now and says.GROWS(colour=WORDS[colour], before=was, after=now))
