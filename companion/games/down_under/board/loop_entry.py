"""Opening a loop: the tiles that may be turned, and how long the route is then (DU-24)."""

from typing import NamedTuple

from companion.engine.game import Draft
from companion.engine.schema.formdata import choice
from companion.engine.text import Text, say, say_many, signs
from companion.games.down_under.board.drawing import LINES
from companion.games.down_under.board.taps import numbers
from companion.games.down_under.rules.components import TURNS, WORDS, Cell, Colour, Turn
from companion.games.down_under.rules.network import network_on
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import SHAPES, Tile
from companion.games.down_under.rules.ways import Turning, turnings


class TurningPick(NamedTuple):
    turning: Turning
    text: Text
    tapped: str
    is_chosen: bool


class LoopEntry(NamedTuple):
    """The form that turns a tile; `tile` is how it would lie."""

    seat: int
    colour: Colour
    line: str
    picks: tuple[TurningPick, ...]
    tile: Tile | None
    after: int | None
    main: Text
    small: Text

    @property
    def is_complete(self) -> bool:
        return self.tile is not None


def loop_entry(state: State, draft: Draft) -> LoopEntry:
    colour = looped(state)
    allowed = turnings(state.tiles, colour, state.options)
    tile = _turned(state, draft, colour)
    picks = tuple(_pick(one, tile) for one in allowed)
    chosen = next((pick.turning for pick in picks if pick.is_chosen), None)
    return LoopEntry(
        state.seat_of(colour),
        colour,
        LINES[colour],
        picks,
        tile,
        chosen.length if chosen else None,
        main=say("Turn this tile") if tile else say("Turn a tile"),
        small=_small(colour, tile, chosen),
    )


def looped(state: State) -> Colour:
    """The colour in turn whose route is a loop; without one the first colour in turn."""
    own = state.colours_of(state.turn or 0)
    closed = [one for one in own if one not in state.done and network_on(state.tiles).has_loop(one)]
    return (*closed, *own)[0]


def tap_of(state: State, entry: LoopEntry, cell: Cell) -> str | None:
    """What a tap on a cell sends: the tile there turned, first as the rules allow; None if no own tile lies."""
    lying = next((tile for tile in state.tiles if tile.cell == cell and tile.colour == entry.colour), None)
    if lying is None or lying.kind == "terminus":
        return None
    allowed = [pick.turning.turn for pick in entry.picks if pick.turning.cell == cell]
    ways = allowed or [TURNS[((lying.turn or 0) // 90 + step) % 4] for step in (1, 3)]
    is_first = entry.tile is None or entry.tile.cell != cell or entry.tile.turn != ways[0]
    return f"{cell[0]},{cell[1]},{ways[0] if is_first else ways[-1]}"


def _turned(state: State, draft: Draft, colour: Colour) -> Tile | None:
    tapped = numbers(draft, "cell", 3)
    if tapped is None:
        x, y, turn = numbers(draft, "x", 1), numbers(draft, "y", 1), choice(draft, "turn", TURNS)
        if x is None or y is None or turn is None:
            return None
        tapped = (x[0], y[0], turn)
    lying = next((tile for tile in state.tiles if tile.cell == tapped[:2] and tile.colour == colour), None)
    turned: Turn | None = next((turn for turn in TURNS if turn == tapped[2]), None)
    return None if lying is None or turned is None else Tile(*lying.cell, lying.kind, colour, turned, lying.animal)


def _pick(turning: Turning, tile: Tile | None) -> TurningPick:
    x, y = turning.cell
    is_chosen = tile is not None and tile.cell == turning.cell and tile.turn == turning.turn
    length = say_many("{count} path", "{count} paths", turning.length)
    # Only a curve opens a loop (DU-24), maybe as far either way round: its sides tell the two apart.
    text = signs("{tile} ({sides})", tile=length, sides=tuple(WORDS[side] for side in SHAPES["curve", turning.turn][0]))
    return TurningPick(turning, text, f"{x},{y},{turning.turn}", is_chosen)


def _small(colour: Colour, tile: Tile | None, chosen: Turning | None) -> Text:
    if tile is None:
        return say("tap one of the marked tiles")
    if chosen is None:
        return say("this doesn’t open the loop")
    return say("then the {colour} route has {length} paths", colour=WORDS[colour], length=chosen.length)
