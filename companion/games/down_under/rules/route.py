"""Every route on the table: how long, where it goes, which animals it meets (DU-14, DU-41 to DU-43)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.text import Text, say, say_many
from companion.games.down_under.rules.board import checked_network, doubts
from companion.games.down_under.rules.components import ANIMALS, COLOURS, SIDES, WORDS, Animal, Colour, Side
from companion.games.down_under.rules.network import Chain, Condition, Network, Port
from companion.games.down_under.rules.tiles import Path, Tiles


@dataclass(frozen=True, slots=True)
class RouteFacts:
    """The tiles on the table."""

    tiles: Tiles


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
        """How many of each animal stand on it, those that do not left out (DU-43)."""
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
    """One route: its colour, length, and paths in walking order (DU-41)."""

    colour: Colour
    length: int
    state: Condition
    paths: tuple[PathAnswer, ...]
    animals: Mapping[Animal, int]


@dataclass(frozen=True, slots=True)
class RouteAnswer:
    """Every route that has a colour, the longest first."""

    routes: tuple[RouteOfAnswer, ...]


def routes(network: Network, options: Options) -> tuple[Route, ...]:
    """Every route, longest first; of the same length in the order of the box's colours, then from the north-west."""
    found = [_route(chain, colour, options) for chain in network.chains for colour in chain.colours]
    return tuple(sorted(found, key=_rank))


def longest(found: tuple[Route, ...], colour: Colour) -> Route | None:
    """The longest route of a colour, which is the one that counts (DU-40); None if it has none."""
    return next((route for route in found if route.colour == colour), None)


def judge_route(facts: RouteFacts, options: Options) -> Judged[RouteAnswer]:
    """Every route on these tiles. Raises `IllegalMove` for an impossible board (DU-1, DU-3, DU-12, DU-17)."""
    network = checked_network(facts.tiles)
    found = routes(network, options)
    because = (*_how(network), *(reason for route in found for reason in _explained(route)))
    return judged("route", _headline(found), told(found), because, doubts(facts.tiles), facts=facts)


def told(routes: Iterable[Route]) -> RouteAnswer:
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
    paths = chain.paths
    if not options["billabong_ends_count"]:
        paths = tuple(path for path in paths if not path.is_billabong_end)
    return Route(colour, paths, chain.condition, chain.leads_to)


def _rank(route: Route) -> tuple[int, int, list[tuple[int, int, int]]]:
    ends = [(path.y, path.x, SIDES.index(path.sides[0])) for path in (route.paths[0], route.paths[-1])]
    return (-route.length, COLOURS.index(route.colour), ends)


def _how(network: Network) -> tuple[Reason, ...]:
    text = say("Paths that meet at the side of two neighbouring cells are joined. They take the route’s colour.")
    grey = sum(not chain.colours for chain in network.chains)
    if not grey:
        return (Reason(text, ("DU-14",)),)
    nobody = say_many(
        "{count} chain is grey only, so it’s no route yet.",
        "{count} chains are grey only, so they’re no routes yet.",
        grey,
    )
    return (Reason(text, ("DU-14",)), Reason(nobody, ("DU-14",)))


def _explained(route: Route) -> list[Reason]:
    name = WORDS[route.colour]
    reasons = [_counted(route, name)]
    twice = sum(times > 1 for times in Counter((path.x, path.y) for path in route.paths).values())
    if twice:
        text = say_many(
            "{colour}: {count} cell is crossed twice and counts 2.",
            "{colour}: {count} cells are crossed twice and count 2 each.",
            twice,
            colour=name,
        )
        reasons.append(Reason(text, ("DU-41",)))
    if any(path.is_billabong_end for path in route.paths):
        reasons.append(Reason(say("{colour} ends at a billabong: 1.", colour=name), ("DU-42",)))
    if route.animals:
        text = say("{colour} has these animals: {animals}.", colour=name, animals=animals_text(route.animals))
        reasons.append(Reason(text, ("DU-3", "DU-43")))
    return reasons


def animals_text(animals: Mapping[Animal, int]) -> tuple[Text, ...]:
    """Animals with their numbers, read as a list."""
    return tuple(say("{what}: {value}", what=WORDS[one], value=times) for one, times in animals.items())


def _counted(route: Route, name: Text) -> Reason:
    text = say_many(
        "{colour}: {count} path. {condition}",
        "{colour}: {count} paths. {condition}",
        route.length,
        colour=name,
        condition=condition_text(route.condition, len(route.leads_to)),
    )
    return Reason(text, ("DU-41", "DU-24" if route.condition == "loop" else "DU-23"))


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
    name = WORDS[found[0].colour]
    return say_many(
        "The longest route is {colour}, {count} path.",
        "The longest route is {colour}, {count} paths.",
        found[0].length,
        colour=name,
    )
