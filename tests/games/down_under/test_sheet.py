"""The sheet for paper of Down Under: lengths, animals, the table drawn, and what gets forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.engine.sheet import Boxes, Drawing, Field, Label, Player, Sheet, Table, cells
from companion.games.down_under.game import GAME
from companion.games.down_under.paper import Plan, sheet
from companion.games.down_under.rules.catching_up import MOST_TILES
from companion.games.down_under.rules.state import NotedRoute, State
from companion.games.down_under.rules.tiles import Tile
from tests.games.down_under.asking import tile
from tests.games.down_under.full_table import full_table
from tests.games.sheets import blocks


def made(players: int = 2, state: State | None = None, size: Any = "normal", **options: Any) -> Sheet:
    """The sheet, blank or of a match."""
    return sheet(make_setup(GAME, players, options), size, state, Viewer())


def lying(players: int, *placed: tuple[Any, ...], **options: Any) -> State:
    """A match with these tiles."""
    tiles = tuple(Tile(**tile(*one)) for one in placed)
    return replace(GAME.start(make_setup(GAME, players, options)), tiles=tiles)


def scores(found: Sheet) -> Table:
    """The table of routes."""
    return next(block for block in blocks(found) if isinstance(block, Table))


def written(found: Sheet, row: int) -> list[object]:
    """What stands in the fields of a row."""
    return [cell.written for cell in scores(found).rows[row].cells if isinstance(cell, Field)]


def ticked(found: Sheet, row: int) -> list[bool]:
    """Which boxes of a row are crossed: a dingo on the route, the own dingo laid."""
    boxes = next(cell for cell in scores(found).rows[row].cells if isinstance(cell, Boxes))
    return [box.state == "crossed" for box in boxes.boxes]


def drawn(found: Sheet) -> Plan:
    """The grid."""
    plan = next(block.shows for block in blocks(found) if isinstance(block, Drawing))
    assert isinstance(plan, Plan)
    return plan


def test_a_route_is_written_with_its_length_and_points() -> None:
    found = made(2, lying(2, ("rs0", 0, 0), ("ys90", 0, 1)))

    assert written(found, 0) == [2, 2]
    assert written(found, 1) == [1, 1]


def test_who_has_not_opened_yet_has_blank_fields() -> None:
    assert written(made(2, lying(2, ("rs0", 0, 0))), 1) == [None] * 2


def test_animals_have_columns_only_where_they_count() -> None:
    assert [len(scores(made(2, animals=counts)).head[0].cells) for counts in (False, True)] == [4, 10]


def test_animals_are_counted_kind_by_kind_where_they_count() -> None:
    state = lying(
        2, ("rs0", 0, 0, "dingo"), ("ys90", 0, -1, "emu"), ("ys90", 0, 1, "kangaroo"), ("rs90", 0, 2, "platypus"),
        ("rs90", 0, 3, "rabbit"), ("ys90", 4, 4, "rabbit"), animals=True,
    )  # fmt: skip
    found = made(2, state, animals=True)

    assert written(found, 0) == [5, 1, 1, 1, 5, -2, 8]
    assert ticked(found, 0) == [False, True]
    assert ticked(found, 1) == [False, False]


def test_a_dingo_on_the_route_is_ticked_and_keeps_rabbits_from_costing() -> None:
    state = lying(2, ("rs0", 0, 0), ("ys90", 0, 1, "dingo"), ("ys90", 0, -1, "rabbit"), animals=True)
    found = made(2, state, animals=True)

    assert written(found, 0) == [3, 0, 0, 0, 0, 0, 3]
    assert ticked(found, 0) == [True, False]


def test_with_two_routes_each_player_has_two_rows_and_one_sum() -> None:
    state = lying(2, ("rs0", 0, 0), ("gs0", 1, 0), ("gs0", 1, 1), variant="two_routes")
    found = made(2, state, variant="two_routes")

    assert written(found, 0) == [1, 3]
    assert written(found, 1) == [2]
    assert [cell.down for cell in scores(found).rows[0].cells if isinstance(cell, Player)] == [2]
    assert len(scores(found).rows) == 4


def test_a_variant_that_is_not_for_so_many_changes_nothing() -> None:
    assert [*cells(made(3, variant="two_routes"))] == [*cells(made(3))]


def test_a_match_typed_in_from_paper_has_its_lengths_and_what_animals_brought() -> None:
    start = GAME.start(make_setup(GAME, 2, {"animals": True}))
    noted = (NotedRoute(12, 1, 2, True), NotedRoute(9, 0, 0, False))
    found = made(2, replace(start, noted=noted, turn=None, done=frozenset(start.colours)), animals=True)

    assert written(found, 0) == [12, None, None, None, 5, -4, 13]
    assert written(found, 1) == [9, None, None, None, 0, 0, 9]
    assert (ticked(found, 0), ticked(found, 1)) == ([False, True], [False, False])


@pytest.mark.parametrize(
    ("players", "options", "size"), [(2, {}, (5, 7)), (3, {"area": "second"}, (5, 9)), (4, {}, (7, 9))]
)
def test_the_blank_grid_has_the_area_and_a_line_more_on_each_side(
    players: int, options: dict[str, Any], size: tuple[int, int]
) -> None:
    plan = drawn(made(players, **options))

    assert plan.size == size
    assert (plan.window.columns, plan.window.rows) == (size[1] + 2, size[0] + 2)
    assert len(plan.dots) == (size[1] + 3) * (size[0] + 3)
    assert [edge.left for edge in plan.edges] == [0] * 4
    assert not plan.pieces
    assert not plan.markers


def test_without_an_area_the_grid_has_no_edge() -> None:
    plan = drawn(made(variant="children"))
    assert (plan.size, plan.edges) == (None, ())


def test_every_tile_is_drawn_and_the_paths_of_the_longest_routes_numbered() -> None:
    state = replace(GAME.start(make_setup(GAME, 4, {"difficulty": "easy"})), tiles=full_table())
    found = made(4, state, difficulty="easy")
    plan = drawn(found)

    assert len(plan.pieces) == 64
    assert all(
        0 <= one.left < 100 * plan.window.columns and 0 <= one.top < 100 * plan.window.rows for one in plan.pieces
    )
    for row, line in enumerate("abcd"):
        numbers = sorted(one.number for one in plan.markers if one.line == line)
        assert numbers == [*range(1, len(numbers) + 1)]
        assert written(found, row)[0] == len(numbers)


def test_a_table_that_lies_upright_is_drawn_upright() -> None:
    upright = lying(2, *(("rs0", 0, y) for y in range(6)))
    across = lying(2, *(("rs90", x, 0) for x in range(6)))

    window = drawn(made(2, upright)).window
    assert (window.columns, window.rows) == (7, 9)
    window = drawn(made(2, across)).window
    assert (window.columns, window.rows) == (9, 7)


def test_the_sides_of_the_area_are_drawn_as_far_as_they_are_known() -> None:
    plan = drawn(made(2, lying(2, *(("rs90", x, 0) for x in range(7)))))
    assert sorted(edge.left for edge in plan.edges) == [0, 0, 4, 4]


def test_each_tile_has_a_cell_to_be_marked() -> None:
    marked = next(block.marked for block in blocks(made(2, lying(2, ("rs0", 0, 0)))) if isinstance(block, Drawing))

    assert len(marked) == MOST_TILES
    assert [cell.boxes[0].state for cell in marked[:2]] == ["outlined", "open"]


def test_large_print_has_the_grid_on_a_page_of_its_own() -> None:
    assert len(made(size="large").pages) == 2
    assert len(made().pages) == 1


def test_the_colours_are_named_in_the_order_of_the_seats() -> None:
    words = [row.cells[1].words for row in scores(made(4)).rows if isinstance(row.cells[1], Label)]
    assert [getattr(one, "message", one) for one in words] == ["Red", "Yellow", "Green", "Blue"]


@pytest.mark.parametrize("clause", ["DU-16", "DU-17", "DU-20", "DU-21", "DU-24", "DU-30", "DU-32", "DU-41", "DU-42"])
def test_what_gets_forgotten_is_at_the_foot(clause: str) -> None:
    assert any(clause in reason.clauses for reason in made().reminders)


def test_the_foot_follows_the_house_rules() -> None:
    def clauses(**options: Any) -> set[str]:
        return {clause for reason in made(**options).reminders for clause in reason.clauses}

    assert "DU-43" not in clauses()
    assert "DU-43" in clauses(animals=True)
    assert "DU-21" not in clauses(terminus_in_span=True)
    assert {"DU-50"} == clauses(variant="children") - clauses()
    assert made().reminders != made(billabong_ends_count=False).reminders
