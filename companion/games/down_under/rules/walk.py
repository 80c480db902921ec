"""A route followed with a finger over the table: each cell it crosses is a path, whatever lies there (DU-14, DU-41)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove, refuse
from companion.engine.game import Options
from companion.engine.rulings import Reason, flag_if
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import say, say_many, signs
from companion.games.down_under.rules.board import checked_network
from companion.games.down_under.rules.components import LONGEST, SIDES, Cell, Colour, Side
from companion.games.down_under.rules.route import PathAnswer
from companion.games.down_under.rules.tiles import Path, Tile, beyond, paths_of

Cells = Annotated[tuple[tuple[int, int], ...], Length(1, LONGEST)]


@dataclass(frozen=True, slots=True)
class WalkFacts:
    """The cells of a route in walking order, one crossed twice named twice; with the tiles, as far as they are known."""

    cells: Annotated[
        tuple[tuple[int, int], ...], Length(0, LONGEST), Prompt(say("The route, cell by cell"), widget="walk")
    ]
    tiles: Annotated[tuple[Tile, ...], Prompt(say("Tiles on the table"), widget="elsewhere")] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """A player's route as it lies by now, followed with a finger; a later one of the same colour takes its place."""

    seat: Seat
    cells: Cells
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """How much the table tracks from now on; no rule depends on it."""

    said: ClassVar = say("What the app tracks was changed")

    depth: Literal["tiles", "routes", "result"]


@dataclass(frozen=True, slots=True)
class Walked:
    colour: Colour
    cells: tuple[Cell, ...]


def paths_along(cells: Sequence[Cell], path: str = "cells") -> tuple[Path, ...]:
    """The path in each cell, by the sides it was entered and left. Raises `IllegalMove` for what no route can do."""
    found = []
    used: set[tuple[Cell, Side]] = set()
    for at, cell in enumerate(cells):
        before = [_side_to(cell, cells[at - 1], f"{path}.{at}")] if at else []
        after = [_side_to(cell, cells[at + 1], f"{path}.{at + 1}")] if at + 1 < len(cells) else []
        sides = (*before, *after)
        if len(set(sides)) < len(sides) or any((cell, side) in used for side in sides):
            raise refuse(say("A route crosses each side of a cell only once."), "DU-14", path=f"{path}.{at}")
        used.update((cell, side) for side in sides)
        found.append(Path(*cell, sides))
    return tuple(found)


def _side_to(cell: Cell, other: Cell, path: str) -> Side:
    side = next((side for side in SIDES if beyond(cell, side) == other), None)
    if side is None:
        raise refuse(say("A route goes from cell to cell. Tap one beside the last."), "DU-14", path=path)
    return side


@dataclass(frozen=True, slots=True)
class WalkAnswer:
    """The paths of a route as it was followed, and the numbers of those that the known tiles do not have."""

    length: int
    paths: tuple[PathAnswer, ...]
    off: tuple[int, ...]


def judge_walk(facts: WalkFacts, options: Options) -> Judged[WalkAnswer]:
    """How many paths a route has. Raises `NotAMove` for none, `IllegalMove` for what no route can do, or impossible tiles."""
    if not facts.cells:
        raise NotAMove("cells", say("Draw along the route first."))
    walked = paths_along(facts.cells)
    off = _off_the_tiles(walked, facts.tiles)
    numbers = tuple(signs("{count}", count=number) for number in off)
    flags = flag_if(off, say("The tiles don’t lead this way at {numbers}.", numbers=numbers), "DU-14")
    length = len(walked)
    headline = say_many("The route has {count} path.", "The route has {count} paths.", length)
    answer = WalkAnswer(length, tuple(PathAnswer(path.x, path.y, path.sides) for path in walked), off)
    return judged("walk", headline, answer, _explained(facts.cells), flags, facts=facts)


def _off_the_tiles(walked: Sequence[Path], tiles: Sequence[Tile]) -> tuple[int, ...]:
    if not tiles:
        return ()
    checked_network(tiles)
    lying = paths_of(tiles)

    def lies(path: Path) -> bool:
        return any((one.x, one.y) == (path.x, path.y) and set(path.sides) <= set(one.sides) for one in lying)

    return tuple(number for number, path in enumerate(walked, 1) if not lies(path))


def _explained(cells: Sequence[Cell]) -> tuple[Reason, ...]:
    crossed = Counter(cells)
    twice = sum(times > 1 for times in crossed.values())
    each = say_many(
        "It crosses {count} cell, and each is a path.", "It crosses {count} cells, and each is a path.", len(crossed)
    )
    reasons = [Reason(each, ("DU-14", "DU-41"))]
    if twice:
        more = len(cells) - len(crossed)
        text = say_many(
            "{count} cell is crossed again: +{more}.", "{count} cells are crossed again: +{more}.", twice, more=more
        )
        reasons.append(Reason(text, ("DU-41",)))
    return tuple(reasons)


def colour_walked(walk: Walk, own: Sequence[Colour]) -> Colour:
    """Whose route it is: the colour that is named, or the player's only one. Raises `NotAMove` where neither tells."""
    if walk.colour is None and len(own) > 1:
        raise NotAMove("colour", say("This is missing."))
    return walk.colour or own[0]
