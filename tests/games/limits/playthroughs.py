"""Whole games of Limits for the tests that run over every game."""

from typing import Any

from tests.games.limits.second_model import random_game
from tests.games.playthrough import Moves, Playthrough, Twins

__all__ = ["random_game"]

LIMIT = {"red": 1, "yellow": 1, "green": 2, "blue": "X", "violet": 0}

BY_HOUSE_RULE = [
    ("at any time", "accuse_when", ("any",)),
    ("On your turn, you may accuse", "accuse_when", ("turn",)),
    ("the player before you", "accuse", ("previous",)),
    ("any other player", "accuse", ("anyone",)),
]
"""What sheets, lesson and set-up say by one choice of a house option only."""


def golden() -> list[Playthrough]:
    return [_counted(), _logged()]


def secret_twins() -> list[Twins]:
    """What one player hides, lays and exchanges before anybody accuses: red in one course, yellow and violet in the other."""
    logged: dict[str, bool | str] = {"pile": "logged"}
    one, other = _secrets(["red"], "red", "red"), _secrets(["yellow"], "violet", "yellow")
    two = _secrets(["red", "red"], "red", "red", players=2)
    other_two = _secrets(["violet", "yellow"], "yellow", "violet", players=2)
    return [
        {"players": 3, "options": logged, "one": one, "other": other, "owner": 0},
        {"players": 2, "options": logged, "one": two, "other": other_two, "owner": 0},
        {"players": 3, "options": {}, "one": _exchanged("red"), "other": _exchanged("yellow"), "owner": 0},
    ]


def _counted() -> Playthrough:
    """Eighteen rounds, three times the same six.

    round  accuser  accused  guilty  limit card  point
      1       2        1      yes        1         2
      2       2        0      no         2         0
      3       1        0      yes        0         1
      4       2        0      no (X)     2         0
      5       0        1      yes        1         0
      6       1        2      no         1         2
    A: 3 points, 1 limit card. B: 1 point, 3 limit cards. C: 2 points, 2 limit cards. And A exchanges once in each six.
    """
    six: Moves = [
        _verdict(2, 1, "yellow", 1, 1, 3),
        _verdict(2, 0, "red", 1, 0, 1),
        _verdict(1, 0, "violet", 0, 0, 1),
        _verdict(2, 0, "blue", "X", 0, 9),
        _verdict(0, 1, "green", 2, 2, 5),
        _verdict(1, 2, "green", 2, 2, 4),
    ]
    moves: Moves = [{"kind": "start", "seat": 1}]
    for number, verdict in enumerate(six * 3):
        moves.append({"kind": "limit", "numbers": LIMIT})
        if number % 6 == 4:
            moves.append({"kind": "exchange", "seat": 0, "colour": "green"})
        moves.append(verdict)
    return {"players": 3, "options": {}, "moves": moves, "scores": [3 * 2, 3 * -5, 3 * -2], "winners": [0]}


def _logged() -> Playthrough:
    """Ten rounds of two. Whoever starts lays violet, of which none is allowed.

    Five times nobody has hidden violet, and the other accuses rightly: -2 for the starter, who took the limit card and so
    starts again, 1 for the other. Five times the starter has hidden one: -2 for the other, who starts the next, 1 for the starter.
    A starts: A, A, A, A, A guilty (A -10, B 5). Then A hides violet: B takes it and starts; B hides violet: A takes it, and so
    on: taken by B, A, B, A, B, the point to A, B, A, B, A. A: -10 - 4 + 3 = -11. B: 5 - 6 + 2 = 1.
    """
    moves: Moves = [{"kind": "start", "seat": 0}]
    for seat in (0, 0, 0, 0, 0, 0, 1, 0, 1, 0):
        is_safe = len(moves) > 5 * 5
        other = 1 - seat
        moves += [
            {"kind": "limit", "numbers": LIMIT},
            {"kind": "hide", "seat": other, "colours": ["red", "blue"]},
            {"kind": "hide", "seat": seat, "colours": ["violet", "red"] if is_safe else ["green", "red"]},
            {"kind": "lay", "seat": seat, "colour": "violet"},
            {"kind": "accuse", "seat": other, "accused": seat},
        ]
    return {"players": 2, "options": {"pile": "logged"}, "moves": moves, "scores": [-11, 1], "winners": [1]}


def _verdict(seat: int, accused: int, colour: str, printed: int | str, hidden: int, counted: int) -> dict[str, Any]:
    return {
        "kind": "verdict", "seat": seat, "accused": accused, "colour": colour, "printed": printed,
        "hidden": hidden, "counted": counted,
    }  # fmt: skip


def _secrets(hidden: list[str], laid: str, exchanged: str, players: int = 3) -> Moves:
    others = range(1, players)
    return [
        {"kind": "start", "seat": 0},
        {"kind": "limit", "numbers": LIMIT},
        {"kind": "hide", "seat": 0, "colours": hidden},
        *({"kind": "hide", "seat": seat, "colours": ["blue"] * len(hidden)} for seat in others),
        {"kind": "lay", "seat": 0, "colour": laid},
        *({"kind": "lay", "seat": seat, "colour": "blue"} for seat in others),
        {"kind": "exchange", "seat": 0, "colour": exchanged},
        *({"kind": "lay", "seat": seat, "colour": "green"} for seat in others),
        {"kind": "lay", "seat": 0, "colour": laid},
        {"kind": "forgot", "seat": 0},
    ]


def _exchanged(colour: str) -> Moves:
    return [
        {"kind": "start", "seat": 2},
        {"kind": "limit", "numbers": LIMIT},
        {"kind": "exchange", "seat": 0, "colour": colour},
    ]
