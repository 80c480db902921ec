"""How everybody stands: each colour's route, what it is worth, what is left in hand (DU-23, DU-40 to DU-44)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine import story
from companion.engine.text import Text, say, say_many
from companion.games.down_under.board.drawing import LINES
from companion.games.down_under.rules.components import WORDS, Colour, Kind
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.route import Route, condition_text, longest, routes
from companion.games.down_under.rules.score import RABBIT, SET_BONUS, Worth, worths_of
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.views import status


class Standing(NamedTuple):
    """One colour. `length` is None before its first tile; `state` says how its route stands; `parts` what animals bring."""

    seat: int
    colour: Colour
    line: str
    name: Text
    length: int | None
    points: int
    state: Text | None
    parts: tuple[Text, ...]
    stock: Mapping[Kind, int]
    is_in_turn: bool
    is_done: bool
    is_finished: bool
    is_numbered: bool


def standings(state: State, found: tuple[Route, ...], numbered: Colour | None) -> tuple[Standing, ...]:
    return tuple(
        _standing(state, found, worth, numbered)
        for seat in range(state.seats)
        for worth in worths_of(state, found, seat)
    )


def _standing(state: State, found: tuple[Route, ...], worth: Worth, numbered: Colour | None) -> Standing:
    colour = worth.colour
    route = longest(found, colour)
    return Standing(
        seat=state.seat_of(colour),
        colour=colour,
        line=LINES[colour],
        name=WORDS[colour],
        length=worth.length if state.has_opened(colour) or state.walk_of(colour) else None,
        points=worth.points,
        state=_state(state, route, colour),
        parts=animal_parts(worth, is_over=state.is_over) if state.options["animals"] else (),
        stock=state.stock(colour),
        is_in_turn=state.turn is not None and colour in state.colours_of(state.turn) and colour not in state.done,
        is_done=colour in state.done,
        is_finished=route is not None and route.condition == "finished",
        is_numbered=colour == numbered,
    )


def _state(state: State, route: Route | None, colour: Colour) -> Text | None:
    if route is None:
        return None
    if route.condition == "open" and colour in state.done:
        return say("Its player is done.")
    return condition_text(route.condition, len(route.leads_to))


def animal_parts(worth: Worth, *, is_over: bool) -> tuple[Text, ...]:
    """What the animals of a route bring, part by part (DU-43)."""
    parts = []
    if worth.sets:
        parts.append(
            say_many("{count} set: +{points}", "{count} sets: +{points}", worth.sets, points=SET_BONUS * worth.sets)
        )
    if worth.rabbits:
        text = say_many(
            "{count} rabbit: −{points}", "{count} rabbits: −{points}", worth.rabbits, points=RABBIT * worth.rabbits
        )
        parts.append(text)
    if not worth.has_dingo_laid:
        parts.append(say("no dingo: lost") if is_over else say("no dingo yet"))
    return tuple(parts)


def who_won(state: State) -> Text:
    """The sentence that says who has won, alone or with others, and with how much."""
    now = status(state)
    winners = now.winners or (0,)
    count = now.scores[winners[0]]
    paths = None if state.options["animals"] else say_many("{count} path", "{count} paths", count)
    return story.who_won(winners, count, paths)


def best_colour(state: State) -> Colour:
    own = [colour for seat in status(state).winners or (0,) for colour in state.colours_of(seat)]
    found = routes(network_on(state.tiles), state.options)
    return next((route.colour for route in found if route.colour in own), own[0])
