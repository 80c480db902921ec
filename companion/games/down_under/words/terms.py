"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("straight"), "Gerade"),
    Term(say("curve"), "Kurve"),
    Term(say("end tile"), "Ende"),
    Term(say("billabong"), "Wasserloch"),
    Term(say("play area"), "Spielfläche"),
    Term(say("route"), "Weg"),
)
