"""What a match looks like from outside. Everything lies open on the table, so everyone sees the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from companion.engine.game import Moment, Status, Viewer
from companion.engine.story import Turned, turned
from companion.engine.text import Text, say, signs
from companion.games.down_under.rules.components import WORDS, Animal, Colour, Kind
from companion.games.down_under.rules.meeting import Meeting
from companion.games.down_under.rules.network import Condition
from companion.games.down_under.rules.route import Route, RouteOfAnswer, route_answer
from companion.games.down_under.rules.score import Worth, has_lost, rank, routes_on, winners, worths_of
from companion.games.down_under.rules.span import Room, room
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile, tile_json
from companion.games.down_under.rules.ways import Turning, turnings

Phase: TypeAlias = Literal["lay", "turn", "billabong", "over"]
# A turn is one player's, and no round divides a match: by single turns a journal would have sixty parts.
TURNS_OF_A_PART: Final = 10


@dataclass(frozen=True, slots=True)
class ShownColour:
    """One colour: its longest route and its worth, the tiles and animals left, the turnings of its loops."""

    length: int
    points: int
    sets: int
    rabbits: int
    dingo_laid: bool
    lost: bool
    state: Condition | None
    done: bool
    stock: Mapping[Kind, int]
    animals: Mapping[Animal, int]
    turns: tuple[Turning, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: its colour (with two routes also the other one), the length of its routes, its tiles left."""

    colour: Colour
    colours: tuple[Colour, ...]
    length: int
    stock: Mapping[Kind, int]
    done: bool
    by_colour: Mapping[Colour, ShownColour]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: the tiles in the order laid, the play area and how far it still reaches, the routes, what is due."""

    phase: Phase
    tiles: tuple[Tile, ...]
    area: tuple[int, int] | None
    may_add: Room | None
    routes: tuple[RouteOfAnswer, ...]
    meetings: tuple[Meeting, ...]
    way_out: tuple[int, int] | None
    marking_the_area: bool
    seats: tuple[ShownSeat, ...]


def status(state: State) -> Status:
    scores, lost = _standing(state, routes_on(state))
    if not state.is_over:
        # Where not every tile is entered no one can know whose turn it is.
        return Status(_phase(state), state.turn if state.tracks_tiles else None, scores, None)
    players = list(zip(scores, lost, strict=True))
    # Where everyone has lost, points decide after all (DU-44).
    moot = () if all(lost) else tuple(seat for seat in range(state.seats) if lost[seat])
    return Status(_phase(state), state.turn, scores, winners(players), rank(players), moot)


def put_right(before: State, after: State, when: Moment, _reader: int | None) -> Turned | None:
    """Return what became of the tile that a correction edited, and whose points that turned; None if neither."""
    points = turned(when.name, status(before).scores, status(after).scores)
    # Tiles after it may have fallen with it; where it was taken away alone, those after it move up.
    both = zip(before.tiles, after.tiles, strict=False)
    edited = [(was, now) for was, now in both if was != now and now not in before.tiles]
    said = _edited(*edited[0]) if len(edited) == 1 else None
    if said is None:
        return points
    return Turned(when.name, signs("{said} ({points})", said=said, points=points.what) if points else said)


def _edited(was: Tile, now: Tile) -> Text | None:
    if was.kind != now.kind:
        return signs("{was} → {now}", was=WORDS[was.kind], now=WORDS[now.kind])
    if was.cell != now.cell:
        return say("The tile has been moved.")
    return say("The tile has been rotated.") if was.turn != now.turn else None


def lost(state: State) -> tuple[int, ...]:
    is_lost = _standing(state, routes_on(state))[1]
    return tuple(seat for seat in range(state.seats) if is_lost[seat])


def moment(state: State) -> Moment:
    """The step an entry belongs to: it changes with every tile and every turn, for a tile laid elsewhere changes what fits.

    It is a part of ten turns; where no tile is entered there are none.
    """
    first = state.turns // TURNS_OF_A_PART * TURNS_OF_A_PART + 1
    followed = f"-{len(state.walked)}" if state.walked else ""
    key = f"{state.turns}-{state.turn}-{len(state.tiles)}{followed}"
    if state.tracks_tiles:
        return Moment(
            key, say("From turn {first}", first=first), say("Turn {turn}", turn=state.turns + 1), says_all=True
        )
    is_left = state.options["depth"] == "routes" and not all(map(state.walk_of, state.colours))
    name = say("Routes") if is_left else say("Result")
    return Moment(key, name, name)


def view(state: State, viewer: Viewer) -> Shown:
    found, area = routes_on(state), state.area
    return Shown(
        phase=_phase(state),
        tiles=tuple[Any, ...](tile_json(tile) for tile in state.tiles),
        area=area,
        may_add=room(state.ground.span, area) if area else None,
        routes=route_answer(found).routes,
        meetings=state.meetings,
        way_out=state.way_out,
        marking_the_area=state.is_marking_the_area,
        seats=tuple(_seat(state, found, seat) for seat in range(state.seats)),
    )


def _phase(state: State) -> Phase:
    if state.turn is None:
        return "over"
    if state.due:
        return "billabong"
    waiting = state.waiting(state.turn)
    # With two routes a loop does not hold up the other one (DU-24, DU-53).
    return "turn" if waiting and all(map(state.ground.network.has_loop, waiting)) else "lay"


def _standing(state: State, found: tuple[Route, ...]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The points of each seat, with two routes of both, and who has lost for want of a dingo."""
    by_seat = [worths_of(state, found, seat) for seat in range(state.seats)]
    scores = tuple(sum(worth.points for worth in own) for own in by_seat)
    return scores, tuple(any(has_lost(worth, state.options) for worth in own) for own in by_seat)


def _seat(state: State, found: tuple[Route, ...], seat: int) -> ShownSeat:
    own = worths_of(state, found, seat)
    return ShownSeat(
        own[0].colour,
        tuple(worth.colour for worth in own),
        sum(worth.length for worth in own),
        state.ground.stock(own[0].colour),
        state.is_done(seat),
        {worth.colour: _colour(state, found, worth) for worth in own},
    )


def _colour(state: State, found: tuple[Route, ...], worth: Worth) -> ShownColour:
    own = [route for route in found if route.colour == worth.colour]
    is_looped = any(route.condition == "loop" for route in own)
    return ShownColour(
        length=worth.length,
        points=worth.points,
        sets=worth.sets,
        rabbits=worth.rabbits,
        dingo_laid=worth.has_dingo_laid,
        lost=has_lost(worth, state.options),
        state=own[0].condition if own else None,
        done=worth.colour in state.done,
        stock=state.ground.stock(worth.colour),
        animals=state.ground.herd(worth.colour),
        turns=turnings(state.ground, worth.colour) if is_looped else (),
    )
