"""Whether a player can still go on, and if so how (DU-16 to DU-25)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason, first_of
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about
from companion.games.down_under.rules.components import NAMED_COLOURS, WORDS, AreaSide, Colour, Kind, Turn
from companion.games.down_under.rules.ground import asked
from companion.games.down_under.rules.tiles import Tile, Tiles
from companion.games.down_under.rules.ways import Turning, first_tiles, turnings, ways_to_lay


@dataclass(frozen=True, slots=True)
class WayAnswer:
    """A tile that may be placed: its cell, its shape, how it lies."""

    x: int
    y: int
    kind: Kind
    turn: Turn


@dataclass(frozen=True, slots=True)
class GoingOnAnswer:
    """Whether the player can go on, by which tiles, or by turning which tile of a loop."""

    can_go_on: bool
    tiles: tuple[WayAnswer, ...]
    turns: tuple[Turning, ...]


def judge_going_on(
    tiles: Tiles,
    colour: Annotated[Colour, Prompt(say("Whose turn is it?")), NAMED_COLOURS],
    area: Annotated[tuple[AreaSide, AreaSide], Prompt(say("How large is the play area?"), widget="area")],
    options: Options,
) -> Judged[GoingOnAnswer]:
    """Return what the player can still place or turn. Raise `IllegalMove` for a board that cannot be."""
    ground = asked(tiles, options, area)
    is_loop, is_first = ground.network.has_loop(colour), colour not in ground.opened
    turns = turnings(ground, colour) if is_loop else ()
    found = () if is_loop else tuple(dict.fromkeys((first_tiles if is_first else ways_to_lay)(ground, colour)))
    # The first tile of all fits anywhere, so no places are listed for it.
    can = bool(turns or found) or not tiles
    name, left, kinds = WORDS[colour], ground.stock(colour), dict.fromkeys(one.kind for one in found)
    because = (
        *first_of(
            is_loop and says.TURN_ONE_OF_LOOP(colour=name),
            is_first and says.STARTS_A_ROUTE(colour=name),
            says.STOCK_IN_HAND(colour=name, straights=left["straight"], curves=left["curve"], ends=left["terminus"]),
        ),
        *first_of(
            turns and says.TURNS_OPEN(count=len(turns)),
            is_loop and says.NO_TURN_OPENS(),
            not tiles and says.ANYWHERE(),
            not found and says.NO_PLACE_FITS(),
            says.PLACES_FIT(count=len(found), places=tuple(WORDS[kind] for kind in kinds)),
        ),
        *(_must_go_on(found, options, can=can) if tiles else ()),
    )
    answer = GoingOnAnswer(can, tuple(WayAnswer(one.x, one.y, one.kind, one.turn or 0) for one in found), turns)
    facts = {"tiles": tiles, "colour": colour, "area": area}
    headline = _headline(name, found, can=can)
    return judged("going-on", headline, answer, because, doubts_about(tiles), facts=facts)


def _must_go_on(tiles: tuple[Tile, ...], options: Options, *, can: bool) -> tuple[Reason, ...]:
    """Return whether the player must go on, may stop, or is done."""
    has_only_ends = tiles and all(tile.kind == "terminus" for tile in tiles)
    return first_of(
        not can and says.DONE_BUT_FOR_BILLABONGS(),
        options["stopping"] == "any_time" and says.MAY_STOP(),
        has_only_ends and options["stopping"] == "end_tile" and says.MAY_LEAVE_OPEN(),
        has_only_ends and says.MUST_GO_ON_TO_AN_END(),
        says.MUST_GO_ON(),
    )


def _headline(name: Text, tiles: tuple[Tile, ...], *, can: bool) -> Text:
    if not can:
        return say("{colour} can’t go on.", colour=name)
    if tiles and all(tile.kind == "terminus" for tile in tiles):
        return say("{colour} can go on, but only with an end tile.", colour=name)
    return say("{colour} can go on.", colour=name)
