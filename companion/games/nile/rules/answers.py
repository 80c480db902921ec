"""The shapes of what An den Ufern des Nils answers: verdicts, the state as it is shown, the facts of the set-up sheet.

They describe what is built elsewhere; tests check every answer against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.schema.marks import Seat
from companion.games.nile.rules.components import ColumnName, Kind, Plant, Sold
from companion.games.nile.rules.fields import Field
from companion.games.nile.rules.state import Phase
from companion.games.nile.rules.tide import Marker
from companion.games.nile.rules.water import Edge


@dataclass(frozen=True, slots=True)
class ColumnAnswer:
    """One full column: the points of each, and the rotten plants of each."""

    points: Mapping[Seat, int]
    rotten: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class MarketAnswer:
    """What each full column pays, and what everybody gains or loses in all (NI-31 to NI-34)."""

    columns: tuple[ColumnAnswer, ...]
    balance: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class SaleAnswer:
    """The columns the plant may go to, from the left (NI-24, NI-25)."""

    columns: tuple[ColumnName, ...]


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """The action points (NI-23, NI-52)."""

    ap: int


@dataclass(frozen=True, slots=True)
class RotAnswer:
    """The columns that may be picked, from the left, and the squares in each that can get worse (NI-41)."""

    columns: tuple[ColumnName, ...]
    affected: Mapping[ColumnName, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class WaterAnswer:
    """Which edges of the card, 0 or 1, may face the Nile (NI-10)."""

    fits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PurgeAnswer:
    """The plants each loses for good, and the obelisk's new square (NI-30)."""

    lost: Mapping[Seat, int]
    obelisk: int


@dataclass(frozen=True, slots=True)
class TideAnswer:
    """Where the marker goes, and what the start player must play at once (NI-21, NI-22, NI-40)."""

    marker: Marker
    plays_now: Literal["flood", "ebb"] | None


@dataclass(frozen=True, slots=True)
class AuctionAnswer:
    """Who wins, or nobody, and every bid (NI-50)."""

    winner: Seat | None
    bids: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class DesertAnswer:
    """The fields of the row, from 0 at the Nile, that a desert card may go on, and those of them with plants (NI-42)."""

    fields: tuple[int, ...]
    to_boat: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SowingAnswer:
    """Whether the plant may be sown there, and its action points if it may (NI-12, NI-23)."""

    may_sow: bool
    ap: int | None


@dataclass(frozen=True, slots=True)
class EndAnswer:
    """Whether the game is over, and who has won then (NI-35)."""

    over: bool
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: its pawn, jokers, plants lost, water cards laid; `bid` is told to its owner until all have bid."""

    pawn: int
    jokers: int
    lost: int
    water_laid: int
    ready: bool
    bid: tuple[Kind, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownPlant:
    """A plant on a field, seed side up or ripe."""

    seat: Seat
    plant: Kind
    ripe: bool


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field on which something lies, or whose palms are known."""

    field: Field
    plants: tuple[ShownPlant, ...]
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


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet (NI-2, NI-3, NI-5 to NI-7)."""

    covered: tuple[int, ...]
    squares_left: int
    water_cards_each: int
    water_cards_out: int
    desert_pile: int
    jokers_each: int
    market: tuple[int, ...]
