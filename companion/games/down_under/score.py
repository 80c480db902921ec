"""What each route is worth in the end, and who wins (DU-40 to DU-44)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.marks import Asked, Length
from companion.engine.ranking import ranked
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.text import Text, say, say_many
from companion.games.down_under.board import checked_network, doubts
from companion.games.down_under.components import COLOUR_NAMES, COLOURS, NAMED_COLOURS, Colour, colour_names
from companion.games.down_under.noted import SET_OF
from companion.games.down_under.route import Route, animals_text, routes
from companion.games.down_under.tiles import Tile, tile_json

SET_BONUS: Final = 5
RABBIT: Final = 2


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """The tiles on the table and the colours that play."""

    tiles: Annotated[tuple[Tile, ...], Asked(say("The tiles on the table"), widget="board")]
    colours: Annotated[
        tuple[Annotated[Colour, NAMED_COLOURS], ...],
        Length(1, len(COLOURS)),
        Asked(say("The colours that play"), widget="colours"),
    ]


@dataclass(frozen=True, slots=True)
class Worth:
    """What one colour has: its length, the points of its route, whether its dingo tile lies on the table."""

    colour: Colour
    length: int
    sets: int
    rabbits: int
    has_dingo_laid: bool
    route: Route | None

    @property
    def points(self) -> int:
        """Its length, 5 more for each set of animals, 2 less for each rabbit that counts (DU-41, DU-43)."""
        return self.length + SET_BONUS * self.sets - RABBIT * self.rabbits


def judge_final_score(facts: ScoreFacts, options: Options) -> Ruling:
    """Who wins. Raises `NotAMove` for a colour named twice, `IllegalMove` for a board that cannot be."""
    if len(set(facts.colours)) < len(facts.colours):
        raise NotAMove("colours", say("The same name stands here twice."))
    traced = routes(checked_network(facts.tiles), options)
    found = worths(facts.tiles, traced, facts.colours, options)
    lost = [worth.colour for worth in found if has_lost(worth, options)]
    won = winners([(worth.points, worth.colour in lost) for worth in found])
    winning = tuple(found[index].colour for index in won)
    return Ruling(
        "final-score",
        _headline(winning, found[won[0]].points),
        {
            "length": {str(worth.colour): worth.length for worth in found},
            "points": {str(worth.colour): worth.points for worth in found},
            "lost": [*lost],
            "winners": [*winning],
        },
        (*(reason for worth in found for reason in _explained(worth, options)), _outcome(winning, found, lost)),
        doubts(facts.tiles),
        _facts_json(facts),
    )


def worths(
    tiles: Sequence[Tile], found: tuple[Route, ...], colours: Iterable[Colour], options: Options
) -> tuple[Worth, ...]:
    """What each colour has of the routes found, its longest counting; of several as long the one that brings most (DU-40)."""
    return tuple(_worth(tiles, found, colour, options) for colour in colours)


def has_lost(worth: Worth, options: Options) -> bool:
    """Whether a colour has lost for want of its dingo tile (DU-43)."""
    return bool(options["animals"]) and not worth.has_dingo_laid


def winners(players: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The places of those who win, from the points of each and whether they have lost (DU-44)."""
    alive = [index for index, (_, lost) in enumerate(players) if not lost] or list(range(len(players)))
    best = max(players[index][0] for index in alive)
    return tuple(index for index in alive if players[index][0] == best)


def rank(players: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The place of each player, from the points of each and whether they have lost: those come after the others (DU-44)."""
    return ranked([(lost, -points) for points, lost in players])


def _worth(tiles: Sequence[Tile], found: tuple[Route, ...], colour: Colour, options: Options) -> Worth:
    dingo = any(tile.colour == colour and tile.animal == "dingo" for tile in tiles)
    own = [route for route in found if route.colour == colour]
    if not own:
        return Worth(colour, 0, 0, 0, dingo, None)
    weighed = [_weighed(colour, route, dingo, options) for route in own if route.length == own[0].length]
    return max(weighed, key=lambda worth: worth.points)


def _weighed(colour: Colour, route: Route, dingo: bool, options: Options) -> Worth:
    if not options["animals"]:
        return Worth(colour, route.length, 0, 0, dingo, route)
    met = route.animals
    sets = min(met.get(animal, 0) for animal in SET_OF)
    rabbits = 0 if "dingo" in met else met.get("rabbit", 0)
    return Worth(colour, route.length, sets, rabbits, dingo, route)


def _explained(worth: Worth, options: Options) -> list[Reason]:
    name = COLOUR_NAMES[worth.colour]
    text = say_many("{colour}: {count} path.", "{colour}: {count} paths.", worth.length, colour=name)
    reasons = [Reason(text, ("DU-40", "DU-41"))]
    if not options["animals"]:
        return reasons
    if worth.route and worth.route.animals:
        text = say("{colour}: on it stand {animals}.", colour=name, animals=animals_text(worth.route.animals))
        reasons.append(Reason(text, ("DU-43",)))
    return [*reasons, *_animal_points(worth, name)]


def _animal_points(worth: Worth, name: Text) -> list[Reason]:
    reasons = []
    if worth.sets:
        text = say_many(
            "{colour}: {count} set of emu, kangaroo and platypus: +{points}.",
            "{colour}: {count} sets of emu, kangaroo and platypus: +{points}.",
            worth.sets,
            colour=name,
            points=SET_BONUS * worth.sets,
        )
        reasons.append(Reason(text, ("DU-43",)))
    if worth.rabbits:
        text = say_many(
            "{colour}: {count} rabbit and no dingo on the route: −{points}.",
            "{colour}: {count} rabbits and no dingo on the route: −{points}.",
            worth.rabbits,
            colour=name,
            points=RABBIT * worth.rabbits,
        )
        reasons.append(Reason(text, ("DU-43",)))
    if not worth.has_dingo_laid:
        text = say("{colour} has not laid the own dingo tile and has lost.", colour=name)
        reasons.append(Reason(text, ("DU-43",)))
    return reasons


def _outcome(winning: tuple[Colour, ...], found: tuple[Worth, ...], lost: list[Colour]) -> Reason:
    if lost and len(lost) == len(found):
        text = say("All have lost, so points decide as if nobody had: {colours}.", colours=colour_names(winning))
        return Reason(text, ("DU-43", "DU-44"))
    if len(winning) > 1:
        return Reason(say("{colours} have the same and share the win.", colours=colour_names(winning)), ("DU-44",))
    return Reason(say("{colours} has most.", colours=colour_names(winning)), ("DU-40",))


def _headline(winning: tuple[Colour, ...], points: int) -> Text:
    return say_many(
        "{names} wins with {points}.",
        "{names} win together with {points}.",
        len(winning),
        names=colour_names(winning),
        points=points,
    )


def _facts_json(facts: ScoreFacts) -> dict[str, Json]:
    return {"tiles": [tile_json(tile) for tile in facts.tiles], "colours": [*facts.colours]}
