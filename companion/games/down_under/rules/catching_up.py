"""Catching up: where the match stands now, with tiles forgotten or played without the app; or the end, from a sheet on paper.

Entering what lies on the table is enough to judge by: tiles are laid without turns, and then it is said whose turn it
is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, ClassVar, Final

from companion.engine.errors import IllegalMove, NotAMove, check
from companion.engine.game import Options, Outcome, Setup
from companion.engine.rulings import Doubt, Reason, doubts
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.sheet import TYPED_IN, Paper, PaperCell, PaperRow
from companion.engine.text import SeatName, Text, say, signs
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import checked_network, doubts_about
from companion.games.down_under.rules.components import (
    BILLABONGS,
    COLOURS,
    DEALT,
    FULL_SIZE,
    LONGEST,
    NAMED_COLOURS,
    SIDES,
    STOCK,
    TILES,
    WORDS,
    Colour,
    in_order,
)
from companion.games.down_under.rules.options import in_force
from companion.games.down_under.rules.span import fits
from companion.games.down_under.rules.state import MOST_RABBITS, MOST_SETS, SET_OF, NotedRoute, State
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import next_turn, with_finished_routes


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Where the match stands: whose turn it is, which colours go on no more, and all tiles; without `tiles` as they lie here.

    `colours`: whose colour is whose, in the order of the seats, then the unused ones; without it as before. With `ends`
    the game ends here, whichever routes could go on.
    """

    offered: ClassVar = {"done": attrgetter("colours")}

    turn: Annotated[Seat, Prompt(say("Whose turn is it?"), widget="seat")]
    done: Annotated[
        tuple[Annotated[Colour, NAMED_COLOURS], ...],
        Length(0, len(COLOURS)),
        Prompt(say("Which routes have ended?"), say("finished, or their player is done"), "several"),
    ]
    tiles: (
        Annotated[tuple[Tile, ...], Length(0, TILES), Prompt(say("Tiles on the table"), widget="elsewhere")] | None
    ) = None
    colours: (
        Annotated[
            tuple[Annotated[Colour, NAMED_COLOURS], ...],
            Length(len(COLOURS), len(COLOURS)),
            Prompt(say("Colour"), widget="elsewhere"),
        ]
        | None
    ) = None
    ends: Annotated[bool, Prompt(say("The game is over"), widget="elsewhere")] | None = None


def catch_up(state: State, move: CatchUp) -> Outcome[State]:
    """The state as the table says it is, and what the box finds doubtful about it; over where no route goes on.

    Raise `IllegalMove` for an unused colour and for tiles that no table can hold.
    """
    if move.colours is not None:
        if {*move.colours} != {*COLOURS}:
            raise NotAMove("colours", say("This isn’t in the right format."))
        state = replace(state, options={**state.options, DEALT: " ".join(move.colours)})
    for index, colour in enumerate(move.done):
        check(colour not in state.colours and says.NOT_PLAYED(colour=WORDS[colour]), path=f"done.{index}")
    tiles, flags = state.tiles, tuple[Doubt, ...]()
    if move.tiles is not None:
        checked_network(move.tiles)
        tiles, flags = move.tiles, (*doubts_about(move.tiles), *_beyond_the_game(replace(state, tiles=move.tiles)))
    # Once every colour is on the table, at least so many turns are over that no one still opens (DU-53).
    have_opened = {tile.colour for tile in tiles} >= set(state.colours)
    standing = replace(
        state,
        tiles=tiles,
        turn=move.turn,
        served=(),
        turns=max(state.turns, state.seats + 1) if have_opened else state.turns,
        done=frozenset(state.colours if move.ends else move.done),
        meetings=(),
        ways_out=(),
        # A route that a finger has followed ran over the tiles that these replace.
        walked=state.walked if move.tiles is None else {},
        stood=state.stood + 1,
    )
    after = with_finished_routes(standing)
    if after.done >= set(after.colours):
        return Outcome(replace(after, turn=None), flags=flags)
    is_done = after.is_done(move.turn) and says.NOT_THE_TURN_OF_DONE(name=SeatName(move.turn))
    return Outcome(after, flags=(*flags, *doubts(is_done)))


