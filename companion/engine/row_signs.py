"""What a row of a pad comes to: in figures and signs, which need hardly a translation and fit on a sheet."""

import ast
import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from companion.engine.definition import ROUND, Row, row_named
from companion.engine.formula import read_formula
from companion.engine.pad import two_cases
from companion.engine.text import SeatName, Text, say, signs

BRIEF: Final = 5
"""So many values are named in brief; of more, the first ones and the last."""


def figure(number: int) -> str:
    """Return a number with a minus sign that people read."""
    return str(number).replace("-", "−")


def picked_of(one: Row, cell: int) -> str:
    """Return what a cell says was picked; a dash for nothing."""
    return " + ".join(choice.name for choice in one.picked(cell)) or "–"


def in_a_line(sign: str, them: Iterable[Text | SeatName | str]) -> Text:
    """Return these with a sign between each two."""
    first, *more = (signs("{one}", one=one) for one in them)
    return reduce(lambda known, one: signs("{known}{sign}{one}", known=known, sign=sign, one=one), more, first)


def how_of(rows: Sequence[Row], one: Row, *, is_brief: bool = False) -> Text | None:
    """Return what a row comes to; None where it is what is written, and where only a formula with conditions says it.

    `is_brief`: of many values the first ones and the last.
    """
    if one.kind == "formula":
        return _of_formula(rows, one)
    shown = [figure(value) for value in one.values]
    if is_brief and len(shown) > BRIEF:
        shown[3:-1] = ["…"]
    values = " ".join(shown)
    said = {
        "count": f"× {figure(one.times)}" if one.times != 1 else "",
        "steps": f"{values} (+{figure(one.more)})" if one.more else values,
        "ranking": f"{'↔ ' if one.neighbours else ''}{'↓' if one.fewest else '↑'} {values}",
        "least": "min",
        "most": "max",
    }.get(one.kind, "")
    if one.kind not in ("product", "least", "most"):
        return signs("{how}", how=said) if said else None
    named = in_a_line(" × " if one.kind == "product" else ", ", (rows[at].called for at in one.of))
    return signs("{how}({rows})", how=said, rows=named) if said else named


def cases_of(rows: Sequence[Row], one: Row) -> tuple[Text, ...]:
    """Return two cases of a formula with conditions, worked out; nothing of another row, and where it rests on too many."""
    cases = two_cases(rows, one) if " if " in one.formula else ()
    return tuple(in_a_line(" → ", (_written(rows, cells), figure(worth))) for cells, worth in cases)


def conditions_of(rows: Sequence[Row], one: Row) -> tuple[Text, ...]:
    """Return a formula with conditions as it is read out, one after the other; nothing where a condition is not as simple."""
    found, node = [], read_formula(one.formula)
    while isinstance(node, ast.IfExp):
        found.append(in_a_line(": ", (_read_out(rows, node.test), _read_out(rows, node.body))))
        node = node.orelse
    # A condition within another, or two at once, is read more easily from cases.
    if not found or re.findall(r"\b(?:if|and|or|not)\b", ast.unparse(read_formula(one.formula))) != ["if"] * len(found):
        return ()
    return (*found, say("Otherwise: {formula}", formula=_read_out(rows, node)))


def _of_formula(rows: Sequence[Row], one: Row) -> Text | None:
    """Return a formula with signs that people read; of one with conditions these, or else its cases."""
    if " if " in one.formula:
        cases = conditions_of(rows, one) or cases_of(rows, one)
        return signs("({cases})", cases=in_a_line(" · ", cases)) if cases else None
    return in_a_line("", ("= ", _read_out(rows, read_formula(one.formula))))


_SIGNS: Final = (("//", "÷"), ("==", "="), ("!=", "≠"), ("<=", "≤"), (">=", "≥"), (" * ", " × "), ("-", "−"))


def _read_out(rows: Sequence[Row], node: ast.expr) -> Text:
    """Return a part of a formula with signs that people read and rows as the reader calls them."""
    line = reduce(lambda text, sign: text.replace(*sign), _SIGNS, ast.unparse(node))
    return in_a_line("", (_named(rows, part) for part in re.split(r"(abs\(\w+ − \w+\)|[^\W\d]\w*)", line) if part))


def _named(rows: Sequence[Row], part: str) -> Text | str:
    """Return a part as it is read out: a row by its name, the round, what lies between two rows, or the part as it is."""
    between = re.fullmatch(r"abs\((\w+) − (\w+)\)", part)
    if between:
        # Translators: of two numbers, such as tricks bid and tricks won
        return say("difference of {one} and {other}", one=_named(rows, between[1]), other=_named(rows, between[2]))
    at = row_named(rows, part)
    if at is None:
        return say("number of the round") if part == ROUND else part
    return rows[at].called


def _written(rows: Sequence[Row], cells: Sequence[tuple[int, int]]) -> Text:
    """Return what is written in the rows of a case."""
    return in_a_line(", ", (signs("{row} {points}", row=rows[at].called, points=cell) for at, cell in cells))
