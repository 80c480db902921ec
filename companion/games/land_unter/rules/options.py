"""The house options, each with a sentence on who plays it so."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Option, OptionChoice, Options
from companion.engine.text import Text, say

CHAIN: Final = Option(
    "chain",
    say("When somebody goes out, whoever shows the highest water now has to pay too"),
    (
        OptionChoice(True, say("Yes, the chain runs on"), say("So say the French and the Spanish rulebooks.")),
        OptionChoice(False, say("No, nobody else pays"), say("Gamewright's edition and Board Game Arena play it so.")),
    ),
    ("LU-17",),
)

TIE_SURVIVOR: Final = Option(
    "tie_survivor_pays_again",
    say("Two are tied, one goes out: the other has paid and is asked again"),
    (
        OptionChoice(False, say("No, once is enough"), say("Our reading: the ring has just been paid.")),
        OptionChoice(True, say("Yes, a second ring"), say("Tables that follow the rulebook to the letter play it so.")),
    ),
    ("LU-17",),
)

PAY_BEFORE_END: Final = Option(
    "pay_before_early_end",
    say("When only two are left, the chain is run once more before the round ends"),
    (
        OptionChoice(False, say("No, it ends at once"), say("So says the Spanish rulebook.")),
        OptionChoice(True, say("Yes, once more"), say("Tables used to Zum Kuckuck! play it so.")),
    ),
    ("LU-20",),
)

OPEN_PLAY: Final = Option(
    "open_play",
    say("Weather cards are laid"),
    (
        OptionChoice(False, say("Face down, all at once"), say("The usual game.")),
        OptionChoice(
            True, say("Face up, one after the other"), say("A variant of the French rulebook, for tacticians.")
        ),
    ),
    ("LU-40", "LU-41", "LU-42"),
)

LAYS_LAST: Final = Option(
    "lays_last",
    say("One gives a ring and another goes out in the same trick: who lays last"),
    (
        OptionChoice("paid", say("The player who gave a ring"), say("So says the French rulebook: a ring was lost.")),
        OptionChoice("out", say("The player who went out counts first"), say("Matches before this option play it so.")),
    ),
    ("LU-41", "LU-42"),
    before="out",
)

TRICKS_BY: Final = Option(
    "tricks",
    say("What you enter of a trick"),
    (
        OptionChoice(
            "whole", say("The water and the cards"), say("The app says who loses a ring, and settles disputes.")
        ),
        OptionChoice("rings", say("Only who loses a ring"), say("One tap a trick. You read the water yourselves.")),
    ),
    ("LU-14", "LU-22"),
)

OPTIONS: Final = (TRICKS_BY, CHAIN, TIE_SURVIVOR, PAY_BEFORE_END, OPEN_PLAY, LAYS_LAST)


def edition(options: Options) -> Text:
    """The rulebooks that say what is in force."""
    if options["open_play"]:
        if options["chain"]:
            return say("open play by the French rulebook")
        return say("open play by the French rulebook, without the chain as in Gamewright’s edition")
    if options["chain"]:
        return say("by the French and the Spanish rulebooks")
    return say("by the French and the Spanish rulebooks, without the chain as in Gamewright’s edition")


def idle(options: Options, seats: int) -> frozenset[str]:
    """The options that change nothing: those on the chain without one, and on who leads where nobody does."""
    without_chain = frozenset() if options["chain"] else frozenset({TIE_SURVIVOR.name, PAY_BEFORE_END.name})
    return without_chain if options["open_play"] else without_chain | {LAYS_LAST.name}
