"""What real tables ask and the rulebooks of Land Unter leave open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "tied-pays-twice",
        say("Two of us tie for the highest water and one goes out. Does the other pay twice?"),
        say(
            "The rulebooks say that the highest player now gives a ring. They don’t say whether one who just paid is "
            "asked."
        ),
        say("Some see the ring as paid. Others follow the wording and take a second one."),
        say("You pay once. The second ring is a house rule."),
        ("LU-15", "LU-17"),
        option="tie_survivor_pays_again",
    ),
    OpenQuestion(
        "own-played-cards",
        say("May I look through the cards I have already played?"),
        say(
            "Played cards go face down into a pile of your own. Neither rulebook says that you may look, or that you may not."
        ),
        say("Some allow it for your own pile. Others want it left alone, because remembering is part of the game."),
        say("You may look at your own pile and at the hand you were passed, never at another player’s pile."),
        ("LU-11", "LU-19"),
    ),
    OpenQuestion(
        "highest-chooses",
        say("I played the highest card. May I choose which water I take?"),
        say("Both rulebooks say that you must take the lower one."),
        say("Some reviews tell it as a free choice, and some tables learned it that way."),
        say(
            "You take the lower one. If your table chooses freely, enter the player with the lower water as the highest."
        ),
        ("LU-12",),
    ),
    OpenQuestion(
        "two-players",
        say("Can two of us play?"),
        say("The rulebooks are for 3 to 5 players, and a round ends when 2 are left."),
        say("The older box Zum Kuckuck! names 2 to 5 players."),
        say("No: with 2 players the round is over before it begins."),
        ("LU-1", "LU-20"),
    ),
    OpenQuestion(
        "deal-all",
        say("There are 3 or 4 of us. May we deal out all the weather cards?"),
        say("Everyone gets 12. The rulebooks put the rest back into the box."),
        say("Some deal all 60 and still play 12 tricks, so you keep cards you never play."),
        say("12 each. The app’s rings, hands and checks assume 12."),
        ("LU-4", "LU-6"),
    ),
    OpenQuestion(
        "wrong-card",
        say("May I take back a card I put down?"),
        say("Cards are put face down, then all are turned over at once. Nothing is said about changing your mind."),
        say("Some tables let you swap until the first card is turned over."),
        say("Until the first card is turned over you may swap. After that your card stays."),
        ("LU-11",),
    ),
    OpenQuestion(
        "forgotten-card",
        say("We turned the cards over, and one of us had put none down. What now?"),
        say("Everyone still in plays one card each trick. The rulebooks don’t say what happens if one is missing."),
        say("Some have the late player choose without looking. Others take all cards back and choose again."),
        say("All take their cards back and choose again, with the same water."),
        ("LU-11",),
    ),
    OpenQuestion(
        "missed-loser",
        say("Two tricks ago the wrong player gave a ring. Do we put it right?"),
        say("The rulebooks don’t speak of mistakes."),
        say("Some give the ring back as long as the trick is remembered. Others let it stand after the next trick."),
        say(
            "The water decides, so put it right. Correct the trick in the game log, and everything after it is worked out again."
        ),
        ("LU-14", "LU-16"),
    ),
    OpenQuestion(
        "one-pays-one-goes-out",
        say("Open play: one of us gave a ring and another went out. Who leads?"),
        say(
            "The left neighbour of the player who lost a ring, so that this player goes last. Going out isn’t mentioned."
        ),
        say("Some look at the ring that was given. Others take going out for the greater loss."),
        say("The player who gave a ring goes last, and their left neighbour leads."),
        ("LU-41", "LU-42"),
        option="lays_last",
    ),
    OpenQuestion(
        "equal-rings",
        say("Open play: two of us have equally many rings. Who leads?"),
        say(
            "Most rings lead the first trick, and of two losers the one with fewer counts. Equal rings aren’t mentioned."
        ),
        say("Tables draw lots, let the older one lead, or agree."),
        say("Your table picks one of them. The app names who can be picked."),
        ("LU-40", "LU-41", "LU-42"),
    ),
    OpenQuestion(
        "two-left",
        say("One of us goes out and only 2 are left. Does the next highest still pay?"),
        say("The Spanish rulebook ends the round at once. The French one says it can end early."),
        say("Tables that come from Zum Kuckuck! have the next one pay first."),
        say("The round is over at once, and no one else pays."),
        ("LU-17", "LU-20"),
        option="pay_before_early_end",
    ),
    OpenQuestion(
        "old-water",
        say("May I look at the water cards under the top one?"),
        say("A new card covers the old one, and only the top one counts. Nothing is said about looking."),
        say("Some don’t mind, since everyone saw them. Others want you to remember."),
        say("Yes. Everyone has already seen them."),
        ("LU-13",),
    ),
)
