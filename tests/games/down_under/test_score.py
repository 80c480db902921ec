"""Who has won, by length and with animals."""

import pytest

from tests.games.down_under.asking import Json, board, judge, steps, tile, verdict


def row(colour: str, y: int, *over: str | None, owner: str = "g") -> list[Json]:
    """A route of this colour along a row: one own straight, then grey straights of `owner` with these animals."""
    return [tile(f"{colour}s90", 0, y), *(tile(f"{owner}s0", x, y, one) for x, one in enumerate(over, start=1))]


def test_the_own_dingo_elsewhere_saves_from_losing_but_not_from_rabbits() -> None:
    tiles = [*row("r", 0, "rabbit"), tile("rs0", 0, 5, "dingo")]
    found = verdict("final-score", {"animals": True}, tiles=tiles, colours=["red"])
    assert found == {"length": {"red": 2}, "points": {"red": 0}, "lost": [], "winners": ["red"]}


def test_who_has_lost_with_more_points_is_left_out_before_it_is_said_who_has_most() -> None:
    tiles = [*row("r", 0, "dingo", None, None), *row("b", 5), tile("bs0", 0, 7, "dingo")]
    ruling = judge("final-score", {"animals": True}, tiles=tiles, colours=["red", "blue"])
    assert (ruling.verdict["lost"], ruling.verdict["winners"]) == (["red"], ["blue"])
    assert steps(ruling)[-1] == "Of the others, Blue has the most points."
    without = judge("final-score", tiles=tiles, colours=["red", "blue"])
    assert "Those who lost don’t count." not in steps(without)


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
