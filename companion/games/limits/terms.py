"""The words of the box, beside ours."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Term
from companion.engine.text import say

TERMS: Final = (
    Term(say("colour card"), "carte Couleur"),
    Term(say("limit card"), "carte Limite"),
    Term(say("point card"), "carte Points"),
    Term(say("pile"), "pile de jeu"),
    Term(say("draw pile"), "pioche"),
)
