"""What a table can enter: points, rows of a pad, who deals first, the end; how things stand, and a paper sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.engine.definition.model import HIGHEST, MOST_PLAYERS, MOST_ROUNDS, Figure, RowNumber
from companion.engine.paper import TYPED_IN
from companion.engine.schema.marks import Between, Length, Prompt, Seat, hidden
from companion.engine.text import say
from companion.games.own_game.options import definition_of

Total = Annotated[int, Between(-HIGHEST, HIGHEST, "OW-5", "number of points")]
SUSPENSE = hidden(until="end", unless=lambda options: not definition_of(options).hidden)
"""Where nobody is to know who leads, all figures are told at the end (OW-11)."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals first, or starts; then it goes round clockwise (OW-6)."""

    said: ClassVar = say("{name} deals first")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Points:
    """Points of this round, of everybody or of some; `seat`: of this player alone (OW-2 to OW-4).

    Where only who wins is written down, 1 is a win; where places are, the place.
    """

    points: Annotated[Mapping[Seat, Figure], SUSPENSE]
    seat: Seat | None = None

    @property
    def entered_for(self) -> tuple[int, ...]:
        return tuple(self.points)


@dataclass(frozen=True, slots=True)
class Fill:
    """What is written in rows of the pad, by seat and row, None to rub it out; `seat`: of this player alone (OW-7)."""

    cells: Annotated[Mapping[Seat, Mapping[RowNumber, Figure | None]], SUSPENSE]
    seat: Seat | None = None

    @property
    def entered_for(self) -> tuple[int, ...]:
        return tuple(self.cells)


@dataclass(frozen=True, slots=True)
class Finish:
    """The table stops here (OW-8)."""

    said: ClassVar = say("the game ends here")


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: what it has."""

    points: Annotated[Total, Prompt(say("Points"), say("all rounds together"))]


@dataclass(frozen=True, slots=True)
class StandNow:
    """How things stand: what everybody has, and how many rounds are over. What a pad held before is in the points."""

    seats: Annotated[tuple[Standing, ...], Length(1, MOST_PLAYERS), Prompt(say("The players")), SUSPENSE]
    rounds: Annotated[int, Between(0, MOST_ROUNDS, "OW-8", "number of rounds"), Prompt(say("Rounds played"))] = 0


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: its totals, seat by seat."""

    said: ClassVar = TYPED_IN

    points: Annotated[tuple[Total, ...], Length(1, MOST_PLAYERS)]
