"""Plain JSON in and out of declared shapes, strictly."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.schema.codec import LARGEST, Reading, decode, encode
from companion.engine.schema.marks import Seat
from tests.engine.sorts import (
    GOOD,
    NESTED,
    SHAPES,
    Either,
    Every,
    OneOrOther,
    Pair,
    Rows,
    Small,
    read,
    read_or_refusal,
    where,
    without_blanks,
)
from tests.rings import examples
from tests.shapes import json_of_shape


@dataclass(frozen=True, slots=True)
class Maps:
    """Values by seat, and by a word of a list."""

    by_seat: Mapping[Seat, Small]
    by_word: Mapping[Annotated[Literal["red", "blue", "amber"], "marked"], Small]


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_what_is_read_is_written_as_it_came(name: str, data: st.DataObject) -> None:
    shape, seats = SHAPES[name]
    value = data.draw(json_of_shape(shape, seats))
    read_value = decode(shape, value, Reading(seats, "XX-1"))
    assert type(read_value) is shape
    assert without_blanks(encode(read_value)) == without_blanks(value)
    assert decode(shape, encode(read_value), Reading(seats, "XX-1")) == read_value


def test_a_map_has_one_order_whatever_order_it_was_given_in() -> None:
    by_seat, by_word = {"2": 1, "0": 3, "1": 2}, {"amber": 1, "blue": 2, "red": 3}
    for seats, words in ((by_seat, by_word), (dict(reversed(by_seat.items())), dict(reversed(by_word.items())))):
        found = read(Maps, {"by_seat": seats, "by_word": words})
        assert [*found.by_seat.items()] == [(0, 3), (1, 2), (2, 1)]
        assert [*found.by_word.items()] == [("red", 3), ("blue", 2), ("amber", 1)]


WRONG: list[tuple[str, Any, str]] = [
    ("number", True, "number"), ("number", 5.0, "number"), ("number", 5.9, "number"), ("number", "5", "number"),
    ("number", None, "number"), ("number", [5], "number"), ("number", {"0": 5}, "number"),
    ("number", LARGEST + 1, "number"), ("number", -LARGEST - 2, "number"), ("number", 10**400, "number"),
    ("number", float("nan"), "number"), ("number", float("inf"), "number"), ("truth", 1, "truth"), ("truth", 0, "truth"),
    ("truth", "true", "truth"), ("truth", None, "truth"), ("word", 5, "word"), ("word", "", "word"),
    ("word", "abcdef", "word"), ("word", "a\x00b", "word"), ("word", "\ud800", "word"), ("word", ["abc"], "word"),
    ("colour", "green", "colour"), ("colour", "Red", "colour"), ("colour", ["red"], "colour"),
    ("colour", {"red": 1}, "colour"), ("size", False, "size"), ("size", 1.0, "size"), ("size", "1", "size"),
    ("size", "true", "size"), ("couple", [1], "couple"), ("couple", [1, 2, 3], "couple"), ("couple", "12", "couple"),
    ("couple", {"0": 1, "1": 2}, "couple"), ("couple", [1, "2"], "couple.1"), ("pips", [1, 2, 3, 4], "pips"),
    ("pips", None, "pips"), ("by_seat", [1, 2], "by_seat"), ("by_seat", {"Ana": 1}, "by_seat.Ana"),
    ("by_seat", {"00": 1}, "by_seat.00"), ("by_seat", {"-0": 1}, "by_seat.-0"), ("by_seat", {" 0": 1}, "by_seat. 0"),
    ("by_seat", {"0": None}, "by_seat.0"), ("by_seat", {"٣": 1}, "by_seat.٣"),
    ("pairs", [{"first": 1}, {}], "pairs.1.first"), ("pairs", [{"first": 1, "fourth": 4}], "pairs.0.fourth"),
    ("pairs", [[1, 2]], "pairs.0"), ("nothing", "null", "nothing"),
]  # fmt: skip
NOT_ONE: list[tuple[Any, str]] = [
    ({}, ""), ({"left": None}, ""), ({"left": 1, "right": 2, "far_right": 3}, ""), ({"left": 1, "right": 2}, ""),
    ({"right": 2}, "far_right"), ({"far_right": 2, "right": None}, "right"),
]  # fmt: skip
"""Values of which exactly one alternative is to be given, and whole."""
REFUSED = [*((Every, {**GOOD, name: value}, path) for name, value, path in WRONG), *((Either, *one) for one in NOT_ONE)]


def test_a_value_of_another_sort_and_half_an_alternative_are_refused_and_named(subtests: pytest.Subtests) -> None:
    for shape, value, path in REFUSED:
        with subtests.test(value=value, path=path):
            assert where(shape, value) == path


@pytest.mark.parametrize(
    ("name", "value"), [("size", True), ("size", 1), ("number", LARGEST), ("number", -LARGEST - 1)]
)
def test_the_largest_numbers_a_store_can_keep_are_read_and_true_is_not_the_choice_one(name: str, value: int) -> None:
    found = getattr(read(Every, {**GOOD, name: value}), name)
    assert (type(found), found) == (type(value), value)


def test_an_unknown_name_is_named_so_that_it_can_be_written_down() -> None:
    assert where(Pair, {"first": 1, "\ud800\x00": 1}) == "??"
    assert len(where(Pair, {"first": 1, "x" * 100_000: 1})) == 120
    with pytest.raises(NotAMove) as caught:
        read(Pair, {"first": 1, "\udfff": 1})
    assert str(caught.value).encode()


OUT_OF_RANGE: list[tuple[str, Any, str]] = [
    ("couple", [0, 2], "couple.0"), ("couple", [1, 7], "couple.1"), ("by_seat", {"3": 1}, "by_seat.3"),
    ("by_seat", {"-1": 1}, "by_seat.-1"), ("by_seat", {"0": 7}, "by_seat.0"),
    ("pairs", [{"first": 1, "second": 0}], "pairs.0.second"), ("nothing", 7, "nothing"),
]  # fmt: skip


def test_a_value_out_of_its_range_breaks_a_clause(subtests: pytest.Subtests) -> None:
    for name, value, path in OUT_OF_RANGE:
        with subtests.test(name=name, value=value, path=path):
            with pytest.raises(IllegalMove) as caught:
                read(Every, {**GOOD, name: value})
            assert (caught.value.path, caught.value.clauses) == (path, ("TO-1",))
    with pytest.raises(IllegalMove) as caught:
        read(Every, {**GOOD, "couple": [0, 7], "nothing": 9})
    assert len(caught.value.reasons) == 3, "all of it is said together"


def test_of_several_types_the_one_that_fits_is_read_and_doubts_about_the_others_are_forgotten() -> None:
    assert read(OneOrOther, {"value": 3}).value == 3
    assert read(OneOrOther, {"value": "X"}).value == "X"
    assert read(OneOrOther, {"value": [{"first": 1}]}).value == (Pair(1),)
    assert where(OneOrOther, {"value": [{"first": 9}, {}]}) == "value.1.first"
    with pytest.raises(IllegalMove):
        read(OneOrOther, {"value": 9})


@given(NESTED, st.sampled_from([Every, Pair, Either, OneOrOther, Rows]), st.booleans())
@settings(max_examples=examples(300))
def test_any_json_is_read_or_refused_and_nothing_else_happens(value: Any, shape: type, as_text: bool) -> None:
    assert type(read_or_refusal(shape, lambda: value, as_text=as_text)) in (shape, NotAMove, IllegalMove)
