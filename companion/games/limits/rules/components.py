"""What lies in the box: colour cards, limit cards, point cards, and how many for how many players (LI-1 to LI-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.schema.marks import Between, Named, Prompt, Seat
from companion.engine.text import Text, say, say_as

PLAYERS: Final = (2, 3, 4, 5, 6)
COLOUR_CARDS: Final = 60
COPIES_OF_A_COLOUR: Final = 12
LIMIT_CARDS: Final = 24
ONES: Final = 24
FIVES: Final = 4
ALL_POINTS: Final = ONES + 5 * FIVES
COST_OF_A_LIMIT_CARD: Final = 2
IN_HAND: Final = 4
"""Cards in hand once the hidden ones lie on the table (LI-10): of five cards one is hidden, of the six of two players two."""
EXCHANGED: Final = 4
LAID_BY_AN_EXCHANGE: Final = 2

COLOUR_WORDS: Final[Mapping[str, Text]] = {
    "red": say("red"),
    "yellow": say_as("card colour", "yellow"),
    "green": say("green"),
    "blue": say("blue"),
    "violet": say_as("card colour", "violet"),
}
"""The name of each colour in a sentence."""

Colour: TypeAlias = Annotated[Literal["red", "yellow", "green", "blue", "violet"], Named(tuple(COLOUR_WORDS.values()))]
Number: TypeAlias = Annotated[int, Between(0, 9, "LI-4", "number on a limit card")]
Printed: TypeAlias = Number | Literal["X"]
"""What a limit card shows for a colour: a number, or X for no limit (LI-4)."""
Numbers: TypeAlias = Mapping[Colour, Printed]
"""A limit card; a colour left out stands for 0."""
CardCount: TypeAlias = Annotated[int, Between(0, COLOUR_CARDS, "LI-1", "number of colour cards")]

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green", "blue", "violet")


@dataclass(frozen=True, slots=True)
class LaidCards:
    """What one player put on the pile in one action: one card, or two of a colour by an exchange."""

    seat: Annotated[Seat, Prompt(say("Who played?"))]
    colour: Annotated[Colour, Prompt(say("Colour"), widget="colour", asks=say("Which colour?"))]
    cards: Annotated[
        int,
        Between(1, LAID_BY_AN_EXCHANGE, "LI-15", "number of cards played at once"),
        Prompt(say("Cards"), say("2 after an exchange")),
    ] = 1


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet."""

    limit_cards_removed: int
    limit_cards_left: int
    hand: int
    hidden: int
    rounds: int
    draw_pile: int
    one_point_cards: int
    five_point_cards: int


@cache
def laid_out(players: int) -> LaidOut:
    """Rounds, cards dealt and hidden for that many players; all hands are full at the start of every round (LI-2, LI-3)."""
    # As the rulebook lists them: they follow no formula (LI-2).
    rounds = {2: 10, 3: 18, 4: 18}.get(players, 14)
    hidden = 2 if players == 2 else 1
    hand = IN_HAND + hidden
    # Before every round all hands are full again and the pile is back under the rest (LI-25), so it is always as high.
    return LaidOut(LIMIT_CARDS - rounds, rounds, hand, hidden, rounds, COLOUR_CARDS - players * hand, ONES, FIVES)
