"""Whole games of Points for the tests that run over every game."""

import random
from typing import Any

from tests.games.playthrough import Moves, Playthrough


def golden() -> list[Playthrough]:
    """Three players over three rounds: 12 - 5 + 20, 7 + 0 + 20 and 30 + 1 - 4 are 27 each, so all share the win."""
    rounds = ([12, 7, 30], [-5, 0, 1], [20, 20, -4])
    return [
        {
            "players": 3,
            "options": {"rounds": "3"},
            "moves": [{"kind": "score", "points": points} for points in rounds],
            "scores": [27, 27, 27],
            "winners": [0, 1, 2],
        }
    ]


def random_game(rng: random.Random) -> tuple[int, dict[str, Any], Moves]:
    players, rounds = rng.randint(2, 8), rng.choice([3, 5, 10])
    moves: Moves = [{"kind": "score", "points": [rng.randint(-20, 60) for _ in range(players)]} for _ in range(rounds)]
    return players, {"rounds": str(rounds)}, moves
