"""Forms of texts in and out of declared shapes, strictly."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.schema import formdata
from companion.engine.schema.answers import Layout
from companion.engine.schema.codec import Reading, decode, encode
from companion.engine.schema.declared import alternatives, fields, required
from companion.engine.schema.form import form_of, unanswered
from companion.engine.schema.marks import Length
from tests.engine.sorts import GOOD, SHAPES, Every, Rows, read, read_or_refusal, where, without_blanks
from tests.rings import examples
from tests.shapes import json_of_shape


def chooses(shape: type, value: Any) -> bool:
    """Whether a form shows which of the alternatives is meant, and which type where a field may be of several."""
    groups = alternatives(shape)
    unions = [one for one in required(shape) if fields(shape)[one].is_optional or fields(shape)[one].kind == "union"]
    is_clear = not groups or any(name in value for group in groups for name in group)
    return is_clear and all(name in value for name in unions)


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_what_is_written_into_a_form_is_read_from_it(name: str, data: st.DataObject) -> None:
    shape, seats = SHAPES[name]
    value = data.draw(json_of_shape(shape, seats))
    assume(chooses(shape, without_blanks(value)))
    read_value = decode(shape, formdata.tree(formdata.pairs(value)), Reading(seats, "XX-1", as_text=True))
    assert without_blanks(encode(read_value)) == without_blanks(value)


def form(*pairs: tuple[str, str]) -> dict[str, Any]:
    return formdata.tree(pairs)


def test_a_box_not_ticked_is_false_and_no_entry_is_an_empty_list() -> None:
    unticked = [
        (name, value) for name, value in formdata.pairs(GOOD) if name.split(".")[0] not in ("truth", "pips", "by_seat")
    ]
    every = read(Every, formdata.tree(unticked), as_text=True)
    assert (every.truth, every.pips, every.by_seat) == (False, (), {})


def test_where_none_is_a_value_of_its_own_blank_is_not_none() -> None:
    blank = [pair for pair in formdata.pairs(GOOD) if pair[0] != "nothing"]
    assert where(Every, formdata.tree(blank), as_text=True) == "nothing"


def test_a_row_left_blank_between_others_is_missing_and_nobody_moves_up() -> None:
    assert where(Rows, form(("rows.0.first", "1"), ("rows.2.first", "2")), as_text=True) == "rows.1.first"


def test_a_list_left_blank_is_missing_however_many_it_takes() -> None:
    for sent in ([], [("points.0", "5")]):
        with pytest.raises(NotAMove, match="This is missing"):
            read(Scored, form(*sent), as_text=True)


def test_a_form_takes_whole_numbers_in_plain_figures_only(subtests: pytest.Subtests) -> None:
    for written in ("5.0", "5,0", "0x5", "1e3", "٣", "+5", "--5", "9" * 20, "true", "５"):
        with subtests.test(written=written):
            pairs = [(name, value) for name, value in formdata.pairs(GOOD) if name != "number"]
            assert where(Every, formdata.tree([*pairs, ("number", written)]), as_text=True) == "number"


def test_names_that_lead_nowhere_are_refused(subtests: pytest.Subtests) -> None:
    """Nor is a name both a value and a branch."""
    nowhere = [(name,) for name in ("", ".", "a..b", ".a", "a.", "a.b.c.d.e.f.g")]
    for names in (*nowhere, ("a", "a.b"), ("a.b", "a"), ("a.b", "a.b.c")):
        with subtests.test(names=names), pytest.raises(NotAMove):
            form(*((name, "1") for name in names))


@given(st.lists(st.tuples(st.text(st.characters(), max_size=12), st.text(max_size=4)), max_size=5))
def test_any_form_is_read_or_refused_and_nothing_else_happens(pairs: list[tuple[str, str]]) -> None:
    assert type(read_or_refusal(Every, lambda: formdata.tree(pairs), as_text=True)) in (Every, NotAMove, IllegalMove)


@dataclass(frozen=True)
class Scored:
    points: Annotated[tuple[int, ...], Length(2, 8)]


@dataclass(frozen=True)
class Wanted:
    """A number that is needed, one with a default, and one that may be nothing."""

    needed: int
    usual: int = 1
    perhaps: int | None = None


def test_a_blank_form_asks_for_what_has_no_default_and_cannot_be_nothing() -> None:
    blank = form_of(Wanted, {}, Layout((2,), 2))
    assert [one.path for one in unanswered(blank)] == ["needed"]
