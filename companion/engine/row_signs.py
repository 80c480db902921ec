"""What a row of a pad comes to, in figures and signs alone: they need no translation, and fit on a sheet."""

import re
from collections.abc import Iterable, Sequence
from functools import reduce

from companion.engine.definition import Row, row_named
from companion.engine.pad import two_cases
from companion.engine.text import SeatName, Text, signs


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


def how_of(rows: Sequence[Row], one: Row) -> Text | None:
    """Return what a row comes to; None where it is what is written, and where only a formula with conditions says it."""
    if one.kind == "formula":
        return _of_formula(rows, one)
    values = " ".join(map(figure, one.values))
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


def _of_formula(rows: Sequence[Row], one: Row) -> Text | None:
    """Return a formula with signs that people read; of one with conditions its cases."""
    if " if " in one.formula:
        cases = cases_of(rows, one)
        return signs("({cases})", cases=in_a_line(" · ", cases)) if cases else None
    parts = re.split(r"([^\W\d]\w*)", one.formula.replace("//", "÷").replace("*", " × "))
    named = (part if (at := row_named(rows, part)) is None else rows[at].called for part in parts)
    return in_a_line("", ("= ", *named))


def _written(rows: Sequence[Row], cells: Sequence[tuple[int, int]]) -> Text:
    """Return what is written in the rows of a case."""
    return in_a_line(", ", (signs("{row} {points}", row=rows[at].called, points=cell) for at, cell in cells))
