"""Which tile of a loop may be turned, and what happens where routes meet."""

from typing import Any

import pytest

from tests.games.down_under.asking import LOOP, Json, board, judge, steps, tile, verdict

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


def test_three_routes_at_one_cell_the_mover_goes_on_and_two_end() -> None:
    assert meets(THREE) == {"case": "three", "ends": ["yellow", "green"], "goes_on": ["red"]}
    assert meets(THREE, "green") == {"case": "three", "ends": ["red", "yellow"], "goes_on": ["green"]}


def test_four_routes_at_one_cell_all_end() -> None:
    assert meets(FOUR) == {"case": "four", "ends": ["red", "yellow", "green", "blue"], "goes_on": []}


def test_two_routes_and_one_has_no_curve_left_both_go_on() -> None:
    two = THREE[:2]
    assert meets(two, red=0, yellow=4) == {"case": "two", "ends": [], "goes_on": ["red", "yellow"]}
    assert meets(two, yellow=4) == {"case": "two", "ends": [], "goes_on": ["red", "yellow"]}
    assert meets(two, red=1, yellow=4) == {"case": "none", "ends": [], "goes_on": []}


@pytest.mark.parametrize(
    ("tiles", "mover", "clause"), [(THREE, "red", "DU-30"), (FOUR, "red", "DU-31"), (THREE[:2], "red", "DU-32")]
)
def test_the_working_cites_the_case(tiles: list[Json], mover: str, clause: str) -> None:
    ruling = judge("billabong", tiles=tiles, cell=[1, 1], mover=mover, curves_left={})
    assert clause in ruling.clauses
    assert len(steps(ruling)) >= 2
