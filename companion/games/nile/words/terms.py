"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("flood"), "Flut"),
    Term(say("ebb"), "Ebbe"),
    Term(say("field"), "Feld"),
    Term(say("palms"), "Palmen"),
    Term(say("boat"), "Boot"),
    Term(say("market"), "Markt"),
    Term(say("obelisk"), "Obelisk"),
    Term(say("action point"), "Aktionspunkt"),
)
