"""What a colour could still do, whose turn comes next, who is done, and when it is over (DU-15 to DU-25, DU-33, DU-40, DU-53)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options, Setup
from companion.engine.present import Starting
from companion.engine.rulings import Reason, first_of
from companion.engine.schema.marks import Prompt
from companion.engine.text import Either, Text, say, say_many
from companion.games.down_under.rules import sentences as says
from companion.games.down_under.rules.board import doubts_about, touching
from companion.games.down_under.rules.components import NAMED_COLOURS, TURNS, WORDS, Cell, Colour, Kind, Turn
from companion.games.down_under.rules.ground import Ground, asked
from companion.games.down_under.rules.network import Network, Port
from companion.games.down_under.rules.placement import OPENS_WITH_A_TERMINUS
from companion.games.down_under.rules.route import routes
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import SHAPES, Tile, Tiles, beyond, coloured_sides


@dataclass(frozen=True, slots=True)
class Turning:
    """A tile that may be turned, how it lies then, and how long the route is then."""

    x: int
    y: int
    turn: Turn
    length: int

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class TurnableAnswer:
    """Every turning that opens the loop."""

    turns: tuple[Turning, ...]


def judge_turnable(
    tiles: Tiles, colour: Annotated[Colour, Prompt(say("Whose loop is it?")), NAMED_COLOURS], options: Options
) -> Judged[TurnableAnswer]:
    """The tiles that may be turned. Raise `IllegalMove` for a board that cannot be."""
    return turnable(asked(tiles, options), colour)


def turnable(ground: Ground, colour: Colour) -> Judged[TurnableAnswer]:
    """Return the ruling on which tiles of a loop may be turned."""
    turns, name = turnings(ground, colour), WORDS[colour]
    because: tuple[Reason, ...] = (says.HAS_NO_LOOP(colour=name),)
    if ground.network.has_loop(colour):
        lengths = Either(tuple(sorted({turning.length for turning in turns})))
        ends = first_of(not turns and says.ROUTE_ENDS(), says.THEN_PATHS(lengths=lengths))
        because = (says.IS_A_LOOP(colour=name), says.HOW_TO_TURN(), *ends)
    facts, flags = {"tiles": ground.tiles, "colour": colour}, doubts_about(ground.tiles)
    return judged("turnable", _headline(name, turns), TurnableAnswer(turns), because, flags, facts=facts)


def turnings(ground: Ground, colour: Colour) -> tuple[Turning, ...]:
    """Every turn of an own tile by 90 degrees that opens the loop, by row, column and turn; none without a loop."""
    if not ground.network.has_loop(colour):
        return ()
    found = [turning for index in range(len(ground.tiles)) for turning in _turnings_of(ground, index, colour)]
    return tuple(sorted(found, key=lambda one: (one.cell[1], one.cell[0], one.turn)))


def turned(tiles: Sequence[Tile], index: int, turn: Turn) -> tuple[Tile, ...]:
    return (*tiles[:index], replace(tiles[index], turn=turn), *tiles[index + 1 :])


def _turnings_of(ground: Ground, index: int, colour: Colour) -> list[Turning]:
    """Return the turnings of one tile that open its loop: by 90 degrees, either way (DU-24)."""
    tile = ground.tiles[index]
    # Two end tiles in one cell hold each other in place: neither can be turned.
    if tile.colour != colour or len(ground.by_cell[tile.cell]) > 1:
        return []
    # A half turn is no way out: DU-24 allows 90 degrees, and a straight lies as before.
    ways = [TURNS[((tile.turn or 0) + step) % 360 // 90] for step in (90, 270)]
    lengths = [_length_after(replace(ground, tiles=turned(ground.tiles, index, turn)), colour) for turn in ways]
    return [Turning(*tile.cell, turn, length) for turn, length in zip(ways, lengths, strict=True) if length is not None]


def _length_after(ground: Ground, colour: Colour) -> int | None:
    """The length of the one open route of this colour; None if two are joined or there is no such route."""
    own = [route for route in routes(ground) if route.colour == colour]
    return None if ground.network.mixed or len(own) != 1 or own[0].condition != "open" else own[0].length


def _headline(name: Text, found: tuple[Turning, ...]) -> Text:
    if not found:
        return say("{colour}: you can’t turn a tile.", colour=name)
    tiles = len({turning.cell for turning in found})
    return say_many(
        "{colour}: you may turn {count} tile.", "{colour}: you may turn one of {count} tiles.", tiles, colour=name
    )


def can_go_on(state: State, colour: Colour) -> bool:
    """Whether a colour can lay a tile or turn one, or might yet go on over a billabong (DU-25).

    Where players say themselves that they are done, one that has not opened yet always can.
    """
    # A billabong still to be placed may open a way, so nothing is over yet.
    if any(colour in meeting.goes_on for meeting in state.meetings):
        return True
    if not state.has_opened(colour):
        return state.options["stopping"] == "any_time" or next(ways_to_open(state, colour), None) is not None
    if state.ground.network.has_loop(colour):
        return bool(turnings(state.ground, colour))
    # The first is enough, so the rest of the places are not tried: this is asked after every tile, for every player.
    return next(ways_to_lay(state.ground, colour), None) is not None


def way_on(state: State, colour: Colour) -> Reason | None:
    """What a colour could still do, so that it is not done yet, in one sentence; None if there is nothing."""
    name = WORDS[colour]
    if any(one.case == "two" and colour == one.mover and colour in one.goes_on for one in state.meetings):
        return says.CAN_PLACE_BILLABONG(colour=name)
    if state.ground.network.has_loop(colour):
        return says.CAN_TURN(colour=name) if turnings(state.ground, colour) else None
    ways = ways_to_lay(state.ground, colour) if state.has_opened(colour) else ways_to_open(state, colour)
    tile = next((one for one in ways if _must_be_laid(state, one)), None)
    if tile is None:
        return None
    can_lay = says.CAN_LAY_AN_END if tile.kind == "terminus" else says.CAN_LAY
    return can_lay(colour=name, kind=WORDS[tile.kind])


def _must_be_laid(state: State, tile: Tile) -> bool:
    """Return whether a player who can place this tile is not done yet (DU-22)."""
    is_closing = tile.kind == "terminus" and state.has_opened(tile.colour or "red")
    return not is_closing or state.options["stopping"] != "end_tile"


def ways_to_open(state: State, colour: Colour) -> Iterator[Tile]:
    """Every first tile of a colour that breaks no rule; the first of all may lie anywhere."""
    if any(tile.colour in state.colours for tile in state.tiles):
        return first_tiles(state.ground, colour)
    # On an empty table one example is enough: any tile fits anywhere.
    kind: Kind = "terminus" if state.variant in OPENS_WITH_A_TERMINUS else "straight"
    return iter((Tile(0, 0, kind, colour, 0),))


def first_tiles(ground: Ground, colour: Colour) -> Iterator[Tile]:
    """Every first tile of a colour beside those that lie there that breaks no rule."""
    is_end = ground.options["variant"] in OPENS_WITH_A_TERMINUS
    kinds: tuple[Kind, ...] = ("terminus",) if is_end else ("straight", "curve")
    # Of each two colours that open in one cell the second lies back to back with the first.
    is_second = is_end and len(ground.opened) % 2
    near = ground.by_cell if is_second else {cell for tile in ground.tiles for cell in touching(tile.cell)}
    for x, y in sorted(near):
        for kind in kinds:
            # A half turn of a straight changes nothing (DU-10).
            for turn in TURNS[:2] if kind == "straight" else TURNS:
                tile = Tile(x, y, kind, colour, turn)
                if ground.takes(tile):
                    yield tile


def ways_to_lay(ground: Ground, colour: Colour) -> Iterator[Tile]:
    """Every tile of a colour that has opened that goes on from an end of its route and breaks no rule."""
    stock = ground.stock(colour)
    for port in own_ends(ground.network, colour):
        for tile in tiles_at(port, colour):
            if stock[tile.kind] and ground.takes(tile):
                yield tile


def own_ends(network: Network, colour: Colour) -> tuple[Port, ...]:
    """Return the sides of cells at which a colour could go on."""
    return tuple(port for chain in network.chains if colour in chain.colours for port in chain.leads_to)


def ways_still_out(state: State, colour: Colour) -> tuple[Cell, ...]:
    """The billabongs still to be left out of which this colour can lay a tile."""
    if not state.ways_out:
        return ()
    tiles = [*ways_to_lay(state.ground, colour)]
    return tuple(cell for cell in state.ways_out if any(leads_out(tile, cell) for tile in tiles))


def leads_out(tile: Tile, billabong: Cell) -> bool:
    """Whether the tile's coloured path comes straight out of the billabong."""
    return any(beyond(tile.cell, side) == billabong for side in coloured_sides(tile))


