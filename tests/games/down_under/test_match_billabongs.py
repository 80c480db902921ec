"""Billabongs in a match entered move by move: who lays them, and how the turn goes on."""

import pytest

from tests.games.down_under.asking import Json, Table, board, met, out_of_curves, pond, tile


def test_three_routes_at_a_cell_hold_the_turn_until_the_billabong_lies_and_the_mover_has_gone_on_out_of_it() -> None:
    table = met()
    assert (table.phase, table.turn) == ("billabong", 2)
    assert table.view()["meetings"] == [
        {"cell": [1, 1], "mover": "green", "case": "three", "ends": ["red", "yellow"], "goes_on": ["green"]}
    ]
    assert table.doubted("lay", seat=0, tile=tile("rs90", -1, 1)) == ("DU-16", "DU-30")
    assert table.doubted("billabong", seat=0, x=1, y=1, through=[["E", "S"]]) == ("DU-30",)
    assert table.play("billabong", seat=2, x=1, y=1, through=[["E", "S"]]).rulings[0].verdict["case"] == "three"
    assert (table.phase, table.turn, table.view()["way_out"]) == ("lay", 2, [1, 1])
    assert table.doubted("lay", seat=2, tile=tile("gs90", 3, 1)) == ("DU-30",)
    table.lay("gs0", 1, 2)
    assert (table.turn, table.view()["way_out"], table.scores) == (0, None, [2, 2, 3])


def test_who_owes_a_billabong_or_the_tile_out_of_it_is_not_done_without_a_doubt() -> None:
    table = met()
    assert table.doubted("done", seat=2) == ("DU-25", "DU-30")
    table.play("billabong", seat=2, x=1, y=1, through=[["E", "S"]])
    assert table.doubted("done", seat=2) == ("DU-25", "DU-30")
    table.play("done", seat=2, anyway=True)
    assert (table.turn, table.done, table.view()["way_out"]) == (0, [False, False, True], None)


@pytest.mark.parametrize(
    ("through", "joined"),
    [([], []), ([["W", "S"]], []), ([["E", "N"]], ["DU-17"]), ([["E", "S"], ["W", "N"]], ["DU-17"])],
)
def test_only_the_mover_passes_the_billabong(through: list[list[str]], joined: list[str]) -> None:
    assert met().doubted("billabong", seat=2, x=1, y=1, through=through) == ("DU-30", "DU-13", *joined)


def test_a_billabong_elsewhere_is_doubted_and_on_a_tile_refused() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
    assert table.doubted("billabong", seat=0, x=0, y=1, through=[]) == ("DU-25", "DU-30", "DU-31", "DU-32")
    assert table.refused("billabong", seat=0, x=0, y=0, through=[]) == ("DU-12",)
    assert table.refused("billabong", seat=0, x=0, y=1, through=[["N", "N"]]) == ("DU-13",)


def four_met() -> Table:
    """Three routes had met at (1, 1); instead of the billabong the table let blue lay, which comes in too."""
    table = Table(4).lay_all(("rs90", 0, 1), ("ys0", 1, 0), ("gs90", 2, 1))
    table.lay("bs0", 1, 2, anyway=True)
    return table


def test_four_routes_at_a_cell_all_end_there() -> None:
    table = four_met()
    assert (table.phase, table.turn, table.view()["meetings"][0]["case"]) == ("billabong", 3, "four")
    table.play("billabong", seat=3, x=1, y=1, through=[])
    assert (table.phase, table.turn, table.scores) == ("lay", 0, [2, 2, 2, 2])


def met_twice(*more: Json) -> Table:
    """Red has just brought three routes together at (1, 0), its own among them, and three others at (0, 1)."""
    table = Table(4, variant="children")
    lying = board(("rs90", -1, 0), ("bs0", 0, -1), ("ys0", 1, -1), ("gs0", 1, 1), ("ys90", -1, 1), ("gs0", 0, 2))
    table.play("stand_now", turn=0, done=[], tiles=[*lying, *more], anyway=True)
    return table.lay_all(("rs90", 0, 0))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_billabongs_in_one_turn_either_may_come_first_and_the_way_out_is_still_owed(
    order: tuple[int, int],
) -> None:
    table = met_twice()
    assert [one["goes_on"] for one in table.view()["meetings"]] == [["red"], []]
    for which in order:
        x, y, through = [(1, 0, [["W", "E"]]), (0, 1, [])][which]
        table.play("billabong", seat=0, x=x, y=y, through=through)
    assert (table.phase, table.turn, table.view()["way_out"]) == ("lay", 0, [1, 0])
    table.lay("rs90", 2, 0)
    assert (table.turn, table.view()["way_out"]) == (1, None)


