"""Plain JSON in and out of declared shapes, strictly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine import flat
from companion.engine.codec import LARGEST, Reading, decode, encode
from companion.engine.declared import alternatives, hints, is_union, required
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.marks import Between, Length, Seat
from companion.engine.text import say
from companion.games import games
from tests.shapes import json_of_shape

SHAPES = {
    f"{game.slug} {name}": (shape, game.players[-1])
    for game in games().values()
    for name, shape in [*game.moves.items(), *((kind.name, kind.facts) for kind in game.rulings)]
}

Small = Annotated[int, Between(1, 6, "TO-1", say("pip"))]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers, of which the second may be missing and the third has a value of its own."""

    first: Small
    second: Small | None = None
    third: bool = False


@dataclass(frozen=True, slots=True)
class Every:
    """One field of each sort the codec reads."""

    number: int
    truth: bool
    word: Annotated[str, Length(1, 5)]
    colour: Literal["red", "blue"]
    size: Literal[1, True, "X"]
    couple: tuple[Small, Small]
    pips: Annotated[tuple[Small, ...], Length(0, 3)]
    by_seat: Mapping[Seat, Small]
    pairs: tuple[Pair, ...]
    nothing: Small | None


@dataclass(frozen=True, slots=True)
class Either:
    """One way or the other."""

    alternatives: ClassVar = (("left",), ("right", "far_right"))

    left: int | None = None
    right: int | None = None
    far_right: int | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """Two lists, or a word."""

    alternatives: ClassVar = (("pips", "pairs"), ("word",))

    pips: tuple[Small, ...] | None = None
    pairs: tuple[Pair, ...] | None = None
    word: str | None = None


@dataclass(frozen=True, slots=True)
class OneOrOther:
    """A list of pairs, or a number, or a word."""

    value: tuple[Pair, ...] | Small | Literal["X"]


GOOD: dict[str, Any] = {
    "number": 5,
    "truth": True,
    "word": "abc",
    "colour": "red",
    "size": "X",
    "couple": [1, 2],
    "pips": [6],
    "by_seat": {"0": 1, "2": 3},
    "pairs": [{"first": 1, "third": False}, {"first": 2, "second": 3, "third": True}],
    "nothing": None,
}


def read(shape: type, value: Any, *, as_text: bool = False) -> Any:
    """The value as that shape, at a table of three."""
    return decode(shape, value, Reading(3, "TO-1", as_text=as_text))


def where(shape: type, value: Any, *, as_text: bool = False) -> str:
    """Where the value has not that shape."""
    with pytest.raises(NotAMove) as caught:
        read(shape, value, as_text=as_text)
    assert caught.value.text.message
    return caught.value.path


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_read_is_written_as_it_came(name: str, data: st.DataObject) -> None:
    shape, seats = SHAPES[name]
    value = data.draw(json_of_shape(shape, seats))
    read_value = decode(shape, value, Reading(seats, "XX-1"))
    assert type(read_value) is shape
    assert without_blanks(encode(read_value)) == without_blanks(value)
    assert decode(shape, encode(read_value), Reading(seats, "XX-1")) == read_value


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_written_into_a_form_is_read_from_it(name: str, data: st.DataObject) -> None:
    shape, seats = SHAPES[name]
    value = data.draw(json_of_shape(shape, seats))
    assume(chooses(shape, without_blanks(value)))
    form = flat.tree(flat.pairs(value))
    assert without_blanks(encode(decode(shape, form, Reading(seats, "XX-1", as_text=True)))) == without_blanks(value)


def chooses(shape: type, value: Any) -> bool:
    """Whether a form shows which of the alternatives is meant, and which type where a field may be of several."""
    groups = alternatives(shape)
    unions = [name for name in required(shape) if is_union(hints(shape)[name])]
    is_clear = not groups or any(name in value for group in groups for name in group)
    return is_clear and all(name in value for name in unions)


def without_blanks(value: Any) -> Any:
    """The value without what need not be told from nothing: empty lists and objects in an object or at a list's end."""
    if isinstance(value, dict):
        pruned = {key: without_blanks(one) for key, one in value.items()}
        return {key: one for key, one in pruned.items() if one not in ([], {})}
    if not isinstance(value, list):
        return value
    rows = [without_blanks(one) for one in value]
    while rows and rows[-1] in ([], {}):
        rows.pop()
    return rows


