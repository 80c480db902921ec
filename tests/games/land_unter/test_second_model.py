"""Whole random games, entered in every way, against a second model of the rules."""

import os
import random
from typing import Any

import pytest

from companion.games.land_unter.board.drawings import rounds_played
from companion.games.land_unter.game import GAME
from tests.conformance.playing import combinations
from tests.games.land_unter import second_model
from tests.games.land_unter.asking import Table
from tests.games.playthrough import shown_by
from tests.rings import few_first

pytestmark = pytest.mark.ring("test")

GAMES = 5000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 120
BATCH = GAMES // 8


def shown(table: Table) -> dict[str, Any]:
    status, view = GAME.status(table.state), table.view()
    seats = view["seats"]
    assert isinstance(seats, list)
    return {
        "phase": status.phase,
        "turn": status.turn,
        "winners": None if status.winners is None else list(status.winners),
        **{name: view[name] for name in ("round", "trick", "leader")},
        "seats": [
            {"score": score} | {name: seat[name] for name in ("rings", "level", "out", "by_round")}
            for score, seat in zip(status.scores, seats, strict=True)
            if isinstance(seat, dict)
        ],
    }


@pytest.mark.parametrize("batch", few_first(range(8), 2))
def test_whole_games_agree_with_the_second_model_after_every_entry(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        players, options, moves = second_model.random_game(random.Random(f"{os.environ['SEED']} whole {number}"))
        table = Table(players, **options)
        for index, snapshot in enumerate(shown_by(second_model, players, options, moves)):
            table.play(**moves[index])
            assert shown(table) == snapshot, (number, index, moves[index])
        assert table.state.is_over


def test_a_game_under_every_two_house_rules_agrees_with_the_second_model_and_shows_the_ruling_that_ended_each_round() -> (
    None
):
    for number, options in enumerate(combinations(GAME)):
        chosen = {**options, "tricks": "whole"}
        rng = random.Random(f"{os.environ['SEED']} every two {number}")
        players, _, moves = second_model.random_game(rng, chosen)
        table, given = Table(players, **chosen), []
        for index, snapshot in enumerate(shown_by(second_model, players, chosen, moves)):
            rulings = table.play(**moves[index]).rulings  # raises a doubt, too
            given += [ruling for ruling in rulings if ruling.name == "round-score"]
            assert shown(table) == snapshot, (chosen, index, moves[index])
        assert table.state.is_over
        assert [end.ruling for end in rounds_played(table.state)] == given, chosen
        assert len(given) == players
