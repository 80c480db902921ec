"""The geometry of charts: lines that can be told apart, marks that do not lie on one another; and who takes the lead."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.charts import BETWEEN_MARKS, BOTTOM, LEFT, RIGHT, TOP, by_seat, by_side, line_chart, spread
from companion.engine.story import Stretch, best, lead
from companion.engine.text import say
from tests.games.english import said

SCORES = st.integers(-40, 200) | st.integers(-(10**13), 10**13)
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
    assert bool(chart.numbers) == (len(table) > 1), "where no round is over, a chart is a point each"


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


def test_symbols_of_a_round_stand_above_one_another_unless_they_would_touch() -> None:
    chart = line_chart([0, 1, 2], by_seat([(0, 0, 0), (5, 9, 3), (9, 9, 20)]))
    (step, _), (last, _) = chart.numbers
    assert [line.points[1][0] - step for line in chart.lines] == [0, 0, 0]
    assert [line.points[2][0] - last for line in chart.lines] == [-7, 7, 0]
    many = line_chart([*range(10)], by_seat([(0, 0, 0, at) for at in range(10)]))
    beside = [line.symbols[-1][0] for line in many.lines[:3]]
    assert all(right - left > 11.9 for left, right in pairwise(beside)), "also where they run above one another"
    bare = line_chart([0, 1, 2], by_seat([(0, 0), (5, 0), (5, 0)]), is_bare=True)
    assert [len(line.symbols) for line in bare.lines] == [1, 1]


def test_the_line_of_who_came_later_begins_there() -> None:
    early = line_chart([0, 1, 2, 3], by_seat([(0, 0), (4, 0), (6, 5), (9, 8)]))
    late = line_chart([0, 1, 2, 3], by_side([(0, 0), (4, 0), (6, 5), (9, 8)], [(0,), (1,)], {1: 1}))
    assert [len(line.points) for line in late.lines] == [4, 3]
    assert late.lines[1].points == early.lines[1].points[1:]
    assert said(late.lines[1].label) == "S1: 5, 8"


def told(*totals: tuple[int, ...]) -> str | None:
    """What is said of a game with these totals after each round, its winners those who have most."""
    stretches = [Stretch(number, scores) for number, scores in enumerate(totals, 1)]
    ended = {stretch.number: stretch.number for stretch in stretches}
    found = lead(stretches, best(totals[-1]), ended, lambda number: say("Round {number}", number=number), "LU-30")
    return None if found is None else f"{said(found.when)}: {said(found.text)}"


LEADS: tuple[tuple[tuple[tuple[int, ...], ...], str | None], ...] = (
    # Who leads from some round on takes the lead there.
    (((5, 3, 4), (8, 6, 5)), "Round 1: S0 takes the lead and keeps it."),
    (((5, 3, 4), (6, 8, 5)), "Round 2: S1 takes the lead at the very end."),
    (((5, 5, 4), (8, 8, 5), (9, 10, 5)), "Round 3: S1 takes the lead at the very end."),
    (((5, 5, 6), (9, 9, 8)), "Round 2: S0, S1 take the lead at the very end."),
    # At a tie, who led before takes no lead but is drawn level with.
    (((5, 3), (8, 8)), "Round 2: S0, S1 draw level."),
    (((5, 3, 1), (8, 8, 2), (9, 9, 3)), "Round 2: S0, S1 draw level."),
    (((5, 3, 1), (6, 4, 2), (7, 7, 7)), "Round 3: S0, S1, S2 draw level."),
    (((5, 3), (6, 6), (7, 7)), "Round 2: S0, S1 draw level."),
    # Where all were level from the first round, no one takes a lead.
    (((5, 5), (8, 8)), None),
    (((0, 0, 0),), None),
)
"""The totals after each round, and what is said of who leads."""


def test_the_lead_is_taken_where_it_is_kept_from_and_at_a_tie_drawn_level_with() -> None:
    assert {totals: told(*totals) for totals, _ in LEADS} == dict(LEADS)
