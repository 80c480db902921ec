"""What real tables ask and the rulebooks of Land Unter leave open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "which-half",
        say("Our cards show their rings twice. Which half of a card counts?"),
        say(
            "The French rulebook counts the rings between the numbers. The Spanish one counts those in the upper half."
        ),
        say("Some count both halves and get twice as many rings. But all hands together have 24 at most."),
        say("Only the upper half. The lower one shows the same rings upside down."),
        ("LU-3", "LU-5"),
    ),
    OpenQuestion(
        "out-with-low-water",
        say("A player who is out had the lowest water. Do they block the point?"),
        say(
            "The player with the lowest water at the end gets the point. A player who is out turns their "
            "water face down."
        ),
        say("Some still compare the water of players who are out."),
        say("No. The lowest water among the players still in gets the point."),
        ("LU-16", "LU-22", "LU-23"),
    ),
    OpenQuestion(
        "tied-at-the-end",
        say("Two of us have the most points at the end. Who wins?"),
        say("The player with the most points wins. The rulebook doesn’t mention ties."),
        say("Some look at who scored more in the last round. Others play one more round."),
        say("You share the win."),
        ("LU-30",),
    ),
    OpenQuestion(
        "tied-pays-twice",
        say("Two of us tie for the highest water and one goes out. Does the other lose 2 rings?"),
        say(
            "The player with the highest water now loses a ring. The rulebook doesn’t say whether a player "
            "who has just lost one counts."
        ),
        say("For some, one ring is enough. Others take a second one."),
        say("No, only one."),
        ("LU-15", "LU-17"),
        option="tie_survivor_pays_again",
    ),
    OpenQuestion(
        "own-played-cards",
        say("May I look at the cards I’ve already played?"),
        say("Played cards go face down on your own pile. The rulebook doesn’t say if you may look."),
        say("Some allow it. Others don’t, because remembering is part of the game."),
        say("Yes, your own pile and the hand you were passed. Never look at another player’s pile."),
        ("LU-11", "LU-19"),
    ),
    OpenQuestion(
        "highest-chooses",
        say("I played the highest card. May I choose which water I take?"),
        say("You must take the lower one."),
        say("In some reviews and groups, you may choose."),
        say(
            "No, you take the lower one. If your table lets you choose, first tap the player who takes the lower card."
        ),
        ("LU-12",),
    ),
    OpenQuestion(
        "two-players",
        say("Can two of us play?"),
        say("It’s for 3 to 5 players, and a round ends when 2 are left."),
        say("The older box, Zum Kuckuck!, says 2 to 5."),
        say("No. With 2 players, a round is over before it begins."),
        ("LU-1", "LU-20"),
    ),
    OpenQuestion(
        "deal-all",
        say("There are 3 or 4 of us. May we deal all the weather cards?"),
        say("Everyone gets 12. The rest go back in the box."),
        say("Some deal all 60 but still play 12 tricks. Then you have cards left over."),
        say("No, deal 12 each. The app counts on that."),
        ("LU-4", "LU-6"),
    ),
    OpenQuestion(
        "wrong-card",
        say("May I take back a card I put down?"),
        say(
            "All cards go face down, then you turn them over together. The rulebook doesn’t mention changing your mind."
        ),
        say("Some let you swap until the first card is turned over."),
        say("Yes, until the first card is turned over."),
        ("LU-11",),
    ),
    OpenQuestion(
        "forgotten-card",
        say("We turned the cards over, but one of us hadn’t played. What now?"),
        say("Everyone who’s still in plays a card each trick. The rulebook doesn’t say what to do if one is missing."),
        say("Some make the late player pick without looking. Others have everyone choose again."),
        say("Everyone takes their card back and chooses again. The water stays."),
        ("LU-11",),
    ),
    OpenQuestion(
        "missed-loser",
        say("Two tricks ago the wrong player lost a ring. Do we fix it?"),
        say("The rulebook doesn’t mention mistakes."),
        say(
            "Some give the ring back as long as they remember the trick. Others leave things as they are once the "
            "next trick is over."
        ),
        say("Yes. Edit the trick in the game log. The app then updates everything after it."),
        ("LU-14", "LU-16"),
    ),
    OpenQuestion(
        "one-pays-one-goes-out",
        say("Open play: one of us lost a ring, another went out. Who leads?"),
        say("The player who lost a ring plays last. The rulebook doesn’t say whether going out counts too."),
        say("Some go by the lost ring. Others say going out is worse."),
        say("The player who lost a ring plays last, and their left neighbour leads."),
        ("LU-41", "LU-42"),
        option="lays_last",
    ),
    OpenQuestion(
        "equal-rings",
        say("Open play: two of us have the same number of rings. Who leads?"),
        say(
            "The player with the most rings leads. If 2 lose a ring, the one with fewer rings left plays "
            "last. The rulebook doesn’t mention ties."
        ),
        say("Some draw lots, some let the older player lead, some just agree."),
        say("Your table picks one. The app shows who it can be."),
        ("LU-40", "LU-41", "LU-42"),
    ),
    OpenQuestion(
        "two-left",
        say("One of us goes out and only 2 are left. Does the player with the highest water still lose a ring?"),
        say("The Spanish rulebook ends the round at once. The French one says it can end early."),
        say("In groups that know Zum Kuckuck!, the player with the next-highest water loses a ring first."),
        say("No. The round ends before anyone else loses one."),
        ("LU-17", "LU-20"),
        option="pay_before_early_end",
    ),
    OpenQuestion(
        "old-water",
        say("May I look at the water cards under the top one?"),
        say("A new card covers the old one. The rulebook doesn’t say if you may look underneath."),
        say("Some don’t mind, since everyone saw them. Others want you to remember."),
        say("Yes. Everyone has already seen them."),
        ("LU-13",),
    ),
)
