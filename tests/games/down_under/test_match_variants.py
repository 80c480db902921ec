"""Matches of the variants, entered move by move: animals, children, a fixed area, one end, two routes."""

from typing import Any

from companion.games.down_under.game import GAME
from tests.games.down_under.asking import Table, tile


def test_with_animals_each_full_tile_needs_its_animal() -> None:
    table = Table(2, animals=True)
    assert table.doubted("lay", seat=0, tile=tile("rs0", 0, 0)) == ("DU-3",)
    table.lay("rs0", 0, 0, animal="dingo")
    table.lay("ys90", 0, 1, animal="emu")
    assert table.refused("lay", seat=0, tile=tile("rs0", 0, -1, "dingo")) == ("DU-3",)
    red = table.view()["seats"][0]["by_colour"]["red"]
    assert red["animals"]["dingo"] == 0
    assert (red["lost"], table.scores) == (False, [2, 1])


def test_who_has_not_laid_the_own_dingo_cannot_win_with_animals() -> None:
    table = Table(2, animals=True, stopping="any_time")
    table.lay("rs0", 0, 0, animal="emu")
    table.lay("ys0", 1, 0, animal="dingo")
    table.lay("rs0", 0, 1, animal="emu")
    table.play("done", seat=1)
    table.play("done", seat=0)
    assert (table.scores, table.winners) == ([2, 1], [1])


def test_a_fixed_area_is_settled_by_the_line() -> None:
    table = Table(3, variant="fixed_area")
    line: Any = GAME.lay_out(table.timeline.setup).facts["fixed_area"]
    assert table.view()["marking_the_area"]
    for one in line:
        table.play("lay", seat=0, tile=one)
        assert table.turn == 0
    assert (table.view()["area"], table.view()["may_add"]["east"]) == ([6, 8], 0)
    table.lay("rs0", 0, 3)
    assert not table.view()["marking_the_area"]
    assert table.turn == 1
    assert table.refused("lay", seat=1, tile=tile("bt0", 4, 4)) == ("DU-1", "DU-2")
    assert "DU-20" in table.doubted("lay", seat=1, tile=tile("ys0", -1, 3))


def test_in_a_fixed_area_the_game_opens_anywhere_within_it_and_the_others_touch_a_tile() -> None:
    table = Table(2, variant="fixed_area")
    line: Any = GAME.lay_out(table.timeline.setup).facts["fixed_area"]
    for one in line:
        table.play("lay", seat=0, tile=one)
    assert table.doubted("lay", seat=0, tile=tile("rs0", 5, 6)) == ("DU-20",)
    assert table.doubted("lay", seat=0, tile=tile("rt0", 4, 6)) == ("DU-15",)
    table.lay("rs0", 4, 6)
    assert table.turn == 1
    assert table.doubted("lay", seat=1, tile=tile("ys0", 4, 4)) == ("DU-15",)
    table.lay("ys0", 3, 5)


def test_a_line_that_joins_the_colours_of_two_is_doubted() -> None:
    table = Table(2, variant="fixed_area")
    table.play("lay", seat=0, tile=tile("gs0", 0, 0))
    assert table.doubted("lay", seat=0, tile=tile("bs0", 0, 1)) == ("DU-17", "DU-51")


def test_with_one_end_everybody_opens_with_a_terminus_back_to_back() -> None:
    table = Table(4, variant="one_end")
    assert table.doubted("lay", seat=0, tile=tile("rs0", 0, 0)) == ("DU-52",)
    table.lay("rt0", 0, 0)
    assert table.doubted("lay", seat=1, tile=tile("yt180", 1, 0)) == ("DU-52",)
    table.lay_all(("yt180", 0, 0), ("gt90", 1, 0), ("bt270", 1, 0), ("rs0", 0, -1))
    assert table.turn == 1


def two_routes(**options: Any) -> Table:
    """Both have opened: red and green in one cell, yellow and blue in the next."""
    return Table(2, **options).lay_all(("rt0", 0, 0), ("gt180", 0, 0), ("yt0", 1, 0), ("bt180", 1, 0))


def test_with_two_routes_everybody_opens_both_in_one_turn_and_one_cell() -> None:
    table = Table(2, variant="two_routes").lay_all(("rt0", 0, 0))
    assert table.turn == 0
    assert table.doubted("lay", seat=0, tile=tile("gt180", 1, 0)) == ("DU-53",)
    table.lay("gt180", 0, 0)
    assert table.turn == 1
    assert [seat["colours"] for seat in table.view()["seats"]] == [["red", "green"], ["yellow", "blue"]]


def test_with_two_routes_the_first_turn_is_one_tile_then_two_of_both_colours() -> None:
    table = two_routes(variant="two_routes")
    table.lay("rs0", 0, -1)
    assert table.turn == 1
    table.lay("bs0", 1, 1)
    assert table.turn == 1
    assert table.doubted("lay", seat=1, tile=tile("bs0", 1, 2)) == ("DU-53",)
    table.lay("ys0", 1, -1)
    assert table.turn == 0
    table.lay_all(("gs0", 0, 1), ("rs0", 0, -2))
    assert table.turn == 1
    assert table.scores == [5, 4]
