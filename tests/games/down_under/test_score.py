"""Who has won, by length and with animals."""

import pytest

from tests.games.down_under.asking import board, tile, verdict

BOTH_ROUTES = board(
    *(("rs0", 0, y) for y in range(3)),
    ("gs0", 3, 0),
    *(("ys0", 6, y) for y in range(2)),
    *(("bs0", 9, y) for y in range(3)),
)
"""Red 3 and green 1, yellow 2 and blue 3."""


@pytest.mark.parametrize(
    ("dingoes", "lost", "winners"),
    [
        ((("rs0", 3), ("gs0", 6), ("ys0", 9)), ["blue"], ["red", "green"]),
        ((("rs0", 3),), ["yellow", "green", "blue"], ["yellow", "blue"]),
    ],
)
def test_with_two_routes_a_player_without_one_of_both_dingoes_has_lost_and_all_have_once_both_players_have(
    dingoes: tuple[tuple[str, int], ...], lost: list[str], winners: list[str]
) -> None:
    tiles = [*BOTH_ROUTES, *(tile(short, x, 5, "dingo") for short, x in dingoes)]
    colours = ["red", "yellow", "green", "blue"]
    found = verdict("final-score", {"variant": "two_routes", "animals": True}, tiles=tiles, colours=colours)
    assert (found["lost"], found["winners"]) == (lost, winners)