@dataclass(frozen=True, slots=True)
class Maps:
    """Values by seat, and by a word of a list."""

    by_seat: Mapping[Seat, Small]
    by_word: Mapping[Annotated[Literal["red", "blue", "amber"], "marked"], Small]


def test_a_map_has_one_order_whatever_order_it_was_given_in() -> None:
    by_seat, by_word = {"2": 1, "0": 3, "1": 2}, {"amber": 1, "blue": 2, "red": 3}
    for seats, words in ((by_seat, by_word), (dict(reversed(by_seat.items())), dict(reversed(by_word.items())))):
        found = read(Maps, {"by_seat": seats, "by_word": words})
        assert [*found.by_seat.items()] == [(0, 3), (1, 2), (2, 1)]
        assert [*found.by_word.items()] == [("red", 3), ("blue", 2), ("amber", 1)]


def test_every_sort_of_field_is_read_and_written() -> None:
    every = read(Every, GOOD)
    assert every.by_seat == {0: 1, 2: 3}
    assert every.pairs == (Pair(1), Pair(2, 3, third=True))
    assert encode(every) == GOOD


WRONG: list[tuple[str, Any, str]] = [
    ("number", True, "number"),
    ("number", 5.0, "number"),
    ("number", 5.9, "number"),
    ("number", "5", "number"),
    ("number", None, "number"),
    ("number", [5], "number"),
    ("number", {"0": 5}, "number"),
    ("number", LARGEST + 1, "number"),
    ("number", -LARGEST - 2, "number"),
    ("number", 10**400, "number"),
    ("number", float("nan"), "number"),
    ("number", float("inf"), "number"),
    ("truth", 1, "truth"),
    ("truth", 0, "truth"),
    ("truth", "true", "truth"),
    ("truth", None, "truth"),
    ("word", 5, "word"),
    ("word", "", "word"),
    ("word", "abcdef", "word"),
    ("word", "a\x00b", "word"),
    ("word", "\ud800", "word"),
    ("word", ["abc"], "word"),
    ("colour", "green", "colour"),
    ("colour", "Red", "colour"),
    ("colour", ["red"], "colour"),
    ("colour", {"red": 1}, "colour"),
    ("size", False, "size"),
    ("size", 1.0, "size"),
    ("size", "1", "size"),
    ("size", "true", "size"),
    ("couple", [1], "couple"),
    ("couple", [1, 2, 3], "couple"),
    ("couple", "12", "couple"),
    ("couple", {"0": 1, "1": 2}, "couple"),
    ("couple", [1, "2"], "couple.1"),
    ("pips", [1, 2, 3, 4], "pips"),
    ("pips", None, "pips"),
    ("by_seat", [1, 2], "by_seat"),
    ("by_seat", {"Ana": 1}, "by_seat.Ana"),
    ("by_seat", {"00": 1}, "by_seat.00"),
    ("by_seat", {"-0": 1}, "by_seat.-0"),
    ("by_seat", {" 0": 1}, "by_seat. 0"),
    ("by_seat", {"0": None}, "by_seat.0"),
    ("by_seat", {"٣": 1}, "by_seat.٣"),
    ("pairs", [{"first": 1}, {}], "pairs.1.first"),
    ("pairs", [{"first": 1, "fourth": 4}], "pairs.0.fourth"),
    ("pairs", [[1, 2]], "pairs.0"),
    ("nothing", "null", "nothing"),
]


@pytest.mark.parametrize(("name", "value", "path"), WRONG)
def test_a_value_of_another_sort_is_refused_and_named(name: str, value: Any, path: str) -> None:
    assert where(Every, {**GOOD, name: value}) == path


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_field_is_named(name: str) -> None:
    assert where(Every, {key: value for key, value in GOOD.items() if key != name}) == name


def test_true_is_not_the_choice_one() -> None:
    assert read(Every, {**GOOD, "size": True}).size is True
    assert type(read(Every, {**GOOD, "size": 1}).size) is int


@pytest.mark.parametrize("value", [None, [], "x", 5, True])
def test_a_shape_is_read_from_an_object_only(value: Any) -> None:
    assert where(Every, value) == ""


