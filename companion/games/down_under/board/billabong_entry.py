"""Entering what is no tile: a loop opened by turning one (DU-24), and a billabong with the routes that go on (DU-30 to DU-33)."""

from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft, Move
from companion.engine.rulings import Doubt, Reason
from companion.engine.schema.formdata import choice
from companion.engine.text import Arg, SeatName, Text, say, say_many, signs
from companion.games.down_under.board.drawing import LINES, joins, passages
from companion.games.down_under.board.taps import cell_of, numbers, through_of
from companion.games.down_under.rules.billabong import meeting_at
from companion.games.down_under.rules.components import SIDES, TURNS, WORDS, Cell, Colour, Side, Turn
from companion.games.down_under.rules.meeting import Meeting
from companion.games.down_under.rules.play import play
from companion.games.down_under.rules.state import LayBillabong, State
from companion.games.down_under.rules.tiles import SHAPES, Tile
from companion.games.down_under.rules.ways import Turning, turnings


class TurningPick(NamedTuple):
    """A way to turn a tile of a loop; `number` tells which tile on the drawing."""

    number: int
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
    allowed = turnings(state.ground, colour)
    tile = _turned(state, draft, colour)
    cells = list(dict.fromkeys(one.cell for one in allowed))
    picks = tuple(_turning_pick(cells.index(one.cell) + 1, one, tile) for one in allowed)
    chosen = next((pick.turning for pick in picks if pick.is_chosen), None)
    return LoopEntry(
        state.seat_of(colour),
        colour,
        LINES[colour],
        picks,
        tile,
        chosen.length if chosen else None,
        main=say("Turn this tile") if tile else say("Turn a tile"),
        small=_small_of_loop(colour, tile, chosen),
    )


def looped(state: State) -> Colour:
    """The colour in turn whose route is a loop; without one the first colour in turn."""
    own = state.colours_of(state.turn or 0)
    closed = [one for one in own if one not in state.done and state.ground.network.has_loop(one)]
    return (*closed, *own)[0]


