"""The shapes of Land Unter's answers: verdicts, the state as it is shown, the facts of the set-up sheet.

They describe what is built elsewhere; tests check every answer against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.schema.marks import Seat
from companion.games.land_unter.rules.components import Card, Level


@dataclass(frozen=True, slots=True)
class RingsAnswer:
    """A hand's worth in half rings, and in rings (LU-5)."""

    half_units: int
    rings: int


@dataclass(frozen=True, slots=True)
class TakesAnswer:
    """Who takes which water level (LU-12)."""

    takes: Mapping[Seat, Level]


@dataclass(frozen=True, slots=True)
class SeatAfter:
    """One seat after a loss."""

    rings: int
    level: Level | None
    out: bool


@dataclass(frozen=True, slots=True)
class LossAnswer:
    """The rings each pays, who is eliminated now, every seat afterwards, and whether the round ends early."""

    pays: Mapping[Seat, int]
    out: tuple[Seat, ...]
    seats: tuple[SeatAfter, ...]
    round_over: bool


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """Every seat's points for the round, and who has the point for the lowest level in them (LU-21, LU-22)."""

    points: tuple[int, ...]
    bonus: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LeadAnswer:
    """Who may lead; if there are several, the table picks (LU-42)."""

    candidates: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WinnerAnswer:
    """Who has most points after the last round; several share the win (LU-30)."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: rings and level now, points by round (null where a round was not entered).

    `card` and `hand` are told to their owner, in open play `card` to all.
    """

    rings: int | None
    level: Level | None
    out: bool
    by_round: tuple[int | None, ...]
    laid: bool
    card: Card | None = None
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A finished trick: what was turned up (null if only who loses was entered), who took what, the cards entered."""

    round: int
    trick: int
    levels: tuple[Level, Level] | None
    takes: Mapping[Seat, Level]
    cards: Mapping[Seat, Card]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round and trick from 0, the leader in open play or those from whom the table picks, the water turned up."""

    phase: Literal["rings", "trick", "over"]
    round: int
    trick: int
    leader: Seat | None
    candidates: tuple[Seat, ...]
    levels: tuple[Level, Level] | None
    seats: tuple[ShownSeat, ...]
    last_trick: ShownTrick | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet (LU-4, LU-7, LU-30)."""

    weather_cards_each: int
    weather_cards_left: int
    rounds: int
    tricks: int
    water_cards: int
