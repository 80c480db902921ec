"""What a match looks like from outside. Everything lies open on the table, so everybody sees the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.game import Moment, Status, Viewer
from companion.engine.rulings import Json
from companion.engine.text import say
from companion.games.down_under.rules.components import Colour
from companion.games.down_under.rules.meeting import verdict
from companion.games.down_under.rules.network import Network, network_on
from companion.games.down_under.rules.route import Route, route_json, routes
from companion.games.down_under.rules.score import Worth, has_lost, rank, winners, worths_of
from companion.games.down_under.rules.span import room, span_of
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import tile_json
from companion.games.down_under.rules.turning import has_loop, turnings

TURNS_OF_A_PART: Final = 10


def status(state: State) -> Status:
    """Phase, turn, scores and winners."""
    network = network_on(state.tiles)
    scores, lost = _standing(state, routes(network, state.options))
    if not state.is_over:
        return Status(_phase(state, network), state.turn if state.tracks_tiles else None, scores, None)
    players = list(zip(scores, lost, strict=True))
    return Status(_phase(state, network), state.turn, scores, winners(players), rank(players))


def moment(state: State) -> Moment:
    """The step an entry belongs to: it changes with every tile and every turn, for a tile laid elsewhere changes what fits.

    It is a part of ten turns.
    """
    first = state.turns // TURNS_OF_A_PART * TURNS_OF_A_PART + 1
    part = say("Turns {first} to {last}", first=first, last=first + TURNS_OF_A_PART - 1)
    name = say("Turn {turn}, {tiles} tiles on the table", turn=state.turns + 1, tiles=len(state.tiles))
    followed = f"-{len(state.walked)}" if state.walked else ""
    return Moment(f"{state.turns}-{state.turn}-{len(state.tiles)}{followed}", part, name)


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON; there are no secrets."""
    network = network_on(state.tiles)
    found = routes(network, state.options)
    area, span = state.area, span_of(state.tiles, state.options)
    return {
        "tiles": [tile_json(tile) for tile in state.tiles],
        "area": None if area is None else [*area],
        "may_add": None if area is None else room(span, area).as_json(),
        "routes": [route_json(route) for route in found],
        "meetings": [{"cell": [*one.cell], "mover": one.mover, **verdict(one)} for one in state.meetings],
        "way_out": None if state.way_out is None else [*state.way_out],
        "marking_the_area": state.is_marking_the_area,
        "seats": [_seat(state, found, seat) for seat in range(state.seats)],
    }


def _phase(state: State, network: Network) -> str:
    if state.turn is None:
        return "over"
    if state.due:
        return "billabong"
    own = [one for one in state.colours_of(state.turn) if one not in (*state.served, *state.done)]
    looped = [one for one in own if any(has_loop(chain, one) for chain in network.chains)]
    return "turn" if looped and looped == own else "lay"


def _standing(state: State, found: tuple[Route, ...]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The points of each seat, with two routes of both, and who has lost for want of a dingo (DU-43, DU-53)."""
    by_seat = [worths_of(state, found, seat) for seat in range(state.seats)]
    scores = tuple(sum(worth.points for worth in own) for own in by_seat)
    return scores, tuple(any(has_lost(worth, state.options) for worth in own) for own in by_seat)


def _seat(state: State, found: tuple[Route, ...], seat: int) -> dict[str, Json]:
    own = worths_of(state, found, seat)
    return {
        "colour": own[0].colour,
        "colours": [worth.colour for worth in own],
        "length": sum(worth.length for worth in own),
        "stock": {str(kind): left for kind, left in state.stock(own[0].colour).items()},
        "done": state.is_done(seat),
        "by_colour": {str(worth.colour): _colour(state, found, worth) for worth in own},
    }


def _colour(state: State, found: tuple[Route, ...], worth: Worth) -> dict[str, Json]:
    colour: Colour = worth.colour
    own = [route for route in found if route.colour == colour]
    is_looped = any(route.condition == "loop" for route in own)
    return {
        "length": worth.length,
        "points": worth.points,
        "sets": worth.sets,
        "rabbits": worth.rabbits,
        "dingo_laid": worth.has_dingo_laid,
        "lost": has_lost(worth, state.options),
        "state": own[0].condition if own else None,
        "done": colour in state.done,
        "stock": {str(kind): left for kind, left in state.stock(colour).items()},
        "animals": {str(animal): left for animal, left in state.herd(colour).items()},
        "turns": [one.as_json() for one in turnings(state.tiles, colour, state.options)] if is_looped else [],
    }
