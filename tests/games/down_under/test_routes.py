"""How long a route is and where it goes: the worked examples, and every shape that makes counting hard."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.options import read_options
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.route import RouteFacts, judge_route
from companion.games.down_under.rules.tiles import Tile
from tests.games.down_under.asking import LOOP, board, judge, lengths, pond, steps, tile, verdict, why_not_judged
from tests.games.down_under.full_table import full_table


def walked(tiles: list[dict[str, object]], index: int = 0) -> list[tuple[int, int, str]]:
    route = verdict("route", tiles=tiles)["routes"][index]
    return [(path["x"], path["y"], "".join(path["sides"])) for path in route["paths"]]


def test_four_curves_close_a_loop_of_four_walked_from_its_north_west_cell() -> None:
    assert lengths(LOOP) == [("red", 4, "loop")]
    assert walked(LOOP) == [(0, 0, "SE"), (1, 0, "WS"), (1, 1, "NW"), (0, 1, "EN")]


def test_a_loop_of_four_with_one_curve_turned_by_90_is_an_open_route_of_five() -> None:
    opened = [{**LOOP[0], "turn": 180}, *LOOP[1:]]
    assert lengths(opened) == [("red", 5, "open")]
    assert {(x, y) for x, y, _ in walked(opened)} == {(0, 0), (1, 0), (1, 1), (0, 1)}
    assert "Red crosses 1 cell twice. It counts as 2." in " ".join(steps(judge("route", tiles=opened)))


def test_two_termini_back_to_back_share_one_grey_path_between_them() -> None:
    tiles = board(("rt0", 0, 0), ("bt180", 0, 0), ("ys90", -1, 0), ("ys90", 1, 0))
    assert lengths(tiles) == [("yellow", 3, "open"), ("red", 1, "open"), ("blue", 1, "open")]
    assert walked(tiles) == [(-1, 0, "WE"), (0, 0, "WE"), (1, 0, "WE")]


def test_termini_at_both_ends_finish_a_route_and_count() -> None:
    tiles = board(("rt180", 0, 0), ("rs0", 0, 1), ("rt0", 0, 2))
    assert lengths(tiles) == [("red", 3, "finished")]
    assert walked(tiles) == [(0, 0, "S"), (0, 1, "NS"), (0, 2, "N")]


def test_a_straight_crossed_both_ways_counts_twice() -> None:
    """The eight: its middle is crossed on colour and on grey."""
    tiles = board(
        ("rc90", 0, 0),
        ("rc180", 1, 0),
        ("rc0", 0, 1),
        ("rs0", 1, 1),
        ("rc180", 2, 1),
        ("rc0", 1, 2),
        ("rc270", 2, 2),
    )
    assert lengths(tiles) == [("red", 8, "loop")]
    assert sorted((x, y) for x, y, _ in walked(tiles)).count((1, 1)) == 2


def test_a_route_passes_a_billabong_where_its_sides_are_joined() -> None:
    tiles = [*board(("rs0", 0, 0), ("rs0", 0, 2)), pond(0, 1, "NS")]
    assert lengths(tiles) == [("red", 3, "open")]
    assert walked(tiles) == [(0, 0, "NS"), (0, 1, "NS"), (0, 2, "NS")]


def test_a_route_ends_at_a_billabong_by_any_other_side_and_that_counts_one() -> None:
    tiles = [*board(("rs0", 0, 0), ("bs0", 0, 2), ("bt0", 0, 3)), pond(0, 1)]
    assert lengths(tiles) == [("blue", 3, "finished"), ("red", 2, "open")]
    assert walked(tiles) == [(0, 1, "S"), (0, 2, "NS"), (0, 3, "N")]


def test_a_table_may_count_the_billabong_only_for_those_that_pass() -> None:
    ends = [*board(("rs0", 0, 0), ("bs0", 0, 2)), pond(0, 1)]
    assert lengths(ends) == [("red", 2, "open"), ("blue", 2, "open")]
    assert lengths(ends, billabong_ends_count=False) == [("red", 1, "open"), ("blue", 1, "open")]
    passes = [*board(("rs0", 0, 0), ("rs0", 0, 2)), pond(0, 1, "NS")]
    assert lengths(passes, billabong_ends_count=False) == [("red", 3, "open")]


def test_a_route_with_both_ends_at_a_billabong_is_finished_and_counts_it_at_each() -> None:
    tiles = [*board(("rc90", 0, 0), ("rc180", 1, 0), ("rc270", 1, 1)), pond(0, 1)]
    assert lengths(tiles) == [("red", 5, "finished")]
    assert lengths(tiles, billabong_ends_count=False) == [("red", 3, "finished")]


def test_the_animals_of_a_route_are_those_on_its_grey_paths() -> None:
    tiles = [tile("rs0", 0, 0, "dingo"), tile("bs90", 0, 1, "emu"), tile("rs0", 0, -1, "rabbit")]
    routes = verdict("route", tiles=tiles)["routes"]
    assert [(route["colour"], route["animals"]) for route in routes] == [("red", {"emu": 1}), ("blue", {})]


def test_tiles_that_lie_apart_are_judged_with_a_doubt() -> None:
    ruling = judge("route", tiles=board(("rs0", 0, 0), ("bs0", 5, 5)))
    assert [flag.clauses for flag in ruling.flags] == [("DU-15",)]
    assert not judge("route", tiles=board(("rs0", 0, 0), ("bs0", 1, 1))).flags


def test_more_billabongs_or_tiles_than_the_box_holds_are_refused() -> None:
    assert judge("route", tiles=[pond(x, 0) for x in range(4)]).flags == ()
    fifth = why_not_judged("route", tiles=[pond(x, 0) for x in range(5)])
    assert fifth == "billabong: 5. At most 4."
    assert (
        why_not_judged("walk", cells=[], tiles=[pond(x, 0) for x in range(77)]) == "Tiles on the table: 77. At most 76."
    )


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python are run while this is done: as many on a busy machine as on a quiet one."""
    lines = 0

    def look(_frame: object, event: str, _given: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def test_64_tiles_are_traced_in_less_than_a_hundred_lines_a_tile() -> None:
    # 0.2 milliseconds (`python -m bench.tile_taps --tracer`).
    tiles = full_table()
    assert lines_run(lambda: trace(tiles)) < 100 * len(tiles)


def test_the_whole_ruling_on_64_tiles_takes_less_than_twice_that() -> None:
    tiles, options = full_table(), read_options(GAME, {})
    facts = RouteFacts(tiles)
    assert lines_run(lambda: judge_route(facts, options)) < 200 * len(tiles)


@pytest.mark.parametrize("turn", [0, 90])
def test_tracing_takes_as_long_as_there_are_tiles(turn: int) -> None:
    def cost(count: int) -> int:
        tiles = [Tile(x, x % 7, "straight", "red", 0 if turn == 0 else 90) for x in range(count)]
        return lines_run(lambda: trace(tiles))

    assert cost(4000) < 11 * cost(400)
