"""What each route is worth in the end, and who wins (DU-40 to DU-44, DU-53)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, doubts, each_of, first_of
from companion.engine.schema.marks import Length, Prompt
from companion.engine.story import ranked
from companion.engine.text import Arg, Text, say, say_many, signs
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about
from companion.games.down_under.rules.components import (
    COLOURS,
    NAMED_COLOURS,
    WORDS,
    Colour,
    box_of,
    colour_names,
    in_order,
)
from companion.games.down_under.rules.ground import Ground, asked
from companion.games.down_under.rules.options import TWO_ROUTES
from companion.games.down_under.rules.route import Route, animals_text, routes
from companion.games.down_under.rules.state import SET_OF, State
from companion.games.down_under.rules.tiles import Tiles

SET_BONUS: Final = 5
RABBIT_COST: Final = 2


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
        """Its length, 5 more for each set of animals, 2 less for each rabbit that counts."""
        return self.length + SET_BONUS * self.sets - RABBIT_COST * self.rabbits


@dataclass(frozen=True, slots=True)
class FinalScoreAnswer:
    """Length and points of every colour, which colours lost for want of a dingo, and who wins."""

    length: Mapping[Colour, int]
    points: Mapping[Colour, int]
    lost: tuple[Colour, ...]
    winners: tuple[Colour, ...]


def judge_final_score(
    tiles: Tiles,
    colours: Annotated[
        tuple[Annotated[Colour, NAMED_COLOURS], ...],
        Length(1, len(COLOURS)),
        Prompt(say("Which colours are in play?"), widget="colours"),
    ],
    options: Options,
) -> Judged[FinalScoreAnswer]:
    """Who wins. Raise `NotAMove` for a colour named twice, `IllegalMove` for a board that cannot be."""
    if len(set(colours)) < len(colours):
        raise NotAMove("colours", say("Two players can’t have the same name."))
    ground = asked(tiles, options)
    lying = routes(ground)
    found = tuple(worth_of(ground, lying, colour) for colour in colours)
    lost = tuple(worth.colour for worth in found if has_lost(worth, options))
    # With two routes each, a side is two colours, and their points are added (DU-53).
    sides = _sides(found, options)
    standing = [(_together(side), any(worth.colour in lost for worth in side)) for side in sides]
    won = [sides[index] for index in winners(standing)]
    winning = tuple(colour for colour in colours if any(worth.colour == colour for side in won for worth in side))
    lengths, points = {one.colour: one.length for one in found}, {one.colour: one.points for one in found}
    because = (
        *(reason for worth in found for reason in _explained(worth, options)),
        *(
            says.TOGETHER(colours=colour_names(tuple(worth.colour for worth in side)), points=_together(side))
            for side in sides
            if len(side) > 1
        ),
        *_outcome(winning, won, {is_lost for _, is_lost in standing}),
    )
    flags = (*doubts_about(tiles), *_doubts_about_colours(tiles, colours, options))
    answer = FinalScoreAnswer(lengths, points, lost, winning)
    facts = {"tiles": tiles, "colours": colours}
    return judged("final-score", _headline(winning, won), answer, because, flags, facts=facts)


def _doubts_about_colours(tiles: Tiles, colours: tuple[Colour, ...], options: Options) -> tuple[Doubt, ...]:
    """What was not said, and colours that the variant does not go with."""
    bare = sum(tile.kind in ("straight", "curve") and tile.animal is None for tile in tiles)
    unnamed = in_order({tile.colour for tile in tiles if tile.colour} - set(colours))
    has_area, all_play = options["variant"] == "fixed_area", len(colours) == len(COLOURS)
    return doubts(
        options["animals"] and bare and says.ANIMALS_UNSAID(count=bare),
        unnamed and not has_area and says.NOT_COUNTED(colours=colour_names(unnamed)),
        options["variant"] in TWO_ROUTES and not all_play and says.ALL_COLOURS_PLAY(),
        has_area and all_play and says.AREA_NEEDS_COLOUR(),
    )


def has_lost(worth: Worth, options: Options) -> bool:
    """Return whether a colour loses because its own dingo is not placed."""
    return bool(options["animals"]) and not worth.has_dingo_laid


def winners(players: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The places of those who win, from the points of each and whether they have lost (DU-44)."""
    # If everyone has lost, the points decide after all (DU-44).
    alive = [index for index, (_, lost) in enumerate(players) if not lost] or list(range(len(players)))
    best = max(players[index][0] for index in alive)
    return tuple(index for index in alive if players[index][0] == best)


