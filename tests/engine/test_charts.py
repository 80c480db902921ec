"""The geometry of charts: lines that can be told apart, marks that do not lie on one another, round numbers at the edge."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.charts import (
    BETWEEN_MARKS,
    BOTTOM,
    LEFT,
    MOST_HEIGHTS,
    RIGHT,
    TOP,
    WIDTH,
    bar_chart,
    by_seat,
    line_chart,
    spread,
    written,
)

SCORES = st.integers(-40, 200)
TABLES = st.integers(2, 6).flatmap(lambda seats: st.lists(st.tuples(*[SCORES] * seats), min_size=1, max_size=30))


@given(TABLES)
@example([(0,) * 6] * 2)
def test_every_line_stays_inside_and_ends_at_its_value(table: list[tuple[int, ...]]) -> None:
    chart = line_chart(range(len(table)), by_seat(table))

    assert [line.value for line in chart.lines] == [*table[-1]]
    for line in chart.lines:
        assert len(line.points) == len(table)
        assert all(LEFT - 9 <= x <= RIGHT and TOP - 10 <= y <= BOTTOM + 10 for x, y in line.points)
    assert len({line.dash for line in chart.lines}) == len(chart.lines)


@pytest.mark.parametrize(
    ("rounds", "numbered"), [(2, (1,)), (6, (1, 2, 3, 4, 5)), (31, (3, 6, 9, 12, 15, 18, 21, 24, 27, 30))]
)
def test_of_many_rounds_every_so_many_is_numbered(rounds: int, numbered: tuple[int, ...]) -> None:
    chart = line_chart(range(rounds), by_seat([(number, 0) for number in range(rounds)]))

    assert tuple(number for _, number in chart.numbers) == numbered


@given(TABLES)
def test_marks_never_lie_on_one_another(table: list[tuple[int, ...]]) -> None:
    marks = sorted(line.mark for line in line_chart(range(len(table)), by_seat(table)).lines)

    assert all(after - before >= BETWEEN_MARKS - 0.01 for before, after in pairwise(marks))
    assert marks[0] >= TOP - 0.01
    assert marks[-1] <= BOTTOM + 0.01


@given(st.lists(st.floats(TOP, BOTTOM), min_size=1, max_size=6))
def test_moving_marks_apart_keeps_their_order(heights: list[float]) -> None:
    moved = spread(heights)

    order = sorted(range(len(heights)), key=lambda at: heights[at])
    assert all(moved[one] < moved[other] for one, other in pairwise(order))


@given(SCORES, st.integers(1, 300))
def test_a_handful_of_round_numbers_is_written_at_the_edge(lowest: int, more: int) -> None:
    found = written(lowest, lowest + more)

    assert 2 <= len(found) <= MOST_HEIGHTS + 2
    assert all(lowest <= value <= lowest + more for value in found)


def test_bars_have_one_scale_and_a_nought_has_none() -> None:
    chart = bar_chart([1, 2, 3], by_seat([(0, 4), (2, 0), (0, 0)]))

    (own,), (others,) = (row.bars for row in chart.rows)
    assert (own[4], others[4]) == (2, 4)
    assert own[3] < others[3]
    assert all(left >= 0 and left + width <= WIDTH for left, width, *_ in (own, others))
    assert [row.total for row in chart.rows] == [2, 4]


def test_where_no_round_is_over_a_chart_is_a_point_each() -> None:
    chart = line_chart([0], by_seat([(0, 0)]))

    assert [len(line.points) for line in chart.lines] == [1, 1]
    assert chart.numbers == ()
