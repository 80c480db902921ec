"""Whether a player can still go on, and if so how (DU-16 to DU-25)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say, say_many
from companion.games.down_under.rules.board import asked_network, doubts
from companion.games.down_under.rules.components import NAMED_COLOURS, WORDS, AreaSide, Colour, Kind, Turn
from companion.games.down_under.rules.fitting import Lying
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.tiles import Tile, Tiles
from companion.games.down_under.rules.ways import Turning, first_tiles, turnings, ways_to_lay


@dataclass(frozen=True, slots=True)
class GoingOnFacts:
    """The tiles on the table, whose move it is, and the size of the play area."""

    tiles: Tiles
    colour: Annotated[Colour, Prompt(say("Whose turn is it?")), NAMED_COLOURS]
    area: Annotated[tuple[AreaSide, AreaSide], Prompt(say("Size of the play area"), widget="area")]


@dataclass(frozen=True, slots=True)
class WayAnswer:
    """A tile that may be placed: its cell, its shape, how it lies."""

    x: int
    y: int
    kind: Kind
    turn: Turn


@dataclass(frozen=True, slots=True)
class GoingOnAnswer:
    """Whether the player can go on, by which tiles, or by turning which tile of a loop (DU-25)."""

    can_go_on: bool
    tiles: tuple[WayAnswer, ...]
    turns: tuple[Turning, ...]


def judge_going_on(facts: GoingOnFacts, options: Options) -> Judged[GoingOnAnswer]:
    """What the player can still place or turn. Raises `IllegalMove` for a board that cannot be."""
    asked_network(facts.tiles)
    lying, colour = Lying(facts.tiles, facts.area, options), facts.colour
    is_loop = network_on(facts.tiles).has_loop(colour)
    is_first = all(tile.colour != colour for tile in facts.tiles)
    turns = turnings(facts.tiles, colour, options) if is_loop else ()
    tiles = () if is_loop else tuple(dict.fromkeys((first_tiles if is_first else ways_to_lay)(lying, colour)))
    can = bool(turns or tiles) or not facts.tiles
    because = [_how_it_stands(lying, colour, is_loop=is_loop, is_first=is_first)]
    if is_loop:
        count = say_many("{count} turn opens the loop.", "{count} turns open the loop.", len(turns))
        because.append(Reason(count if turns else say("No turn opens the loop."), ("DU-17", "DU-24")))
    else:
        because.append(_found(tiles, is_bare=not facts.tiles))
    if facts.tiles:
        because.append(_must(tiles, options, can=can))
    answer = GoingOnAnswer(can, tuple(WayAnswer(one.x, one.y, one.kind, one.turn or 0) for one in tiles), turns)
    headline = _headline(WORDS[colour], tiles, can=can)
    return judged("going-on", headline, answer, because, doubts(facts.tiles), facts=facts)


def _how_it_stands(lying: Lying, colour: Colour, *, is_loop: bool, is_first: bool) -> Reason:
    name, stock = WORDS[colour], lying.stock(colour)
    if is_loop:
        text = say("{colour}: the route is a loop. Turn one of its tiles by 90 degrees.", colour=name)
        return Reason(text, ("DU-24",))
    if is_first:
        return Reason(say("{colour} has no tile yet and starts a route.", colour=name), ("DU-15",))
    text = say(
        "{colour} in hand: straights {straights}, curves {curves}, end tiles {ends}.",
        colour=name,
        straights=stock["straight"],
        curves=stock["curve"],
        ends=stock["terminus"],
    )
    return Reason(text, ("DU-1", "DU-16"))


def _found(tiles: tuple[Tile, ...], *, is_bare: bool) -> Reason:
    if is_bare:
        return Reason(say("The first tile may lie anywhere."), ("DU-15",))
    if not tiles:
        text = say("Every place joins two colours, leaves the area or has no room.")
        return Reason(text, ("DU-12", "DU-17", "DU-20"))
    named = tuple(WORDS[kind] for kind in dict.fromkeys(one.kind for one in tiles))
    text = say_many("{count} place fits: {places}.", "{count} places fit: {places}.", len(tiles), places=named)
    return Reason(text, ("DU-16", "DU-17", "DU-20"))


def _must(tiles: tuple[Tile, ...], options: Options, *, can: bool) -> Reason:
    if not can:
        return Reason(say("That player is done, unless they can use a billabong."), ("DU-25", "DU-30", "DU-32"))
    if options["stopping"] == "any_time":
        return Reason(say("House rule: a player may stop."), ("DU-25",))
    has_only_ends = tiles and all(tile.kind == "terminus" for tile in tiles)
    clauses = ("DU-22", "DU-25") if has_only_ends else ("DU-25",)
    if has_only_ends and options["stopping"] == "end_tile":
        return Reason(say("House rule: if only end tiles fit, you may leave a route open."), clauses)
    return Reason(say("A player who can go on must go on."), clauses)


def _headline(name: Text, tiles: tuple[Tile, ...], *, can: bool) -> Text:
    if not can:
        return say("{colour} can’t go on.", colour=name)
    if tiles and all(tile.kind == "terminus" for tile in tiles):
        return say("{colour} can go on, with an end tile only.", colour=name)
    return say("{colour} can go on.", colour=name)
