"""Whole games of Land Unter for the tests that run over every game."""

from tests.games.land_unter.second_model import random_game
from tests.games.playthrough import Moves, Playthrough, Twins

__all__ = ["random_game"]

BY_HOUSE_RULE = [
    ("who now has the highest water", "chain", (True,)),
    ("If a tied player has just lost one, no one else does", "tie_survivor_pays_again", (False,)),
    ("a tied player who has just lost one", "tie_survivor_pays_again", (True,)),
    ("as soon as only 2 players are left", "pay_before_early_end", (False,)),
    ("the one with the highest water first", "pay_before_early_end", (True,)),
    ("leads the first trick", "open_play", (True,)),
]
"""What sheets, lesson and set-up say by one choice of a house option only."""


def golden() -> list[Playthrough]:
    """Three players with few rings, worked out by hand: each round ends early, each is entered in another way."""
    counts = [(0, 1), (1, 2), (2, 2)]
    with_cards = [
        # The 31 takes the 9 and is highest: 1 ring left. Then its 2 is highest, as C shows nothing: none left.
        ([4, 9], (58, 31, 12)),
        ([1, 2], (57, 30, 11)),
        # B and C tied at 3: B is out, C pays. A 1 + lowest = 2, B -1, C 1.
        ([3, 3], (10, 29, 50)),
    ]
    by_the_highest = [
        # Hands passed on: A 2, B 1, C 2. A shows 12 from now on and pays twice, then is out: -1, B 1, C 2 + lowest = 3.
        ([12, 5], 2, 0),
        ([6, 11], 1, 2),
        ([1, 10], 2, 1),
    ]
    by_pieces = [
        # A 2, B 2, C 1. Tied at 8: B 1, C 0. Then B's 8 is highest: B 0. Then B's 12: out. A 2, B -1, C lowest = 1.
        ([8, 8], (31, 50, 58)),
        ([7, 2], (30, 12, 57)),
        ([9, 12], (29, 11, 10)),
    ]
    moves: Moves = [{"kind": "count_rings", "seat": seat, "rings": rings} for seat, rings in counts]
    for levels, laid in with_cards:
        moves.append({"kind": "trick", "levels": levels, "cards": {str(seat): card for seat, card in enumerate(laid)}})
    for levels, highest, second in by_the_highest:
        moves.append({"kind": "trick", "levels": levels, "highest": highest, "second": second})
    for levels, laid in by_pieces:
        moves.append({"kind": "levels", "levels": levels})
        moves += [{"kind": "lay", "seat": seat, "card": card} for seat, card in enumerate(laid)]
    whole: Playthrough = {"players": 3, "options": {}, "moves": moves, "scores": [3, -1, 5], "winners": [2]}
    return [whole, by_rings()]


def by_rings() -> Playthrough:
    """Three players with few rings who enter only who loses one, and who shows the lowest water at the end."""
    moves: Moves = [{"kind": "count_rings", "seat": seat, "rings": rings} for seat, rings in enumerate((0, 2, 3))]
    rounds = [
        # A is out at once: -1. B has 2 and the lowest water: 3. C has 3.
        [[0]],
        # Hands passed on: A 3, B 0, C 2. A and C pay, then B is out: -1. A 2 + 1, C 1 + 1: they share the lowest.
        [[0, 2], [1]],
        # A 2, B 3, C 0. B pays three times, then is out with C: -1 each. A is the only one left: 2 + 1.
        [[1], [1], [1], [1, 2]],
    ]
    lowest = ([1], [0, 2])
    for number, tricks in enumerate(rounds):
        moves += [{"kind": "loses", "seats": seats} for seats in tricks]
        if number < len(lowest):
            moves.append({"kind": "lowest", "seats": lowest[number]})
    options: dict[str, bool | str] = {"tricks": "rings"}
    return {"players": 3, "options": options, "moves": moves, "scores": [5, 1, 4], "winners": [0]}


def secret_twins() -> list[Twins]:
    """A hand without rings that is low in one course and high in the other; and a card of it laid face down."""

    def course(hand: range, card: int) -> Moves:
        return [
            {"kind": "count_rings", "seat": 0, "cards": list(hand)},
            {"kind": "count_rings", "seat": 1, "rings": 3},
            {"kind": "count_rings", "seat": 2, "whole": 2, "half": 3},
            {"kind": "lay", "seat": 0, "card": card},
            {"kind": "levels", "levels": [3, 11]},
            {"kind": "lay", "seat": 2, "card": 30},
        ]

    return [
        {"players": 3, "options": {}, "one": course(range(1, 13), 9), "other": course(range(49, 61), 58), "owner": 0}
    ]
