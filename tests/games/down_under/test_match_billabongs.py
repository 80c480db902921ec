"""Billabongs in a match entered move by move: who lays them, and how the turn goes on."""

import pytest

from tests.games.down_under.asking import Json, Table, beside, board, lay, met, out_of_curves, pond
from tests.games.table import Row, otherwise


def laid(seat: int, x: int, y: int, *through: str) -> Json:
    """The move that lays a billabong; "NS" joins its north and south."""
    return {"kind": "billabong", "seat": seat, "x": x, "y": y, "through": [[*pair] for pair in through]}


def through() -> Table:
    """Green has laid the billabong and has to go on out of it."""
    return met().then(**laid(2, 1, 1, "ES"))


def met_twice(*more: Json) -> Table:
    """Red has just brought three routes together at (1, 0), its own among them, and three others at (0, 1)."""
    lying = board(("rs90", -1, 0), ("bs0", 0, -1), ("ys0", 1, -1), ("gs0", 1, 1), ("ys90", -1, 1), ("gs0", 0, 2))
    return standing([*lying, *more]).lay_all(("rs90", 0, 0))


def standing(tiles: list[Json]) -> Table:
    """Four children whose table lies like this; it is red's turn."""
    return Table(4, variant="children").then("stand_now", turn=0, done=[], tiles=tiles, anyway=True)


def last_billabong() -> Table:
    """The last billabong lies at the first of two cells where routes meet."""
    return met_twice(*(pond(x, 5) for x in (1, 2, 3))).then(**laid(0, 1, 0, "WE"))


def both_ends_met() -> Table:
    """Red has just brought two others to each end of its own route, and laid both billabongs with a way to (1, 1)."""
    lying = board(
        ("rs90", -1, 0), ("rc90", -2, 0), ("rc0", -2, 1), ("rs90", -1, 1), ("bs0", 0, -1), ("gs0", 0, 2),
        ("ys0", 1, -1), ("gs90", 2, 0),
    )  # fmt: skip
    return standing(lying).lay_all(("rs90", 0, 0)).then(**laid(0, 1, 0, "WS")).then(**laid(0, 0, 1, "WE"))


def no_billabong_left() -> Table:
    table = Table(3)
    for x in range(-4, 0):
        table.play(**laid(1, x, 0), anyway=True)
    return table


MEETING = (("rs90", 0, 1), ("ys0", 1, 0), ("gs90", 2, 1))
"""Red, yellow and green lead to (1, 1)."""
HIGH = [(f"{colour}s90", x, y) for x in (0, 1) for y, colour in enumerate("ryg")]
"""The area is four rows high already, so nothing full-size lies in a fifth."""
ROUND_BY_GREY = (
    ("rc180", 1, 1), ("yc180", 2, 0), ("rc90", 0, 1), ("ys90", 1, 0), ("rc270", 0, 2), ("yc0", 2, 1), ("rc0", -1, 2),
    ("yc0", 0, 0), ("rc180", -1, 1), ("yc180", 0, -1), ("rc0", 1, 2), ("ys90", 3, 1), ("rc0", -2, 1), ("yc90", -1, -1),
    ("rs90", 2, 2), ("yc270", 4, 1), ("rc90", -2, 0), ("yc180", 4, 0), ("rc270", 3, 2),
)  # fmt: skip
"""Red comes to (-1, 0) from the west, yellow from the north; grey leads from its south round to its east."""
ROWS: dict[str, Row] = {
    "a tile before the billabong": (met, lay(0, "rs90", -1, 1), "doubted DU-16 DU-30"),
    "a billabong of another than the mover": (met, laid(0, 1, 1, "ES"), "doubted DU-30"),
    "a tile that does not lead out of it": (through, lay(2, "gs90", 3, 1), "doubted DU-30"),
    "done with a billabong owed": (met, {"kind": "done", "seat": 2}, "doubted DU-25 DU-30"),
    "done with the tile out of it owed": (through, {"kind": "done", "seat": 2}, "doubted DU-25 DU-30"),
    "nobody passes": (met, laid(2, 1, 1), "doubted DU-30 DU-13"),
    "another than the mover passes": (met, laid(2, 1, 1, "WS"), "doubted DU-30 DU-13"),
    "the mover passes to another": (met, laid(2, 1, 1, "EN"), "doubted DU-30 DU-13 DU-17"),
    "two pass": (met, laid(2, 1, 1, "ES", "WN"), "doubted DU-30 DU-13 DU-17"),
    "a billabong where no routes meet": (beside, laid(0, 0, 1), "doubted DU-25 DU-30 DU-31 DU-32"),
    "a billabong on a tile": (beside, laid(0, 0, 0), "refused DU-12"),
    "a billabong that leads back": (beside, laid(0, 0, 1, "NN"), "refused DU-13"),
    "a tile where the last billabong is missing": (
        lambda: last_billabong().lay_all(("rs90", 2, 0)), lay(1, "yt270", 0, 1), "doubted DU-33 DU-17"),
    "a tile away from two billabongs": (both_ends_met, lay(0, "rs0", 3, 0), "doubted DU-30 DU-16"),
    "a fifth billabong": (no_billabong_left, laid(1, -5, 0),
        "doubted DU-25 DU-30 DU-31 DU-32 DU-1: The last tile must bring 2, 3 or 4 routes together here."
        " All 4 billabongs have already been placed."),
    "a tile where no billabong is left": (lambda: no_billabong_left().lay_all(*MEETING), lay(0, "rt270", 1, 1), "doubted DU-33"),
    "a billabong out of the area": (
        lambda: Table(3, difficulty="hard").lay_all(*HIGH), laid(2, 0, 20), "doubted DU-25 DU-30 DU-31 DU-32 DU-33 DU-20"),
    "of two routes none passes": (out_of_curves, laid(0, -1, 0), "doubted DU-32 DU-13"),
    "of two routes one passes": (out_of_curves, laid(0, -1, 0, "EW"), "doubted DU-32 DU-13"),
    "two routes joined": (out_of_curves, laid(0, -1, 0, "ES"), "doubted DU-32 DU-13 DU-17"),
    "ways out joined by grey": (lambda: Table(2).lay_all(*ROUND_BY_GREY), laid(0, -1, 0, "WS", "NE"), "doubted DU-17"),
    "the other ways out": (lambda: Table(2).lay_all(*ROUND_BY_GREY), laid(0, -1, 0, "WE", "NS"), "doubted DU-17"),
}  # fmt: skip


