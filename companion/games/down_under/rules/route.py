"""Every route on the table, found or followed with a finger: how long, where it goes, which animals it meets (DU-14, DU-41)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove, check
from companion.engine.game import Options
from companion.engine.rulings import Reason, doubts, each_of
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import Text, say, say_many, signs
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about
from companion.games.down_under.rules.components import (
    ANIMALS,
    COLOURS,
    LONGEST,
    SIDES,
    TILES,
    WORDS,
    Animal,
    Cell,
    Colour,
    Side,
)
from companion.games.down_under.rules.ground import Ground, asked
from companion.games.down_under.rules.network import Chain, Condition, Port
from companion.games.down_under.rules.tiles import Path, Tile, Tiles, beyond, paths_of


@dataclass(frozen=True, slots=True)
class Route:
    """A chain that has a colour: its counted paths in walking order, and the sides of cells at which it could go on."""

    colour: Colour
    paths: tuple[Path, ...]
    condition: Condition
    leads_to: tuple[Port, ...]

    @property
    def length(self) -> int:
        """The number of its paths: a tile crossed twice counts twice (DU-41)."""
        return len(self.paths)

    @property
    def animals(self) -> Mapping[Animal, int]:
        """How many of each animal stand on it, those that do not left out."""
        met = Counter(path.animal for path in self.paths)
        return {animal: met[animal] for animal in ANIMALS if met[animal]}


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """One path of a route: its cell and the sides it reaches, in walking order."""

    x: int
    y: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class RouteOfAnswer:
    """One route: its colour, length, and paths in walking order."""

    colour: Colour
    length: int
    state: Condition
    paths: tuple[PathAnswer, ...]
    animals: Mapping[Animal, int]


@dataclass(frozen=True, slots=True)
class RouteAnswer:
    """Every route that has a colour, the longest first."""

    routes: tuple[RouteOfAnswer, ...]


def routes(ground: Ground) -> tuple[Route, ...]:
    """Every route, longest first; of the same length in the order of the box's colours, then from the north-west."""
    found = [_route(chain, colour, ground.options) for chain in ground.network.chains for colour in chain.colours]
    return tuple(sorted(found, key=_rank))


def longest(found: tuple[Route, ...], colour: Colour) -> Route | None:
    """The longest route of a colour, which is the one that counts; None if it has none."""
    # `found` has the longest first.
    return next((route for route in found if route.colour == colour), None)


def length_of(ground: Ground, colour: Colour) -> int:
    """Return the length of a colour’s longest route; 0 if it has none."""
    route = longest(routes(ground), colour)
    return route.length if route else 0


def judge_route(tiles: Tiles, options: Options) -> Judged[RouteAnswer]:
    """Every route on these tiles. Raise `IllegalMove` for an impossible board."""
    ground = asked(tiles, options)
    found, grey = routes(ground), sum(not chain.colours for chain in ground.network.chains)
    because = (
        # What decides stands first. Each once: what is said of two routes alike does not tell them apart.
        *dict.fromkeys(reason for route in found for reason in _explained(route)),
        says.PATHS_ARE_JOINED(),
        *each_of(grey and says.GREY_ONLY(count=grey)),
    )
    return judged("route", _headline(found), route_answer(found), because, doubts_about(tiles), facts={"tiles": tiles})


def route_answer(routes: Iterable[Route]) -> RouteAnswer:
    """Return the routes as the judge and the interface give them."""
    return RouteAnswer(
        tuple(
            RouteOfAnswer(
                route.colour,
                route.length,
                route.condition,
                tuple(PathAnswer(path.x, path.y, path.sides) for path in route.paths),
                route.animals,
            )
            for route in routes
        )
    )


def _route(chain: Chain, colour: Colour, options: Options) -> Route:
    """Return a chain as the route of a colour; an end at a billabong counts by house rule (DU-42)."""
    paths = chain.paths
    # Only such ends are left out, for what passes a billabong counts in any case (DU-42).
    if not options["billabong_ends_count"]:
        paths = tuple(path for path in paths if not path.is_billabong_end)
    return Route(colour, paths, chain.condition, chain.leads_to)


def _rank(route: Route) -> tuple[int, int, list[tuple[int, int, int]]]:
    ends = [(path.y, path.x, SIDES.index(path.sides[0])) for path in (route.paths[0], route.paths[-1])]
    return (-route.length, COLOURS.index(route.colour), ends)


def _explained(route: Route) -> tuple[Reason, ...]:
    """Return the working of one route: its paths, those on one tile, its ends, its animals."""
    name, animals = WORDS[route.colour], animals_text(route.animals)
    crossed = Counter((path.x, path.y) for path in route.paths)
    twice = sum(times > 1 for times in crossed.values())
    paths = says.PATHS_OF_LOOP if route.condition == "loop" else says.PATHS
    condition = condition_text(route.condition, len(route.leads_to))
    return each_of(
        paths(colour=name, count=route.length, condition=condition),
        twice and says.CROSSES_TWICE(colour=name, count=twice),
        any(path.is_billabong_end for path in route.paths) and says.ENDS_AT_BILLABONG(colour=name),
        animals and says.ANIMALS_MET(colour=name, animals=animals),
    )


def animals_text(animals: Mapping[Animal, int]) -> tuple[Text, ...]:
    """Animals with their numbers, read as a list."""
    return tuple(signs("{number} × {what}", what=WORDS[one], number=times) for one, times in animals.items())


