"""Whose turn comes next, who is done, and when it is over (DU-23 to DU-25, DU-40, DU-53)."""

from dataclasses import replace

from companion.engine.game import Setup
from companion.engine.present import Starting
from companion.games.down_under.rules.components import Colour
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.ways import can_go_on


def starting(setup: Setup) -> Starting:
    """Whoever sits first opens (DU-15); who that is the rulebook leaves to the table."""
    return Starting(None, ("DU-15",))


def served(state: State, seat: int, colour: Colour) -> State:
    """The state once a seat has laid or turned a tile of a colour: the same turn goes on, or the next one comes."""
    before = state.served if state.turn == seat else ()
    now = finished(replace(state, turn=seat, served=(*before, colour)))
    return now if now.due or now.way_out else go_on(now)


def go_on(state: State) -> State:
    """The same turn where a further tile is owed in it (DU-53), the next one otherwise."""
    assert state.turn is not None
    if len(set(state.served)) < tiles_a_turn(state):
        others = [one for one in state.colours_of(state.turn) if one not in (*state.served, *state.done)]
        stuck = {one for one in others if not can_go_on(state, one)}
        state = replace(state, done=state.done | stuck)
        if set(others) - stuck:
            return state
    return next_turn(state)


def tiles_a_turn(state: State) -> int:
    """How many tiles the player in turn lays: with two routes two, but one in the very first turn after opening."""
    if not state.has_two_routes:
        return 1
    if state.turns < state.seats:
        return 2
    return 1 if state.variant == "one_tile_per_turn" or state.turns == state.seats else 2


def next_turn(state: State) -> State:
    """The turn of the next seat that can go on; those passed over are done for good (DU-25). Without any, the end."""
    assert state.turn is not None
    after = finished(replace(state, served=(), turns=state.turns + 1, ways_out=()))
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        colours = [one for one in state.colours_of(seat) if one not in after.done]
        stuck = {one for one in colours if not can_go_on(after, one)}
        after = replace(after, done=after.done | stuck)
        if set(colours) - stuck:
            return replace(after, turn=seat)
    return replace(after, turn=None, meetings=())


def passed_over(state: State) -> State:
    """The state, or the next turn where whoever is in turn can go on no more (DU-25)."""
    if state.turn is None:
        return state
    if state.options["stopping"] == "any_time":
        return next_turn(state) if state.is_done(state.turn) else state
    waiting = {one for one in state.colours_of(state.turn) if one not in (*state.served, *state.done)}
    stuck = {one for one in waiting if not can_go_on(state, one)}
    after = replace(state, done=state.done | stuck)
    return after if waiting - stuck else next_turn(after)


def finished(state: State) -> State:
    """The state with every colour done whose routes are closed at both ends (DU-23)."""
    conditions: dict[Colour, set[str]] = {}
    for chain in network_on(state.tiles).chains:
        for colour in chain.colours:
            conditions.setdefault(colour, set()).add(chain.condition)
    closed = {colour for colour in state.colours if conditions.get(colour) == {"finished"}}
    return replace(state, done=state.done | closed)
