"""Where plants rot on the market and which can (NI-41)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import say, say_many
from companion.games.nile.rules.components import MARKET, Column, ColumnName, Condition, Quality, Sold
from companion.games.nile.rules.sale import check_squares, columns_not_given, doubts_about_columns

WORSE: Mapping[Condition, Condition] = {"fresh": "spoiled", "spoiled": "rotten"}
PLANTS_HIT = 2
SomeColumn = Annotated[tuple[Sold, ...], Length(0, max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class RotFacts:
    """The palms on the event card, and the market's columns in the order laid."""

    palms: Annotated[Quality, Prompt(say("Palms on the event card"))]
    columns: Annotated[
        Mapping[ColumnName, SomeColumn],
        Prompt(say("The market"), say("each column in the order the plants were placed"), "market"),
    ]


@dataclass(frozen=True, slots=True)
class RotAnswer:
    """The columns that may be picked, from the left, and the squares in each that can get worse (NI-41)."""

    columns: tuple[ColumnName, ...]
    affected: Mapping[ColumnName, tuple[int, ...]]


def judge_rot(facts: RotFacts, options: Options) -> Judged[RotAnswer]:
    """Where plants may rot, with a flag for columns left out. Raises `IllegalMove` for more plants than squares."""
    check_squares(facts.columns, "columns")
    ruling = rot(facts.palms, facts.columns)
    return replace(ruling, flags=(*columns_not_given(facts.columns, facts.palms, "NI-41"), *ruling.flags))


def can_get_worse(column: Column) -> tuple[int, ...]:
    """The squares of a column, from 0, whose plants are not rotten yet."""
    return tuple(square for square, plant in enumerate(column) if plant.state in WORSE)


def rot(palms: int, market: Mapping[int, Column]) -> Judged[RotAnswer]:
    """Where plants may rot by a card of that many palms, and which can get worse."""
    columns = tuple(range(palms, 0, -1))
    affected = {column: can_get_worse(market.get(column, ())) for column in columns}
    choice = say_many(
        "{count} palm: the start player must pick column 1, the rightmost.",
        "{count} palms: the start player picks one of the {count} columns on the right.",
        palms,
    )
    because = [
        Reason(choice, ("NI-41",)),
        *(_column(column, market.get(column, ()), affected[column]) for column in columns),
    ]
    headline = say_many(
        "The start player picks column 1.", "The start player picks one of the {count} columns on the right.", palms
    )
    answer = RotAnswer(columns, {column: squares for column, squares in affected.items() if squares})
    told = RotFacts(palms, {column: market[column] for column in sorted(market, reverse=True)})
    return judged("rot", headline, answer, because, doubts_about_columns(told.columns.items()), facts=told)


def _column(column: int, plants: Column, squares: tuple[int, ...]) -> Reason:
    if not plants:
        return Reason(say("Column {column} is empty. You may pick it too.", column=column), ("NI-41",))
    if not squares:
        return Reason(say("Column {column}: every plant is already rotten.", column=column), ("NI-41",))
    text = say_many(
        "Column {column}: only {count} plant can get worse, so it does.",
        "Column {column}: {count} plants can get worse. The start player picks 2.",
        len(squares),
        column=column,
    )
    return Reason(text, ("NI-41",))
