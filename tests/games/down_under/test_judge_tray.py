"""The judge's tray: what a tap on a shape or a colour is for, the next tile or one that lies there."""

from __future__ import annotations

from typing import Any

from companion.engine.options import read_options
from companion.games.down_under.board.judging import JudgeBoard
from companion.games.down_under.board.sketch import MARK
from companion.games.down_under.game import GAME
from tests.there import there

MIDDLE = 24
STRAIGHT = 1
BLUE = 3


class Laying:
    """Taps on the drawing of a route, one after the other, each with the numbers that the form sends along."""

    def __init__(self, ruling: str = "route") -> None:
        self.ruling = ruling
        self.given: Any = {}
        self.shown: JudgeBoard | None = None

    def tap(self, name: str, number: int = 1) -> Laying:
        draw = there(GAME.ruling(self.ruling).draw)
        kept = dict(self.shown.kept) if self.shown else {}
        self.given, self.shown = draw(self.given, {**kept, name: number}, read_options(GAME, {}))
        return self

    def tap_cell(self, *cell: int) -> Laying:
        cells = self.shown.desk.window.cells if self.shown else [(x, y) for y in range(-2, 3) for x in range(-2, 3)]
        return self.tap("tap", cells.index((cell[0], cell[1])))

    def tap_tile(self, at: int) -> Laying:
        return self.tap_cell(*there(self.shown).sketch.tiles[at].cell)

    @property
    def tiles(self) -> list[tuple[str, str | None, int | None]]:
        return [(tile.kind, tile.colour, tile.turn) for tile in there(self.shown).sketch.tiles]

    @property
    def shapes(self) -> list[tuple[str, str | None]]:
        return [(kind, colour) for kind, colour, _ in self.tiles]


def test_shape_and_colour_are_those_of_the_next_tile_and_leave_the_one_just_laid_alone() -> None:
    table = Laying().tap("tap", MIDDLE).tap("shape", STRAIGHT).tap("colour", BLUE)
    assert table.shapes == [("curve", "red")]
    assert table.tap("tap", 0).shapes == [("curve", "red"), ("straight", "blue")]


def test_of_several_routes_of_a_colour_each_says_where_it_lies() -> None:
    table = Laying().tap_cell(0, 0)
    assert [len(line.corners) for line in there(table.shown).lines] == [0]
    assert len({line.corners for line in there(table.tap_cell(1, 1).shown).lines} - {()}) == 2


def test_a_tile_just_laid_is_turned_by_a_tap_and_still_not_reshaped() -> None:
    table = Laying().tap("tap", MIDDLE)
    before = table.tiles[0][2]
    assert table.tap_tile(0).tiles[0][2] != before
    assert table.tap("turn").tap("shape", STRAIGHT).tiles[0][0] == "curve"
    assert Laying().tap("tap", MIDDLE).tap("erase").tiles == []


def test_a_tile_that_was_tapped_takes_the_shape_and_the_colour_that_are_tapped_then() -> None:
    table = Laying().tap("tap", MIDDLE).tap("shape", STRAIGHT).tap_tile(0)
    assert table.tiles[0][0] == "curve"
    assert table.tap("shape", STRAIGHT).tap("colour", BLUE).shapes == [("straight", "blue")]


YELLOW, GREEN = 1, 2


def test_a_tile_placed_goes_on_from_its_colour_by_its_own_path_and_closes_a_loop() -> None:
    table = Laying("turnable")
    for cell in ((0, 0), (1, 0), (1, -1), (0, -1)):
        table.tap_cell(*cell)
    assert [turn for _, _, turn in table.tiles] == [0, 270, 180, 90]


def test_whether_the_new_tile_is_the_first_of_its_colour_is_seen_and_what_was_told_stays() -> None:
    table = Laying("placement")
    for colour, cell, turn in ((0, (0, 0), "1"), (0, (1, 0), "2"), (BLUE, (2, 0), "1")):
        assert table.tap("colour", colour).tap_cell(*cell).given["turn"] == [turn]
    table.given["turn"] = ["2"]
    assert table.tap_cell(2, 0).given["turn"] == ["2"]


def test_whose_loop_it_is_is_seen_and_what_was_told_stays() -> None:
    table = Laying("turnable").tap_cell(0, 0).tap_cell(1, 0).tap_cell(1, -1)
    assert "colour" not in table.given
    table.tap_cell(0, -1)
    assert table.given["colour"] == ["red"]
    table.given["colour"] = ["blue"]
    assert table.tap_cell(2, 0).given["colour"] == ["blue"]


def test_the_cell_where_routes_meet_and_who_placed_last_are_seen_anew_with_every_tile() -> None:
    table = Laying("billabong").tap("shape", STRAIGHT).tap_cell(0, -1)
    assert (table.given["mover"], "cell" in table.given) == (["red"], False)
    table.tap("colour", YELLOW).tap_cell(-1, 0).tap_tile(1)
    assert (table.given["mover"], table.given["cell"]) == (["yellow"], ["0", "0"])
    table.tap("colour", GREEN).tap_cell(0, 1)
    assert (table.given["mover"], table.given["cell"]) == (["green"], ["0", "0"])
    assert len(there(table.shown).desk.marked) == 1
    table.tap("shape", MARK).tap_cell(-2, 0)
    assert table.given["cell"] == ["-2", "0"]
    assert table.tap("shape", STRAIGHT).tap_cell(1, 1).given["cell"] == ["-2", "0"]
