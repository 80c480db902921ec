"""What another phone saved first is said beside what was tapped since: once, in the words of its game, and no more than differs."""

import html
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.games.playthrough import Moves
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.reading import words_of
from tests.web.tapping import Form


class Beside(NamedTuple):
    """A match of Ana, Ben and Cleo up to there, the entry that Ana saves next, or Ben, and what the other one had tapped."""

    game: str
    before: Moves
    theirs: dict[str, Any]
    mine: Form
    said: str = ""
    unsaid: tuple[str, ...] = ()
    saves: int = 0
    options: Mapping[str, str] = MappingProxyType({})
    way: str = "preview"

    def told(self, app: Flask) -> str:
        """What the page says that answers these taps."""
        phones = [host := Browser(app)]
        code = open_table(host, "Ana", "Ben", *("Cleo",) * (self.game != "down-under"))
        phones.append(sit(Browser(app), code, 1))
        match_id = start_match(host, code, self.game, **self.options)
        host.enter(match_id, *self.before)
        phones[self.saves].enter(match_id, self.theirs)
        sent = {**self.mine, "version": len(self.before)}
        return words_of(html.unescape(phones[1 - self.saves].post(f"/m/{match_id}/{self.way}", sent).text))


RINGS: Moves = [{"kind": "count_rings", "seat": seat, "rings": 5} for seat in range(3)]
TRICK: dict[str, Any] = {"kind": "trick", "levels": [2, 9], "highest": 0, "second": 1}
COUNT: dict[str, Any] = {"kind": "count_rings", "seat": 2, "half": 0}
RULING: dict[str, Any] = {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "printed": 1, "hidden": 0}
HIDING: Moves = [{"kind": "hide", "seat": seat, "colours": ["red"]} for seat in range(3)]
LAYING: Moves = [{"kind": "lay", "seat": seat, "colour": "red"} for seat in range(3)]
LAID: Moves = [{"kind": "start", "seat": 0}, {"kind": "limit", "numbers": {"red": 1}}, *HIDING, *LAYING]
BY_HAND: dict[str, Any] = {"kind": "verdict", "seat": 0, "accused": 2, "colour": "red", "counted": 3}
BOATS: Moves = [{"kind": "boat", "seat": seat, "plants": ["flax", "wheat"]} for seat in range(3)]
ASHORE: Moves = [{"kind": "starter", "seat": 0}, *BOATS]
TIDE: dict[str, Any] = {"kind": "tide", "moved": 2, "arrows": 0}
SALE: dict[str, Any] = {"kind": "harvest", "seat": 0, "column": 3, "quality": 3, "shared": False}
DESERT = {"bank": "left", "row": 5, "square": 4}
ROUTE: dict[str, Any] = {"kind": "walk", "seat": 1, "cells": [[1, 1], [1, 2], [1, 3]]}
WALK: Moves = [{"kind": "walk", "seat": 0, "cells": [[0, 0], [1, 0], [2, 0]]}]
RESULT: dict[str, Any] = {"kind": "from_paper", "routes": [{"length": 11}, {"length": 14}]}
DRAWN: Form = {"kind": "walk", "seat": "1", "colour": "yellow", "cells.0": ["1", "2"], "cells.1": ["1", "1"]}
TYPED: Form = {"kind": "from_paper", "routes.0.length": "12", "routes.1.length": "14"}
FILLED: Form = {"kind": "boat", "seat": "1", "plants": ["flax", "wheat"]}

