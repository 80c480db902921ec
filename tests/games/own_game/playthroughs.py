"""Whole games as tables define them, for the tests that run over every game."""

import json
import random
from typing import Any

from companion.engine.ready import READY
from tests.games.playthrough import Moves, Playthrough, Twins

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


def golden() -> list[Playthrough]:
    """A card game to 100 in which fewest win, a pad of two, two teams whose table stops, one who goes home, one who joins."""
    return [_to_a_hundred(), _pad(), _teams(), _comes_and_goes(), _joins()]


def secret_twins() -> list[Twins]:
    """Where nobody is to know who leads: Ben's points of two rounds, and his row of a pad, that the end would show."""

    def rounds(first: int, second: int) -> Moves:
        return [
            {"kind": "points", "points": {"1": first}, "seat": 1},
            {"kind": "points", "points": {"0": 7, "2": 9}},
            {"kind": "points", "points": {"0": 20}, "seat": 0},
            {"kind": "points", "points": {"1": second}, "seat": 1},
        ]

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
        points = {str(seat): _figure(rng, definition.writes, most) for seat in range(many)}
        if definition.writes == "places":
            points = {str(seat): place for seat, place in enumerate(rng.sample(range(1, many + 1), many))}
        if rng.random() < 0.4:
            moves += [{"kind": "points", "points": {seat: one}, "seat": int(seat)} for seat, one in points.items()]
        else:
            moves.append({"kind": "points", "points": points})
    if definition.ends != "rounds":
        moves.append({"kind": "finish"})
    return players, {"sheet": slug}, moves


def _figure(rng: random.Random, writes: str, most: int) -> int:
    return rng.randint(0, 1 if writes == "winner" else most)


def _to_a_hundred() -> Playthrough:
    """Ana 20, 0, 40; Ben 0, 30, 30; Cleo 5, 70, 26: Cleo reaches 101 and the game ends. Ana and Ben have 60 and share it."""
    moves: Moves = [
        {"kind": "points", "points": {"0": 20, "1": 0, "2": 5}},
        {"kind": "points", "points": {"1": 30}, "seat": 1},
        {"kind": "points", "points": {"0": 0, "2": 70}},
        {"kind": "points", "points": {"0": 40, "1": 30, "2": 26}},
    ]
    return {"players": 3, "options": {"sheet": "hearts"}, "moves": moves, "scores": [60, 60, 101], "winners": [0, 1]}


def _pad() -> Playthrough:
    """Ana: 4 in June, 3 in July are 6: 10, and the bonus 5. Ben: 9 in June, 0 in July: 9."""
    moves: Moves = [
        {"kind": "pad", "cells": {"0": {"0": 4}, "1": {"1": 0}}},
        {"kind": "pad", "cells": {"1": {"0": 7}}, "seat": 1},
        {"kind": "pad", "cells": {"1": {"0": 9}}, "seat": 1},
        {"kind": "pad", "cells": {"0": {"1": 3}}},
    ]
    options: dict[str, bool | str] = {"sheet": json.dumps(PAD)}
    return {"players": 2, "options": options, "moves": moves, "scores": [15, 9], "winners": [0]}


def _teams() -> Playthrough:
    """Ana and Cleo 120 and -20, Ben and Dora 40 and 162: Ben and Dora win with 202 to 100."""
    moves: Moves = [
        {"kind": "dealer", "seat": 2},
        {"kind": "points", "points": {"0": 120, "3": 40}},
        {"kind": "points", "points": {"1": 162}},
        {"kind": "points", "points": {"2": -20}, "seat": 0},
        {"kind": "finish"},
    ]
    scores = [100, 202, 100, 202]
    return {"players": 4, "options": {"sheet": "pairs"}, "moves": moves, "scores": scores, "winners": [1, 3]}


def _comes_and_goes() -> Playthrough:
    """Ana 5, 1, 2, 0; Ben 9 and goes, comes back for 30, goes again; Cleo 4, 3, 1, 6: Ben has most, and his points count."""
    moves: Moves = [
        {"kind": "points", "points": {"0": 5, "1": 9, "2": 4}},
        {"kind": "points", "points": {"0": 1, "2": 3}},
        {"kind": "leave", "seat": 1},
        {"kind": "points", "points": {"0": 2, "2": 1}},
        {"kind": "come_back", "seat": 1},
        {"kind": "points", "points": {"0": 0, "1": 30, "2": 6}},
        {"kind": "leave", "seat": 1, "counts": True},
        {"kind": "finish"},
    ]
    return {"players": 3, "options": {"sheet": "points"}, "moves": moves, "scores": [8, 39, 14], "winners": [1]}


def _joins() -> Playthrough:
    """Ana 5, 1, 2 and Cleo 4, 3, 1 have played two rounds when Ben joins with 4, and brings 9."""
    moves: Moves = [
        {"kind": "carry_on", "carried": [0, 4, 0], "joined": {"1": 3}, "rounds": [[5, 0, 4], [1, 0, 3]]},
        {"kind": "points", "points": {"0": 2, "1": 9, "2": 1}},
        {"kind": "finish"},
    ]
    return {"players": 3, "options": {"sheet": "points"}, "moves": moves, "scores": [8, 13, 8], "winners": [1]}
