"""The sheet for paper of Down Under: lengths, animals, the table drawn, and what gets forgotten."""

import itertools
from dataclasses import replace
from typing import Any

from companion.engine.options import make_setup
from companion.engine.sheet import Drawing, Field, Sheet, Table, TickBoxes
from companion.games.down_under.game import GAME
from companion.games.down_under.paper import Plan
from companion.games.down_under.rules.state import NotedRoute, State
from companion.games.down_under.rules.tiles import Tile
from tests.games.down_under.asking import tile
from tests.games.down_under.full_table import full_table
from tests.games.sheets import blocks, made


def tiles_with(players: int, *placed: tuple[Any, ...], **options: Any) -> State:
    tiles = tuple(Tile(**tile(*one)) for one in placed)
    return replace(GAME.start(make_setup(GAME, players, options)), tiles=tiles)


def scores(found: Sheet) -> Table:
    return next(block for block in blocks(found) if isinstance(block, Table))


def written(found: Sheet, row: int) -> list[object]:
    return [cell.written for cell in scores(found).rows[row].cells if isinstance(cell, Field)]


def ticked(found: Sheet, row: int) -> list[bool]:
    """Which boxes of a row are crossed: a dingo on the route, the own dingo laid."""
    boxes = next(cell for cell in scores(found).rows[row].cells if isinstance(cell, TickBoxes))
    return [box.state == "crossed" for box in boxes.boxes]


def drawn(found: Sheet) -> Plan:
    plan = next(block.shows for block in blocks(found) if isinstance(block, Drawing))
    assert isinstance(plan, Plan)
    return plan


def test_a_route_is_written_with_its_length_and_points() -> None:
    found = made(GAME, tiles_with(2, ("rs0", 0, 0), ("ys90", 0, 1)))
    assert written(found, 0) == [2]
    assert written(found, 1) == [1]
    followed = replace(tiles_with(2, depth="routes"), walked={"red": ((0, 0), (1, 0), (2, 0))})
    assert written(made(GAME, followed, depth="routes"), 0) == [3]
    assert written(made(GAME, followed, depth="routes"), 1) == [None]


def test_animals_are_counted_kind_by_kind_where_they_count() -> None:
    state = tiles_with(
        2, ("rs0", 0, 0, "dingo"), ("ys90", 0, -1, "emu"), ("ys90", 0, 1, "kangaroo"), ("rs90", 0, 2, "platypus"),
        ("rs90", 0, 3, "rabbit"), ("ys90", 4, 4, "rabbit"), animals=True,
    )  # fmt: skip
    found = made(GAME, state, animals=True)
    assert written(found, 0) == [5, 1, 1, 1, 5, -2, 8]
    assert ticked(found, 0) == [False, True]
    assert ticked(found, 1) == [False, False]


def test_a_match_typed_in_from_paper_has_its_lengths_and_what_animals_brought() -> None:
    start = GAME.start(make_setup(GAME, 2, {"animals": True}))
    noted = (NotedRoute(12, 1, 2, True), NotedRoute(9, 0, 0, False))
    found = made(GAME, replace(start, noted=noted, turn=None, done=frozenset(start.colours)), animals=True)
    assert written(found, 0) == [12, None, None, None, 5, -4, 13]
    assert written(found, 1) == [9, None, None, None, 0, 0, 9]
    assert (ticked(found, 0), ticked(found, 1)) == ([False, True], [False, False])


def test_every_tile_is_drawn_and_the_paths_of_the_longest_routes_numbered() -> None:
    state = replace(GAME.start(make_setup(GAME, 4, {"difficulty": "easy"})), tiles=full_table())
    found = made(GAME, state, difficulty="easy")
    plan = drawn(found)
    assert len(plan.pieces) == 64
    assert all(
        0 <= one.left < 100 * plan.window.columns and 0 <= one.top < 100 * plan.window.rows for one in plan.pieces
    )
    for row, line in enumerate("abcd"):
        numbers = sorted(one.number for one in plan.markers if one.line == line)
        assert numbers == [*range(1, len(numbers) + 1)]
        assert written(found, row)[0] == len(numbers)


def test_a_square_area_has_no_long_side_on_its_sheet_and_the_steps_say_who_turns_it() -> None:
    for players, difficulty in itertools.product((2, 3, 4), ("easy", "recommended", "hard")):
        said = " ".join(one.text.message for one in made(GAME, players=players, difficulty=difficulty).reminders)
        assert ("the short side" in said) == (difficulty != "easy")
        steps = GAME.lay_out(make_setup(GAME, players, {"difficulty": difficulty})).steps
        assert "Your tiles decide where and how the play area lies." in [one.text.message for one in steps]