def _beyond_the_game(state: State) -> tuple[Doubt, ...]:
    """Tiles of colours that do not play, and tiles that reach further than the play area."""
    # The line of a fixed area is laid from colours that no one plays (DU-51).
    strange = {tile.colour for tile in state.tiles if tile.colour and state.variant != "fixed_area"} - {*state.colours}
    is_wide = state.area is not None and not fits(state.ground.span, state.area)
    return doubts(
        *(says.NOT_IN_THIS_GAME(colour=WORDS[colour]) for colour in in_order(strange)),
        is_wide and says.NOT_THAT_BIG(),
        new_entries_only=True,
    )


def laid_earlier(state: State) -> State:
    """The state with a tile that was laid earlier: routes may be finished by it, and the turn stays where it is."""
    after = with_finished_routes(replace(state, meetings=(), ways_out=()))
    if after.done >= set(after.colours):
        return replace(after, turn=None)
    return next_turn(after) if after.turn is not None and after.is_done(after.turn) else after


def current_standing(state: State) -> CatchUp:
    """Return the present state, as the form for catching up is filled in at first."""
    return CatchUp(state.turn or 0, tuple(one for one in state.colours if one in state.done))


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: the routes of the colours that play, in the order of the seats; with two routes the second ones last."""

    said: ClassVar = TYPED_IN

    routes: Annotated[tuple[NotedRoute, ...], Length(2, len(COLOURS))]


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """Length, and with animals sets, rabbits and the dingo; with two routes a cell for each colour of a player."""
    state = State(in_force(setup.options, setup.seats), setup.seats)
    found = [PaperRow(say("Paths in the route"), _cells(state, "length"), 0, LONGEST)]
    if state.options["animals"]:
        sets = say("Kangaroo, emu and platypus")
        rabbits = say("0 with a dingo on the route")
        without = say("own dingo not placed: lost")
        found += [
            PaperRow(say("Sets of animals"), _cells(state, "sets"), 0, MOST_SETS, hint=sets),
            PaperRow(say("Rabbits that count"), _cells(state, "rabbits"), 0, MOST_RABBITS, hint=rabbits),
            PaperRow(say("Dingo placed"), _cells(state, "dingo"), how="tick", hint=without),
        ]
    return tuple(found)


PAPER: Final = Paper("from_paper", FromPaper, say("Each colour’s longest route."), rows)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """Return the match as the sheet has it. Raise `IllegalMove` for routes that cannot be."""
    has_begun = state.tracks_tiles and replace(state, walked={}) != State(state.options, state.seats)
    check(has_begun and says.SHEET_AFTER_A_MOVE())
    given, wanted = len(move.routes), len(state.colours)
    check(given != wanted and says.ENTER_EXACTLY(given=given, wanted=wanted), path="routes")
    wrong = [one for index, route in enumerate(move.routes) for one in _wrong(route, f"routes.{index}", state.options)]
    if wrong:
        # All at once: each is marked at its own player.
        raise IllegalMove(*(reason for reason, _ in wrong), paths=tuple(path for _, path in wrong))
    _check_herds(state, move.routes)
    over = replace(state, turn=None, done=frozenset(state.colours), noted=move.routes)
    return Outcome(over, flags=doubts_about_paths(over, move.routes))


def doubts_about_paths(state: State, routes: Sequence[NotedRoute]) -> tuple[Doubt, ...]:
    """Routes of no path, and more paths on one or on all than the tiles that can lie there have."""
    one, every = _most_paths(state)
    counted, longest = sum(route.length for route in routes), max(route.length for route in routes)
    # With one open end alone, others may close it before a player's first turn.
    has_none = state.variant != "one_end" and not all(route.length for route in routes)
    return doubts(
        has_none and says.ONE_TILE_EACH(),
        longest > one and says.TOO_MANY_PATHS(count=longest, most=one),
        counted > every and says.TOO_MANY_PATHS(count=_added([route.length for route in routes]), most=every),
        new_entries_only=True,
    )


def _added(lengths: Sequence[int]) -> Text:
    """Return a sum as it is written, so that no number in it is taken for one route's."""
    text = signs("{count}", count=lengths[0])
    for length in lengths[1:]:
        text = signs("{text} + {count}", text=text, count=length)
    return signs("{text} = {count}", text=text, count=sum(lengths))


