"""What each move does (DU-15 to DU-25, DU-40, DU-50 to DU-53)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.engine.declare import Moves, dispatch
from companion.engine.errors import check
from companion.engine.game import Move, Outcome, Setup
from companion.engine.rulings import Doubt, Reason, doubts
from companion.engine.text import SeatName, Text, names
from companion.games.down_under.rules import billabong
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import check_board, check_turned
from companion.games.down_under.rules.catching_up import CatchUp, FromPaper, catch_up, from_paper, laid_earlier
from companion.games.down_under.rules.components import WORDS, Cell, Colour, colour_names, in_order
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.options import in_force
from companion.games.down_under.rules.placement import blocked_partner, lay, partner_of
from companion.games.down_under.rules.route import Track, Walk, colour_walked, paths_along
from companion.games.down_under.rules.span import fits, round_cells
from companion.games.down_under.rules.state import Done, Lay, LayBillabong, State, TurnTile
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import (
    after_placing,
    leads_out,
    next_turn,
    turnable,
    turned,
    way_on,
    ways_still_out,
    ways_to_lay,
)


def start(setup: Setup) -> State:
    return State(in_force(setup.options, setup.seats), setup.seats)


def check_goes_on(state: State, move: Move) -> None:
    """Raise `IllegalMove` once every route has ended."""
    check(state.is_over and says.GAME_IS_OVER())


def _walk(state: State, move: Walk) -> Outcome[State]:
    """A route followed with a finger, in the place of an earlier one of its colour."""
    colour = colour_walked(move, state.colours_of(move.seat))
    _check_own(state, move.seat, colour, "colour")
    is_counted = state.tracks_tiles and any(tile.colour == colour for tile in state.tiles)
    check(is_counted and says.APP_COUNTS(), path="cells")
    paths_along(move.cells)
    others = {one: cells for one, cells in state.walked.items() if one != colour}
    # Only end tiles may lie outside the area; a line that marks another area is not known here.
    ends = 0 if state.options["terminus_in_span"] else 1
    inner = [cell for cells in (move.cells, *others.values()) for cell in cells[ends : len(cells) - ends]]
    is_known = state.area is not None and state.variant != "fixed_area"
    is_wide = is_known and state.area and not fits(round_cells(inner), state.area)
    # Each side of a tile belongs to one path, and each path to one route.
    shared = tuple(one for one, cells in others.items() if not _crossed(cells).isdisjoint(_crossed(move.cells)))
    flags = doubts(
        is_wide and says.ROUTE_TOO_WIDE(),
        shared and says.COLOURS_JOINED(colours=_whose(state, in_order({colour, *shared}))),
        new_entries_only=True,
    )
    return Outcome(replace(state, walked={**others, colour: move.cells}), flags=flags)


def _whose(state: State, colours: tuple[Colour, ...]) -> tuple[SeatName | Text, ...]:
    """Return whose routes these are by their names; by their colours where one player has two of them."""
    seats = tuple(state.seat_of(one) for one in colours)
    return names(seats) if len({*seats}) == len(seats) else colour_names(colours)


def _crossed(cells: Sequence[Cell]) -> set[frozenset[Cell]]:
    """Return the sides between cells that a route crosses, each as its two cells."""
    return {frozenset(pair) for pair in pairwise(cells)}


def _lay(state: State, move: Lay) -> Outcome[State]:
    """Return the state with one more tile, and with the billabongs it calls for."""
    if move.taken_away:
        return _taken_away(state, move)
    tile = move.tile
    check(tile.kind == "billabong" and says.WITH_BILLABONG_BUTTON(), path="tile.kind")
    check_board((*state.tiles, tile), last="tile")
    assert tile.colour is not None
    if tile.colour not in state.colours and state.is_marking_the_area:
        return _mark_the_area(state, tile)
    _check_own(state, move.seat, tile.colour, "tile.colour")
    judged = lay(state.ground, tile, is_first=not state.has_opened(tile.colour))
    laid = replace(state, tiles=judged.after.tiles)
    if move.catching_up:
        return Outcome(laid_earlier(laid), (judged.ruling,), (*_doubts_about_tile(state, tile), *judged.flags))
    flags = (
        *_doubts_about_turn(state, move.seat, tile.colour),
        *_doubts_about_tile(state, tile),
        *_doubts_about_ends(state, tile, tile.colour),
        *judged.flags,
    )
    # Once the table lets the tile lie elsewhere, no billabong has to be left any more.
    left = _ways_left_by(state, tile)
    ways_out = tuple(cell for cell in state.ways_out if left and cell not in left)
    laid = replace(laid, ways_out=ways_still_out(replace(laid, ways_out=ways_out), tile.colour))
    met, rulings = billabong.meetings_after(state, laid, tile.colour)
    return Outcome(after_placing(met, move.seat, tile.colour), (judged.ruling, *rulings), flags)


def _taken_away(state: State, move: Lay) -> Outcome[State]:
    """The turn without its tile; who enters it anew is asked why, as for one who is done."""
    colour = move.tile.colour
    if move.catching_up or colour is None or colour not in state.colours or state.turn != move.seat:
        return Outcome(state)
    _check_own(state, move.seat, colour, "tile.colour")
    return Outcome(after_placing(state, move.seat, colour), flags=doubts(way_on(state, colour), new_entries_only=True))


def _doubts_about_ends(state: State, tile: Tile, colour: Colour) -> tuple[Doubt, ...]:
    """Return the doubts about an end tile at the start of the variants with ends."""
    if tile.kind != "terminus":
        return ()
    if not state.has_opened(colour):
        partner = partner_of(colour, state.options)
        partner = partner if partner in state.colours else None
        return doubts(blocked_partner(state.ground, tile, partner), new_entries_only=True)
    # The turn right after everyone's first, in which both end tiles were laid (DU-53).
    is_first_after = state.has_two_routes and state.turns == state.seats
    is_early = is_first_after and any(one.kind != "terminus" for one in ways_to_lay(state.ground, colour))
    return doubts(is_early and says.NEXT_IS_FULL_SIZE(), new_entries_only=True)


def _ways_left_by(state: State, tile: Tile) -> tuple[Cell, ...]:
    """The billabongs that are left by this tile, of those that have to be."""
    return tuple(cell for cell in state.ways_out if leads_out(tile, cell))


def _mark_the_area(state: State, tile: Tile) -> Outcome[State]:
    """One more tile of the line or frame that settles the area; it is still the first player's turn (DU-51)."""
    marked = replace(state, tiles=(*state.tiles, tile))
    return Outcome(marked, flags=doubts(trace(marked.tiles).mixed and says.JOINED_BY_THE_LINE()))


