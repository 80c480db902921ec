"""The clauses by which any defined game is scored: ours, for no rulebook stands behind it."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import Clause
from companion.engine.text import Text, say


def _clause(number: int, text: Text) -> Clause:
    return Clause(f"OW-{number}", text, "derived")


CLAUSES: Final = (
    _clause(1, say("1 to 8 players. The table says what the game is called and how it is scored.")),
    _clause(2, say("Everyone enters points each round, from any phone. The round is over when all are in.")),
    _clause(3, say("Where only wins count, each winner of a round gets 1.")),
    _clause(4, say("Where places count, the first gets 1, the second 2, and so on. The lowest sum wins.")),
    _clause(5, say("A figure runs from −999,999 to 999,999. Minus points are for games that have them.")),
    _clause(6, say("Dealing, or starting, goes round clockwise, one player each round.")),
    _clause(7, say("On a pad you write in rows, in any order. Sums, bonuses and multiples follow by themselves.")),
    _clause(8, say("It ends after the agreed rounds or points, when the pad is full, or when the table stops.")),
    _clause(9, say("Most points win, or fewest, as agreed. Equal totals share the place.")),
    _clause(10, say("Teams of two sit opposite each other and score together, with 4, 6 or 8 players.")),
    _clause(11, say("If you like suspense, no one sees who leads until the end.")),
)