def _most_paths(state: State) -> tuple[int, int]:
    """The most paths of one route, and of all together: coloured and grey, of as many tiles as the area has cells."""
    colours, has_line = len(state.colours), state.variant == "fixed_area"
    tiles_of = len(COLOURS) if has_line else colours
    # A line of tiles may mark another area than the one agreed on.
    cells = FULL_SIZE * tiles_of if state.area is None or has_line else math.prod(state.area)
    own, every = min(FULL_SIZE, cells), min(FULL_SIZE * colours, cells)
    # Every tile has one grey path, an end tile too (DU-2, DU-12).
    grey = min(FULL_SIZE * tiles_of, cells) + STOCK["terminus"] * colours
    # Four routes can end at a billabong, or two pass through it.
    ponds = BILLABONGS * (len(SIDES) if state.options["billabong_ends_count"] else len(SIDES) // 2)
    return own + STOCK["terminus"] + grey + ponds, every + STOCK["terminus"] * colours + grey + ponds


def _cells(state: State, field: str) -> tuple[tuple[PaperCell, ...], ...]:
    return tuple(
        tuple(
            PaperCell(f"routes.{state.colours.index(colour)}.{field}", WORDS[colour] if state.has_two_routes else None)
            for colour in state.colours_of(seat)
        )
        for seat in range(state.seats)
    )


def _wrong(route: NotedRoute, path: str, options: Options) -> list[tuple[Reason, str]]:
    """Return what is wrong with a route and where: animals where there are none, or more than stand on so many paths."""
    if not options["animals"]:
        return [(says.NO_ANIMALS(), path)] if route.sets or route.rabbits or route.dingo else []
    missing = [name for name in ("sets", "rabbits") if getattr(route, name) is None]
    if missing:
        return [(says.ENTER_ANIMALS(), f"{path}.{name}") for name in missing]
    sets, rabbits = route.sets or 0, route.rabbits or 0
    standing = len(SET_OF) * sets + rabbits
    # Animals stand on grey paths alone (DU-3), and of a route at least one path is coloured.
    if not standing or standing < route.length:
        return []
    needed = says.MORE_ANIMALS(count=standing, least=standing + 1)
    # Sets were typed, not animals: the sum says how many they are.
    added = f"{len(SET_OF)} × {sets} + {rabbits}" if rabbits else f"{len(SET_OF)} × {sets}"
    return [
        (replace(needed, text=signs("{added} = {needed}", added=added, needed=needed.text)) if sets else needed, path)
    ]


def _check_herds(state: State, routes: Sequence[NotedRoute]) -> None:
    """Raise `IllegalMove` for more animals on all routes than the tiles on the table can show."""
    colours = len(COLOURS if state.variant == "fixed_area" else state.colours)
    sets, rabbits = sum(one.sets or 0 for one in routes), sum(one.rabbits or 0 for one in routes)
    # Both are what the whole box shows; the colours on the table have their share of it.
    most_sets, most_rabbits = colours * MOST_SETS // len(COLOURS), colours * MOST_RABBITS // len(COLOURS)
    check(
        sets > most_sets and says.TOO_MANY_SETS(count=sets, most=most_sets),
        rabbits > most_rabbits and says.TOO_MANY_RABBITS(count=rabbits, most=most_rabbits),
        path="routes",
    )
