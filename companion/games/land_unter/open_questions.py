"""What real tables ask and the rulebooks of Land Unter leave open, with how it is judged here."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "tied-pays-twice",
        say("Two of us tie for the highest water and one goes out. Does the other pay twice?"),
        say(
            "The rulebooks say that whoever is highest now gives a ring. They don’t say whether one who just paid is asked."
        ),
        say("Many tables see the ring as paid. Some follow the wording and take a second one."),
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
        say(
            "Most tables allow it for your own pile. Some want it left alone, because remembering is part of the game."
        ),
        say("You may look at your own pile, never at another player’s. What others played you have to remember."),
        ("LU-11", "LU-19"),
    ),
)
