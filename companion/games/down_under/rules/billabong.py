"""A billabong laid in a match, and what a tile brings about at the cells round it (DU-30 to DU-33)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Outcome
from companion.engine.rulings import Doubt, Reason, Ruling, doubts
from companion.engine.text import SeatName
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import check_billabong
from companion.games.down_under.rules.components import Cell, Colour, Side
from companion.games.down_under.rules.meeting import Meeting, MeetingPlace, meeting, ways_in
from companion.games.down_under.rules.network import Network, trace
from companion.games.down_under.rules.state import LayBillabong, State
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import (
    same_or_next_turn,
    turn_unless_stuck,
    ways_still_out,
    with_finished_routes,
)


def meetings_after(before: State, after: State, mover: Colour) -> tuple[State, tuple[Ruling, ...]]:
    """The state with the billabongs that the mover's tile calls for, and the rulings on them."""
    judged = [meeting_at(after, cell, mover) for cell in _met_cells(after)]
    found = [
        (one, ruling)
        for one, ruling in judged
        # A meeting outside the area has no room for a billabong. One that was there before was settled, or let be, in its own
        # turn.
        if one.case != "none" and in_area(after, one.cell) and not _met_before(before, one)
    ]
    met = replace(after, meetings=tuple(one for one, _ in found))
    return _ended_without_billabong(met), tuple(ruling for _, ruling in found)


def _ended_without_billabong(state: State) -> State:
    """Return the state, in which routes that meet end at the empty cell once all billabongs lie on the table."""
    if state.ground.billabongs_left:
        return state
    ended = frozenset(one.cell for one in state.meetings if one.is_due)
    return replace(state, meetings=(), dead=state.dead | ended)


def curves_left(state: State) -> Mapping[Colour, int]:
    """Return the curves each player still has."""
    return {colour: state.ground.stock(colour)["curve"] for colour in state.colours}


def in_area(state: State, cell: Cell) -> bool:
    """Whether a billabong may lie in the cell."""
    return state.ground.holds(Tile(*cell, "billabong"))


def lay(state: State, move: LayBillabong) -> Outcome[State]:
    """What laying a billabong leads to. Raise `IllegalMove` for a cell that is taken or sides that cannot be joined."""
    if move.taken_away:
        return _taken_away(state, move)
    tile = Tile(move.x, move.y, "billabong", through=move.through)
    check_billabong(state.tiles, tile)
    network = state.ground.network
    known = next((one for one in state.meetings if one.cell == tile.cell), None)
    # One that no meeting asks for is doubted below, and its ruling needs a mover all the same.
    found, ruling = meeting_at(state, tile.cell, known.mover if known else state.placed_last or state.colours[0])
    tiles = (*state.tiles, tile)
    # Maybe by the grey beyond it (DU-17).
    # More chains of two colours than before: the billabong itself, or grey paths that it connects, has joined some.
    is_joined = len(trace(tiles).mixed) > len(network.mixed)
    flags = (
        *_doubts(state, move, found),
        *_doubts_about_through(tile, found, network),
        *doubts(is_joined and says.JOINED()),
    )
    rest = tuple(one for one in state.meetings if one.cell != tile.cell)
    # Only with three does the mover go on from it in the same turn (DU-30); with two both go on in turns of their own
    # (DU-32).
    way_out = (found.cell,) if found.case == "three" and found.goes_on else ()
    laid = _ended_without_billabong(replace(state, tiles=tiles, meetings=rest, ways_out=(*state.ways_out, *way_out)))
    return Outcome(_turn_after(state, with_finished_routes(laid), move.seat, found), (ruling,), flags)


def _taken_away(state: State, move: LayBillabong) -> Outcome[State]:
    """The table without it: no one owes it any more, and the turn goes on."""
    rest = tuple(one for one in state.meetings if one.cell != (move.x, move.y))
    after = replace(state, meetings=rest)
    # The turn had waited only for this billabong.
    is_over = bool(state.due) and not after.due and not after.way_out
    flags = doubts(says.MUST_MEET_HERE(), new_entries_only=True)
    return Outcome(same_or_next_turn(after) if is_over else after, flags=flags)


def _met_cells(state: State) -> list[Cell]:
    """The free cells to which the routes of several players lead, from the north-west."""
    met = [cell for cell, colours in state.ground.led_to.items() if len(colours & {*state.colours}) > 1]
    # In a fixed order, so that the same entries give the same rulings on every replay; a set has none.
    return sorted({*met} - state.dead, key=lambda cell: (cell[1], cell[0]))


def meeting_at(state: State, cell: Cell, mover: Colour) -> tuple[Meeting, Ruling]:
    """What is to happen at a cell of the table after the mover's tile, and the ruling on it."""
    return meeting(MeetingPlace(state.ground, cell, state.colours), mover, curves_left(state))


def _met_before(before: State, now: Meeting) -> bool:
    """Whether the same routes met there before, in the same case: then this tile has not brought it about."""
    then, _ = meeting_at(before, now.cell, now.mover)
    return (then.case, {*then.ends, *then.goes_on}) == (now.case, {*now.ends, *now.goes_on})


def _doubts(state: State, move: LayBillabong, found: Meeting) -> tuple[Doubt, ...]:
    """Return the doubts about where a billabong is placed and by whom."""
    is_nowhere = found.case == "none" or all(one.cell != found.cell for one in state.meetings)
    mover = state.seat_of(found.mover)
    is_others = not is_nowhere and mover != move.seat
    return doubts(
        is_nowhere and says.MUST_MEET_HERE(),
        is_others and Reason(says.OTHER_PLACES.filled(name=SeatName(mover)), (found.clause,)),
        not in_area(state, found.cell) and says.INSIDE_THE_AREA(),
        not state.ground.billabongs_left and says.ALL_BILLABONGS_LIE(),
    )


def _doubts_about_through(tile: Tile, found: Meeting, network: Network) -> tuple[Doubt, ...]:
    """Return a doubt unless exactly those who go on pass, each from the side it comes in by to a free one."""
    entering = ways_in(network, tile.cell)
    if found.case == "none":
        return ()
    passing = [_passing(pair, entering) for pair in tile.through or ()]
    sides_left = sum(not colours for colours in entering.values())
    # No more routes pass than there are sides left to go out by (DU-33).
    is_once_each = len(set(passing)) == len(passing) == min(len(found.goes_on), sides_left)
    is_right = is_once_each and set(passing) <= set(found.goes_on)
    return doubts(not is_right and Reason(says.ONLY_THESE_PASS, (found.clause, "DU-13")))


def _passing(pair: tuple[Side, Side], entering: Mapping[Side, Sequence[Colour]]) -> Colour | None:
    """Return the colour that passes by this pair of sides; None if none does or two would be joined."""
    one, other = entering[pair[0]], entering[pair[1]]
    # A route comes in by one side and leaves by a free one; two taken sides would join routes, two free ones serve no one.
    return None if bool(one) == bool(other) else (*one, *other)[0]


def _turn_after(before: State, laid: State, seat: int, found: Meeting) -> State:
    """The same turn while more is owed in it, else the next one; one laid for want of a curve leaves the turn as it is."""
    owner = before.seat_of(found.mover)
    if laid.ways_out:
        laid = replace(laid, turn=owner, ways_out=ways_still_out(laid, found.mover))
    if laid.ways_out or laid.due:
        return laid
    if found.case == "two":
        return turn_unless_stuck(laid)
    if found.is_due:
        return same_or_next_turn(replace(laid, turn=owner))
    return same_or_next_turn(replace(laid, served=laid.colours_of(seat))) if before.turn == seat else laid
