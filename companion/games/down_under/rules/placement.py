"""Whether a tile may be laid where it lies: each clause it breaks (DU-15 to DU-22, DU-52, DU-53)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, doubts, each_of
from companion.engine.schema.codec import LARGEST
from companion.engine.schema.marks import Between, Prompt
from companion.engine.text import say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import asked_network, check_board, doubts_about, touching
from companion.games.down_under.rules.components import TURNS, WORDS, AreaSide, Colour, box_of, colour_names
from companion.games.down_under.rules.network import Chain, Network, Port, network_on, trace
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.route import length_of
from companion.games.down_under.rules.span import Area, counts_in_span, fits, span_of
from companion.games.down_under.rules.tiles import Tile, Tiles, are_back_to_back, coloured_sides, paths_of

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
    """A judged placement: what was found, clause by clause, and the ruling on it."""

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
    def flags(self) -> tuple[Flag, ...]:
        """One flag for each broken clause, citing that clause alone."""
        return tuple(Flag(one.text, one.clauses[:1]) for one in self.findings if one.is_broken)


@dataclass(frozen=True, slots=True)
class _Laying:
    tiles: Sequence[Tile]
    tile: Tile
    is_first: bool
    before: Network
    after: Network
    options: Options


def judge_placement(
    tiles: Tiles,
    tile: Annotated[Tile, Prompt(say("The new tile"), widget="tile")],
    area: Annotated[tuple[AreaSide, AreaSide], Prompt(say("Size of the play area"), widget="area")],
    turn: Annotated[
        int,
        Between(1, LARGEST, "DU-15", "number of the turn"),
        Prompt(say("Number of the player’s turn"), hint=say("1 if it’s the colour’s first tile, otherwise 2")),
    ],
    options: Options,
) -> Judged[PlacementAnswer]:
    """Whether the tile may be laid. Raise `IllegalMove` for an impossible board, with the new tile or without."""
    asked_network(tiles)
    check_board((*tiles, tile), last="tile")
    ruling, colour = place(tiles, tile, area, options, is_first=turn == 1).ruling, tile.colour
    if colour is None or turn > 1:
        return ruling
    # What the facts cannot be together, and a terminus that leaves its partner no place (DU-15, DU-52, DU-53).
    flags = doubts(
        any(one.colour == colour for one in tiles) and says.NOT_ITS_FIRST(colour=WORDS[colour]),
        blocked_partner(tiles, tile, partner_of(colour, options), area, options),
    )
    return replace(ruling, flags=(*ruling.flags, *flags))


def partner_of(colour: Colour, options: Options) -> Colour | None:
    """The colour that opens back to back with this one, if this one opens first; None outside those variants."""
    box = box_of(options)
    number = box.index(colour)
    if options["variant"] in TWO_ROUTES:
        return box[number + 2] if number < 2 else box[number - 2]
    return box[number + 1] if options["variant"] == "one_end" and number % 2 == 0 else None


def blocked_partner(
    tiles: Sequence[Tile], tile: Tile, partner: Colour | None, area: Area | None, options: Options
) -> Reason | None:
    """Why the partner could not open back to back with this terminus; None if it can, or has opened (DU-52, DU-53)."""
    clause = OPENS_WITH_A_TERMINUS.get(str(options["variant"]))
    opened = {one.colour for one in tiles if one.colour is not None}
    if clause is None or partner is None or tile.kind != "terminus" or partner in opened or len(opened) % 2:
        return None
    assert tile.turn is not None
    other = replace(tile, colour=partner, turn=TURNS[(TURNS.index(tile.turn) + 2) % len(TURNS)])
    broken = place((*tiles, tile), other, area, options, is_first=True).broken
    if not broken:
        return None
    return Reason(says.PARTNER_BLOCKED.filled(colour=WORDS[partner]), (clause, *broken))


def place(tiles: Sequence[Tile], tile: Tile, area: Area | None, options: Options, *, is_first: bool) -> Placement:
    """The judged placement of a tile that finds room; `is_first`: the first of its colour; no area where none is played."""
    laying = _Laying(tiles, tile, is_first, network_on(tuple(tiles)), trace((*tiles, tile)), options)
    found = _opening(laying) if laying.is_first or not laying.tiles else []
    if not laying.is_first:
        colour = laying.tile.colour
        # When a billabong is laid is asked elsewhere (DU-30 to DU-32).
        found.append(_broken(says.NOBODYS()) if colour is None else _extension(laying, colour))
    found.append(_joined_colours(laying))
    if laying.options["variant"] == "children":
        found.append(_holds(says.NO_AREA()))
    elif area is not None:
        found.append(_in_area(laying, area))
    findings = tuple(found)
    broken = tuple(finding.clauses[0] for finding in findings if finding.is_broken)
    kept = tuple(dict.fromkeys(clause for one in findings if not one.is_broken for clause in one.clauses[:1]))
    because: tuple[Reason, ...] = (*findings, *_length(laying))
    if broken:
        fine = (Reason(says.REST_IS_FINE, kept),) if kept else ()
        because = (*(one for one in findings if one.is_broken), *fine)
    headline = say("You can’t place the tile there.") if broken else say("You may place the tile there.")
    facts = {"tiles": tiles, "tile": tile, "area": area, "turn": 1 if is_first else 2}
    answer = PlacementAnswer(not broken, broken)
    return Placement(findings, judged("placement", headline, answer, because, doubts_about(tiles), facts=facts))


def _opening(laying: _Laying) -> list[Finding]:
    """What holds for the first tile of all, and for the first of each colour (DU-15, DU-52, DU-53)."""
    clause = OPENS_WITH_A_TERMINUS.get(str(laying.options["variant"]))
    if clause is not None:
        return _terminus_opening(laying, clause)
    if laying.tile.kind not in ("straight", "curve"):
        return [_broken(says.FIRST_IS_FULL_SIZE())]
    return [_touching(laying)]


def _terminus_opening(laying: _Laying, clause: str) -> list[Finding]:
    """Return what holds for an end tile that opens: the second of two lies back to back with the first (DU-52, DU-53)."""
    if laying.tile.kind != "terminus":
        return [_broken(Reason(says.STARTS_WITH_END, (clause,)))]
    opened = {tile.colour for tile in laying.tiles if tile.colour is not None}
    if len(opened) % 2 == 0:
        return [_touching(laying)]
    if any(tile.cell == laying.tile.cell and are_back_to_back(tile, laying.tile) for tile in laying.tiles):
        return [_holds(Reason(says.IS_BACK_TO_BACK, (clause,)))]
    return [_broken(Reason(says.GOES_BACK_TO_BACK, (clause,)))]


def _touching(laying: _Laying) -> Finding:
    """Return whether the first tile of a colour touches another, at least at a corner (DU-15)."""
    if not laying.tiles:
        return _holds(says.FIRST_OF_GAME())
    if _opens_the_game(laying):
        return _holds(says.FIRST_AFTER_THE_LINE())
    near = touching(laying.tile.cell)
    if any(tile.cell in near for tile in laying.tiles):
        return _holds(says.TOUCHES())
    return _broken(says.TOUCHES_NONE())


def _opens_the_game(laying: _Laying) -> bool:
    """Return whether only tiles of unused colours lie there, which come after all that are played (DU-51)."""
    lying = [tile.colour for tile in laying.tiles if tile.colour is not None]
    own = laying.tile.colour
    if own is None or laying.options["variant"] != "fixed_area":
        return False
    box = box_of(laying.options)
    return all(box.index(colour) > box.index(own) for colour in lying)


def _extension(laying: _Laying, colour: Colour) -> Finding:
    """Whether the coloured path goes on from an end of the player's own route (DU-16, DU-18)."""
    tile, name = laying.tile, WORDS[colour]
    met = [side for side in coloured_sides(tile) if colour in laying.before.colours_at((tile.x, tile.y, side))]
    if met:
        return _holds(says.CONTINUES(colour=name))
    by_grey = tuple(
        (tile.x, tile.y, side)
        for path in paths_of([tile])
        if path.colour is None
        for side in path.sides
        if colour in laying.before.colours_at((tile.x, tile.y, side))
    )
    if by_grey:
        return _broken(says.ONLY_GREY_MEETS(colour=name), by_grey)
    return _broken(says.CONTINUES_NOTHING(colour=name))


