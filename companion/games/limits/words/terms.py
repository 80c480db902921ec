"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("colour card"), "Farbkarte"),
    Term(say("Limit card"), "Limitkarte"),
    Term(say("point card"), "Punktkarte"),
    Term(say("pile"), "Stapel"),
)