def rank(players: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The place of each player, from the points of each and whether they have lost: those come after the others."""
    # Who lost for want of a dingo comes after all others, whatever the points (DU-43).
    return ranked([(lost, -points) for points, lost in players])


def worth_of(ground: Ground, found: tuple[Route, ...], colour: Colour) -> Worth:
    """Return what a colour has: its longest route counts, of several as long the one that brings most."""
    # Each colour has one dingo (DU-3): where none is left, it lies on the table.
    has_dingo = not ground.herd(colour)["dingo"]
    own = [route for route in found if route.colour == colour]
    # The first is the longest: `routes` sorts them so.
    worths = (_worth(route, has_dingo, ground.options) for route in own if route.length == own[0].length)
    return max(worths, key=lambda worth: worth.points, default=Worth(colour, 0, 0, 0, has_dingo, None))


def _worth(route: Route, has_dingo: bool, options: Options) -> Worth:
    """Return what a route is worth, with its sets, and its rabbits unless a dingo stands on it (DU-43)."""
    met = route.animals if options["animals"] else {}
    sets = min(met.get(animal, 0) for animal in SET_OF)
    rabbits = 0 if "dingo" in met else met.get("rabbit", 0)
    return Worth(route.colour, route.length, sets, rabbits, has_dingo, route)


def _explained(worth: Worth, options: Options) -> tuple[Reason, ...]:
    """The paths, and where animals count what they bring."""
    name, paths = WORDS[worth.colour], says.COUNTS(colour=WORDS[worth.colour], count=worth.length)
    if not options["animals"]:
        return (paths,)
    bonus, malus = SET_BONUS * worth.sets, RABBIT_COST * worth.rabbits
    added = signs("{colour}: {length}", colour=name, length=worth.length)
    if bonus:
        added = signs("{added} + {bonus}", added=added, bonus=bonus)
    if malus:
        added = signs("{added} − {malus}", added=added, malus=malus)
    met = animals_text(worth.route.animals) if worth.route else ()
    return each_of(
        paths,
        met and says.ANIMALS_COUNT(colour=name, animals=met),
        bonus and says.SETS(colour=name, count=worth.sets, points=bonus),
        malus and says.RABBITS(colour=name, count=worth.rabbits, points=malus),
        (bonus or malus) and says.SUM(added=added, points=worth.points),
        not worth.has_dingo_laid and says.NO_DINGO(colour=name),
    )


def _sides(found: tuple[Worth, ...], options: Options) -> list[list[Worth]]:
    """Who plays against whom: each colour alone, with two routes the first with the third and the second with the fourth."""
    apart = len(COLOURS) // 2 if options["variant"] in TWO_ROUTES else len(COLOURS)
    sides: dict[int, list[Worth]] = {}
    for worth in found:
        sides.setdefault(box_of(options).index(worth.colour) % apart, []).append(worth)
    return [*sides.values()]


def _together(side: Sequence[Worth]) -> int:
    return sum(worth.points for worth in side)


def _outcome(winning: tuple[Colour, ...], won: list[list[Worth]], lost: set[bool]) -> tuple[Reason, ...]:
    """Why they win; `lost`: whether players have lost by their dingo, or not, or some have and some not."""
    colours = colour_names(winning)
    return first_of(
        lost == {True} and says.ALL_HAVE_LOST(colours=colours),
        len(won) > 1 and says.SHARE_THE_WIN(colours=colours),
        len(winning) > 1 and says.PLAYER_HAS_MOST(colours=colours),
        # Who lost may have had more.
        len(lost) > 1 and says.MOST_OF_OTHERS(colour=WORDS[winning[0]]),
        says.HAS_MOST(colour=WORDS[winning[0]]),
    )


def _headline(winning: tuple[Colour, ...], won: list[list[Worth]]) -> Text:
    said: Mapping[str, Arg] = {"names": colour_names(winning), "points": _together(won[0])}
    if len(winning) > len(won) == 1:
        return say("The {names} player wins with {points}.", **said)
    return say_many("{names} wins with {points}.", "{names} share the win with {points}.", len(winning), **said)


def routes_on(state: State) -> tuple[Route, ...]:
    """Return every route on the table, the longest first."""
    return routes(state.ground)


def worths_of(state: State, found: tuple[Route, ...], seat: int) -> tuple[Worth, ...]:
    """What each colour of a seat has: of the routes found, as a finger followed it, or as a paper sheet notes it."""
    own = state.colours_of(seat)
    if not state.noted:
        walks = [state.walk_of(colour) for colour in own]
        laid = [worth_of(state.ground, found, colour) for colour in own]
        return tuple(replace(one, length=len(walk)) if walk else one for one, walk in zip(laid, walks, strict=True))
    noted = {colour: state.noted[state.colours.index(colour)] for colour in own}
    return tuple(Worth(one, it.length, it.sets or 0, it.rabbits or 0, it.dingo, None) for one, it in noted.items())