def _joined_colours(laying: _Laying) -> Finding:
    """Whether the new tile joins two colours, directly or over grey (DU-17)."""
    here = laying.tile.cell
    mixed = [chain for chain in laying.after.mixed if not _was_mixed(laying, chain)]
    if not mixed:
        return _holds(says.JOINS_NONE())
    colours = tuple(dict.fromkeys(colour for chain in mixed for colour in chain.colours))
    joints = [
        (path.x, path.y, side)
        for chain in mixed
        for path in chain.paths
        if (path.x, path.y) == here
        for side in path.sides
        if set(laying.before.colours_at((path.x, path.y, side))) - {path.colour}
    ]
    sides = tuple(WORDS[side] for side in dict.fromkeys(side for _, _, side in joints))
    return _broken(says.JOINS(colours=colour_names(colours), sides=sides), tuple(joints))


def _was_mixed(laying: _Laying, chain: Chain) -> bool:
    """Return whether a chain joined these colours before the new tile."""
    spots = {(path.x, path.y, frozenset(path.sides)) for path in chain.paths}
    parts = (part for part in laying.before.mixed if set(part.colours) == set(chain.colours))
    return any((path.x, path.y, frozenset(path.sides)) in spots for part in parts for path in part.paths[:1])


def _in_area(laying: _Laying, area: Area) -> Finding:
    """Return whether tile and all others fit into the area; an end tile may lie outside (DU-20, DU-21)."""
    if not counts_in_span(laying.tile, laying.options):
        return _holds(says.END_MAY_LIE_OUTSIDE())
    span = span_of((*laying.tiles, laying.tile), laying.options)
    assert span is not None
    short, long = sorted(area)
    size = {"columns": span.width, "rows": span.height, "short": short, "long": long}
    return _holds(says.WITHIN_AREA(**size)) if fits(span, area) else _broken(says.BEYOND_AREA(**size))


def _length(laying: _Laying) -> tuple[Reason, ...]:
    """Return by how much the route grows, if it does (DU-41)."""
    colour = laying.tile.colour
    if colour is None or laying.after.mixed:
        return ()
    before, after = (length_of(network, colour, laying.options) for network in (laying.before, laying.after))
    return each_of(before < after and says.GROWS(colour=WORDS[colour], before=before, after=after))
