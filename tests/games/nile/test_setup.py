"""The set-up sheet, the clauses and the options."""

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.options import make_setup, read_options
from companion.games.nile.game import GAME

FACTS = {
    2: {"covered": [2, 2, 3], "squares_left": 21, "water_cards_each": 22, "water_cards_out": 1, "desert_pile": 23},
    3: {"covered": [2, 2], "squares_left": 24, "water_cards_each": 15, "water_cards_out": 0, "desert_pile": 21},
    4: {"covered": [2], "squares_left": 26, "water_cards_each": 11, "water_cards_out": 1, "desert_pile": 19},
    5: {"covered": [], "squares_left": 28, "water_cards_each": 9, "water_cards_out": 0, "desert_pile": 17},
}


def facts(players: int, **options: bool | str) -> dict[str, Any]:
    return dict(GAME.lay_out(make_setup(GAME, players, options)).facts)


def test_by_the_german_summaries_two_players_cover_two_rows() -> None:
    assert facts(2, two_player_cover="german") == {
        **FACTS[2],
        "covered": [2, 3],
        "squares_left": 23,
        "jokers_each": 2,
        "market": [3, 4, 4, 5],
    }


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_german_summaries_change_nothing_for_more_players(players: int) -> None:
    assert facts(players, two_player_cover="german") == facts(players)


def test_options_that_change_nothing_are_named_so() -> None:
    def idle(seats: int, **options: bool | str) -> set[str]:
        return set(GAME.idle(read_options(GAME, options), seats)) if GAME.idle else set()

    assert idle(3) == {"ebb_outermost_only", "first_water", "same_kind", "two_player_cover", "extra_joker"}
    assert idle(2, depth="board", hippo=True) == set()
    assert [one.name for one in GAME.played_options(read_options(GAME, {}), 2)][:3] == [
        "depth",
        "two_player_cover",
        "ebb_arrow",
    ]


def test_a_bank_is_named_only_where_one_of_two_equal_rows_is_covered() -> None:
    def names_a_bank(players: int, **options: bool | str) -> bool:
        steps = GAME.lay_out(make_setup(GAME, players, {"depth": "board", **options})).steps
        return any("left bank" in step.text.message for step in steps)

    assert [names_a_bank(players) for players in GAME.players] == [True, False, True, False]
    assert names_a_bank(2, two_player_cover="german")


def test_a_sheet_puts_sold_plants_in_the_boat_after_the_last_column_as_the_rule_does() -> None:
    rule = next(one.text.message for one in GAME.clauses if one.id == "NI-34")
    sheet = GAME.sheet(make_setup(GAME, 3, {}), "normal", None, Viewer())
    said = [one.text.message for one in sheet.reminders if "NI-34" in one.clauses]
    assert [text.startswith("After the last column, all ") for text in (rule, *said)] == [True, True]
