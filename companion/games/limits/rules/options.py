"""The house options, each with a sentence on who plays it so."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Option, OptionChoice, Options
from companion.engine.text import Text, say

PILE: Final = Option(
    "pile",
    say("Who counts the pile when someone is accused?"),
    (
        OptionChoice(
            "counted",
            say("You count it"),
            say("For tables that keep their phones down: ask the app only for an accusation."),
        ),
        OptionChoice(
            "logged",
            say("The app counts"),
            say("Everyone taps each card they play. The app keeps it secret and counts for you."),
        ),
    ),
    ("LI-16", "LI-22"),
)

ACCUSE: Final = Option(
    "accuse",
    say("Who may be accused?"),
    (
        OptionChoice("anyone", say("Any other player"), say("As in the rulebook.")),
        OptionChoice(
            "previous",
            say("Only the player before"),
            say("A misprint in one French leaflet, and some tables play it."),
        ),
    ),
    ("LI-20",),
)

ACCUSE_WHEN: Final = Option(
    "accuse_when",
    say("When may you accuse?"),
    (
        OptionChoice("turn", say("On your turn"), say("As in the rulebook.")),
        OptionChoice("any", say("At any time"), say("For tables that call out as soon as they see it.")),
    ),
    ("LI-13", "LI-20"),
    before="turn",
)

OPTIONS: Final = (PILE, ACCUSE, ACCUSE_WHEN)


def edition(options: Options) -> Text:
    """The rulebook, and where the table does not keep to it."""
    is_by_the_book = options["accuse"] == "anyone" and options["accuse_when"] == "turn"
    return (
        say("by the French rulebook")
        if is_by_the_book
        else say("by the French rulebook, with your house rule on accusing")
    )
