"""Which tile of a loop may be turned, and what happens where routes meet."""

from typing import Any

import pytest

from tests.games.down_under.asking import LONG_LOOP, LOOP, Json, board, judge, pond, steps, tile, verdict

THREE = board(("rs90", 0, 1), ("ys90", 2, 1), ("gs0", 1, 0))
"""Red from the west, yellow from the east and green from the north lead to (1, 1)."""

FOUR = [*THREE, tile("bs0", 1, 2)]
ALL = {"red": 3, "yellow": 3, "green": 3, "blue": 3}


def turns(tiles: list[Json], colour: str = "red") -> list[tuple[int, int, int, int]]:
    found = verdict("turnable", tiles=tiles, colour=colour)["turns"]
    return [(one["x"], one["y"], one["turn"], one["length"]) for one in found]


def meets(tiles: list[Json], mover: str = "red", cell: tuple[int, int] = (1, 1), **curves: int) -> Any:
    return verdict("billabong", tiles=tiles, cell=[*cell], mover=mover, curves_left=curves or ALL)


def test_every_curve_of_a_loop_of_four_may_be_turned_either_way_and_makes_five() -> None:
    assert turns(LOOP) == [
        (0, 0, 0, 5),
        (0, 0, 180, 5),
        (1, 0, 90, 5),
        (1, 0, 270, 5),
        (0, 1, 90, 5),
        (0, 1, 270, 5),
        (1, 1, 0, 5),
        (1, 1, 180, 5),
    ]


def test_every_curve_of_a_loop_of_six_makes_seven_and_no_straight_opens_it() -> None:
    found = turns(LONG_LOOP)
    assert {length for _, _, _, length in found} == {7}
    assert len(found) == 8
    assert all(x != 1 for x, _, _, _ in found)


def test_without_a_loop_nothing_is_turned() -> None:
    assert turns(board(("rc0", 0, 0))) == []
    assert turns(LOOP, "blue") == []
    assert "DU-24" in judge("turnable", tiles=[], colour="blue").clauses


def test_a_turn_that_joins_two_colours_is_none() -> None:
    """Blue comes to (0, 0) from the west: whichever way that curve turns, red would meet it there."""
    assert (0, 0) in [one[:2] for one in turns(LOOP)]
    assert (0, 0) not in [one[:2] for one in turns([*LOOP, tile("bs90", -1, 0)])]


def test_the_tiles_of_others_are_not_turned() -> None:
    """The loop runs over the grey of a green curve: only red's three are turned."""
    tiles = [*LOOP[:3], tile("gc180", 0, 1)]
    assert verdict("route", tiles=tiles)["routes"][0]["state"] == "loop"
    assert (0, 1) not in [one[:2] for one in turns(tiles)]
    assert turns(tiles)


def test_all_own_coloured_paths_must_then_lie_in_one_route() -> None:
    """With red's other tile apart, opening the loop leaves two routes."""
    assert turns([*LOOP, tile("rs0", 5, 5)]) == []


def test_three_routes_at_one_cell_the_mover_goes_on_and_two_end() -> None:
    assert meets(THREE) == {"case": "three", "ends": ["yellow", "green"], "goes_on": ["red"]}
    assert meets(THREE, "green") == {"case": "three", "ends": ["red", "yellow"], "goes_on": ["green"]}


def test_four_routes_at_one_cell_all_end() -> None:
    assert meets(FOUR) == {"case": "four", "ends": ["red", "yellow", "green", "blue"], "goes_on": []}


def test_three_routes_brought_together_by_somebody_else_all_end() -> None:
    found = meets(THREE, "blue")
    assert found == {"case": "three", "ends": ["red", "yellow", "green"], "goes_on": []}


def test_three_routes_with_no_side_left_all_end() -> None:
    """Red comes in twice, from the west and from the south."""
    tiles = [*THREE, tile("rs0", 1, 2)]
    assert meets(tiles) == {"case": "three", "ends": ["red", "yellow", "green"], "goes_on": []}


def test_two_routes_and_one_has_no_curve_left_both_go_on() -> None:
    two = THREE[:2]
    assert meets(two, red=0, yellow=4) == {"case": "two", "ends": [], "goes_on": ["red", "yellow"]}
    assert meets(two, yellow=4) == {"case": "two", "ends": [], "goes_on": ["red", "yellow"]}
    assert meets(two, red=1, yellow=4) == {"case": "none", "ends": [], "goes_on": []}


def test_two_ends_of_one_player_are_one_player() -> None:
    assert meets(board(("rs90", 0, 1), ("rs90", 2, 1)), red=0) == {"case": "none", "ends": [], "goes_on": []}
    three_ends = board(("rs90", 0, 1), ("rs90", 2, 1), ("ys0", 1, 0))
    assert meets(three_ends, red=0)["case"] == "two"


def test_a_cell_that_is_taken_has_no_billabong() -> None:
    assert meets([*FOUR, pond(1, 1)])["case"] == "none"


def test_without_a_billabong_left_the_routes_end_at_the_empty_cell() -> None:
    ponds = [pond(x, 9) for x in range(4)]
    assert meets([*THREE, *ponds]) == {"case": "three", "ends": ["red", "yellow", "green"], "goes_on": []}
    assert meets([*THREE[:2], *ponds], red=0)["case"] == "none"


def test_routes_come_over_grey_too() -> None:
    tiles = [*THREE[:2], tile("gs0", 1, -1), tile("ys90", 1, 0)]
    assert meets(tiles)["case"] == "three"


@pytest.mark.parametrize(
    ("tiles", "mover", "clause"), [(THREE, "red", "DU-30"), (FOUR, "red", "DU-31"), (THREE[:2], "red", "DU-32")]
)
def test_the_working_cites_the_case(tiles: list[Json], mover: str, clause: str) -> None:
    ruling = judge("billabong", tiles=tiles, cell=[1, 1], mover=mover, curves_left={})
    assert clause in ruling.clauses
    assert len(steps(ruling)) >= 2
