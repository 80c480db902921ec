"""The house options, each with a sentence on who plays it so, and the set-up sheet (LU-1 to LU-7)."""

from dataclasses import dataclass
from typing import Final

from companion.engine.game import OptionChoice, Options, Setup, SetupSheet, option
from companion.engine.rulings import Reason
from companion.engine.schema.codec import written
from companion.engine.text import Text, say
from companion.games.land_unter.rules.components import HAND, TRICKS, WATER_CARDS, WEATHER_CARDS

OPTIONS: Final = (
    option(
        "tricks",
        say("You enter"),
        ("LU-14", "LU-22"),
        OptionChoice("whole", say("Water and cards"), say("The app says who loses a ring.")),
        OptionChoice("rings", say("The loser"), say("1 tap per trick.")),
        before="whole",
        pictures=("wave", "ring"),
    ),
    option(
        "chain",
        say("If a player goes out, does the next-highest player lose a ring?"),
        ("LU-17",),
        OptionChoice(True, say("Yes, until someone loses one"), say("As in the French and Spanish rulebooks.")),
        OptionChoice(
            False,
            say("No one else loses a ring"),
            say("As in Gamewright’s edition and on Board Game Arena."),
            departs=True,
        ),
        sign="ring",
    ),
    option(
        "tie_survivor_pays_again",
        say("Two players tie and one goes out. Does the other lose 2 rings?"),
        ("LU-17",),
        OptionChoice(False, say("No, one is enough"), say("Our reading")),
        # No departure: by the letter of both rulebooks the chain asks the survivor again (LU-17).
        OptionChoice(True, say("A tie can cost 2 rings"), say("Taking the rulebook literally.")),
        sign="ring",
    ),
    option(
        "pay_before_early_end",
        say("With 2 players left, does one still lose a ring?"),
        ("LU-20",),
        OptionChoice(False, say("No"), say("As in the Spanish rulebook.")),
        OptionChoice(True, say("With 2 players left, one still loses a ring"), say("As in Zum Kuckuck!"), departs=True),
        sign="ring",
    ),
    option(
        "open_play",
        say("How do you play weather cards?"),
        ("LU-40", "LU-41", "LU-42"),
        OptionChoice(False, say("Face down, all at once"), say("The usual game.")),
        OptionChoice(True, say("Face up, one after the other"), say("As in the French rulebook.")),
        sign="screen",
    ),
    option(
        "lays_last",
        say("One loses a ring, another goes out. Who plays last?"),
        ("LU-41", "LU-42"),
        OptionChoice("paid", say("The player who lost a ring"), say("As in the French rulebook.")),
        OptionChoice("out", say("The left neighbour of the player who’s out leads"), departs=True),
        # Matches from before this option were led so, and a journal is replayed by the rule it was played by.
        before="out",
        sign="clock",
    ),
)


def edition(options: Options) -> Text:
    """Which rulebooks say it so where no choice departs; our reading of a tie in which one goes out is neither's."""
    if options["open_play"]:
        by_letter, as_read = say("French rulebook"), say("French rulebook, as we read it")
    else:
        by_letter = say("French and Spanish rulebooks")
        as_read = say("French and Spanish rulebooks, as we read them")
    return by_letter if options["tie_survivor_pays_again"] else as_read


def idle(options: Options, seats: int) -> frozenset[str]:
    """The options that change nothing: those on the chain without one, and on who leads where no one does."""
    without_chain = frozenset() if options["chain"] else frozenset({"tie_survivor_pays_again", "pay_before_early_end"})
    return without_chain if options["open_play"] else without_chain | {"lays_last"}


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up sheet."""

    weather_cards_each: int
    weather_cards_left: int
    rounds: int
    tricks: int
    water_cards: int


def lay_out(setup: Setup) -> SetupSheet:
    """Return the numbers and steps of the set-up (LU-4, LU-7)."""
    left = WEATHER_CARDS - HAND * setup.seats
    rest = [Reason(say("Put the other {left} in the box unseen.", left=left), ("LU-4",))] if left else []
    steps = [
        Reason(say("Deal {each} weather cards to everyone.", each=HAND), ("LU-4",)),
        *rest,
        Reason(say("Add up the rings in your upper halves. Round down."), ("LU-3", "LU-5")),
        Reason(say("Say your total and take that many ring cards."), ("LU-5",)),
        Reason(say("Put the other ring cards back in the box."), ("LU-5",)),
        Reason(say("Shuffle the water cards before each round."), ("LU-7",)),
        Reason(
            say("Play {rounds} rounds. After each, hand and rings go left.", rounds=setup.seats), ("LU-30", "LU-32")
        ),
    ]
    if setup.options["open_play"]:
        steps.append(Reason(say("The player with the most rings leads the first trick."), ("LU-40",)))
    return SetupSheet(written(LaidOut(HAND, left, setup.seats, TRICKS, WATER_CARDS)), tuple(steps))