def condition_text(condition: Condition, ends: int) -> Text:
    """Open, finished or a loop, in a sentence."""
    if condition == "loop":
        return say("It’s a loop.")
    if condition == "finished":
        return say("It’s closed at both ends.")
    return say("It’s open at both ends.") if ends == 2 else say("It’s open at one end.")


def _headline(found: tuple[Route, ...]) -> Text:
    if not found:
        return say("There is no route yet.")
    length = found[0].length
    # Each once: a colour may have two routes of this length, on either side of a billabong.
    level = tuple(WORDS[colour] for colour in dict.fromkeys(one.colour for one in found if one.length == length))
    if len(level) > 1 or len(found) == 1:  # Of several the longest; one alone is the longest of none.
        return signs("{colours}: {count}", colours=level, count=say_many("{count} path", "{count} paths", length))
    return say_many(
        "The longest route is {colour}, with {count} path.",
        "The longest route is {colour}, with {count} paths.",
        length,
        colour=level[0],
    )


Cells = Annotated[tuple[tuple[int, int], ...], Length(1, LONGEST)]


@dataclass(frozen=True, slots=True)
class Walk:
    """A player's route as it lies by now, followed with a finger; a later one of the same colour takes its place."""

    seat: Seat
    cells: Cells
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """How much the table tracks from now on; no rule depends on it."""

    said: ClassVar = say("Changed what the app tracks")

    depth: Literal["tiles", "routes", "result"]


def paths_along(cells: Sequence[Cell]) -> tuple[Path, ...]:
    """The path in each cell, by the sides it was entered and left. Raise `IllegalMove` for what no route can do."""
    found = []
    used: set[tuple[Cell, Side]] = set()
    for at, cell in enumerate(cells):
        before = [_side_to(cell, cells[at - 1], f"cells.{at}")] if at else []
        after = [_side_to(cell, cells[at + 1], f"cells.{at + 1}")] if at + 1 < len(cells) else []
        sides = (*before, *after)
        # Turning back inside a cell uses one side twice; crossing it again is allowed, by the two other sides.
        is_again = len(set(sides)) < len(sides) or any((cell, side) in used for side in sides)
        check(is_again and says.EACH_SIDE_ONCE(), path=f"cells.{at}")
        used.update((cell, side) for side in sides)
        found.append(Path(*cell, sides))
    return tuple(found)


def _side_to(cell: Cell, other: Cell, path: str) -> Side:
    side = next((side for side in SIDES if beyond(cell, side) == other), None)
    check(side is None and says.CELL_BESIDE(), path=path)
    assert side is not None
    return side


@dataclass(frozen=True, slots=True)
class WalkAnswer:
    """The paths of a route as it was followed, and the numbers of those that the known tiles do not have."""

    length: int
    paths: tuple[PathAnswer, ...]
    off: tuple[int, ...]


def judge_walk(
    options: Options,
    cells: Annotated[
        tuple[tuple[int, int], ...],
        Length(0, LONGEST),
        Prompt(say("The route, cell by cell"), widget="walk", asks=say("Draw along the route first.")),
    ],
    tiles: Annotated[
        tuple[Tile, ...], Length(0, TILES, "DU-1"), Prompt(say("Tiles on the table"), widget="elsewhere")
    ] = (),
) -> Judged[WalkAnswer]:
    """How many paths a route has: cells in walking order, one crossed twice named twice; tiles as far as they are known.

    Raise `NotAMove` for no cell, `IllegalMove` for what no route can do, or impossible tiles.
    """
    if not cells:
        # The page sends an empty drawing too, so it is let through as a shape and refused in words that help.
        raise NotAMove("cells", say("Draw along the route first."))
    walked = paths_along(cells)
    off = _off_the_tiles(walked, tiles, options)
    numbers = tuple(signs("{count}", count=number) for number in off)
    flags = doubts(off and says.TILES_LEAD_ELSEWHERE(numbers=numbers))
    length, crossed = len(walked), Counter(cells)
    headline = say_many("The route has {count} path.", "The route has {count} paths.", length)
    answer = WalkAnswer(length, tuple(PathAnswer(path.x, path.y, path.sides) for path in walked), off)
    twice = sum(times > 1 for times in crossed.values())
    because = each_of(
        says.CROSSES(count=len(crossed)),
        twice and says.CROSSES_AGAIN(count=twice, more=len(cells) - len(crossed)),
    )
    return judged("walk", headline, answer, because, flags, facts={"cells": cells, "tiles": tiles})


def _off_the_tiles(walked: Sequence[Path], tiles: tuple[Tile, ...], options: Options) -> tuple[int, ...]:
    """Return the numbers of the paths that the known tiles do not have."""
    if not tiles:
        return ()
    lying = paths_of(asked(tiles, options).tiles)

    def lies(path: Path) -> bool:
        # A part is enough: at its ends a route was followed into a cell, but not out of it.
        return any((one.x, one.y) == (path.x, path.y) and set(path.sides) <= set(one.sides) for one in lying)

    return tuple(number for number, path in enumerate(walked, 1) if not lies(path))


def colour_walked(walk: Walk, own: Sequence[Colour]) -> Colour:
    """Return whose route it is: the colour named, or the player's only one. Raise `NotAMove` if neither is known."""
    if walk.colour is None and len(own) > 1:
        raise NotAMove("colour", say("This is missing."))
    return walk.colour or own[0]
