"""How long a route is and where it goes: the worked examples, and every shape that makes counting hard."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.tiles import Tile
from tests.games.down_under.asking import board, lengths, pond, verdict


def walked(tiles: list[dict[str, object]], index: int = 0) -> list[tuple[int, int, str]]:
    route = verdict("route", tiles=tiles)["routes"][index]
    return [(path["x"], path["y"], "".join(path["sides"])) for path in route["paths"]]


def test_two_termini_back_to_back_share_one_grey_path_between_them() -> None:
    tiles = board(("rt0", 0, 0), ("bt180", 0, 0), ("ys90", -1, 0), ("ys90", 1, 0))
    assert lengths(tiles) == [("yellow", 3, "open"), ("red", 1, "open"), ("blue", 1, "open")]
    assert walked(tiles) == [(-1, 0, "WE"), (0, 0, "WE"), (1, 0, "WE")]


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


@pytest.mark.parametrize("turn", [0, 90])
def test_tracing_takes_as_long_as_there_are_tiles(turn: int) -> None:
    def cost(count: int) -> int:
        tiles = [Tile(x, x % 7, "straight", "red", 0 if turn == 0 else 90) for x in range(count)]
        return lines_run(lambda: trace(tiles))

    assert cost(4000) < 11 * cost(400)
