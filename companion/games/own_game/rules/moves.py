"""What a table can enter: points, rows of a pad, who deals first, the end; how things stand, and a paper sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.engine.definition.model import HIGHEST, MOST_PLAYERS, MOST_ROUNDS, Figure, RowNumber
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.text import say

Total = Annotated[int, Between(-HIGHEST, HIGHEST, "OW-5", say("Number of points"))]


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals first, or starts; then it goes round clockwise (OW-6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Points:
    """Points of this round, of everybody or of some; `seat`: of this player alone (OW-2 to OW-4).

    Where only who wins is written down, 1 is a win; where places are, the place.
    """

    points: Mapping[Seat, Figure]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """What is written in rows of the pad, by seat and row, None to rub it out; `seat`: of this player alone (OW-7)."""

    cells: Mapping[Seat, Mapping[RowNumber, Figure | None]]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The table stops here (OW-8)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: what it has."""

    points: Annotated[Total, Prompt(say("Points"), say("all rounds together"))]


@dataclass(frozen=True, slots=True)
class StandNow:
    """How things stand: what everybody has, and how many rounds are over. What a pad held before is in the points."""

    seats: Annotated[tuple[Standing, ...], Length(1, MOST_PLAYERS), Prompt(say("The players"))]
    rounds: Annotated[int, Between(0, MOST_ROUNDS, "OW-8", say("number of rounds")), Prompt(say("Rounds played"))] = 0


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: its totals, seat by seat."""

    points: Annotated[tuple[Total, ...], Length(1, MOST_PLAYERS)]


MOVES = {
    "dealer": Dealer,
    "points": Points,
    "pad": Fill,
    "finish": Finish,
    "stand_now": StandNow,
    "from_paper": FromPaper,
}
