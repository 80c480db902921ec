"""What a table can enter: who starts, the limit card, what is hidden, laid and exchanged, and the accusation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from companion.engine.schema.marks import Length, Seat, hidden
from companion.engine.text import say
from companion.games.limits.rules.components import CardCount, Colour, Numbers, Printed

VERDICT: Final = hidden(until="verdict")
"""A colour is its owner's alone until a player is judged (LI-16)."""


@dataclass(frozen=True, slots=True)
class Start:
    """The youngest player, who starts the first round; `by`: the table found its start player otherwise."""

    seat: Seat
    by: Literal["lot", "turn", "agreed"] | None = None


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The limit card of this round; a colour left out shows 0. Without numbers: turned up, but not entered."""

    numbers: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Hide:
    """What one player lays face down; two players hide two cards at once."""

    said: ClassVar = (say("{name} hid {colours}"), say("{name} hid cards that are still secret"))

    seat: Seat
    colours: Annotated[tuple[Colour, ...], Length(1, 2), VERDICT]


@dataclass(frozen=True, slots=True)
class Lay:
    """One card face up on the pile."""

    said: ClassVar = (say("{name} played {colour}"), say("{name} played a card"))

    seat: Seat
    colour: Annotated[Colour, VERDICT]


@dataclass(frozen=True, slots=True)
class PlayUnseen:
    """One card onto a pile that the table counts: the app knows whose it was, and nothing of the card."""

    said: ClassVar = say("{name} played a card")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """Four cards of one colour for four new ones and a point; two go on the pile."""

    said: ClassVar = (say("{name} exchanged 4 cards ({colour})"), say("{name} exchanged 4 cards"))

    seat: Seat
    colour: Annotated[Colour, VERDICT]


@dataclass(frozen=True, slots=True)
class ForgetToDraw:
    """One player did not draw after the last card laid."""

    said: ClassVar = say("{name} forgot to draw")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Accuse:
    """`seat` says that `accused` broke a limit; the logged pile decides, else the table counts now."""

    said: ClassVar = say("{name} accused {accused}")

    seat: Seat
    accused: Seat


@dataclass(frozen=True, slots=True)
class CountOut:
    """`seat` accused `accused`, and this was counted.

    `hidden` is the number of hidden cards of the colour, or the number for each seat that was asked. Without `printed`,
    the number on the entered limit card holds.
    """

    seat: Seat
    accused: Seat
    colour: Colour
    hidden: CardCount | Mapping[Seat, CardCount]
    counted: CardCount
    printed: Printed | None = None

    @property
    def all_hidden(self) -> int:
        return self.hidden if isinstance(self.hidden, int) else sum(self.hidden.values())