def _check_own(state: State, seat: int, colour: Colour, path: str) -> None:
    """Raise `IllegalMove` for a colour that is not this seat's; `path` is where the move names it."""
    own = state.colours_of(seat)
    check(
        colour not in state.colours and says.NOT_PLAYED(colour=WORDS[colour]),
        colour not in own and says.OTHER_COLOUR(name=SeatName(seat), own=colour_names(own), colour=WORDS[colour]),
        path=path,
    )


def _doubts_about_turn(state: State, seat: int, colour: Colour) -> tuple[Doubt, ...]:
    """What is doubtful about who acts: out of turn, done, the same colour twice in a turn, a billabong owed."""
    assert state.turn is not None
    name, is_own = WORDS[colour], state.turn == seat
    is_again = is_own and colour in state.served and not state.ways_out and not state.due
    not_yours = says.NOT_YOUR_TURN if state.has_opened(colour) else says.NOT_YOUR_TURN_TO_OPEN
    return doubts(
        not is_own and not_yours(name=SeatName(state.turn)),
        is_again and says.ALREADY_THIS_TURN(colour=name),
        colour in state.done and says.IS_DONE(colour=name),
        _owed(state),
    )


def _owed(state: State) -> Reason | None:
    """That a billabong must be laid before anything else, if one must."""
    return Reason(says.BILLABONG_FIRST, (state.due.clause,)) if state.due else None


