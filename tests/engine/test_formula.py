"""A formula of a pad: it says what Python would of the few things it knows, and refuses all else with the place named."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_definition
from companion.engine.errors import NotAMove
from companion.engine.formula import DEEPEST, HIGHEST, LONGEST, read_formula, worked_out
from companion.engine.pad import row_values, unworkable

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
    "a" * (LONGEST + 1), "...", "a @ b", "~a", "a + 0x10", "1_000", "0b11", "\u0430.b", "a is b", "a in b", "\ud800",
)  # fmt: skip


def test_everything_else_is_refused(subtests: pytest.Subtests) -> None:
    for text in HOSTILE:
        with subtests.test(text=text), pytest.raises(NotAMove):
            read_formula(text)


PLACES = (
    ("a" * (LONGEST + 1), "…aaaaaaaaaaaaaaaa^a", "at most 200 characters"),
    ("1 + " * DEEPEST + "1", "^1 + 1 + 1 + 1 + …", "too deeply nested"),
    ("a - abs(" + "-" * 5 + "(b + c))", "a - abs(-----(^b + c))", "too deeply nested"),
    ("a + 1000000", "a + ^1000000", "up to 999999"), ("a + " + "9" * 190, "a + ^9999999999999999…", "up to 999999"),
    ("a // (b // 0)", "a // (b // ^0)", "divides by 0"), ("(a +\n b.c)", "(a +  ^b.c)", "use rows"),
    ("a # b", "a ^# b", "use rows"), ("a +", "a ^+", "use rows"),
    ("ä + b.c", "ä + ^b.c", "use rows"), ("“Ä” + b.c", '"Ä" + ^b.c', "use rows"),
    ("a**9", "a^**9", "use rows"), ("(ä + 1) ** 2", "(ä + 1) ^** 2", "use rows"), ("1 < a in b", "1 < a ^in b", "use rows"),
)  # fmt: skip


def test_what_is_long_deep_huge_or_divides_by_zero_is_told_by_its_sentence_and_place(subtests: pytest.Subtests) -> None:
    for text, place, told in PLACES:
        with subtests.test(text=text), pytest.raises(NotAMove) as refused:
            read_formula(text)
        sentence = refused.value.text
        assert dict(sentence.args)["place"] == place
        assert told in sentence.message.format(**dict(sentence.args))
    assert worked_out("1" + " + 1" * (DEEPEST - 1), {}) == DEEPEST, "the deepest that is read"


PIECES = st.sampled_from([
    "a", "b", "r1", "zz", "0", "7", "999999", "1000000", "9" * 60, "1.5", "'x'", "é", "ﬁ", "\u202e", "\n", "\t", "#", "\\",
    "+", "-", "*", "//", "**", "%", "<", "==", "=", ":=", "and", "or", "not", "if", "else", "lambda", "for", "in", "is",
    "(", ")", "[", "]", "{", "}", ",", ".", ":", ";", "min(", "max(", "abs(", "eval(", "__class__", "True", "None", "@",
])  # fmt: skip
ATTACKS = st.lists(PIECES, max_size=60).flatmap(
    lambda pieces: st.sampled_from([" ".join(pieces), "".join(pieces), "(" * len(pieces) + "".join(pieces)])
)


@given(ATTACKS | st.text(max_size=LONGEST + 5), st.integers(-HIGHEST, HIGHEST), st.integers(-HIGHEST, HIGHEST))
@example("a // (b - b)", 1, 1)
@example("a * a * a", HIGHEST, HIGHEST)
@example("((a", 0, 0)
def test_an_attacked_pad_is_refused_at_a_place_or_comes_to_a_number_or_names_the_row(text: str, a: int, b: int) -> None:
    rows = [{"name": "a"}, {"name": "b"}, {"name": "c", "kind": "formula", "formula": text}]
    try:
        definition = read_definition({"name": "x", "writes": "pad", "rows": rows})
    except NotAMove as error:
        refused = error
    else:
        assert comes_to_a_number_or_names_the_row(definition, {0: a, 1: b})
        return
    assert refused.path == "rows.2.formula"
    is_marked = "^" in str(dict(refused.text.args).get("place"))
    assert is_marked or refused.text.message in (
        "This is missing.",
        "This text has characters that can’t be saved.",
        "This needs {low} to {high} characters.",
    )


def comes_to_a_number_or_names_the_row(definition: Definition, cells: dict[int, int]) -> bool:
    """Whether a pad with a formula in its third row is worked out within what a pad holds, or says that it cannot be."""
    found = row_values(definition.rows, cells)[2]
    stuck = unworkable(definition.rows, cells, ())
    if stuck is None:
        return found is not None and abs(found) <= HIGHEST
    return found is None and dict(stuck.args)["row"] == definition.rows[2].called
