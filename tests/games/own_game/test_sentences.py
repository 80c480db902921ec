"""Each refusal and doubt that carries a figure, in one situation: the figures are those of what was entered."""

import json
from typing import Any

from companion.games.own_game.state import State
from tests.conformance.playing import PACKAGES
from tests.games.own_game.playthroughs import points
from tests.games.table import Judged

Json = dict[str, Any]


class Table(Judged[State]):
    game = PACKAGES["own_game"]


def row(**row: Any) -> Json:
    return {"writes": "rows", "rows": [{"name": "May", **row}]}


def written(*figures: int, at: int = 0) -> Json:
    return {"kind": "pad", "cells": {str(seat): {str(at): one} for seat, one in enumerate(figures)}}


NO_SUCH_PLACES = "asked OW-4: Ranks start at 1, and a tie skips the next one: 1, 1, 3."
ROWS: tuple[tuple[Json, Json, str], ...] = (
    ({}, {"kind": "stand_now", "seats": [{"points": 1}] * 2}, "refused OW-1: Players entered: 2. There should be 3."),
    (row(), written(1, at=3), "refused OW-7: Enter 0 to 0, not 3."),
    ({"writes": "places"}, points(a=4), "refused OW-4: Enter 1 to 3, not 4."),
    *(({"writes": "places"}, points(a=a, b=b, c=c), NO_SUCH_PLACES) for a, b, c in ((2, 2, 2), (1, 1, 2))),
    *(({"writes": "places"}, points(a=1, b=b, c=c), "taken") for b, c in ((2, 2), (2, 3), (1, 3))),
    ({"writes": "winner"}, points(a=2), "refused OW-3: Enter 0 to 1, not 2."),
    ({"up_to": 12}, points(a=13), "doubted OW-4: Enter 0 to 12, not 13."),
    ({}, points(a=-3), "doubted OW-5: S0 gets -3: this game has no minus points."),
    ({"empty": "rest", "negative": True}, points(a=1, b=2, c=3), "doubted OW-5: These don’t add up to 0."),
    (row(kind="count", times=2, up_to=5), written(8), "doubted OW-7: How many are there in “May”? 8 × 2 = 16."),
    (row(counts=False, by_round=True), written(20), "asked OW-7: “May” 20: round 1 deals 1 card."),
    (row(total=162), written(100, 60, 1), "doubted OW-7: “May” adds up to 161, not 162."),
)


def test_every_figure_of_a_refusal_or_doubt_is_one_that_was_entered_or_asked_for() -> None:
    met = [Table(3, sheet=json.dumps({"name": "x", **rules})).met_with(move) for rules, move, _ in ROWS]
    assert met == [told for _, _, told in ROWS]
