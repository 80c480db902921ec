"""What the judge is asked in the golden files: each ruling once, with facts that make it say something."""

from __future__ import annotations

from typing import Any, Final

_SEATS: Final = [
    {"rings": 0, "level": 12, "out": False},
    {"rings": 2, "level": 12, "out": False},
    {"rings": 1, "level": 9, "out": False},
    {"rings": 4, "level": 3, "out": False},
]


def _tile(x: int, y: int, kind: str, colour: str, turn: int) -> dict[str, Any]:
    return {"x": x, "y": y, "kind": kind, "colour": colour, "turn": turn, "animal": None}


_TILES: Final = [
    _tile(0, 0, "straight", "red", 0),
    _tile(1, 0, "straight", "yellow", 0),
    _tile(0, 1, "terminus", "red", 0),
    _tile(0, -1, "terminus", "red", 180),
]
_LOOP: Final = [
    _tile(0, 0, "curve", "red", 90),
    _tile(1, 0, "curve", "red", 180),
    _tile(1, 1, "curve", "red", 270),
    _tile(0, 1, "curve", "red", 0),
]
_MEETING: Final = [_tile(0, 1, "straight", "red", 90), _tile(1, 0, "straight", "yellow", 0)]


def _plant(seat: int, plant: str, state: str = "fresh") -> dict[str, Any]:
    return {"seat": seat, "plant": plant, "state": state}


_COLUMN: Final = [_plant(0, "wheat"), _plant(1, "flax", "spoiled"), _plant(2, "grapes", "rotten")]

DISPUTES: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "own-game": {},
    "points": {},
    "land-unter": {
        "rings": {"whole": 5, "half": 3},
        "takes": {"levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}},
        "loses": {"seats": _SEATS},
        "round-score": {"seats": _SEATS},
        "leader": {
            "seats": [{"rings": 2, "out": False}, {"rings": 2, "out": False}, {"rings": 0, "out": False}],
            "losers": [2],
        },
        "winner": {"seats": [{"points": 7}, {"points": 4}, {"points": 7}]},
    },
    "limits": {
        "accusation": {"printed": 1, "hidden": 1, "counted": 3},
        "starter": {"took_limit_card": 1},
        "score": {
            "seats": [{"points": 7, "limit_cards": 2}, {"points": 4, "limit_cards": 1}, {"points": 2, "limit_cards": 0}]
        },
        "exchange": {"cards": 4, "draw_pile": 12},
        "forgotten-draw": {"left_neighbour": "has_drawn"},
    },
    "down-under": {
        "route": {"tiles": _TILES},
        "placement": {"tiles": _TILES, "tile": _tile(2, 0, "curve", "red", 90), "area": [5, 6], "turn": 3},
        "area": {"tiles": _TILES, "area": [5, 6]},
        "turnable": {"tiles": _LOOP, "colour": "red"},
        "going-on": {"tiles": _TILES, "colour": "red", "area": [5, 6]},
        "billabong": {"tiles": _MEETING, "cell": [1, 1], "mover": "yellow", "curves_left": {"red": 3, "yellow": 2}},
        "final-score": {"tiles": _TILES, "colours": ["red", "yellow"]},
    },
    "nile": {
        "market-scoring": {"columns": [_COLUMN]},
        "sale": {"columns": {"4": ["flax"], "3": [], "2": ["wheat"], "1": []}, "quality": 3, "plant": "wheat"},
        "cost": {"action": "grow", "others_plant": True},
        "rot": {"palms": 2, "columns": {"4": [], "3": [], "2": _COLUMN, "1": []}},
        "water": {"edge": "double", "card": ["single", "double"]},
        "purge": {"boat": [{"seat": 0, "plant": "flax"}, {"seat": 1, "plant": "onions"}], "obelisk": 30},
        "tide": {"marker": "flood", "done": 1, "arrows": 1},
        "auction": {"hands": {"0": 3, "1": 5}, "boat": {"0": 1, "1": 2}},
        "start-bid": {"hands": {"0": 3, "1": 5}},
        "sowing": {"seat": 0, "plant": "flax", "cover": "free", "plants": [{"seat": 1, "plant": "onions"}]},
        "desert": {"row": ["free", "plant", "desert"]},
        "end": {"pawns": [4, 9, 2], "obelisk": 8, "lost": [3, 1, 2]},
    },
}
