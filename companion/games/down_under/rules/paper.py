"""A sheet filled in on paper: the length of each route, and what its animals bring (DU-40 to DU-43)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import refuse
from companion.engine.game import Options, Outcome, Setup
from companion.engine.paper import HAS_BEGUN, TYPED_IN, Paper, PaperCell, PaperRow
from companion.engine.rulings import Flag
from companion.engine.schema.marks import Length
from companion.engine.text import say
from companion.games.down_under.rules.components import BILLABONGS, COLOUR_NAMES, COLOURS, LONGEST, SIDES, STOCK
from companion.games.down_under.rules.options import in_force
from companion.games.down_under.rules.state import MOST_RABBITS, MOST_SETS, SET_OF, NotedRoute, State


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: the routes of the colours that play, in the order red, yellow, green, blue."""

    said: ClassVar = TYPED_IN

    routes: Annotated[tuple[NotedRoute, ...], Length(2, len(COLOURS))]


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """Length, and with animals sets, rabbits and the dingo; with two routes a cell for each colour of a player."""
    state = State(in_force(setup.options, setup.seats), setup.seats)
    found = [PaperRow(say("Paths in the route"), _cells(state, "length"), 0, LONGEST)]
    if state.options["animals"]:
        sets = say("Kangaroo, emu and platypus")
        rabbits = say("0 with a dingo on the route")
        found += [
            PaperRow(say("Sets of animals"), _cells(state, "sets"), 0, MOST_SETS, hint=sets),
            PaperRow(say("Rabbits that count"), _cells(state, "rabbits"), 0, MOST_RABBITS, hint=rabbits),
            PaperRow(say("Dingo placed"), _cells(state, "dingo"), how="tick"),
        ]
    return tuple(found)


PAPER: Final = Paper("from_paper", FromPaper, say("The longest route of each colour, as you counted it."), rows)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """The match as the sheet tells it. Raises `IllegalMove` for routes that cannot be."""
    if state.tracks_tiles and replace(state, walked=()) != State(state.options, state.seats):
        raise refuse(HAS_BEGUN, "DU-40")
    if len(move.routes) != len(state.colours):
        text = say(
            "You entered {given} routes. {played} colours play.", given=len(move.routes), played=len(state.colours)
        )
        raise refuse(text, "DU-1", "DU-2", path="routes")
    for index, route in enumerate(move.routes):
        _check(route, index, state.options)
    _check_herds(state, move.routes)
    over = replace(state, turn=None, done=frozenset(state.colours), noted=move.routes)
    return Outcome(over, flags=doubts_about_paths(over, move.routes))


def doubts_about_paths(state: State, routes: Sequence[NotedRoute]) -> tuple[Flag, ...]:
    """More paths on all routes together than there are on the tiles that can lie there (DU-1, DU-2, DU-42)."""
    grey = len(COLOURS if state.variant == "fixed_area" else state.colours)
    on_tiles = sum(STOCK.values()) * (len(state.colours) + grey)
    most = on_tiles + BILLABONGS * (len(SIDES) if state.options["billabong_ends_count"] else len(SIDES) // 2)
    counted = sum(route.length for route in routes)
    if counted <= most:
        return ()
    text = say("That makes {counted} paths. The tiles have at most {most}.", counted=counted, most=most)
    return (Flag(text, ("DU-1", "DU-2", "DU-42"), spares_recorded=True),)


def _cells(state: State, field: str) -> tuple[tuple[PaperCell, ...], ...]:
    return tuple(
        tuple(
            PaperCell(
                f"routes.{state.colours.index(colour)}.{field}",
                COLOUR_NAMES[colour] if state.has_two_routes else None,
            )
            for colour in state.colours_of(seat)
        )
        for seat in range(state.seats)
    )


def _check(route: NotedRoute, index: int, options: Options) -> None:
    """Nothing; raises `IllegalMove` if there are no animals, or more than stand on so many paths."""
    path = f"routes.{index}"
    if not options["animals"]:
        if route.sets or route.rabbits or route.dingo:
            raise refuse(say("Animals don’t count in this game."), "DU-43", path=path)
        return
    for name in ("sets", "rabbits"):
        if getattr(route, name) is None:
            raise refuse(say("Animals count, so enter this too."), "DU-43", path=f"{path}.{name}")
    standing = len(SET_OF) * (route.sets or 0) + (route.rabbits or 0)
    if standing and standing >= route.length:
        text = say(
            "A route of {paths} paths can’t have {animals} animals. Only grey paths show one.",
            animals=standing,
            paths=route.length,
        )
        raise refuse(text, "DU-3", "DU-43", path=f"{path}.sets")


def _check_herds(state: State, routes: Sequence[NotedRoute]) -> None:
    """Nothing; raises `IllegalMove` for more animals on all routes than the tiles on the table can show (DU-3, DU-51)."""
    colours = len(COLOURS if state.variant == "fixed_area" else state.colours)
    sets, rabbits = sum(one.sets or 0 for one in routes), sum(one.rabbits or 0 for one in routes)
    most_sets, most_rabbits = colours * MOST_SETS // len(COLOURS), colours * MOST_RABBITS // len(COLOURS)
    if sets > most_sets or rabbits > most_rabbits:
        text = say(
            "That makes {sets} sets and {rabbits} rabbits. The tiles have at most {most_sets} and {most_rabbits}.",
            sets=sets,
            rabbits=rabbits,
            most_sets=most_sets,
            most_rabbits=most_rabbits,
        )
        raise refuse(text, "DU-3", "DU-43", path="routes")
