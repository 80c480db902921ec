"""The limit card as pages draw it, and its entry: five keypads, or one of the cards this box is known to hold (LI-4)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.engine.game import BoxNotes, Draft
from companion.engine.schema.formdata import choice, taps_of
from companion.engine.text import SeatName, Text, say, say_as, signs
from companion.games.limits.rules.components import COLOUR_WORDS, COLOURS, Colour, Numbers, Printed
from companion.games.limits.rules.state import State

NUMBERS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X")
"""What a limit card may show for a colour, as it is tapped (LI-4)."""


class Swatch(NamedTuple):
    """One colour: `code` names its look and its mark (c-r, k-r); `letter` stands beside it."""

    colour: Colour
    code: str
    letter: Text
    word: Text


class DrawnField(NamedTuple):
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
    return SWATCHES[COLOURS.index(colour)]


MOST_OFFERED: Final = 6
"""Looking through more cards than this takes longer than tapping the numbers."""


class CardEntry(NamedTuple):
    """The form as far as it is filled in: a keypad for each colour, with what was tapped on it. 0 is not blank."""

    keypads: tuple[tuple[Swatch, str | None], ...]
    small: Text
    is_complete: bool


@dataclass(frozen=True, slots=True)
class LimitCard:
    red: Printed
    yellow: Printed
    green: Printed
    blue: Printed
    violet: Printed

    @property
    def numbers(self) -> dict[str, Printed]:
        return {colour: getattr(self, colour) for colour in COLOURS}


class DrawnCard(NamedTuple):
    fields: tuple[DrawnField, ...]
    label: Text


class KnownCards(NamedTuple):
    """The known cards that fit the taps so far; how many this match has `left`, whatever is tapped; and a word on them."""

    offered: tuple[DrawnCard, ...]
    left: int
    hint: Text | None


def card_entry(state: State, draft: Draft) -> CardEntry:
    """The form that turns up a limit card."""
    tapped = _tapped(draft)
    missing = [one.word for one in SWATCHES if tapped[one.colour] is None]
    return CardEntry(
        tuple((one, tapped[one.colour]) for one in SWATCHES),
        say("Missing: {what}", what=tuple(missing)) if missing else _what_follows(state),
        not missing,
    )


def whole_card(numbers: Numbers) -> LimitCard:
    # A colour that was left out shows 0 (LI-4).
    return LimitCard(*(numbers.get(colour, 0) for colour in COLOURS))


def entered(state: State) -> tuple[LimitCard, ...]:
    used = [record.numbers for record in state.rounds]
    return tuple(whole_card(numbers) for numbers in (*used, state.numbers) if numbers is not None)


def shown(card: LimitCard | None) -> DrawnCard:
    """The drawing of a card, or of one whose numbers are still to be tapped."""
    fields = tuple(DrawnField(one, card.numbers[one.colour] if card else None) for one in SWATCHES)
    each = tuple(signs("{colour} {number}", colour=one.swatch.word, number=str(one.number)) for one in fields)
    return DrawnCard(fields, say("Limit card: {fields}", fields=each) if card else say("Limit card"))


def offer(state: State, draft: Draft, noted: tuple[LimitCard, ...]) -> KnownCards:
    """The known cards that may be the one turned up: no two cards are alike, so none that a round has had."""
    tapped = {colour: text for colour, text in _tapped(draft).items() if text is not None}
    used = {whole_card(record.numbers) for record in state.rounds if record.numbers is not None}
    left = [card for card in noted if card not in used]
    fitting = [card for card in left if all(str(card.numbers[colour]) == text for colour, text in tapped.items())]
    offered = tuple(shown(card) for card in fitting) if len(fitting) <= MOST_OFFERED else ()
    return KnownCards(offered, len(left), _hint(len(left), len(fitting)))


def _hint(known: int, fitting: int) -> Text | None:
    if not known:
        return None
    if not fitting:
        return say("No known card looks like this. Tap all 5 colours.")
    if fitting > MOST_OFFERED:
        return say("Cards known: {count}. Tap 1 or 2 numbers.", count=fitting)
    return say("Is it one of these? Tap it.")


def _tapped(draft: Draft) -> dict[str, str | None]:
    taps = taps_of(draft, "limit")
    return {colour: choice(taps, f"numbers.{colour}", NUMBERS) for colour in COLOURS}


def _what_follows(state: State) -> Text:
    if state.is_logged:
        return say("Then everyone hides a card.") if state.seats > 2 else say("Then each of you hides 2 cards.")
    if state.starter is None:
        return say("Then everyone hides a card.")
    return say("Then everyone hides a card. {name} starts.", name=SeatName(state.starter))


CARDS_OF_THE_BOX: Final[BoxNotes[State]] = BoxNotes(
    name="cards",
    title=say("Known limit cards"),
    about=say("The app remembers cards you’ve entered."),
    shape=LimitCard,
    entered=entered,
    show=shown,
    offer=offer,
)