def _doubts_about_tile(state: State, tile: Tile) -> tuple[Doubt, ...]:
    """Return the doubts about where a tile lies and what it shows."""
    is_astray = state.ways_out and not _ways_left_by(state, tile)
    is_bare = state.options["animals"] and tile.kind != "terminus" and tile.animal is None
    return doubts(
        tile.cell in state.dead and says.ENDED_HERE(),
        is_astray and says.MUST_LEAD_OUT(),
        is_bare and says.WHICH_ANIMAL(),
    )


def _turn(state: State, move: TurnTile) -> Outcome[State]:
    """Return the state with a tile of a loop turned."""
    own = state.colours_of(move.seat)
    found = [index for index, tile in enumerate(state.tiles) if tile.cell == (move.x, move.y) and tile.colour in own]
    check(not found and says.NO_TILE_TO_TURN(name=SeatName(move.seat)), path="x")
    index, colour = found[0], state.tiles[found[0]].colour
    assert colour is not None
    if move.taken_away:
        unturned = replace(state, ways_out=())
        return Outcome(
            after_placing(unturned, move.seat, colour), flags=doubts(says.DOES_NOT_OPEN(), new_entries_only=True)
        )
    check(state.tiles[index].turn == move.turn and says.LIES_THAT_WAY(), path="turn")
    tiles = turned(state.tiles, index, move.turn)
    check_turned(tiles)
    ruling = turnable(state.ground, colour)
    opens = any((one.x, one.y, one.turn) == (move.x, move.y, move.turn) for one in ruling.answer.turns)
    flags = (*_doubts_about_turn(state, move.seat, colour), *doubts(not opens and says.DOES_NOT_OPEN()))
    met, rulings = billabong.meetings_after(state, replace(state, tiles=tiles, ways_out=()), colour)
    return Outcome(after_placing(met, move.seat, colour), (ruling, *rulings), flags)


def _done(state: State, move: Done) -> Outcome[State]:
    """Return the state with a player, or one of two routes, done."""
    own = state.colours_of(move.seat)
    colours = own if move.colour is None else (move.colour,)
    for colour in colours:
        _check_own(state, move.seat, colour, "colour")
    is_done = all(colour in state.done for colour in colours)
    check(is_done and says.HAS_FINISHED(name=SeatName(move.seat)), path="seat")
    after, flags = replace(state, done=state.done.union(colours)), _not_done_yet(state, colours)
    if state.turn != move.seat or not set(own) <= {*after.done, *state.served}:
        return Outcome(after, flags=flags)
    flags += doubts(_owed(state), state.ways_out and says.ONE_MORE_TILE(name=SeatName(move.seat)))
    # A billabong that two routes may have (DU-32) can be placed until the next player has acted.
    return Outcome(next_turn(replace(after, meetings=())), flags=flags)


def _not_done_yet(state: State, colours: tuple[Colour, ...]) -> tuple[Doubt, ...]:
    """What these colours could still do; nothing where players say themselves that they are done, or tiles are unknown."""
    if state.options["stopping"] == "any_time" or not state.tracks_tiles:
        return ()
    return doubts(*(way_on(state, colour) for colour in colours if colour not in state.done))


MOVES: Final[Moves] = {
    "lay": (Lay, _lay),
    "turn": (TurnTile, _turn),
    "billabong": (LayBillabong, billabong.lay),
    "done": (Done, _done),
    "walk": (Walk, _walk),
    "track": (Track, lambda state, move: Outcome(replace(state, options={**state.options, "depth": move.depth}))),
    "stand_now": (CatchUp, catch_up),
    "from_paper": (FromPaper, from_paper),
}
play: Final = dispatch(MOVES, check_goes_on)
"""What a move leads to. Raise `IllegalMove`, and `NotAMove` for a tile that lacks what its kind has."""