def test_what_breaks_a_rule_of_billabongs_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_three_routes_at_a_cell_hold_the_turn_until_the_billabong_lies_and_the_mover_has_gone_on_out_of_it() -> None:
    table = met()
    assert (table.phase, table.turn) == ("billabong", 2)
    assert table.view()["meetings"] == [
        {"cell": [1, 1], "mover": "green", "case": "three", "ends": ["red", "yellow"], "goes_on": ["green"]}
    ]
    assert table.play(**laid(2, 1, 1, "ES")).rulings[0].verdict["case"] == "three"
    assert (table.phase, table.turn, table.view()["way_out"]) == ("lay", 2, [1, 1])
    table.lay("gs0", 1, 2)
    assert (table.turn, table.view()["way_out"], table.scores) == (0, None, [2, 2, 3])
    gone = through().then("done", seat=2, anyway=True)
    assert (gone.turn, gone.done, gone.view()["way_out"]) == (0, [False, False, True], None)


def test_four_routes_at_a_cell_all_end_there() -> None:
    # Three had met at (1, 1); instead of the billabong the table let blue lay, which comes in too.
    table = Table(4).lay_all(*MEETING).then(**lay(3, "bs0", 1, 2), anyway=True)
    assert (table.phase, table.turn, table.view()["meetings"][0]["case"]) == ("billabong", 3, "four")
    table.play(**laid(3, 1, 1))
    assert (table.phase, table.turn, table.scores) == ("lay", 0, [2, 2, 2, 2])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_billabongs_in_one_turn_either_may_come_first_and_the_way_out_is_owed(order: tuple[int, int]) -> None:
    table = met_twice()
    assert [one["goes_on"] for one in table.view()["meetings"]] == [["red"], []]
    for which in order:
        table.play(**(laid(0, 1, 0, "WE"), laid(0, 0, 1))[which])
    assert (table.phase, table.turn, table.view()["way_out"]) == ("lay", 0, [1, 0])
    table.lay("rs90", 2, 0)
    assert (table.turn, table.view()["way_out"]) == (1, None)


def test_the_routes_at_a_second_cell_end_there_once_the_last_billabong_lies_at_the_first() -> None:
    table = last_billabong()
    assert (table.phase, table.view()["meetings"], table.view()["way_out"]) == ("lay", [], [1, 0])


def test_both_ends_of_a_route_go_on_out_of_two_billabongs_each_with_a_tile_of_its_own() -> None:
    table = both_ends_met()
    assert [*table.state.ways_out] == [(1, 0), (0, 1)]
    table.lay("rc270", 1, 1)
    assert (table.turn, [*table.state.ways_out]) == (1, [])


def test_once_no_billabong_is_left_routes_end_at_the_empty_cell() -> None:
    table = no_billabong_left().lay_all(*MEETING)
    assert (table.phase, table.turn, table.view()["meetings"]) == ("lay", 0, [])
