"""The first model held against the second: whole games with real cards."""

import os
import random
from typing import Any

import pytest

from companion.games.limits.game import GAME
from tests.conformance.playing import combinations
from tests.games.limits.asking import Table
from tests.games.limits.second_model import counted_game, expected, logged_game
from tests.there import there

pytestmark = pytest.mark.ring("test")


def shown(table: Table) -> dict[str, Any]:
    view = table.view()
    seats = view["seats"]
    assert isinstance(seats, list)
    seen: list[dict[str, Any]] = [seat for seat in seats if isinstance(seat, dict)]
    return {
        "hands": [seat["hand"] for seat in seen],
        "deck": view["draw_pile"],
        "pile": view["pile"],
        "turn": table.turn,
        "points": [seat["points"] for seat in seen],
        "limits": [seat["limit_cards"] for seat in seen],
    }


def test_a_game_under_all_house_rules_agrees_with_real_cards_and_nothing_in_it_is_doubted() -> None:
    for number, chosen in enumerate(3 * [one for one in combinations(GAME) if one["pile"] == "logged"]):
        players, options, moves, snapshots = logged_game(random.Random(f"{os.environ['SEED']} {number}"), chosen)
        table = Table(players, **options)
        for move, real in zip(moves, snapshots, strict=True):
            assert table.play(**move).flags == (), (options, move)
            assert real is None or table.phase == "over" or shown(table) == real, (options, move)
        assert table.phase == "over"
        real = there(snapshots[-1])
        assert list(table.state.scores) == [p - 2 * c for p, c in zip(real["points"], real["limits"], strict=True)]


def test_a_counted_game_under_all_house_rules_has_the_points_of_its_verdicts_and_nothing_in_it_is_doubted() -> None:
    for number, chosen in enumerate(one for one in combinations(GAME) if one["pile"] == "counted"):
        players, options, moves = counted_game(random.Random(f"{os.environ['SEED']} counted {number}"), chosen)
        table = Table(players, **options)
        for move in moves:
            assert table.play(**move).flags == (), (options, move)
        assert table.phase == "over"
        has = [[one.points for one in table.state.players], [one.limit_cards for one in table.state.players]]
        assert has == [*expected(players, moves)], options
