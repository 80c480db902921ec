"""House options and seats, as a table names them."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.options import check_seats, read_options, recorded_options
from tests.engine.toy import GAME


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (None, "options"), ([], "options"), ("shiny", "options"), ({"shiny": 1}, "options.shiny"),
        ({"shiny": 0}, "options.shiny"), ({"shiny": "true"}, "options.shiny"), ({"shiny": None}, "options.shiny"),
        ({"shiny": []}, "options.shiny"), ({"metal": True}, "options.metal"), ({"metal": "Gold"}, "options.metal"),
        ({"metal": {}}, "options.metal"), ({"dull": True}, "options.dull"), ({"\ud800": True}, "options.?"),
    ],
)  # fmt: skip
def test_an_option_is_known_and_has_one_of_its_values(given: Any, path: str) -> None:
    with pytest.raises(NotAMove) as caught:
        read_options(GAME, given)
    assert caught.value.path == path


@pytest.mark.parametrize("seats", [0, 1, 4, -1, 10**9])
def test_a_game_is_for_so_many_players_and_no_others(seats: int) -> None:
    with pytest.raises(IllegalMove) as caught:
        check_seats(GAME, seats)
    assert (caught.value.clauses, caught.value.path) == (("TO-1",), "players")


def test_an_option_younger_than_a_match_has_the_value_by_which_the_match_was_played() -> None:
    shiny, metal = GAME.options
    younger = replace(GAME, options=(replace(shiny, before=True), metal))
    assert recorded_options(younger, {"metal": "tin"}) == {"shiny": True, "metal": "tin"}
    assert recorded_options(younger, {"shiny": False, "metal": "tin"}) == {"shiny": False, "metal": "tin"}
    assert read_options(younger, {"metal": "tin"}) == {"shiny": False, "metal": "tin"}
