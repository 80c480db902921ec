"""What real tables ask and the rulebook of Limits leaves open, with how it is judged here."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "top-card",
        say("May everyone see the top card of the pile?"),
        say("The rulebook wants no card of the pile to be recognisable. It also has every card played face up."),
        say(
            "Many tables leave the last card visible until the next one covers it. Strict ones turn the pile face down."
        ),
        say("Everyone sees a card as it is played. Then it is covered, and no card of the pile can be recognised."),
        ("LI-14", "LI-16"),
    ),
)