def tiles_at(port: Port, colour: Colour) -> Iterator[Tile]:
    """Return every tile of a colour that goes on at a side of a cell."""
    x, y, side = port
    kinds: tuple[Kind, ...] = ("curve", "straight", "terminus")
    for kind in kinds:
        turns = [turn for turn in TURNS if side in SHAPES[kind, turn][0]]
        for turn in turns[:1] if kind == "straight" else turns:
            yield Tile(x, y, kind, colour, turn)


def starting(setup: Setup) -> Starting:
    """Return how the first player is found: the rulebook leaves it to the table."""
    return Starting(None, ("DU-15",))


def after_placing(state: State, seat: int, colour: Colour) -> State:
    """The state once a seat has laid or turned a tile of a colour: the same turn goes on, or the next one comes."""
    # A tile laid out of turn, which is only doubted, makes it that player's turn.
    before = state.served if state.turn == seat else ()
    now = with_finished_routes(replace(state, turn=seat, served=(*before, colour)))
    return now if now.due or now.way_out else same_or_next_turn(now)


def same_or_next_turn(state: State) -> State:
    """The same turn where a further tile is owed in it, the next one otherwise."""
    assert state.turn is not None
    # Colours, not tiles: the tile that leads out of a billabong serves its colour a second time.
    if len(set(state.served)) < tiles_a_turn(state):
        state, has_more = _without_stuck(state, state.turn)
        if has_more:
            return state
    return next_turn(state)


