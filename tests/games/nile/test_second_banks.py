"""Games at the depth that tracks the fields, under every two house rules: what is true is taken without a doubt."""

import os
import random
from typing import Any

import pytest

from companion.games.nile.game import GAME
from tests.conformance.playing import combinations
from tests.games.nile.asking import Table
from tests.games.nile.second_banks import Banks, named

TURNS = 12


def enter(table: Table, move: dict[str, Any]) -> None:
    """One move; a doubt raises."""
    table.play(move["kind"], **{name: value for name, value in move.items() if name != "kind"})


def seen(table: Table) -> list[Any]:
    """Water, desert and plants of every field that has any, as the match shows them."""
    board = [one for one in table.view()["board"] if one["water"] or one["desert"] or one["plants"]]
    return sorted(
        (
            (*one["field"].values(),),
            one["water"] and tuple(one["water"]),
            bool(one["desert"]),
            sorted((plant["seat"], plant["plant"]) for plant in one["plants"]),
        )
        for one in board
    )


def real(banks: Banks) -> list[Any]:
    """The same on the table itself."""
    found = [
        (
            (*named(one).values(),),
            banks.water.get(one),
            one in banks.desert,
            sorted((p["seat"], p["plant"]) for p in plants),
        )
        for one, plants in banks.plants.items()
    ]
    return sorted(one for one in found if any(one[1:]))


@pytest.mark.ring("test")
def test_a_game_on_its_fields_under_every_two_house_rules_is_never_doubted_and_lies_as_on_the_table() -> None:
    for number, options in enumerate(combinations(GAME)):
        rng = random.Random(f"{os.environ['SEED']} banks {number}")
        chosen, players = {**options, "depth": "board", "start_bid": False}, rng.randint(2, 5)
        table, banks = Table(players, **chosen), Banks(rng, players, chosen)
        for move in banks.start():
            enter(table, move)
        for _ in range(TURNS):
            while table.phase == "tide":
                enter(table, banks.tide(table.state.marker))
                assert seen(table) == real(banks), chosen
            for _ in range(players):
                assert table.state.turn is not None
                for move in banks.act(table.state.turn.seat):
                    enter(table, move)
            banks.score()
            assert seen(table) == real(banks), chosen
            assert sorted((one.seat, one.plant) for one in table.state.boat) == sorted(banks.boat), chosen
            if table.phase == "over":
                break
