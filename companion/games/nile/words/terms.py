"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("Flood"), "Flut"),
    Term(say("Ebb"), "Ebbe"),
    Term(say("Field"), "Feld"),
    Term(say("Palms"), "Palmen"),
    Term(say("The boat"), "Boot"),
    Term(say("Market"), "Markt"),
    Term(say("Obelisk"), "Obelisk"),
    Term(say("action point"), "Aktionspunkt"),
)