def _without_stuck(state: State, seat: int) -> tuple[State, bool]:
    """Return the state with the seat’s colours done that can go on no more, and whether one still can this turn."""
    waiting = {*state.waiting(seat)}
    stuck = {colour for colour in waiting if not can_go_on(state, colour)}
    return replace(state, done=state.done | stuck), waiting > stuck


def tiles_a_turn(state: State) -> int:
    """How many tiles the player in turn lays: with two routes two, but one in the very first turn after opening (DU-53).

    Of the rest of that way to play, `placement` says how a colour opens, `state` whose colours they are, and `score` adds them up.
    """
    if not state.has_two_routes:
        return 1
    # The opening: each player lays one end tile of each of their colours.
    if state.turns < state.seats:
        return 2
    return 1 if state.variant == "one_tile_per_turn" or state.turns == state.seats else 2


def next_turn(state: State) -> State:
    """The turn of the next seat that can go on; those passed over are done for good. Without any, the game ends (DU-40)."""
    assert state.turn is not None
    after = with_finished_routes(replace(state, served=(), turns=state.turns + 1, ways_out=()))
    # Round to the seat itself, which may be the only one that can still go on.
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        after, has_turn = _without_stuck(after, seat)
        if has_turn:
            return replace(after, turn=seat)
    return replace(after, turn=None, meetings=())


def turn_unless_stuck(state: State) -> State:
    """Return the state, or the next turn if the player in turn can go on no more."""
    if state.turn is None:
        return state
    if state.options["stopping"] == "any_time":
        return next_turn(state) if state.is_done(state.turn) else state
    after, has_more = _without_stuck(state, state.turn)
    return after if has_more else next_turn(after)


def with_finished_routes(state: State) -> State:
    """The state with every colour done whose routes are closed at both ends (DU-23)."""
    conditions: dict[Colour, set[str]] = {}
    for chain in state.ground.network.chains:
        for colour in chain.colours:
            conditions.setdefault(colour, set()).add(chain.condition)
    # A colour may have several routes by billabongs: it is done only if none of them is open or a loop.
    closed = {colour for colour in state.colours if conditions.get(colour) == {"finished"}}
    return replace(state, done=state.done | closed)
