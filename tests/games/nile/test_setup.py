"""The set-up sheet, the clauses and the options."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.options import make_setup, read_options, recorded_options
from companion.games.nile.game import GAME

FACTS = {
    2: {"covered": [2, 2, 3], "squares_left": 21, "water_cards_each": 22, "water_cards_out": 1, "desert_pile": 23},
    3: {"covered": [2, 2], "squares_left": 24, "water_cards_each": 15, "water_cards_out": 0, "desert_pile": 21},
    4: {"covered": [2], "squares_left": 26, "water_cards_each": 11, "water_cards_out": 1, "desert_pile": 19},
    5: {"covered": [], "squares_left": 28, "water_cards_each": 9, "water_cards_out": 0, "desert_pile": 17},
}


def facts(players: int, **options: bool | str) -> dict[str, Any]:
    return dict(GAME.lay_out(make_setup(GAME, players, options)).facts)


@pytest.mark.parametrize("players", FACTS)
def test_the_sheet_tells_the_numbers_for_so_many_players(players: int) -> None:
    assert facts(players) == {**FACTS[players], "jokers_each": 2, "market": [3, 4, 4, 5]}


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


@pytest.mark.parametrize("players", [1, 6])
def test_the_game_is_for_two_to_five(players: int) -> None:
    with pytest.raises(IllegalMove) as caught:
        make_setup(GAME, players, {})
    assert caught.value.clauses == ("NI-1",)


def test_every_step_cites_clauses_of_the_game_and_the_start_by_bids_has_a_step_of_its_own() -> None:
    for players in GAME.players:
        for bids in (False, True):
            steps = GAME.lay_out(make_setup(GAME, players, {"start_bid": bids})).steps
            cited = {clause for step in steps for clause in step.clauses}
            assert cited <= {clause.id for clause in GAME.clauses}
            assert ("NI-51" in cited) is bids


def test_every_clause_of_the_rules_is_there_once() -> None:
    numbers = [int(clause.id.removeprefix("NI-")) for clause in GAME.clauses]
    wanted = [*range(1, 9), *range(10, 13), *range(20, 26), *range(30, 36), *range(40, 44), *range(50, 54)]
    assert numbers == wanted


def test_the_options_have_the_defaults_of_the_house() -> None:
    assert make_setup(GAME, 3, {}).options == {
        "depth": "market",
        "two_player_cover": "seed",
        "ebb_outermost_only": False,
        "purge_every_turn": True,
        "rot_balance": "column",
        "hippo": False,
        "start_bid": False,
        "buy_others": False,
        "joker_heals": False,
        "first_water": "free",
        "ebb_arrow": "first",
        "flood_arrow": False,
        "same_kind": True,
        "extra_joker": True,
        "desert_reshuffle": False,
    }


def test_a_match_recorded_before_keeps_its_reading() -> None:
    younger = recorded_options(GAME, {"depth": "board"})
    assert (younger["first_water"], younger["ebb_arrow"], younger["flood_arrow"]) == ("any", "all", False)
    assert (younger["same_kind"], younger["extra_joker"], younger["desert_reshuffle"]) == (True, True, False)


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