CASES = (
    Beside("land-unter", RINGS, TRICK, {**TRICK, "levels": [2, 8], "second": 2},
        "Trick 1 Ben: 2 and 9 · B (second highest) You: 2 and 8 · C Keep Ben’s Use mine", saves=1),
    Beside("land-unter", RINGS, TRICK, {**TRICK, "highest": 1, "second": 0},
        "Trick 1 Ben: A (highest) · B You: B · A Keep Ben’s Use mine", saves=1),
    Beside("land-unter", RINGS, TRICK, {**TRICK, "levels": [2, 8]}, "Trick 1, Water turned up Ben: 2 and 9 You: 2 and 8",
        saves=1),
    Beside("land-unter", RINGS, TRICK, TRICK, "Ben saved the same", ("Use mine",), saves=1),
    Beside("land-unter", RINGS, TRICK, {"kind": "trick", "_trick_way": "highest"}, unsaid=("saved the same", "Ben saved:"),
        saves=1),
    Beside("land-unter", RINGS, TRICK, {"kind": "trick", "levels": ["3"]},
        "B saved: Water 2 and 9. Highest card: A . Second: B Keep Ben’s Finish mine", saves=1),
    Beside("land-unter", [], {**COUNT, "whole": 3}, {**COUNT, "whole": 4}, "Ana: 3 rings for C You: 4", way="moves"),
    Beside("land-unter", [], {**COUNT, "whole": 3}, COUNT, "Ana saved: 3 rings for Cleo"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "counted": 1},
        "Round 1, In the pile Ana: 2 You: 1", way="moves"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "colour": "blue", "counted": 1},
        "Round 1 Ana: red · 2 (In the pile) You: blue · 1", way="moves"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "colour": "blue", "printed": 3, "hidden": 1, "counted": 6},
        "Ana: red · 0 (Hidden cards of this colour) You: blue · 1 · 2 more", way="moves"),
    Beside("limits", LAID, {"kind": "accuse", "seat": 0, "accused": 2}, {"kind": "accuse", "seat": "0", "accused": "1"},
        "Playing and accusing Ana: A accused C You: A accused B Keep Ana’s I disagree", ("Use mine",),
        options={"pile": "logged"}, way="moves"),
    Beside("limits", LAID, {**BY_HAND, "hidden": {"0": 1, "1": 1}}, {**BY_HAND, "hidden.0": "0", "hidden.1": "1"},
        "Hidden cards of this colour Ana: 2 You: 1 Keep Ana’s I disagree", ("Playing",), options={"pile": "logged"}, way="moves"),
    Beside("limits", [], {"kind": "accuse", "seat": 2, "accused": 0}, {"kind": "accuse", "own": "yes"}, unsaid=("saved:",)),
    Beside("nile", [*ASHORE, TIDE], {**SALE, "plant": "grapes"}, {**SALE, "plant": "wheat", "shared": "false"},
        "Quicker than you: Ana sold grapes in column 3", ("Ana: Ana",), way="moves"),
    Beside("nile", ASHORE, TIDE, {"kind": "tide", "moved": 1, "arrows": 1, "jokers": 1},
        "Ben: 2 water cards moved You: 1 water card moved, 1 arrow and 1 joker", saves=1),
    *(Beside("nile", ASHORE[:1], {**BOATS[1], "plants": ["onions", "grapes"]}, FILLED,
        "Ana: B put onions and grapes in the boat You: B put flax and wheat in the boat", way=way)
        for way in ("preview", "moves")),
    Beside("nile", [], {"kind": "first_desert", "field": DESERT},
        {"kind": "first_desert", **{f"field.{name}": one for name, one in DESERT.items()}},
        "Ana saved the same", ("try again", "already"), options={"depth": "board"}, way="moves"),
    Beside("nile", [*ASHORE, *({"kind": "lay_first", "seat": seat} for seat in range(3))], TIDE, {"_field": "r0t0|left.5.0"},
        unsaid=("saved the same", "Ana saved:"), options={"depth": "board"}),
    Beside("down-under", [], RESULT, TYPED, "Ana: A Ana 11 You: A Ana 12 Keep Ana’s Use mine", options={"depth": "result"}),
    Beside("down-under", [], RESULT, {**TYPED, "routes.1.length": ""}, "saved: Paths in the longest route: 11 and 14",
        ("mine",), options={"depth": "result"}),
    Beside("down-under", WALK, ROUTE, DRAWN, "B ’s route has 3 paths You: 2 Keep Ana’s Use mine", options={"depth": "routes"}),
    Beside("down-under", WALK, ROUTE, {**DRAWN, "cells.2": ["1", "0"], "cells.3": ["0", "0"]}, "Ben’s route has 3 paths",
        ("Use mine",), options={"depth": "routes"}),
)  # fmt: skip


def test_what_another_saved_first_is_said_beside_what_was_tapped(subtests: pytest.Subtests, app: Flask) -> None:
    for case in CASES:
        with subtests.test(game=case.game, theirs=case.theirs, mine=case.mine):
            told = case.told(app)
            assert case.said in told
            assert not [one for one in case.unsaid if one in told]