def tap_of(state: State, entry: LoopEntry, cell: Cell) -> str | None:
    """What a tap on a cell sends: the tile there turned, first as the rules allow; None if no own tile lies."""
    lying = next((tile for tile in state.tiles if tile.cell == cell and tile.colour == entry.colour), None)
    # A path that stops at an end tile closes no ring (DU-12), so turning one opens none.
    if lying is None or lying.kind == "terminus":
        return None
    allowed = [pick.turning.turn for pick in entry.picks if pick.turning.cell == cell]
    # Where the rules allow no turn, both quarters are offered all the same, and the form says that they open no loop.
    ways = allowed or [TURNS[((lying.turn or 0) // 90 + step) % 4] for step in (1, 3)]
    is_first = entry.tile is None or entry.tile.cell != cell or entry.tile.turn != ways[0]
    return f"{cell[0]},{cell[1]},{ways[0] if is_first else ways[-1]}"


def _turned(state: State, draft: Draft, colour: Colour) -> Tile | None:
    tapped = numbers(draft, "cell", 3)
    if tapped is None:
        # An entry that is being corrected comes in the fields of its move, not as a tap.
        x, y, turn = numbers(draft, "x", 1), numbers(draft, "y", 1), choice(draft, "turn", TURNS)
        if x is None or y is None or turn is None:
            return None
        tapped = (x[0], y[0], turn)
    # By colour too: two termini of different colours may lie in one cell.
    lying = next((tile for tile in state.tiles if tile.cell == tapped[:2] and tile.colour == colour), None)
    turned: Turn | None = next((turn for turn in TURNS if turn == tapped[2]), None)
    return None if lying is None or turned is None else Tile(*lying.cell, lying.kind, colour, turned, lying.animal)


def _turning_pick(number: int, turning: Turning, tile: Tile | None) -> TurningPick:
    x, y = turning.cell
    is_chosen = tile is not None and tile.cell == turning.cell and tile.turn == turning.turn
    length = say_many("{count} path", "{count} paths", turning.length)
    # Only a curve opens a loop (DU-24), maybe as far either way round: its sides tell the two apart.
    text = signs("{tile} ({sides})", tile=length, sides=tuple(WORDS[side] for side in SHAPES["curve", turning.turn][0]))
    return TurningPick(number, turning, text, f"{x},{y},{turning.turn}", is_chosen)


def _small_of_loop(colour: Colour, tile: Tile | None, chosen: Turning | None) -> Text:
    if tile is None:
        return say("tap one of the marked tiles")
    if chosen is None:
        return say("this doesn’t open the loop")
    return say("then the {colour} route has {length} paths", colour=WORDS[colour], length=chosen.length)


Through = tuple[tuple[Side, Side], ...]
_PAIRS: Final = tuple((one, other) for index, one in enumerate(SIDES) for other in SIDES[index + 1 :])
MATCHINGS: Final[tuple[Through, ...]] = (
    (),
    *((pair,) for pair in _PAIRS),
    *((one, other) for one in _PAIRS for other in _PAIRS if one < other and not set(one) & set(other)),
)
"""Every way to join sides of a billabong in pairs, none twice, fewest first."""


class ThroughPick(NamedTuple):
    through: Through
    tapped: str
    joins: tuple[str, ...]
    text: Text
    is_chosen: bool


class BillabongEntry(NamedTuple):
    """The form that lays a billabong: what the rules say of the cell, the ways they allow, and all others."""

    seat: int
    main: Text
    small: Text | None
    cell: Cell | None = None
    headline: Text | None = None
    because: tuple[Reason, ...] = ()
    ways: tuple[ThroughPick, ...] = ()
    others: tuple[ThroughPick, ...] = ()
    tile: Tile | None = None
    broken: tuple[Doubt, ...] = ()
    refusal: tuple[Reason, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.tile is not None and not self.refusal


def by_name(text: Text, state: State) -> Text:
    """The sentence with players for their colours, as everyone at the table says it; with two routes each the colours stay."""
    if len(state.colours) > state.seats:
        return text
    players: dict[Arg, Arg] = {WORDS[colour]: SeatName(state.seat_of(colour)) for colour in state.colours}
    args: dict[str, Arg] = {
        name: tuple(players.get(one, one) for one in arg) if type(arg) is tuple else players.get(arg, arg)
        for name, arg in text.args
    }
    return text.filled(**args)


def billabong_entry(state: State, draft: Draft) -> BillabongEntry:
    """The form that lays a billabong; without a cell tapped, at the cell where one is called for."""
    called = state.due or next(iter(state.meetings), None)
    cell = cell_of(draft) or (called.cell if called else None)
    if cell is None:
        return BillabongEntry(state.turn or 0, main=say("Place a billabong"), small=say("tap its cell"))
    known = next((one for one in state.meetings if one.cell == cell), None)
    mover = known.mover if known else state.colours_of(state.turn or 0)[0]
    found, ruling = meeting_at(state, cell, mover)
    seat = state.seat_of(mover)
    # Ten ways in all, so each is asked of the rules themselves rather than worked out here again.
    answers = {through: tried(state, LayBillabong(seat, *cell, through)) for through in MATCHINGS}
    allowed = [through for through, (flags, refusal) in answers.items() if not flags and not refusal]
    chosen = _as_drawn(through_of(draft))
    if chosen is None:
        # What the rules leave no choice in needs no tap.
        chosen = allowed[0] if len(allowed) == 1 else None
    broken, refusal = answers[chosen] if chosen is not None else ((), ())
    return BillabongEntry(
        seat=seat,
        cell=cell,
        headline=by_name(ruling.headline, state),
        because=ruling.because,
        ways=tuple(_pick(through, chosen) for through in allowed),
        others=tuple(_pick(through, chosen) for through in MATCHINGS if through not in allowed),
        tile=None if chosen is None else Tile(*cell, "billabong", through=chosen),
        broken=broken,
        refusal=refusal,
        main=say("Place a billabong"),
        small=None if (small := _small(found, chosen, allowed, refusal)) is None else by_name(small, state),
    )


def _as_drawn(through: Through | None) -> Through | None:
    """The same pairs as `MATCHINGS` writes them; None if there are none such."""
    if through is None:
        return None
    wanted = {frozenset(pair) for pair in through}
    return next((one for one in MATCHINGS if {frozenset(pair) for pair in one} == wanted), None)


def tried(state: State, move: Move) -> tuple[tuple[Doubt, ...], tuple[Reason, ...]]:
    """What the box would say to a move: what it doubts, and why it is impossible."""
    try:
        return play(state, move).flags, ()
    except IllegalMove as error:
        return (), error.reasons
    except NotAMove as error:
        return (), (Reason(error.text, ("DU-1",)),)


def _pick(through: Through, chosen: Through | None) -> ThroughPick:
    tapped = "-".join(one + other for one, other in through)
    text = signs("{sides}", sides=passages(through)) if through else say("all routes end")
    return ThroughPick(through, tapped, joins(through), text, through == chosen)


def _small(found: Meeting, chosen: Through | None, allowed: list[Through], refusal: tuple[Reason, ...]) -> Text | None:
    if refusal:
        return refusal[0].text
    if chosen is None:
        return say("tap the way out") if allowed else say("tap the tile")
    if found.case == "three" and found.goes_on:
        return say("{colour} then places one more tile that leads out of it", colour=WORDS[found.goes_on[0]])
    return None