def test_an_unknown_name_is_named_so_that_it_can_be_written_down() -> None:
    assert where(Pair, {"first": 1, "\ud800\x00": 1}) == "??"
    assert len(where(Pair, {"first": 1, "x" * 100_000: 1})) == 120
    with pytest.raises(NotAMove) as caught:
        read(Pair, {"first": 1, "\udfff": 1})
    assert str(caught.value).encode()


def test_the_largest_numbers_a_store_can_keep_are_read() -> None:
    assert read(Every, {**GOOD, "number": LARGEST}).number == LARGEST
    assert read(Every, {**GOOD, "number": -LARGEST - 1}).number == -LARGEST - 1


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("couple", [0, 2], "couple.0"),
        ("couple", [1, 7], "couple.1"),
        ("by_seat", {"3": 1}, "by_seat.3"),
        ("by_seat", {"-1": 1}, "by_seat.-1"),
        ("by_seat", {"0": 7}, "by_seat.0"),
        ("pairs", [{"first": 1, "second": 0}], "pairs.0.second"),
        ("nothing", 7, "nothing"),
    ],
)
def test_a_value_out_of_its_range_breaks_a_clause(name: str, value: Any, path: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(Every, {**GOOD, name: value})
    assert (caught.value.path, caught.value.clauses) == (path, ("TO-1",))


def test_all_that_is_out_of_range_is_said_together() -> None:
    with pytest.raises(IllegalMove) as caught:
        read(Every, {**GOOD, "couple": [0, 7], "nothing": 9})
    assert len(caught.value.reasons) == 3


def test_a_wrong_shape_is_said_before_a_wrong_range() -> None:
    assert where(Every, {**GOOD, "couple": [0, 2], "word": 5}) == "word"


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({}, ""),
        ({"left": None}, ""),
        ({"left": 1, "right": 2, "far_right": 3}, ""),
        ({"left": 1, "right": 2}, ""),
        ({"right": 2}, "far_right"),
        ({"far_right": 2, "right": None}, "right"),
    ],
)
def test_of_alternatives_exactly_one_is_given_and_whole(value: Any, path: str) -> None:
    assert where(Either, value) == path


def test_either_alternative_is_read_and_written() -> None:
    assert encode(read(Either, {"left": 0})) == {"left": 0}
    assert encode(read(Either, {"right": 1, "far_right": 0, "left": None})) == {"right": 1, "far_right": 0}


def test_of_several_types_the_one_that_fits_is_read_and_doubts_about_the_others_are_forgotten() -> None:
    assert read(OneOrOther, {"value": 3}).value == 3
    assert read(OneOrOther, {"value": "X"}).value == "X"
    assert read(OneOrOther, {"value": [{"first": 1}]}).value == (Pair(1),)
    assert where(OneOrOther, {"value": [{"first": 9}, {}]}) == "value.1.first"
    with pytest.raises(IllegalMove):
        read(OneOrOther, {"value": 9})


def form(*pairs: tuple[str, str]) -> dict[str, Any]:
    """A form as a tree."""
    return flat.tree(pairs)


def test_forms_write_every_scalar_as_a_text() -> None:
    written = flat.pairs(GOOD)
    assert ("truth", "true") in written
    assert ("by_seat.2", "3") in written
    assert ("pairs.1.second", "3") in written
    assert ("nothing", "null") in written
    assert read(Every, flat.tree(written), as_text=True) == read(Every, GOOD)


def test_a_box_not_ticked_is_false_and_no_entry_is_an_empty_list() -> None:
    unticked = [
        (name, value) for name, value in flat.pairs(GOOD) if name.split(".")[0] not in ("truth", "pips", "by_seat")
    ]
    every = read(Every, flat.tree(unticked), as_text=True)
    assert (every.truth, every.pips, every.by_seat) == (False, (), {})


def test_of_the_alternative_chosen_a_list_may_be_left_empty() -> None:
    assert read(Lists, form(("pips", "3")), as_text=True) == Lists((3,), ())
    assert read(Lists, form(("word", "no")), as_text=True) == Lists(word="no")
    assert where(Lists, {"pips": [3]}) == "pairs"
    assert where(Lists, form(), as_text=True) == ""


