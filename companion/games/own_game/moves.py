"""What a table can enter, and a figure as it was typed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Annotated, ClassVar, Final, TypeAlias

from companion.engine.definition import MOST_AT_A_PAD, MOST_ROUNDS, Figure, RowNumber
from companion.engine.errors import NotAMove
from companion.engine.formula import HIGHEST
from companion.engine.schema.marks import Between, EachSeat, Length, Prompt, Seat, hidden
from companion.engine.schema.scalars import NO_WHOLE_NUMBER
from companion.engine.sheet import TYPED_IN
from companion.engine.text import say
from companion.games.own_game.options import definition_of

Total = Annotated[int, Between(-HIGHEST, HIGHEST, "OW-5", "number of points")]
Sum: TypeAlias = Annotated[str, Length(2, 40)]
"""A figure as someone added it up: "3+6+2", "12x3". It stays as it was typed, and opens again."""
# Six digits are the most that a pad holds (OW-5); what the terms come to is checked once they are added up.
FIGURE: Final = re.compile(r"-?[0-9]{1,6}(?:[-+x×][0-9]{1,6})*")
SUSPENSE = hidden(until="end", unless=lambda options: not definition_of(options).hidden)
"""Where no one is to know who leads, all figures are shown at the end (OW-11)."""


def figure_of(given: int | str, path: str) -> int:
    """The figure, added up where it is a sum. Raises `NotAMove` for another text, and for more than a pad holds."""
    if isinstance(given, int):
        return given
    if not FIGURE.fullmatch(given) or given.removeprefix("-").isdigit():
        raise NotAMove(
            path, say("“{given}” isn’t a whole sum.", given=given) if given[:1].isdigit() else NO_WHOLE_NUMBER
        )
    # Taken apart by patterns: what someone has typed is never evaluated.
    found = sum(prod(map(int, re.split("[x×]", term))) for term in re.findall(r"[+-]?[0-9x×]+", given))
    if abs(found) > HIGHEST:
        raise NotAMove(path, say("This is too large."))
    return found


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals first, or starts; then it goes round clockwise (OW-6)."""

    said: ClassVar = say("{name} deals first")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Points:
    """Points of this round, of everyone or of some; `seat`: of this player alone (OW-2 to OW-4).

    Where only who wins is written down, 1 is a win; where places are, the place.
    """

    points: Annotated[Mapping[Seat, Figure | Sum], SUSPENSE]
    seat: Seat | None = None

    @property
    def entered_for(self) -> tuple[int, ...]:
        return tuple(self.points)


@dataclass(frozen=True, slots=True)
class Fill:
    """What is written in rows of the pad, by seat and row, None to rub it out; `seat`: of this player alone (OW-7)."""

    cells: Annotated[Mapping[Seat, Mapping[RowNumber, Figure | Sum | None]], SUSPENSE]
    seat: Seat | None = None

    @property
    def entered_for(self) -> tuple[int, ...]:
        return tuple(self.cells)


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes before the end. `counts`: what they have is ranked with the others; else they come last (OW-12)."""

    seat: Seat
    counts: bool = False


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player who left plays again from this round on (OW-12)."""

    said: ClassVar = say("{name} plays again")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Gone:
    """Who has left: after so many rounds, and whether what they have counts."""

    after: Annotated[int, Between(0, MOST_ROUNDS, "OW-12", "number of rounds")]
    counts: bool


@dataclass(frozen=True, slots=True)
class CarryOn:
    """The game so far, which more players go on with from here: they begin with points, and `joined` in a round (OW-12).

    `carried` is what everyone has beside the rounds, which newcomers begin with. Someone who had not come yet has 0 in a round.
    `entered`, and `cells` where rows are written every round, are what the round under way holds already.
    """

    carried: Annotated[tuple[Total, ...], Length(1, MOST_AT_A_PAD), EachSeat(), SUSPENSE]
    joined: Mapping[Seat, Annotated[int, Between(1, MOST_ROUNDS + 1, "OW-12", "round")]]
    rounds: Annotated[tuple[tuple[Total, ...], ...], Length(0, MOST_ROUNDS), SUSPENSE] = ()
    cells: Annotated[Mapping[Seat, Mapping[RowNumber, Figure]], SUSPENSE] = field(default_factory=dict)
    entered: Annotated[Mapping[Seat, Figure], SUSPENSE] = field(default_factory=dict)
    unrecorded: Annotated[int, Between(0, MOST_ROUNDS, "OW-8", "number of rounds")] = 0
    gone: Mapping[Seat, Gone] = field(default_factory=dict)
    dealer: Seat = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """The table stops here (OW-8). `counts`: a round half entered does, with 0 where nothing is entered."""

    said: ClassVar = say("the game ends here")

    counts: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: what it has."""

    points: Annotated[Total, Prompt(say("Points"))]


@dataclass(frozen=True, slots=True)
class StandNow:
    """How things stand: what everyone has, and how many rounds are over. What a pad held before is in the points."""

    seats: Annotated[tuple[Standing, ...], Length(1, MOST_AT_A_PAD), EachSeat(), Prompt(say("The players")), SUSPENSE]
    rounds: Annotated[int, Between(0, MOST_ROUNDS, "OW-8", "number of rounds"), Prompt(say("Rounds played"))] = 0


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: its totals, seat by seat."""

    said: ClassVar = TYPED_IN

    points: Annotated[tuple[Total, ...], Length(1, MOST_AT_A_PAD), EachSeat()]
