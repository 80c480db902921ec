"""Definitions: read strictly, written the same way every time, added up as a second reckoning does."""

import json
from typing import Any, Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.definition import LARGEST, MOST_ROWS, Definition, Ends, Row, RowKind, changed, row_named
from companion.engine.definition_texts import (
    read_definition,
    read_file,
    read_link,
    read_text,
    write_file,
    write_link,
    write_text,
)
from companion.engine.errors import NotAMove
from companion.engine.formula import HIGHEST
from companion.engine.pad import is_full, ranks, row_values, sides, total
from companion.engine.ready import READY, english

NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=40)
KINDS: Final[tuple[RowKind, ...]] = ("points", "count", "sum", "bonus")
FIGURES = st.integers(-HIGHEST, HIGHEST)


@st.composite
def pads(draw: st.DrawFn) -> Definition:
    """A pad with rows to write in, and sums and bonuses of those above."""
    rows: list[Row] = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=12, unique=True)):
        typed = [at for at, row in enumerate(rows) if row.is_typed]
        kind: RowKind = draw(st.sampled_from(KINDS if typed else KINDS[:2]))
        of = () if kind in KINDS[:2] else tuple(draw(st.lists(st.sampled_from(typed), min_size=1, unique=True)))
        times = draw(st.integers(-1000, 1000)) if kind == "count" else 1
        least = draw(FIGURES) if kind == "bonus" else 0
        worth = draw(FIGURES.filter(bool)) if kind == "bonus" else 0
        rows.append(Row(name, kind, times, of, least, worth, draw(st.booleans())))
    return Definition(
        draw(NAMES), "pad", rows=tuple(rows), version=draw(st.integers(1, 9999)), hidden=draw(st.booleans())
    )


@st.composite
def rounds(draw: st.DrawFn) -> Definition:
    ends: Ends = draw(st.sampled_from(get_args(Ends)))
    return Definition(
        draw(NAMES),
        draw(st.sampled_from(["points", "winner", "places"])),
        draw(st.sampled_from(["most", "fewest"])),
        ends,
        draw(st.integers(1, 999)) if ends != "open" else 0,
        negative=draw(st.booleans()),
        dealer=draw(st.booleans()),
        teams=draw(st.booleans()),
        hidden=draw(st.booleans()),
    )


DEFINITIONS = st.one_of(pads(), rounds())


def test_a_formula_calls_a_row_in_any_letters() -> None:
    rows = (Row("Größe"), Row("Tricks"))
    assert [row_named(rows, name) for name in ("größe", "GRÖSSE", "Tricks", "r2", "size")] == [0, 0, 1, 1, None]


@given(DEFINITIONS)
def test_a_definition_is_read_as_it_was_written_and_written_as_it_was_read(definition: Definition) -> None:
    text = write_text(definition)
    assert read_text(text) == definition
    assert write_text(read_text(text)) == text
    assert read_file(write_file(definition)) == definition
    assert read_link(f"http://pads.local/pad#{write_link(definition)}") == definition


