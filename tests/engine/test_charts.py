"""The geometry of charts: lines that can be told apart, marks that do not lie on one another, round numbers at the edge."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.charts import (
    BETWEEN_MARKS,
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    by_seat,
    line_chart,
    spread,
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


def test_where_no_round_is_over_a_chart_is_a_point_each() -> None:
    chart = line_chart([0], by_seat([(0, 0)]))

    assert [len(line.points) for line in chart.lines] == [1, 1]
    assert chart.numbers == ()
