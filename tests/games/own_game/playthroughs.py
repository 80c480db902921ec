"""Whole games as tables define them, for the tests that run over every game."""

import json
import random
from typing import Any

from companion.engine.ready import READY
from tests.games.playthrough import Moves, Playthrough, Twins

FINISH = {"kind": "finish"}
PAD = {
    "name": "May",
    "writes": "pad",
    "rows": [
        {"name": "June"},
        {"name": "July", "kind": "count", "times": 2},
        {"name": "August", "kind": "sum", "of": [0, 1]},
        {"name": "September", "kind": "bonus", "of": [0, 1], "least": 10, "worth": 5},
    ],
}


def points(seat: int | None = None, /, **by_seat: int) -> dict[str, Any]:
    """The move that enters points: a for the first seat, b for the second; by one player, or by anybody."""
    entered = {"kind": "points", "points": {str("abcde".index(name)): one for name, one in by_seat.items()}}
    return entered if seat is None else {**entered, "seat": seat}


def golden() -> list[Playthrough]:
    """A card game to 100 in which fewest win, a pad of two, two teams whose table stops, one who goes home, one who joins."""
    return [
        # Ana 20, 0, 40; Ben 0, 30, 30; Cleo 5, 70, 26: Cleo reaches 101 and the game ends. Ana and Ben have 60 and share it.
        {
            "players": 3, "options": {"sheet": "hearts"}, "scores": [60, 60, 101], "winners": [0, 1],
            "moves": [points(a=20, b=0, c=5), points(1, b=30), points(a=0, c=70), points(a=40, b=30, c=26)],
        },
        # Ana: 4 in June, 3 in July are 6: 10, and the bonus 5. Ben: 9 in June, 0 in July: 9.
        {
            "players": 2, "options": {"sheet": json.dumps(PAD)}, "scores": [15, 9], "winners": [0],
            "moves": [
                {"kind": "pad", "cells": {"0": {"0": 4}, "1": {"1": 0}}},
                {"kind": "pad", "cells": {"1": {"0": 7}}, "seat": 1},
                {"kind": "pad", "cells": {"1": {"0": 9}}, "seat": 1},
                {"kind": "pad", "cells": {"0": {"1": 3}}},
            ],
        },
        # Ana and Cleo 120 and -20, Ben and Dora 40 and 162: Ben and Dora win with 202 to 100.
        {
            "players": 4, "options": {"sheet": "pairs"}, "scores": [100, 202, 100, 202], "winners": [1, 3],
            "moves": [{"kind": "dealer", "seat": 2}, points(a=120, d=40), points(b=162), points(0, c=-20), FINISH],
        },
        # Ana 5, 1, 2, 0; Ben 9 and goes, comes back for 30, goes again; Cleo 4, 3, 1, 6: Ben has most, and his points count.
        {
            "players": 3, "options": {"sheet": "points"}, "scores": [8, 39, 14], "winners": [1],
            "moves": [
                *(points(a=5, b=9, c=4), points(a=1, c=3), {"kind": "leave", "seat": 1}, points(a=2, c=1)),
                *({"kind": "come_back", "seat": 1}, points(a=0, b=30, c=6)),
                *({"kind": "leave", "seat": 1, "counts": True}, FINISH),
            ],
        },
        # Ana 5, 1, 2 and Cleo 4, 3, 1 have played two rounds when Ben joins with 4, and brings 9.
        {
            "players": 3, "options": {"sheet": "points"}, "scores": [8, 13, 8], "winners": [1],
            "moves": [
                {"kind": "carry_on", "carried": [0, 4, 0], "joined": {"1": 3}, "rounds": [[5, 0, 4], [1, 0, 3]]},
                *(points(a=2, b=9, c=1), FINISH),
            ],
        },
    ]  # fmt: skip


def secret_twins() -> list[Twins]:
    """Where nobody is to know who leads: Ben's points of two rounds, and his row of a pad, that the end would show."""

    def rounds(first: int, second: int) -> Moves:
        return [points(1, b=first), points(a=7, c=9), points(0, a=20), points(1, b=second)]

    def pad(figure: int) -> Moves:
        return [{"kind": "pad", "cells": {"0": {"0": 4}}}, {"kind": "pad", "cells": {"1": {"0": figure}}, "seat": 1}]

    to_a_hundred = json.dumps({"name": "May", "writes": "points", "ends": "target", "at": 100, "hidden": True})
    hidden_pad = json.dumps({**PAD, "hidden": True})
    return [
        {"players": 3, "options": {"sheet": to_a_hundred}, "one": rounds(5, 6), "other": rounds(30, 8), "owner": 1},
        {"players": 2, "options": {"sheet": hidden_pad}, "one": pad(3), "other": pad(12), "owner": 1},
    ]


def random_game(rng: random.Random) -> tuple[int, dict[str, Any], Moves]:
    """Players, options and moves of a whole random game of one of the ready definitions that go by rounds."""
    players = rng.randint(2, 5)
    slug = rng.choice([slug for slug, ready in READY.items() if not ready.made_of.is_pad])
    definition = READY[slug].made_of
    rounds = definition.at if definition.ends == "rounds" else rng.randint(11, 16)
    moves: Moves = [{"kind": "dealer", "seat": rng.randrange(players)}] if definition.dealer else []
    many = players // 2 if definition.teams and players == 4 else players
    most = 8 if definition.ends == "target" else 60
    for _ in range(rounds):
        figures = [rng.randint(0, 1 if definition.writes == "winner" else most) for _ in range(many)]
        if definition.writes == "places":
            figures = rng.sample(range(1, many + 1), many)
        entered = dict(zip("abcde", figures, strict=False))
        if rng.random() < 0.4:
            moves += [points(seat, **{name: one}) for seat, (name, one) in enumerate(entered.items())]
        else:
            moves.append(points(**entered))
    if definition.ends != "rounds":
        moves.append(FINISH)
    return players, {"sheet": slug}, moves