def test_the_largest_definition_there_can_be_is_not_too_large() -> None:
    typed = tuple(Row(f"{at:02}" + '"' * 38, "count", -1000, optional=True) for at in range(MOST_ROWS // 2))
    every = tuple(range(len(typed)))
    rest = tuple(
        Row(f"{at:02}" + "\\" * 38, "bonus", of=every, least=-HIGHEST, worth=-HIGHEST, optional=True)
        for at in range(MOST_ROWS // 2, MOST_ROWS)
    )
    whole = Definition("[" * 40, "pad", "fewest", rows=(*typed, *rest), version=9999)
    assert len(write_text(whole)) < LARGEST
    assert read_text(write_text(whole)) == whole


@given(pads(), st.data())
def test_a_pad_adds_up_as_a_child_with_a_pencil_would(definition: Definition, data: st.DataObject) -> None:
    typed = [at for at, row in enumerate(definition.rows) if row.is_typed]
    cells = data.draw(st.dictionaries(st.sampled_from(typed), FIGURES))
    worth = {at: figure * definition.rows[at].times for at, figure in cells.items()}
    bonuses = 0
    for at, row in enumerate(definition.rows):
        reached = [worth[one] for one in row.of if one in worth]
        if row.kind == "sum":
            assert row_values(definition.rows, cells)[at] == (sum(reached) if reached else None)
        if row.kind == "bonus" and reached and sum(reached) >= row.least:
            bonuses += row.worth
    assert total(definition.rows, row_values(definition.rows, cells)) == sum(worth.values()) + bonuses
    needed = {at for at in typed if not definition.rows[at].optional}
    assert is_full(definition.rows, cells) == (needed <= set(cells) if needed else bool(cells))


@given(rounds(), st.lists(st.integers(-50, 50), min_size=1, max_size=8))
def test_the_best_total_is_first_and_equal_totals_share_a_place(definition: Definition, totals: list[int]) -> None:
    found = ranks(definition, totals)
    best = min(totals) if definition.fewest_win else max(totals)
    assert [place == 1 for place in found] == [one == best for one in totals]
    assert all(
        (found[a] == found[b]) == (totals[a] == totals[b]) for a in range(len(totals)) for b in range(len(totals))
    )


TEAMS, THREES, TWO, ALONE = (
    Definition("x", teams=True),
    Definition("x", teams=True, team_size=3),
    Definition("x", teams=True, team_count=2),
    Definition("x", alone=True),
)
SIDES: tuple[tuple[Definition, int, tuple[tuple[int, ...], ...]], ...] = (
    # Partners sit opposite where teams of two can be made.
    (TEAMS, 4, ((0, 2), (1, 3))), (TEAMS, 6, ((0, 3), (1, 4), (2, 5))),
    *((TEAMS, seats, tuple((seat,) for seat in range(seats))) for seats in (1, 2, 3, 5, 7)),
    # Teams are of any size or as many as wanted, or one plays against all.
    (THREES, 6, ((0, 2, 4), (1, 3, 5))),
    *((THREES, seats, tuple((seat,) for seat in range(seats))) for seats in (3, 4, 8)),
    (TWO, 1, ((0,),)), (TWO, 2, ((0,), (1,))), (TWO, 3, ((0, 2), (1,))), (TWO, 5, ((0, 2, 4), (1, 3))),
    (TWO, 8, ((0, 2, 4, 6), (1, 3, 5, 7))),
    (ALONE, 1, ((0,),)), (ALONE, 2, ((0,), (1,))), (ALONE, 3, ((0,), (1, 2))), (ALONE, 4, ((0,), (1, 2, 3))),
    (Definition("x"), 4, ((0,), (1,), (2,), (3,))),
)  # fmt: skip
"""A definition, so many players, and who are on a side."""


@pytest.mark.parametrize(("definition", "seats", "wanted"), SIDES)
def test_who_plays_together_follows_from_the_definition(
    definition: Definition, seats: int, wanted: tuple[tuple[int, ...], ...]
) -> None:
    assert sides(definition, seats) == wanted
    assert read_text(write_text(definition)) == definition


def test_a_change_makes_the_next_version_and_no_change_none() -> None:
    first = Definition("Uno", version=4)
    assert changed(first, Definition("Uno", version=1)) == first
    assert changed(first, Definition("Uno", wins="fewest")) == Definition("Uno", wins="fewest", version=5)


def test_every_ready_definition_can_be_played_and_has_its_own_name() -> None:
    assert len(READY) >= 12
    assert len({one.name for one in READY.values()}) == len(READY)
    for one in READY.values():
        assert read_text(write_text(english(one))) == english(one)


PAD = {"name": "x", "writes": "pad", "rows": [{"name": "a"}, {"name": "b"}]}
SUM = {"name": "b", "kind": "sum", "of": [0]}
REFUSED: list[tuple[Any, str]] = [
    ([], ""),
    ("x", ""),
    ({}, "name"),
    ({"name": ""}, "name"),
    ({"name": "a" * 41}, "name"),
    ({"name": " x"}, "name"),
    ({"name": "a\u202eb"}, "name"),
    ({"name": "a\u0000"}, "name"),
    ({"name": "x", "writes": "dice"}, "writes"),
    ({"name": "x", "wins": "nearest", "writes": "winner"}, "wins"),
    ({"name": "x", "wins": "last"}, "wins"),
    ({"name": "x", "to": 5}, "to"),
    ({"name": "x", "ends": "target"}, "at"),
    ({"name": "x", "ends": "rounds", "at": 1000}, "at"),
    ({"name": "x", "version": 0}, "version"),
    ({"name": "x", "team_size": 3}, "team_size"),
    ({"name": "x", "teams": True, "team_size": 5}, "team_size"),
    ({"name": "x", "teams": True, "team_size": 3, "team_count": 2}, "team_size"),
    ({"name": "x", "team_count": 2}, "team_count"),
    ({"name": "x", "teams": True, "team_count": 1}, "team_count"),
    ({"name": "x", "alone": True, "teams": True}, "alone"),
    ({"name": "x", "alone": True, "together": True}, "alone"),
    ({"name": "x", "rows": [{"name": "a"}]}, "rows"),
    ({"name": "x", "writes": "pad"}, "rows"),
    ({**PAD, "ends": "rounds", "at": 3}, "ends"),
    ({**PAD, "rows": [{"name": "a"}] * 41}, "rows"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "a"}]}, "rows.1.name"),
    ({**PAD, "rows": [{"name": "a", "times": 2}]}, "rows.0.times"),
    ({**PAD, "rows": [{"name": "a", "kind": "count", "times": 1001}]}, "rows.0.times"),
    ({**PAD, "rows": [{"name": "a", "kind": "sum", "of": [0]}]}, "rows"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "sum"}]}, "rows.1.of"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "sum", "of": [1]}]}, "rows.1.of.0"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "sum", "of": [0, 0]}]}, "rows.1.of"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "sum", "of": [-1]}]}, "rows.1.of.0"),
    ({**PAD, "rows": [{"name": "a"}, SUM, {"name": "c", "kind": "sum", "of": [2]}]}, "rows.2.of.0"),
    ({**PAD, "rows": [{"name": "a", "kind": "steps"}]}, "rows.0.values"),
    ({**PAD, "rows": [{"name": "a", "values": [1]}]}, "rows.0.values"),
    ({**PAD, "rows": [{"name": "a", "kind": "choose", "choices": [{"name": "", "worth": 1}]}]}, "rows.0.choices.0.name"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "a + c"}]}, "rows.1.formula"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "bonus", "of": [0]}]}, "rows.1.worth"),
    ({**PAD, "rows": [{"name": "a", "worth": 3}]}, "rows.0.worth"),
    ({**PAD, "rows": [{"name": "a", "total": 9, "by_round": True}]}, "rows.0.total"),
    ({**PAD, "rows": [{"name": "a"}, {"name": "b", "kind": "sum", "of": [0], "total": 9}]}, "rows.1.total"),
    ({"name": "x", "writes": "places", "up_to": 12}, "up_to"),
    ({"name": "x", "misses": 1}, "misses"),
]  # fmt: skip


