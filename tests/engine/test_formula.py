"""A formula of a pad: it says what Python would of the few things it knows, and refuses all else with the place named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from companion.engine.formula import DEEPEST, HIGHEST, LONGEST, names_in, read_formula, worked_out

WIZARD = "20 + 10*tricks if tricks == bid else -10*abs(tricks - bid)"


def test_tricks_foretold_are_scored_by_a_formula() -> None:
    assert worked_out(WIZARD, {"tricks": 3, "bid": 3}) == 50
    assert worked_out(WIZARD, {"tricks": 1, "bid": 3}) == -20
    assert names_in(WIZARD) == {"tricks": 9, "bid": 29}


TERMS = st.recursive(
    st.sampled_from(["a", "b", "7", "0"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "//", "<", "==", ">=", "and", "or"]), inner).map(
            lambda one: f"({one[0]} {one[1]} {one[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda one: f"({one[0]} if {one[1]} else {one[2]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda one: f"{one[0]}({one[1]}, {one[2]})"),
        inner.map(lambda one: f"abs(-{one})"),
    ),
    max_leaves=8,
)


@given(TERMS, st.integers(-9, 9), st.integers(-9, 9))
def test_what_it_knows_comes_to_what_python_says(text: str, a: int, b: int) -> None:
    try:
        found = worked_out(text, {"a": a, "b": b})
    except (NotAMove, ArithmeticError):
        return
    said = eval(text, {"__builtins__": {}, "min": min, "max": max, "abs": abs}, {"a": a, "b": b})
    if " and " not in text and " or " not in text:
        assert found == int(said)
    assert bool(found) == bool(said) or "and" in text or "or" in text


HOSTILE = (
    "", " ", "\x00", "1 +", "(" * 150, "-" * 150 + "1", "a.b", "a[0]", "a()", "eval(a)", "().__class__", "lambda: 1",
    "[a for a in b]", "a ** 99", "1 << 99", "'a' * 9", "1.5", "1e9", "True", "None", "a := 1", "a; b", "max()", "abs(1, 2)",
    "min(*a)", "max(a, key=a)", "f'{a}'", "9" * 190, "a / b", "a % b", "await a", "a if b", "import os", "é" * 201,
    "a" * (LONGEST + 1), "...", "a @ b", "~a", "a is b", "a in b", "\ud800",
)  # fmt: skip


def test_everything_else_is_refused_with_a_sentence_and_the_place(subtests: pytest.Subtests) -> None:
    for text in HOSTILE:
        with subtests.test(text=text), pytest.raises(NotAMove) as refused:
            read_formula(text)
    with pytest.raises(NotAMove) as refused:
        read_formula("20 + a.b")
    assert dict(refused.value.text.args) == {"at": 6, "part": "a.b"}


@given(st.text(max_size=LONGEST))
def test_no_text_whatever_does_more_than_be_refused(text: str) -> None:
    try:
        names = names_in(text)
        worked_out(text, dict.fromkeys(names, HIGHEST))
    except (NotAMove, ArithmeticError):
        pass


def test_it_is_eight_levels_deep_at_most_and_neither_divides_by_nothing_nor_grows_without_end() -> None:
    assert worked_out("1" + " + 1" * (DEEPEST - 1), {}) == DEEPEST
    with pytest.raises(NotAMove):
        read_formula("1" + " + 1" * DEEPEST)
    for text in ("1 // a", "999999 * 2", "a // (a - a)"):
        with pytest.raises(ArithmeticError):
            worked_out(text, {"a": 0})
