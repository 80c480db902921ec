"""The end of a match in words and places (DU-40 to DU-44)."""

from dataclasses import dataclass

from companion.engine.text import Text, names, say, say_many
from companion.games.down_under.board.standing import Standing, has_lost_by_seat, standings
from companion.games.down_under.rules.components import Colour
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.route import routes
from companion.games.down_under.rules.score import rank
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.views import status


@dataclass(frozen=True, slots=True)
class Place:
    """One player in the final ranking; equal points share a place."""

    place: int
    seat: int
    points: int
    has_lost: bool
    lines: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the match: who won, the ranking."""

    headline: Text
    places: tuple[Place, ...]


def ending(state: State, numbered: Colour | None) -> Ending:
    """The end of a match that is over: those who have lost come after the others."""
    scores = status(state).scores
    found = routes(network_on(state.tiles), state.options)
    out = has_lost_by_seat(state, found)
    place = rank(list(zip(scores, out, strict=True)))
    lines = standings(state, found, numbered)
    places = [
        Place(place[seat], seat, scores[seat], out[seat], tuple(one for one in lines if one.seat == seat))
        for seat in sorted(range(state.seats), key=lambda seat: (place[seat], seat))
    ]
    first = tuple(one.seat for one in places if one.place == 1)
    return Ending(_headline(first, scores[first[0]], is_points=bool(state.options["animals"])), tuple(places))


def best_colour(state: State) -> Colour:
    """The colour of the longest route of those who have won."""
    own = [colour for seat in status(state).winners or (0,) for colour in state.colours_of(seat)]
    found = routes(network_on(state.tiles), state.options)
    return next((route.colour for route in found if route.colour in own), own[0])


def _headline(won: tuple[int, ...], points: int, *, is_points: bool) -> Text:
    if is_points:
        count = say_many("with {count} point", "with {count} points", points)
    else:
        count = say_many("with {count} path", "with {count} paths", points)
    if len(won) == 1:
        return say("{names} wins {with_points}.", names=names(won), with_points=count)
    return say("{names} share the win {with_points}.", names=names(won), with_points=count)
