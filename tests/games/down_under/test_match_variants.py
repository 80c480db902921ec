"""Matches of the variants, entered move by move: animals, children, a fixed area, one end, two routes."""

from typing import Any

from companion.games.down_under.game import GAME
from tests.games.down_under.asking import Table, lay
from tests.games.table import Row, otherwise


def marked(players: int) -> Table:
    """The line that marks a fixed area lies there; red is on turn all the while."""
    table = Table(players, variant="fixed_area")
    line: Any = GAME.lay_out(table.timeline.setup).facts["fixed_area"]
    for one in line:
        assert (table.turn, table.view()["marking_the_area"]) == (0, True)
        table.play("lay", seat=0, tile=one)
    return table


def opened(*more: tuple[str, int, int]) -> Table:
    """Both have opened: red and green in one cell, yellow and blue in the next."""
    return Table(2, variant="two_routes").lay_all(("rt0", 0, 0), ("gt180", 0, 0), ("yt0", 1, 0), ("bt180", 1, 0), *more)


def animals() -> Table:
    return Table(2, animals=True).then(**lay(0, "rs0", 0, 0, "dingo")).then(**lay(1, "ys90", 0, 1, "emu"))


def one_end(*laid: tuple[str, int, int]) -> Table:
    return Table(4, variant="one_end").lay_all(*laid)


ROWS: dict[str, Row] = {
    "a full tile without its animal": (lambda: Table(2, animals=True), lay(0, "rs0", 0, 0), "doubted DU-3"),
    "a second dingo": (animals, lay(0, "rs0", 0, -1, "dingo"), "refused DU-3: Red, dingo: 2 (1 at most)."),
    "a tile of the line as a tile": (lambda: marked(3).lay_all(("rs0", 0, 3)), lay(1, "bt0", 4, 4), "refused DU-1 DU-2"),
    "a tile out of a fixed area": (
        lambda: marked(3).lay_all(("rs0", 0, 3)), lay(1, "ys0", -1, 3), "doubted DU-20"),
    "a first tile out of a fixed area": (lambda: marked(2), lay(0, "rs0", 5, 6), "doubted DU-20"),
    "an end tile as the first in a fixed area": (lambda: marked(2), lay(0, "rt0", 4, 6), "doubted DU-15"),
    "a second tile that touches none": (lambda: marked(2).lay_all(("rs0", 4, 6)), lay(1, "ys0", 4, 4), "doubted DU-15"),
    "a line that joins the colours of two": (
        lambda: Table(2, variant="fixed_area").then(**lay(0, "gs0", 0, 0)), lay(0, "bs0", 0, 1), "doubted DU-17 DU-51"),
    "a straight first where all open with an end": (one_end, lay(0, "rs0", 0, 0), "doubted DU-52"),
    "an end that is not back to back": (lambda: one_end(("rt0", 0, 0)), lay(1, "yt180", 1, 0), "doubted DU-52"),
    "a second route opened in another cell": (
        lambda: Table(2, variant="two_routes").lay_all(("rt0", 0, 0)), lay(0, "gt180", 1, 0), "doubted DU-53"),
    "two tiles of one colour in a turn": (
        lambda: opened(("rs0", 0, -1), ("bs0", 1, 1)), lay(1, "bs0", 1, 2), "doubted DU-53"),
}  # fmt: skip


def test_what_breaks_a_rule_of_a_variant_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_a_dingo_laid_is_gone_from_the_hand_and_its_owner_can_win() -> None:
    table = animals()
    red = table.view()["seats"][0]["by_colour"]["red"]
    assert (red["animals"]["dingo"], red["lost"], table.scores) == (0, False, [2, 1])


def test_a_fixed_area_is_settled_by_the_line_and_the_game_opens_anywhere_within_it() -> None:
    table = marked(3)
    assert (table.view()["area"], table.view()["may_add"]["east"]) == ([6, 8], 0)
    table.lay("rs0", 0, 3)
    assert (table.view()["marking_the_area"], table.turn) == (False, 1)
    assert marked(2).lay_all(("rs0", 4, 6), ("ys0", 3, 5)).turn == 0


def test_with_one_end_everybody_opens_with_a_terminus_back_to_back() -> None:
    assert one_end(("rt0", 0, 0), ("yt180", 0, 0), ("gt90", 1, 0), ("bt270", 1, 0), ("rs0", 0, -1)).turn == 1


def test_with_two_routes_everybody_opens_both_in_one_turn_and_one_cell() -> None:
    table = Table(2, variant="two_routes")
    assert [table.lay_all(one).turn for one in (("rt0", 0, 0), ("gt180", 0, 0))] == [0, 1]
    assert [seat["colours"] for seat in table.view()["seats"]] == [["red", "green"], ["yellow", "blue"]]


def test_with_two_routes_the_first_turn_is_one_tile_then_two_of_both_colours() -> None:
    table = opened()
    tiles = (("rs0", 0, -1), ("bs0", 1, 1), ("ys0", 1, -1), ("gs0", 0, 1), ("rs0", 0, -2))
    assert [table.lay_all(one).turn for one in tiles] == [1, 1, 0, 0, 1]
    assert table.scores == [5, 4]
