"""What each pair of eyes may see of a match: a bid is its owner's alone until all have bid."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Moment, Status, Viewer
from companion.engine.schema.marks import Seat
from companion.engine.story import Turned, ranked, turned
from companion.games.nile.rules.components import MARKET, ColumnName, Kind, Plant, Sold
from companion.games.nile.rules.fields import BARE, Field, FieldContents, Growing
from companion.games.nile.rules.state import Phase, State
from companion.games.nile.rules.tide import Marker
from companion.games.nile.rules.water import Edge


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: its pawn, jokers, plants lost, water cards laid; `bid` is shown to its owner until all have bid."""

    pawn: int
    jokers: int
    lost: int
    water_laid: int
    ready: bool
    bid: tuple[Kind, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field on which something lies, or whose palms are known."""

    field: Field
    plants: tuple[Growing, ...]
    water: tuple[Edge, Edge] | None
    desert: bool
    palms: int | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: pillar, tide, market, boat, pawns and obelisk; `board` only if the table tracks the fields.

    `ap`: the action points left to the player at turn. `full`: the columns to be scored. `bids`: who has bid.
    """

    phase: Phase
    round: int
    starter: Seat | None
    marker: Marker
    ap: int | None
    extra: bool
    market: Mapping[ColumnName, tuple[Sold, ...]]
    full: tuple[ColumnName, ...]
    boat: tuple[Plant, ...]
    pawns: tuple[int, ...]
    obelisk: int
    lost: tuple[int, ...]
    desert_pile: int
    water_lying: int
    bids: tuple[Seat, ...]
    seats: tuple[ShownSeat, ...]
    board: tuple[ShownField, ...] | None = None


def put_right(before: State, after: State, when: Moment, reader: Seat | None) -> Turned | None:
    """Return whose points a correction turned."""
    return turned(when.part, status(before).scores, status(after).scores, reader)


def status(state: State) -> Status:
    points = tuple(square - 1 for square in state.pawns)
    return Status(state.phase, whose_turn(state), points, state.winners, rank(state))


def rank(state: State) -> tuple[int, ...]:
    """The place of each seat: whose pawn is furthest first, of those tied who has lost fewest plants."""
    return ranked(list(zip((-square for square in state.pawns), state.lost_by_seat, strict=True)))


def whose_turn(state: State) -> int | None:
    """Who acts next; None at the end, and at the start while no one has the pillar or all put plants in."""
    if state.winners is not None or state.starter is None:
        return None
    if state.phase == "boat":
        # There is one: once all are ready and the pillar is taken, the phase is another.
        return next(seat for seat in state.in_turn if seat not in state.ready)
    return state.starter if state.turn is None else state.turn.seat


def view(state: State, viewer: Viewer) -> Shown:
    lies = [(field, state.board[field]) for field in sorted(state.board)]
    return Shown(
        phase=state.phase,
        round=state.round,
        starter=state.starter,
        marker=state.marker,
        ap=None if state.turn is None else state.turn.ap,
        extra=state.turn is not None and state.turn.is_extra,
        market={column: state.market[column] for column in MARKET},
        full=state.full_columns,
        boat=state.boat,
        pawns=state.pawns,
        obelisk=state.obelisk,
        lost=state.lost_by_seat,
        desert_pile=state.desert_pile,
        water_lying=state.water_lying,
        bids=tuple(sorted(state.bids)),
        seats=tuple(_seat(state, seat, viewer) for seat in range(state.seats)),
        # A field stays in `board` when what lay there has gone.
        board=tuple(_field(*one) for one in lies if one[1] != BARE) if state.tracks_board else None,
    )


def _seat(state: State, seat: int, viewer: Viewer) -> ShownSeat:
    # `bids` holds only hands that are not open yet: there is never one that others may see.
    bid = state.bids.get(seat) if seat in viewer.seats else None
    return ShownSeat(
        state.pawns[seat],
        state.jokers[seat],
        state.lost_by_seat[seat],
        state.water_laid[seat],
        seat in state.ready,
        bid,
    )


def _field(field: Field, there: FieldContents) -> ShownField:
    return ShownField(field, there.plants, there.water, there.has_desert, there.palms)
