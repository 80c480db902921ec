"""Which tile may be turned to open a loop (DU-24)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Prompt
from companion.engine.text import Text, say, say_many
from companion.games.down_under.rules.board import checked_network, doubts
from companion.games.down_under.rules.components import NAMED_COLOURS, TURNS, WORDS, Cell, Colour, Turn
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.route import routes
from companion.games.down_under.rules.tiles import SHAPES, Tile, Tiles


@dataclass(frozen=True, slots=True)
class TurnableFacts:
    """The tiles on the table and whose loop it is."""

    tiles: Tiles
    colour: Annotated[Colour, Prompt(say("Whose loop is it?")), NAMED_COLOURS]


@dataclass(frozen=True, slots=True)
class Turning:
    """A tile that may be turned, how it lies then, and how long the route is then (DU-24)."""

    x: int
    y: int
    turn: Turn
    length: int

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class TurnableAnswer:
    """Every turning that opens the loop."""

    turns: tuple[Turning, ...]


def judge_turnable(facts: TurnableFacts, options: Options) -> Judged[TurnableAnswer]:
    """The tiles that may be turned. Raises `IllegalMove` for a board that cannot be."""
    checked_network(facts.tiles)
    return turnable(facts, options)


def turnable(facts: TurnableFacts, options: Options) -> Judged[TurnableAnswer]:
    turns, name = turnings(facts.tiles, facts.colour, options), WORDS[facts.colour]
    if trace(facts.tiles).has_loop(facts.colour):
        because = _because(name, turns)
    else:
        because = [Reason(say("{colour} has no loop, so you turn no tile.", colour=name), ("DU-24",))]
    return judged("turnable", _headline(name, turns), TurnableAnswer(turns), because, doubts(facts.tiles), facts=facts)


def turnings(tiles: Sequence[Tile], colour: Colour, options: Options) -> tuple[Turning, ...]:
    """Every turn of an own tile by 90 degrees that opens the loop, by row, column and turn; none without a loop."""
    if not trace(tiles).has_loop(colour):
        return ()
    found = [turning for index in range(len(tiles)) for turning in _of(tiles, index, colour, options)]
    return tuple(sorted(found, key=lambda one: (one.cell[1], one.cell[0], one.turn)))


def turned(tiles: Sequence[Tile], index: int, turn: Turn) -> tuple[Tile, ...]:
    return (*tiles[:index], replace(tiles[index], turn=turn), *tiles[index + 1 :])


def _of(tiles: Sequence[Tile], index: int, colour: Colour, options: Options) -> list[Turning]:
    tile = tiles[index]
    if tile.colour != colour or any(other.cell == tile.cell for other in tiles if other is not tile):
        return []
    ways = [TURNS[((tile.turn or 0) + step) % 360 // 90] for step in (90, 270)]
    lengths = [_length_after(turned(tiles, index, turn), colour, options) for turn in ways]
    return [Turning(*tile.cell, turn, length) for turn, length in zip(ways, lengths, strict=True) if length is not None]


def _length_after(tiles: Sequence[Tile], colour: Colour, options: Options) -> int | None:
    """The length of the one open route of this colour; None if two are joined or there is no such route."""
    network = trace(tiles)
    own = [route for route in routes(network, options) if route.colour == colour]
    return None if network.mixed or len(own) != 1 or own[0].condition != "open" else own[0].length


def _because(name: Text, found: tuple[Turning, ...]) -> list[Reason]:
    loop = say("{colour}: the route is a loop, so no tile fits at an end.", colour=name)
    tried = say(
        "Try each of your tiles 90 degrees either way. No two colours may join, and your coloured "
        "paths must form one open route. A straight never works."
    )
    reasons = [Reason(loop, ("DU-24",)), Reason(tried, ("DU-17", "DU-24"))]
    for turning in found:
        sides = tuple(WORDS[side] for side in SHAPES["curve", turning.turn][0])
        text = say("Turning a curve to {sides} makes a route of {length} paths.", sides=sides, length=turning.length)
        reasons.append(Reason(text, ("DU-24", "DU-41")))
    if not found:
        reasons.append(Reason(say("{colour}: no turn works, so this route ends.", colour=name), ("DU-24",)))
    return reasons


def _headline(name: Text, found: tuple[Turning, ...]) -> Text:
    if not found:
        return say("{colour}: you can’t turn a tile.", colour=name)
    tiles = len({turning.cell for turning in found})
    return say_many("{colour}: you may turn {count} tile.", "{colour}: you may turn {count} tiles.", tiles, colour=name)
