"""How things stand now: for a table that forgot to enter some tiles, or that played without the app until now.

Entering what lies on the table is enough to judge by: tiles are laid without turns, and then it is said whose turn it
is.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Flag
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, say
from companion.games.down_under.rules.board import checked_network, doubts
from companion.games.down_under.rules.components import BILLABONGS, COLOUR_NAMES, COLOURS, NAMED_COLOURS, STOCK, Colour
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import finished, next_turn

MOST_TILES = len(COLOURS) * sum(STOCK.values()) + BILLABONGS


@dataclass(frozen=True, slots=True)
class StandNow:
    """Where the match stands: whose turn it is, which colours go on no more, and all tiles; without `tiles` as they lie here."""

    turn: Annotated[Seat, Prompt(say("Whose turn is it?"), widget="seat")]
    done: Annotated[
        tuple[Annotated[Colour, NAMED_COLOURS], ...],
        Length(0, len(COLOURS)),
        Prompt(say("Which routes have ended?"), say("finished, or their player is done"), "several"),
    ]
    tiles: (
        Annotated[tuple[Tile, ...], Length(0, MOST_TILES), Prompt(say("Tiles on the table"), widget="elsewhere")] | None
    ) = None


def stand_now(state: State, move: StandNow) -> Outcome[State]:
    """The state as the table says it is, and what the box finds doubtful about it; over where no route goes on.

    Raises `IllegalMove` for a colour nobody plays and for tiles that no table can hold.
    """
    for index, colour in enumerate(move.done):
        if colour not in state.colours:
            text = say("{colour} isn’t in this game.", colour=COLOUR_NAMES[colour])
            raise refuse(text, "DU-1", "DU-2", path=f"done.{index}")
    tiles, flags = state.tiles, list[Flag]()
    if move.tiles is not None:
        checked_network(move.tiles)
        tiles, flags = move.tiles, [*doubts(move.tiles)]
    # Once every colour is on the table, at least so many turns are over that nobody still opens (DU-53).
    have_opened = {tile.colour for tile in tiles} >= set(state.colours)
    stands = replace(
        state,
        tiles=tiles,
        turn=move.turn,
        served=(),
        turns=max(state.turns, state.seats + 1) if have_opened else state.turns,
        done=frozenset(move.done),
        meetings=(),
        ways_out=(),
        walked=state.walked if move.tiles is None else (),
        stood=state.stood + 1,
    )
    after = finished(stands)
    if after.done >= set(after.colours):
        return Outcome(replace(after, turn=None), flags=tuple(flags))
    if after.is_done(move.turn):
        flags.append(Flag(say("{name} is done and has no turn.", name=SeatName(move.turn)), ("DU-25",)))
    return Outcome(after, flags=tuple(flags))


def laid_earlier(state: State) -> State:
    """The state with a tile that was laid earlier: routes may be finished by it, and the turn stays where it is."""
    after = finished(replace(state, meetings=(), ways_out=()))
    if after.done >= set(after.colours):
        return replace(after, turn=None)
    return next_turn(after) if after.turn is not None and after.is_done(after.turn) else after


def how_it_stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first; its tiles are those that lie here."""
    return StandNow(state.turn or 0, tuple(one for one in state.colours if one in state.done))