def test_an_alternative_written_as_none_is_not_given() -> None:
    assert where(Either, form(("left", "null")), as_text=True) == ""
    assert where(Either, form(("right", "null"), ("far_right", "1")), as_text=True) == "right"
    assert read(Either, form(("left", "1"), ("right", "null")), as_text=True) == Either(left=1)


def test_where_none_is_a_value_of_its_own_blank_is_not_none() -> None:
    assert (
        where(Every, flat.tree([pair for pair in flat.pairs(GOOD) if pair[0] != "nothing"]), as_text=True) == "nothing"
    )


def test_nought_is_not_blank() -> None:
    assert where(Pair, form(("first", " ")), as_text=True) == "first"
    with pytest.raises(IllegalMove):
        read(Pair, form(("first", "0")), as_text=True)


@dataclass(frozen=True, slots=True)
class Rows:
    """Pairs in a row."""

    rows: tuple[Pair, ...]


def test_a_row_left_blank_between_others_is_missing_and_nobody_moves_up() -> None:
    assert where(Rows, form(("rows.0.first", "1"), ("rows.2.first", "2")), as_text=True) == "rows.1.first"


def test_rows_left_blank_at_the_end_are_not_there() -> None:
    rows = form(("rows.0.first", "1"), ("rows.1.first", "2"), ("rows.2.first", ""), ("rows.3.second", " "))
    assert read(Rows, rows, as_text=True).rows == (Pair(1), Pair(2))


@pytest.mark.parametrize("index", ["1000", "999999999999", "-1", "01", "x", "١"])
def test_a_row_is_numbered_as_a_row_is(index: str) -> None:
    assert where(Rows, form((f"rows.{index}.first", "1")), as_text=True) == "rows"


@pytest.mark.parametrize("written", ["5.0", "5,0", "0x5", "1e3", "٣", "+5", "--5", "9" * 20, "true", "５"])
def test_a_form_takes_whole_numbers_in_plain_figures_only(written: str) -> None:
    pairs = [(name, value) for name, value in flat.pairs(GOOD) if name != "number"]
    assert where(Every, flat.tree([*pairs, ("number", written)]), as_text=True) == "number"


def test_a_name_given_twice_in_a_form_is_no_single_value() -> None:
    assert where(Pair, form(("first", "1"), ("first", "2")), as_text=True) == "first"


@pytest.mark.parametrize("name", ["", ".", "a..b", ".a", "a.", "a.b.c.d.e.f.g"])
def test_names_that_lead_nowhere_are_refused(name: str) -> None:
    with pytest.raises(NotAMove):
        form((name, "1"))


@pytest.mark.parametrize("names", [("a", "a.b"), ("a.b", "a"), ("a.b", "a.b.c")])
def test_a_name_is_a_value_or_a_branch_and_not_both(names: tuple[str, str]) -> None:
    with pytest.raises(NotAMove):
        form(*((name, "1") for name in names))


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GOOD, "0", "first"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def read_or_refusal(shape: type, value: Callable[[], Any], *, as_text: bool) -> Any:
    """What is read, or why not; its words can be written down."""
    try:
        return read(shape, value(), as_text=as_text)
    except (NotAMove, IllegalMove) as refusal:
        refusal.path.encode()
        return refusal


@given(NESTED, st.sampled_from([Every, Pair, Either, OneOrOther, Rows]), st.booleans())
@settings(max_examples=300)
def test_any_json_is_read_or_refused_and_nothing_else_happens(value: Any, shape: type, as_text: bool) -> None:
    assert type(read_or_refusal(shape, lambda: value, as_text=as_text)) in (shape, NotAMove, IllegalMove)


@given(st.lists(st.tuples(st.text(st.characters(), max_size=12), st.text(max_size=4)), max_size=5))
def test_any_form_is_read_or_refused_and_nothing_else_happens(pairs: list[tuple[str, str]]) -> None:
    assert type(read_or_refusal(Every, lambda: flat.tree(pairs), as_text=True)) in (Every, NotAMove, IllegalMove)


def test_what_has_no_json_form_is_not_written() -> None:
    with pytest.raises(TypeError):
        encode(5.0)


def test_sets_are_written_in_order() -> None:
    assert encode(frozenset({3, 1, 2})) == [1, 2, 3]
