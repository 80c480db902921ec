"""Each kind of line of the log that carries a figure, and what it says of an entry that others may not see yet."""

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.engine.options import make_setup
from companion.games import games
from tests.games.english import misread

Lines = Mapping[str, Mapping[str, Any]]
FIELD = {"field": {"bank": "left", "row": 4, "square": 2}}
CARD = {"red": 3, "yellow": 1, "green": 3, "blue": "X", "violet": 0}
LINES: Final[Mapping[str, Lines]] = {
    "land-unter": {
        "S1’s hand: whole rings 4, half rings 6": {"kind": "count_rings", "seat": 1, "whole": 4, "half": 6},
        "1 ring for S1": {"kind": "count_rings", "seat": 1, "rings": 1},
        "7 rings for S1": {"kind": "count_rings", "seat": 1, "rings": 7},
        "Water 7, 3. Cards: S0 58, S1 31": {"kind": "trick", "levels": [7, 3], "cards": {"0": 58, "1": 31}},
        "Water 7, 3. Highest card: S2. Second: S0": {"kind": "trick", "levels": [7, 3], "highest": 2, "second": 0},
        "water 7, 3": {"kind": "levels", "levels": [7, 3]}, "S1’s 31": {"kind": "lay", "seat": 1, "card": 31},
        "S1’s card": {"kind": "lay", "seat": 1},
        "Round 2, tricks played: 5": {"kind": "stand_now", "round_number": 2, "tricks_done": 5}},
    "limits": {
        "Limit card: red 3, yellow 1, green 3, blue X, violet 0": {"kind": "limit", "numbers": CARD},
        "The limit card is turned up": {"kind": "limit"},
        "S1 hid red, blue": {"kind": "hide", "seat": 1, "colours": ["red", "blue"]},
        "S1 hid something secret": {"kind": "hide", "seat": 1}, "S1 played a card": {"kind": "lay", "seat": 1},
        "S1 exchanged 4 cards (red)": {"kind": "exchange", "seat": 1, "colour": "red"},
        "S1 exchanged 4 cards": {"kind": "exchange", "seat": 1}, "S0 accused S1: red, hidden 3, counted 5": {
            "kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "hidden": {"0": 1, "2": 2}, "counted": 5},
        "S0 accused S1: blue, hidden 2, counted 4": {
            "kind": "verdict", "seat": 0, "accused": 1, "colour": "blue", "hidden": 2, "counted": 4},
        "Where things stand: S0, points: 3, limit cards: 1, S1, points: 0, limit cards: 2": {
            "kind": "stand_now", "seats": [{"points": 3, "limit_cards": 1}, {"points": 0, "limit_cards": 2}]}},
    "nile": {
        "S0 put 2 flax in the boat": {"kind": "boat", "seat": 0, "plants": ["flax", "flax"]},
        "Desert card: field 3 from the Nile (left bank, row of 4)": {"kind": "first_desert", **FIELD},
        "1 water card moved": {"kind": "tide", "moved": 1, "arrows": 0}, "2 water cards moved, 1 arrow, 3 desert cards, 1 joker": {
            "kind": "tide", "moved": 2, "arrows": 1, "deserts": 3, "jokers": 1},
        "2 water cards moved, 1 desert card": {"kind": "tide", "moved": 2, "arrows": 0, "advanced": [FIELD["field"]]},
        "Column 3: nothing rots": {"kind": "rot", "column": 3, "plants": []},
        "2 plants in column 3 get worse": {"kind": "rot", "column": 3, "plants": [0, 2]},
        "S1 sold flax in column 4": {"kind": "harvest", "seat": 1, "plant": "flax", "column": 4},
        "S1 freshened a plant in column 4": {"kind": "heal", "seat": 1, "column": 4},
        "S1 bid 2 plants": {"kind": "bid", "seat": 1, "plants": ["flax", "wheat"]}, "S1’s bid": {"kind": "bid", "seat": 1},
        "field 3 from the Nile (left bank, row of 4): palms: 2": {"kind": "palms", "fields": [{**FIELD, "palms": 2}]},
        "palms on 2 fields": {"kind": "palms", "fields": [FIELD, FIELD]},
        "Where things stand: round 4, Ebb 1": {"kind": "stand_now", "turn_number": 4, "marker": "ebb1"}},
    "down-under": {
        "S1’s route has 3 paths": {"kind": "walk", "seat": 1, "cells": [[0, 0], [0, 1], [1, 1]]},
        "Paths in the longest route: 9, 12": {"kind": "from_paper", "routes": [{"length": 9}, {"length": 12}]}},
    "points": {"this round: S0 3, S1 -5": {"kind": "score", "points": [3, -5]}},
    "own-game": {
        "S0: 1 4, S1: 2 crossed out": {"kind": "pad", "cells": {"0": {"0": 4}, "1": {"1": None}}},
        "S1 joins in round 3": {"kind": "carry_on", "joined": {"1": 3}},
        "S1 joins in round 3, starting at 4": {"kind": "carry_on", "carried": [0, 4, 0], "joined": {"1": 3}},
        "Where things stand: S0 3, S1 -5": {"kind": "stand_now", "seats": [{"points": 3}, {"points": -5}]}},
}  # fmt: skip
OVER_50: Final[tuple[tuple[Mapping[str, Any], str], ...]] = (
    ({"back_to": 25}, "S0 3 · S1 8, over 50: back to 25"), ({"exact": True}, "S0 3 · S1 8, over 50: counts 0")
)  # fmt: skip


def test_every_line_of_a_log_has_the_figures_of_its_entry_and_none_that_are_hidden() -> None:
    assert [wrong for slug, lines in LINES.items() if (wrong := misread(games()[slug], lines))] == []
    own, move = games()["own-game"], {"kind": "points", "points": {"0": 3, "1": 8}, "beyond": ["1"]}
    for rules, line in OVER_50:
        setup = make_setup(own, 2, {"sheet": json.dumps({"name": "x", "ends": "target", "at": 50, **rules})})
        assert misread(own.by(setup.options, 2), {line: move}) == {}