def test_the_routes_at_a_second_cell_end_there_once_the_last_billabong_lies_at_the_first() -> None:
    table = met_twice(*(pond(x, 5) for x in (1, 2, 3)))
    table.play("billabong", seat=0, x=1, y=0, through=[["W", "E"]])
    assert (table.phase, table.view()["meetings"], table.view()["way_out"]) == ("lay", [], [1, 0])
    table.lay("rs90", 2, 0)
    assert table.doubted("lay", seat=1, tile=tile("yt270", 0, 1)) == ("DU-33", "DU-17")


def both_ends_met() -> Table:
    """Red has just brought two others to each end of its own route, and laid both billabongs with a way to (1, 1)."""
    table = Table(4, variant="children")
    lying = board(
        ("rs90", -1, 0), ("rc90", -2, 0), ("rc0", -2, 1), ("rs90", -1, 1), ("bs0", 0, -1), ("gs0", 0, 2),
        ("ys0", 1, -1), ("gs90", 2, 0),
    )  # fmt: skip
    table.play("stand_now", turn=0, done=[], tiles=lying, anyway=True)
    table.lay("rs90", 0, 0)
    table.play("billabong", seat=0, x=1, y=0, through=[["W", "S"]])
    table.play("billabong", seat=0, x=0, y=1, through=[["W", "E"]])
    return table


def test_both_ends_of_a_route_go_on_out_of_two_billabongs_each_with_a_tile_of_its_own() -> None:
    table = both_ends_met()
    assert [*table.state.ways_out] == [(1, 0), (0, 1)]
    assert table.doubted("lay", seat=0, tile=tile("rs0", 3, 0))[0] == "DU-30"
    table.lay("rc270", 1, 1)
    assert (table.turn, [*table.state.ways_out]) == (1, [])


def test_once_no_billabong_is_left_routes_end_at_the_empty_cell() -> None:
    table = Table(3)
    for x in range(-4, 0):
        table.play("billabong", seat=1, x=x, y=0, through=[], anyway=True)
    assert table.doubted("billabong", seat=1, x=-5, y=0, through=[])[-1] == "DU-1"
    table.lay_all(("rs90", 0, 1), ("ys0", 1, 0), ("gs90", 2, 1))
    assert (table.phase, table.turn, table.view()["meetings"]) == ("lay", 0, [])
    assert table.doubted("lay", seat=0, tile=tile("rt270", 1, 1)) == ("DU-33",)


def test_a_billabong_out_of_the_area_is_not_asked_for() -> None:
    """The area is four rows high already, so nothing full-size lies in a fifth."""
    table = Table(3, difficulty="hard")
    table.lay_all(("rs90", 0, 0), ("ys90", 0, 1), ("gs90", 0, 2), ("rs90", 1, 0), ("ys90", 1, 1), ("gs90", 1, 2))
    assert table.doubted("billabong", seat=2, x=0, y=20, through=[])[-2:] == ("DU-33", "DU-20")


@pytest.mark.parametrize(("through", "joined"), [([], []), ([["E", "W"]], []), ([["E", "S"]], ["DU-17"])])
def test_with_two_routes_both_pass_the_billabong(through: list[list[str]], joined: list[str]) -> None:
    assert out_of_curves().doubted("billabong", seat=0, x=-1, y=0, through=through) == ("DU-32", "DU-13", *joined)


def test_the_ways_out_of_a_billabong_may_not_be_joined_by_the_grey_beyond_it() -> None:
    """Red comes to (-1, 0) from the west, yellow from the north; grey leads from its south round to its east."""
    table = Table(2).lay_all(
        ("rc180", 1, 1), ("yc180", 2, 0), ("rc90", 0, 1), ("ys90", 1, 0), ("rc270", 0, 2), ("yc0", 2, 1),
        ("rc0", -1, 2), ("yc0", 0, 0), ("rc180", -1, 1), ("yc180", 0, -1), ("rc0", 1, 2), ("ys90", 3, 1),
        ("rc0", -2, 1), ("yc90", -1, -1), ("rs90", 2, 2), ("yc270", 4, 1), ("rc90", -2, 0), ("yc180", 4, 0),
        ("rc270", 3, 2),
    )  # fmt: skip
    for through in ([["W", "S"], ["N", "E"]], [["W", "E"], ["N", "S"]]):
        assert table.doubted("billabong", seat=0, x=-1, y=0, through=through) == ("DU-17",)
