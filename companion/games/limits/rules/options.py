"""The house options, each with a sentence on who plays it so, and the set-up sheet (LI-1 to LI-4, LI-10, LI-12)."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Option, OptionChoice, Options, Setup, SetupSheet
from companion.engine.rulings import Reason
from companion.engine.text import Text, say, say_many
from companion.games.limits.rules.components import (
    COLOUR_CARDS,
    FIVES,
    LIMIT_CARDS,
    ONES,
    draw_pile,
    hand,
    hidden_each,
    limit_cards_left,
)

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


def lay_out(setup: Setup) -> SetupSheet:
    """The numbers for that many players, and the steps in order."""
    left = limit_cards_left(setup.seats)
    facts = {
        "limit_cards_removed": LIMIT_CARDS - left,
        "limit_cards_left": left,
        "hand": hand(setup.seats),
        "hidden": hidden_each(setup.seats),
        "rounds": left,
        "draw_pile": draw_pile(setup.seats),
        "one_point_cards": ONES,
        "five_point_cards": FIVES,
    }
    return SetupSheet(facts, (*_limit_cards(left), *_colour_cards(setup.seats), *_begin(setup)))


def _limit_cards(left: int) -> tuple[Reason, ...]:
    shuffle = say(
        "Shuffle the {all} limit cards. Put {removed} back in the box without looking.",
        all=LIMIT_CARDS,
        removed=LIMIT_CARDS - left,
    )
    rest = say("Put the other {left} in the middle, −2 side up. You play {left} rounds.", left=left)
    return Reason(shuffle, ("LI-2",)), Reason(rest, ("LI-2",))


def _colour_cards(seats: int) -> tuple[Reason, ...]:
    draw = say(
        "Shuffle the {all} colour cards into a draw pile. Everyone draws {hand}, {left} stay there.",
        all=COLOUR_CARDS,
        hand=hand(seats),
        left=draw_pile(seats),
    )
    points = say("Keep the point cards ready: {ones} ones and {fives} fives.", ones=ONES, fives=FIVES)
    return Reason(draw, ("LI-3",)), Reason(points, ("LI-1", "LI-31"))


def _begin(setup: Setup) -> tuple[Reason, ...]:
    hide = say_many(
        "Turn up the top limit card. Then everyone hides {count} card from their hand face down.",
        "Turn up the top limit card. Then everyone hides {count} cards from their hand face down.",
        hidden_each(setup.seats),
    )
    return (
        Reason(hide, ("LI-4", "LI-10")),
        Reason(say("The youngest player starts."), ("LI-12",)),
        Reason(_pile(setup), ("LI-16", "LI-22")),
        *_previous(setup),
    )


def _pile(setup: Setup) -> Text:
    if setup.options["pile"] == "logged":
        return say("Tap each card you hide, play or exchange. The app keeps it secret until an accusation.")
    return say("Keep the pile closed. When someone accuses, count it once and enter the result.")


def _previous(setup: Setup) -> tuple[Reason, ...]:
    if setup.options["accuse"] != "previous":
        return ()
    return (Reason(say("You may only accuse the player before you."), ("LI-20",)),)
