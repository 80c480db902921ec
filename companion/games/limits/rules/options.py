"""The house options, each with a sentence on who plays it so, and the set-up sheet (LI-1 to LI-4, LI-10)."""

from typing import Final

from companion.engine.game import OptionChoice, Options, Setup, SetupSheet, option
from companion.engine.rulings import Reason
from companion.engine.schema.codec import written
from companion.engine.text import say, say_many
from companion.games.limits.rules.components import FIVES, ONES, laid_out

OPTIONS: Final = (
    option(
        "pile",
        say("Who counts the pile?"),
        ("LI-16", "LI-22"),
        OptionChoice("counted", say("You count it"), say("Ask the app only when you accuse.")),
        OptionChoice("logged", say("The app counts"), say("Everyone taps each card they play.")),
        sign="pencil",
    ),
    option(
        "accuse",
        say("Who may be accused?"),
        ("LI-20",),
        OptionChoice("anyone", say("Any other player"), say("As in the rulebook.")),
        OptionChoice("previous", say("Accuse only the player before"), say("As in one French leaflet."), departs=True),
        sign="hands",
    ),
    option(
        "accuse_when",
        say("When may you accuse?"),
        ("LI-13", "LI-20"),
        OptionChoice("turn", say("On your turn"), say("As in the rulebook.")),
        OptionChoice("any", say("Accuse at any time"), say("As soon as you see it."), departs=True),
        # No match from before this option was played with accusations at any time.
        before="turn",
        sign="clock",
    ),
)
WHOM: Final = {
    ("anyone", "turn"): say("On your turn, you may accuse any other player of breaking a limit with their last card."),
    ("anyone", "any"): say("You may accuse any other player at any time if their last card broke a limit."),
    ("previous", "turn"): say("On your turn, you may accuse the player before you if their last card broke a limit."),
    ("previous", "any"): say("You may accuse the player before you at any time if their last card broke a limit."),
}


def whom(options: Options) -> Reason:
    """Who may be accused at this table, when, and of what."""
    # An option may hold a truth value in other games; these two hold words.
    return Reason(WHOM[str(options["accuse"]), str(options["accuse_when"])], ("LI-20",))


def lay_out(setup: Setup) -> SetupSheet:
    """Return the numbers and steps of the set-up."""
    facts = laid_out(setup.seats)
    shuffle = say("Shuffle the limit cards. Put {removed} in the box unseen.", removed=facts.limit_cards_removed)
    hide = say_many(
        "Turn up a limit card. Everyone hides {count} card.",
        "Turn up a limit card. Everyone hides {count} cards.",
        facts.hidden,
    )
    keep = say("Only look through the pile after an accusation.")
    if setup.options["pile"] == "logged":
        keep = say("Tap each card you hide, play or exchange. The app keeps it secret.")
    steps = [
        Reason(shuffle, ("LI-2",)),
        Reason(say("Put the other {left} in the middle, −2 side up.", left=facts.rounds), ("LI-2",)),
        Reason(say("Shuffle the colour cards. Everyone draws {hand}.", hand=facts.hand), ("LI-3",)),
        Reason(say("Point cards: {ones} ones and {fives} fives.", ones=ONES, fives=FIVES), ("LI-1", "LI-31")),
        Reason(hide, ("LI-4", "LI-10")),
        Reason(keep, ("LI-16", "LI-22")),
    ]
    if setup.options["accuse"] == "previous":
        steps.append(Reason(say("You may only accuse the player before you."), ("LI-20",)))
    if setup.options["accuse_when"] == "any":
        steps.append(Reason(say("You may accuse at any time, not only on your turn."), ("LI-13", "LI-20")))
    return SetupSheet(written(facts), tuple(steps))
