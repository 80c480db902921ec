"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("weather card"), "Wetterkarte"),
    Term(say("water card"), "Wasserstandskarte"),
    Term(say("life ring"), "Rettungsring"),
    Term(say("Trick"), "Stich"),
    Term(say("Round"), "Runde"),
)
