"""The five colours and the limit card as pages draw them: never by colour alone, always with a mark and a letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.text import Text, say, say_as
from companion.games.limits.rules.components import COLOUR_WORDS, COLOURS, Colour, Numbers, Printed

NUMBERS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X")
"""What a limit card may show for a colour, as it is tapped (LI-4)."""


@dataclass(frozen=True, slots=True)
class Swatch:
    """One colour: `code` names its look and its mark (c-r, k-r); `letter` stands beside it."""

    colour: Colour
    code: str
    letter: Text
    word: Text


@dataclass(frozen=True, slots=True)
class DrawnField:
    """One of the five fields of a limit card; None if the number is not known."""

    swatch: Swatch
    number: Printed | None


LETTERS: Final = {
    "red": say_as("card letter", "R"),
    "yellow": say_as("card letter", "Y"),
    "green": say_as("card letter", "G"),
    "blue": say_as("card letter", "B"),
    "violet": say_as("card letter", "V"),
}
SWATCHES: Final = tuple(Swatch(colour, colour[0], LETTERS[colour], COLOUR_WORDS[colour]) for colour in COLOURS)


def swatch(colour: Colour) -> Swatch:
    """The look of a colour."""
    return SWATCHES[COLOURS.index(colour)]


def drawn_card(numbers: Numbers | None) -> tuple[DrawnField, ...] | None:
    """A limit card's five fields, a colour left out showing 0; None if the card is not known."""
    if numbers is None:
        return None
    return tuple(DrawnField(one, numbers.get(one.colour, 0)) for one in SWATCHES)


def card_label(fields: tuple[DrawnField, ...]) -> Text:
    """A limit card said aloud."""
    return say(
        "Limit card: {fields}",
        fields=tuple(say("{colour} {number}", colour=one.swatch.word, number=str(one.number)) for one in fields),
    )
