"""What the kinds of rows come to, with figures from the boxes that score so."""

from typing import Any

import pytest

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_definition
from companion.engine.pad import others, row_values, total, unworkable


def pad(*rows: dict[str, Any]) -> Definition:
    return read_definition({"name": "x", "writes": "pad", "rows": [*rows]})


def points(definition: Definition, *pads: dict[int, int]) -> list[int]:
    """What each of these pads comes to beside the others."""
    rows = definition.rows
    return [total(rows, row_values(rows, one, others(pads, at))) for at, one in enumerate(pads)]


Row = dict[str, Any]
SETS: Row = {"name": "Sets", "kind": "steps", "values": [1, 3, 6, 10, 15]}
ROUTES: Row = {"name": "Routes", "kind": "steps", "values": [1, 2, 4, 7], "more": 4}
CHOICES = [{"name": "hut", "worth": 8}, {"name": "route", "worth": 10}, {"name": "debt", "worth": -3}]
ONE: Row = {"name": "a", "kind": "choose", "choices": CHOICES}
COLOURS: list[Row] = [{"name": name, "counts": False} for name in ("red", "green", "blue")]
SCIENCE: list[Row] = [
    {"name": "Sets", "kind": "least", "of": [0, 1, 2], "counts": False},
    {"name": "Science", "kind": "formula", "formula": "red*red + green*green + blue*blue + 7*sets"},
]
BIDS: list[Row] = [
    {"name": "Bid", "counts": False}, {"name": "Tricks won", "counts": False},
    {"name": "More", "optional": True, "counts": False},
    {"name": "Score", "kind": "formula", "formula": "more + (20 + 10*r1 if bid == tricks_won else -10*abs(r1 - r2))"},
]  # fmt: skip
POINTS: tuple[tuple[list[Row], dict[int, int], int], ...] = (
    # Steps look a count up and go on by their rule.
    *(([SETS], {0: count}, points) for count, points in ((0, 0), (1, 1), (2, 3), (3, 6), (5, 15), (9, 15))),
    *(([ROUTES], {0: count}, points) for count, points in ((4, 7), (5, 11), (7, 19))),
    # What is chosen counts: one of several, or several.
    *(([ONE], {0: cell}, points) for cell, points in ((0, 0), (1, 8), (2, 10), (3, -3))),
    *(([{**ONE, "several": True}], {0: cell}, points) for cell, points in ((0, 0), (3, 18), (5, 5), (7, 15))),
    # Rows follow from rows above, and what serves them does not count.
    ([*COLOURS, {"name": "Least", "kind": "least", "of": [0, 1, 2]}], {0: 7, 1: 4, 2: 9}, 4),
    ([*COLOURS, {"name": "Most", "kind": "most", "of": [0, 1, 2]}], {0: 7, 1: 4, 2: 9}, 9),
    ([*COLOURS[:2], {"name": "Field", "kind": "product", "of": [0, 1]}], {0: 7, 1: 4}, 28),
    ([*COLOURS, *SCIENCE], {0: 3, 1: 1, 2: 1}, 9 + 1 + 1 + 7),
    # Formulas name them as they stand.
    *((BIDS, cells, points) for cells, points in (({0: 2, 1: 2}, 40), ({0: 2, 1: 0}, -20), ({0: 1, 1: 1, 2: 5}, 35))),
)
"""The rows of a pad, what is typed, and what it comes to."""


def test_each_kind_of_row_comes_to_what_its_box_says(subtests: pytest.Subtests) -> None:
    for rows, cells, wanted in POINTS:
        with subtests.test(rows=rows, cells=cells):
            assert points(pad(*rows), cells) == [wanted]


def test_a_row_waits_for_those_it_follows_from() -> None:
    least = pad(*COLOURS, {"name": "Least", "kind": "least", "of": [0, 1, 2]})
    assert row_values(least.rows, {0: 7, 1: 4})[3] is None
    assert row_values(pad(*BIDS).rows, {0: 2})[3] is None


@pytest.mark.parametrize(
    ("how", "amounts", "wanted"),
    [
        ({"values": [6, 3]}, (5, 3, 1), [6, 3, 0]),
        ({"values": [6, 3]}, (5, 5, 1), [3, 3, 0]),
        ({"values": [6, 3]}, (5, 3, 3), [6, 1, 1]),
        ({"values": [6, 3], "ties": "all"}, (5, 5, 1), [6, 6, 0]),
        ({"values": [6, 3], "ties": "none"}, (5, 5, 1), [0, 0, 0]),
        ({"values": [6, 3]}, (5, 0, 0), [6, 0, 0]),
        ({"values": [-6], "fewest": True}, (4, 1, 1), [0, -3, -3]),
        ({"values": [-6], "fewest": True}, (4, 1, 0), [0, 0, -6]),
        ({"values": [3, -1], "ties": "none", "neighbours": True}, (5, 2, 0, 2), [6, 2, -2, 2]),
        ({"values": [3, -1], "ties": "none", "neighbours": True}, (4, 4, 0), [3, 3, -2]),
        ({"values": [1, -1], "ties": "none", "neighbours": True}, (0, 0, 0, 3, 1, 1), [-1, 0, -1, 2, -1, 1]),
        ({"values": [5, -1], "ties": "none", "neighbours": True}, (2, 7), [-1, 5]),
        ({"values": [2], "neighbours": True, "fewest": True}, (1, 1, 4), [3, 3, 0]),
    ],
)
def test_a_place_among_players_has_its_points(how: dict[str, Any], amounts: tuple[int, ...], wanted: list[int]) -> None:
    assert points(pad({"name": "Rolls", "kind": "ranking", **how}), *({0: one} for one in amounts)) == wanted


def test_figures_with_which_a_row_cannot_be_worked_out_are_found() -> None:
    shares = pad({"name": "a"}, {"name": "b"}, {"name": "c", "kind": "formula", "formula": "a // b"})
    field = pad({"name": "a"}, {"name": "b"}, {"name": "c", "kind": "product", "of": [0, 1]})
    assert ("place", "a // ^b") in getattr(unworkable(shares.rows, {0: 1, 1: 0}, ()), "args", ())
    assert unworkable(shares.rows, {0: 4, 1: 2}, ()) is None
    assert unworkable(field.rows, {0: 99_999, 1: 99_999}, ()) == field.rows[2].called
