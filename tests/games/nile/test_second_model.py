"""Whole games, one worked out by hand and many at random, against a second model of the rules."""

import os
import random
from typing import Any

import pytest

from companion.games.nile.game import GAME
from companion.games.nile.rules.catching_up import current_standing
from companion.games.nile.rules.sentences import LATEST_ROUND
from tests.conformance.playing import combinations
from tests.games.nile import second_model
from tests.games.nile.asking import Table
from tests.games.nile.second_box import Box, random_game
from tests.games.playthrough import shown_by
from tests.rings import few_first

pytestmark = pytest.mark.ring("test")

GAMES = 2000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 60
BATCH = GAMES // 6
SEED = os.environ["SEED"]


def shown(table: Table, view: dict[str, Any]) -> dict[str, Any]:
    status = GAME.status(table.state)
    same = ("starter", "marker", "ap", "extra", "obelisk", "market", "boat", "pawns", "lost", "bids")
    return {
        **{name: view[name] for name in (*same, "desert_pile", "water_lying")},
        "phase": status.phase,
        "turn": status.turn,
        "winners": None if status.winners is None else list(status.winners),
        "jokers": list(table.state.jokers),
        "scores": list(status.scores),
    }


@pytest.mark.parametrize("batch", few_first(range(6), 2))
def test_whole_games_agree_with_the_second_model_after_every_entry(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        players, options, moves = random_game(random.Random(f"{SEED} whole {number}"))
        table = Table(players, **options)
        for index, snapshot in enumerate(shown_by(second_model, players, options, moves)):
            table.enter(moves[index])
            assert shown(table, table.view()) == snapshot, (number, index, moves[index])
        assert table.state.winners is not None


def test_a_game_under_every_two_house_rules_agrees_with_the_second_model_and_nothing_nor_a_standing_is_doubted() -> (
    None
):
    for number, options in enumerate(combinations(GAME)):
        rng, chosen = random.Random(f"{SEED} pair {number}"), {**options, "depth": "market"}
        players, _, moves = random_game(rng, chosen)
        table, fresh = Table(players, **chosen), Table(players, **chosen).state
        for index, snapshot in enumerate(shown_by(second_model, players, chosen, moves)):
            assert table.enter(moves[index]).outcome.flags == ()
            assert shown(table, table.view()) == snapshot, (number, index, moves[index])
            # Of a round past LATEST_ROUND the table is asked whether it is meant, however true the standing is.
            if table.phase in ("tide", "actions") and table.state.round < LATEST_ROUND and rng.random() < 0.3:
                assert GAME.play(fresh, current_standing(table.state)).flags == (), (chosen, moves[index])


ROUNDS = 12


def seen(board: list[Any]) -> list[Any]:
    """Water, desert and plants of every field that has any, as the match shows them."""
    return sorted(
        (
            (*one["field"].values(),),
            one["water"] and tuple(one["water"]),
            bool(one["desert"]),
            sorted((plant["seat"], plant["plant"], plant["ripe"]) for plant in one["plants"]),
        )
        for one in board
        if one["water"] or one["desert"] or one["plants"]
    )


def real(box: Box) -> list[Any]:
    found = [
        (field, box.water.get(field), field in box.desert, sorted((p["seat"], p["plant"], p["ripe"]) for p in plants))
        for field, plants in box.plants.items()
    ]
    return sorted(one for one in found if any(one[1:]))


def beside(match: dict[str, Any]) -> dict[str, Any]:
    """What lies beside the fields, whatever the order in which the plants of a field came into the boat."""
    return {**match, "boat": sorted(map(str, match["boat"]))}


def test_a_game_on_its_fields_under_every_two_house_rules_is_never_doubted_and_lies_as_on_the_table() -> None:
    for number, options in enumerate(combinations(GAME)):
        rng, chosen = random.Random(f"{SEED} fields {number}"), {**options, "depth": "board"}
        play_on_fields(rng, rng.randint(2, 5), chosen)


def play_on_fields(rng: random.Random, players: int, chosen: dict[str, Any]) -> None:
    """Enters each move of a box, and fails where fields or what lies beside them are then others than on the table."""

    def entered(move: second_model.Move) -> None:
        table.enter(move)
        view = table.view()
        assert seen(view["board"]) == real(box), (chosen, move)
        assert beside(shown(table, view)) == beside(second_model.show(box.match)), (chosen, move)

    table, box = Table(players, **chosen), Box(rng, players, chosen, entered)
    box.play(ROUNDS)
