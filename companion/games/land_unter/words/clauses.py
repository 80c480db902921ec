"""Every clause of Land Unter in our own words, with its origin and what the published text leaves open; the words of the box."""

from typing import Final

from companion.engine.game import Edition, Options
from companion.engine.rulings import Reason, clauses, rules
from companion.engine.text import say

TEXTS: Final = {
    "LU-1": say(
        "3 to 5 players, ages 10 and up, 20 to 40 minutes. The box has 60 weather cards, 24 water cards and 24 "
        "ring cards."
    ),
    "LU-2": say("There are 2 water cards of each level, from 1 to 12. So at most 2 players can have the same level."),
    "LU-3": say(
        "The weather cards show 24 rings:\n"
        "1 to 12: none\n"
        "13 to 24: half a ring each\n"
        "25 to 36: 1 ring each\n"
        "37 to 48: half a ring each\n"
        "49 to 60: none\n"
        "Count only the upper half of each card."
    ),
    "LU-4": say(
        "Deal everyone 12 weather cards. The rest stay in the box:\n3 players: 24\n4 players: 12\n5 players: none"
    ),
    "LU-5": say(
        "Add up the rings printed in the upper halves of your 12 cards. Round down. Put that many ring cards face "
        "up in front of you. The rest go back in the box."
    ),
    "LU-6": say(
        "A hand has 0 to 12 rings. All hands together have:\n3 players: 5 to 24\n4 players: 10 to 24\n5 "
        "players: 22 to 24, and exactly 24 before you round down\nIf you get anything else, count again."
    ),
    "LU-7": say("Before each round, shuffle the water cards and put them face down in the middle."),
    "LU-10": say("To start a trick, turn up 2 water cards."),
    "LU-11": say("Everyone who’s still in plays one weather card face down. Then everyone turns theirs over at once."),
    "LU-12": say(
        "The player with the highest weather card takes the lower water card. The second-highest takes the other."
    ),
    "LU-13": say(
        "Put each water card you take on top of your earlier ones. They stay there, but only the top one counts."
    ),
    "LU-14": say("Then the player with the highest water loses a ring, even if they took no water in this trick."),
    "LU-15": say("If 2 players tie for the highest water, each of them loses a ring."),
    "LU-16": say(
        "Without rings, you stay in the round. You’re out only if you must lose a ring and have none. Then turn "
        "your weather and water cards face down."
    ),
    "LU-17": say(
        "When a player goes out, the player who then has the highest water loses a ring too. This goes on"
        " until no one else goes out."
    ),
    "LU-18": say("If no one still in has a water card, no one else loses a ring."),
    "LU-19": say("Collect your played weather cards face down in your own pile. You’ll pass them on after the round."),
    "LU-20": say("A round ends after 12 tricks, or as soon as only 2 players are left."),
    "LU-21": say("After the round, score:\nEach ring you have left: 1 point\nStill in, without rings: 0\nOut: −1"),
    "LU-22": say(
        "The player with the lowest water gets 1 more point. If players tie, each gets it. Having no "
        "water card counts as the lowest."
    ),
    "LU-23": say(
        "A player who is out has no water. They can’t get the point for the lowest water or take it from others."
    ),
    "LU-24": say(
        "If no one is left, everyone scores −1 and no one gets the point for the lowest water. Scores can be below 0."
    ),
    "LU-30": say("Play as many rounds as there are players. Then the player with the most points wins."),
    "LU-32": say(
        "After each round, pass your 12 weather cards to the left, with as many rings as that hand started with."
    ),
    "LU-40": say(
        "Open play: everyone plays a weather card face up, one after the other, clockwise. The player "
        "with the most rings leads the first trick."
    ),
    "LU-41": say(
        "Open play: after the first trick, the player who lost a ring plays last. Their left neighbour "
        "leads. If 2 players lost a ring, the one with fewer rings plays last."
    ),
    "LU-42": say(
        "Open play:\n"
        "If players tie on rings, your table chooses who leads.\n"
        "Skip players who are out.\n"
        "If no one lost a ring, the player who went out counts as the loser.\n"
        "The player with the most rings leads the first trick of each round."
    ),
}
SILENT: Final = {
    "LU-1": say("In another edition, the weather cards are numbered 1 to 60."),
    "LU-12": say("If both water cards are the same, it doesn’t matter who takes which."),
    "LU-15": say("First, all tied players lose a ring or go out. LU-17 and LU-20 come next."),
    "LU-16": say("If your hand has no rings, you still play. You’re out the first time you must lose one."),
    "LU-17": say(
        "A tied player who’s just lost a ring doesn’t lose another. Taken literally, the rulebooks say they do."
    ),
    "LU-20": say(
        "The Spanish rulebook ends the round at once. The French one says it can end early. If several "
        "players go out together, fewer than 2 can be left."
    ),
    "LU-22": say("If several players have no water card, each gets the point. A player without rings can get it too."),
    "LU-30": say("If you tie, you share the win."),
    "LU-41": say("Compare the rings left after the loss."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "LU-1": say("Set-up"),
    "LU-10": say("Playing tricks"),
    "LU-20": say("End of the round"),
    # Translators: a heading of the rules: the variant with open cards
    "LU-40": say("Open play"),
}
CLAUSES: Final = clauses(
    TEXTS, SILENT, CHAPTERS, edition=("LU-2", "LU-3"), derived=("LU-6", "LU-18", "LU-23", "LU-24", "LU-42")
)
RULES: Final = rules(CLAUSES)
LEADS: Final = Reason(
    say("The player with the most rings leads the first trick. After that, the player to the left of the loser leads."),
    ("LU-40", "LU-41"),
)
WITHOUT_RINGS: Final = Reason(
    say("Without rings, you keep playing. You’re out only if you must lose one and have none."), ("LU-16",)
)
ROUND_SCORES: Final = Reason(
    say("Each ring kept: 1 point. Lowest water, or no card: 1 more. Out: −1."), ("LU-21", "LU-22", "LU-23")
)
PASSES: Final = Reason(say("Pass your hand left, with its starting rings."), ("LU-32",))
"""Rules in short, as the lesson and the sheet say them."""


def chain(options: Options) -> tuple[Reason, ...]:
    """Who pays after a player has gone out, by these house rules; nothing if no one does."""
    if not options["chain"]:
        return ()
    text = say(
        "When a player goes out, the player with the next-highest water loses a ring. If a tied player has "
        "just lost one, no one else does."
    )
    if options["tie_survivor_pays_again"]:
        text = say(
            "When a player goes out, the player who now has the highest water loses a ring. That can be a "
            "tied player who has just lost one."
        )
    return (Reason(text, ("LU-17",)),)


def end_of_round(options: Options) -> Reason:
    """When a round is over, by these house rules."""
    # Without the chain no one pays after a player has gone out, so nothing is left to pay before the end (LU-17).
    if options["chain"] and options["pay_before_early_end"]:
        text = say(
            "A round ends after 12 tricks. With 2 players left, the one with the highest water first loses a ring."
        )
        return Reason(text, ("LU-20",))
    return RULES["LU-20"]


TERMS: Final = (
    say("weather card"),
    say("water card"),
    say("life ring"),
    say("Trick"),
    say("Round"),
    say("hand of cards"),
)
EDITIONS: Final = (
    Edition(
        "Land Unter",
        "de",
        "Berliner Spielkarten",
        ("Wetterkarte", "Wasserstandskarte", "Rettungsring", "Runde", "Durchgang", "Blatt"),
        frozenset({"Wasserstandskarte", "Runde"}),
    ),
    Edition(
        "Land Unter",
        "de",
        "Amigo",
        ("Wetterkarte", "Flutkarte", "Rettungsring", "Runde", "Durchgang", "Blatt"),
        frozenset({"Wetterkarte", "Rettungsring", "Runde"}),
    ),
    Edition(
        "Turn the Tide", "en", "Gamewright", ("weather card", "Tide Level card", "life preserver", "hand", "round", "")
    ),
    Edition(
        "Inondation",
        "fr",
        "Berliner Spielkarten",
        ("carte temps", "carte niveau d’eau", "bouée de sauvetage", "pli", "manche", ""),
    ),
    Edition("Bajo el agua", "es", "", ("carta de tiempo", "carta de nivel de agua", "salvavidas", "mano", "ronda", "")),
    Edition("Zum Kuckuck!", "de"),
)
