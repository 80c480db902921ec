"""What a table can enter: the rings of a hand, a trick whole or piece by piece, who leads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.engine.schema.marks import Length, Seat, hidden
from companion.engine.text import say, say_many
from companion.games.land_unter.rules.components import HAND, PLAYERS, Card, Level, Rings, Symbols


@dataclass(frozen=True, slots=True)
class CountRings:
    """A hand's worth, by its twelve numbers, by the symbols counted on it, or as the number of rings taken."""

    prepares: ClassVar = True
    alternatives: ClassVar = (("cards",), ("whole", "half"), ("rings",))
    said: ClassVar = (
        say("{name}’s hand: whole rings {whole}, half rings {half}"),
        say_many("{rings} ring for {name}", "{rings} rings for {name}", 0),
        say("{name}’s 12 cards"),
    )

    seat: Seat
    cards: Annotated[tuple[Card, ...], Length(HAND, HAND)] | None = None
    whole: Symbols | None = None
    half: Symbols | None = None
    rings: Rings | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick: the two water cards, and every weather card or only who laid the highest two."""

    alternatives: ClassVar = (("cards",), ("highest", "second"))
    settles: ClassVar = "loses"
    said: ClassVar = (
        say("Water {levels}. Cards: {cards}"),
        say("Water {levels}. Highest card: {highest}. Second: {second}"),
    )

    levels: tuple[Level, Level]
    cards: Mapping[Seat, Card] | None = None
    highest: Seat | None = None
    second: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The two water cards of this trick."""

    said: ClassVar = say("water {levels}")

    levels: tuple[Level, Level]


@dataclass(frozen=True, slots=True)
class Lay:
    """One player's weather card for this trick; hidden until all have laid, unless in open play."""

    said: ClassVar = (say("{name}’s {card}"), say("{name}’s card"))

    seat: Seat
    card: Annotated[Card, hidden(until="trick", unless="open_play")]


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads the trick if the rules leave it to the table."""

    said: ClassVar = say("{name} leads")

    seat: Seat


@dataclass(frozen=True, slots=True)
class Loses:
    """Who loses a ring in this trick, or goes out without one, where a table enters nothing else.

    A seat stands there twice if it loses again after the other of a tie has gone out (`tie_survivor_pays_again`).
    """

    seats: Annotated[tuple[Seat, ...], Length(1, 2 * PLAYERS[-1])]

    @property
    def is_one_tap(self) -> bool:
        """Whether a tap on one tank says it all."""
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class Lowest:
    """Who shows the lowest water at the end of a round, where its water was not entered."""

    said: ClassVar = say_many("{names} has the lowest water", "{names} share the lowest water", 0)

    seats: Annotated[tuple[Seat, ...], Length(1, PLAYERS[-1])]

    @property
    def is_one_tap(self) -> bool:
        """Whether a tap on one tank says it all."""
        return len(self.seats) == 1
