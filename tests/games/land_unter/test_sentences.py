"""Each kind of sentence that carries a figure, in one situation: the figures are those of the facts."""

from __future__ import annotations

from typing import Any

from companion.games.land_unter.game import GAME
from tests.games.english import Row, unsaid


def seats(*shown: tuple[int, int | None]) -> dict[str, Any]:
    """Rings and level of each; who has neither is out."""
    return {"seats": [{"rings": rings, "level": level, "out": False} for rings, level in shown]}


def ringed(*rings: int, losers: tuple[int, ...] = ()) -> dict[str, Any]:
    """The rings of each, −1 for who is out, and who lost."""
    return {"seats": [{"rings": max(0, one), "out": one < 0} for one in rings], "losers": [*losers]}


ROWS: tuple[Row, ...] = (
    ("rings", {"whole": 4, "half": 6}, {}, ("4 whole and 6 half rings make 7.",)),
    ("rings", {"whole": 5, "half": 3}, {}, ("5 whole and 3 half rings make 6½.",)),
    (
        "takes",
        {"levels": [7, 3], "cards": {"0": 58, "1": 31, "2": 12}},
        {},
        ("S0 played the highest card, 58: lower water, 3.", "S1 played the second highest, 31: 7."),
    ),
    ("takes", {"levels": [2, 2], "cards": {"0": 45, "1": 6}}, {}, ("Both water cards show 2.",)),
    (
        "loses",
        seats((1, 2), (0, 1), (2, 1)),
        {},
        ("S0 has the highest level: 2.", "S0 loses a ring: 0 left.", "3 players are left, so the round goes on."),
    ),
    ("loses", seats((0, 4), (1, 1), (0, 2)), {}, ("2 players are left, so the round ends.",)),
    (
        "loses",
        seats((2, 2), (5, 3), (4, 3)),
        {},
        ("S1, S2 tie for the highest level: 3.", "S1 loses a ring: 4 left.", "S2 loses a ring: 3 left."),
    ),
    ("round-score", seats((5, 4), (1, 1), (0, 2)), {}, ("S0 kept 5 rings: 5.", "S1 kept 1 ring: 1.")),
    ("round-score", seats((2, 4), (0, None), (5, None)), {}, ("S1, S2 have no water card: +1 each.",)),
    ("round-score", seats((5, 3), (2, 4), (0, 3)), {}, ("S0, S2 share the lowest water, 3: +1 each.",)),
    ("winner", {"seats": [{"points": 1}, {"points": 4}, {"points": -2}]}, {}, ("S0 has 1 point.", "S1 has 4 points.")),
    ("leader", ringed(2, 2, -1), {}, ("S0, S1 have the most rings (2).",)),
    (
        "leader",
        ringed(1, 3, 0, losers=(0, 1)),
        {},
        ("S0 lost and has the fewest rings (1), so the left neighbour leads.",),
    ),
    (
        "leader",
        ringed(2, 2, 0, losers=(0, 1)),
        {},
        ("S0, S1 tie for fewest rings (2), so their left neighbours may lead.",),
    ),
)


def test_every_figure_in_a_working_is_that_of_the_facts() -> None:
    assert unsaid(GAME, ROWS) == []
