"""The shapes of Limits' answers: verdicts, the state as it is shown, the facts of the set-up sheet.

They describe what is built elsewhere; tests check every answer against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.schema.marks import Seat
from companion.games.limits.rules.components import Colour, LaidCards, Numbers

Party = Literal["accused", "accuser"]


@dataclass(frozen=True, slots=True)
class AccusationAnswer:
    """Whether the limit was broken, who takes what; from a logged pile also the colour (LI-20 to LI-24).

    `allowed` is null where the limit card shows X. `hidden`: the hidden cards of that colour.
    """

    guilty: bool
    allowed: int | None
    counted: int
    limit_card_to: Party
    point_to: Party
    colour: Colour | None = None
    hidden: int | None = None


@dataclass(frozen=True, slots=True)
class StarterAnswer:
    """Who starts the round (LI-12)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """Every seat's total, and who has the highest (LI-30)."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ExchangeAnswer:
    """Whether four cards may be exchanged, and what is drawn, laid and gained by it (LI-15, LI-26)."""

    may: bool
    draws: int
    to_pile: int
    to_draw_pile: int
    points: int


@dataclass(frozen=True, slots=True)
class ForgottenAnswer:
    """Whether a card that was not drawn may still be drawn (LI-14)."""

    may_draw: bool


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: points, limit cards, its point cards; where the pile is logged also what it has done in this round."""

    points: int
    limit_cards: int
    ones: int
    fives: int
    has_hidden: bool | None = None
    has_laid: bool | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Handed:
    """The point cards handed over last; `swaps_first` changes five ones for a five before that (LI-31)."""

    seat: Seat
    ones: int
    fives: int
    swaps_first: Seat | None


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The round judged last, with everything that its accusation turned up."""

    starter: Seat | None
    numbers: Numbers | None
    hidden: Mapping[Seat, tuple[Colour, ...]]
    pile: tuple[LaidCards, ...]
    accuser: Seat
    accused: Seat
    took_limit_card: Seat
    took_point: Seat
    verdict: AccusationAnswer
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round from 0, the limit card turned up, one's own hidden colours, the pile sizes if they are logged."""

    phase: Literal["start", "limit", "hide", "play", "over"]
    round: int
    limit_cards_left: int
    numbers: Numbers | None
    starter: Seat | None
    hidden: Mapping[Seat, tuple[Colour, ...]]
    pile: int | None
    draw_pile: int | None
    laid_last: Seat | None
    must_accuse: bool
    seats: tuple[ShownSeat, ...]
    handed: Handed | None
    last_round: ShownRound | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet (LI-1 to LI-4, LI-10)."""

    limit_cards_removed: int
    limit_cards_left: int
    hand: int
    hidden: int
    rounds: int
    draw_pile: int
    one_point_cards: int
    five_point_cards: int