def test_what_is_no_definition_is_refused_with_the_place_named(subtests: pytest.Subtests) -> None:
    for given_value, place in REFUSED:
        with subtests.test(given=given_value), pytest.raises(NotAMove) as refused:
            read_definition(given_value)
        assert refused.value.path == place, given_value


def test_hostile_texts_are_refused_and_break_nothing(subtests: pytest.Subtests) -> None:
    hostile = {
        "too large": json.dumps({"name": "x" * LARGEST}),
        "too deep": '{"name": ' + "[" * 5000 + "]" * 5000 + "}",
        "a name twice": '{"name": "x", "name": "y"}',
        "no number": '{"name": "x", "at": NaN}',
        "a number without end": '{"name": "x", "at": ' + "9" * 9000 + "}",
        "no JSON": "__import__('os')",
        "nothing": "",
    }
    for why, text in hostile.items():
        with subtests.test(why), pytest.raises(NotAMove):
            read_text(text)
        with subtests.test(f"{why}, as a file"), pytest.raises(NotAMove):
            read_file(text)


@given(DEFINITIONS, st.data())
def test_a_definition_spoilt_in_one_place_is_read_or_refused(definition: Definition, data: st.DataObject) -> None:
    plain = json.loads(write_text(definition))
    name = data.draw(st.sampled_from(sorted(plain)))
    plain[name] = data.draw(
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=4)
    )
    try:
        read = read_definition(plain)
    except NotAMove:
        return
    assert read == read_text(write_text(read))


def test_where_a_file_cannot_be_read_its_line_is_named() -> None:
    with pytest.raises(NotAMove) as refused:
        read_file(write_file(Definition("Uno")).replace('"name"', "'name'"))
    assert dict(refused.value.text.args) == {"line": 5, "at": 3}
    with pytest.raises(NotAMove, match="Tableside game"):
        read_file("Dear all,")


def test_a_file_says_what_it_is(subtests: pytest.Subtests) -> None:
    rows = [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "a + 9*999999"}]
    stuck = {"name": "x", "writes": "pad", "rows": rows}
    whole = json.loads(write_file(Definition("Uno")))
    for wrong, place in (
        ({**whole, "kind": "a match"}, ""),
        ({**whole, "format": 2}, "format"),
        ({**whole, "more": 1}, ""),
        ({**whole, "game": {"name": ""}}, "game.name"),
        ({"kind": whole["kind"], "format": 1}, "game"),
        ({**whole, "game": stuck}, "game.rows.1.formula"),
    ):
        with subtests.test(wrong=wrong), pytest.raises(NotAMove) as refused:
            read_file(json.dumps(wrong))
        assert refused.value.path == place
    assert len(read_text(json.dumps(stuck)).rows) == 2, "a match that was begun with it opens all the same"
