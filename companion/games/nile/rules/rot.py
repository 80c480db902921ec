"""Where plants rot on the market and which can (NI-41)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import first_of
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import say, say_many
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import MARKET, Column, ColumnName, Condition, Quality, Sold
from companion.games.nile.rules.sale import check_squares, columns_not_given, doubts_about_columns

# Rotten is not in it: such plants stay as they are (NI-41).
WORSE: Mapping[Condition, Condition] = {"fresh": "spoiled", "spoiled": "rotten"}
PLANTS_HIT = 2
SomeColumn = Annotated[tuple[Sold, ...], Length(0, max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class RotAnswer:
    """The columns that may be picked, from the left, and the squares in each that can get worse."""

    columns: tuple[ColumnName, ...]
    affected: Mapping[ColumnName, tuple[int, ...]]


def judge_rot(
    palms: Annotated[Quality, Prompt(say("How many palms?"))],
    columns: Annotated[
        Mapping[ColumnName, SomeColumn],
        Prompt(say("The market"), say("each column in the order the plants were placed"), "market"),
    ],
    options: Options,
) -> Judged[RotAnswer]:
    """Where plants may rot by the palms of an event, with a flag for columns left out.

    Raise `IllegalMove` for more plants than squares.
    """
    check_squares(columns, "columns")
    ruling = rot(palms, columns)
    return replace(ruling, flags=(*columns_not_given(columns, palms, says.COUNT_AS_EMPTY), *ruling.flags))


def can_get_worse(column: Column) -> tuple[int, ...]:
    """The squares of a column, from 0, whose plants are not rotten yet."""
    return tuple(square for square, plant in enumerate(column) if plant.state in WORSE)


def rot(palms: int, market: Mapping[int, Column]) -> Judged[RotAnswer]:
    """Where plants may rot by a card of that many palms, and which can get worse."""
    columns = tuple(range(palms, 0, -1))
    affected = {column: can_get_worse(market.get(column, ())) for column in columns}
    because = [
        *first_of(
            palms == 1 and says.RIGHTMOST_ROTS(),
            palms == len(MARKET) and says.ANY_COLUMN_ROTS(),
            says.ROTS_IN_REACH(quality=palms),
        )
    ]
    for column in columns:
        squares = affected[column]
        because += first_of(
            not market.get(column) and says.EMPTY_MAY_BE_PICKED(column=column),
            not squares and says.ALL_ROTTEN(column=column),
            says.CAN_GET_WORSE(column=column, count=len(squares)),
        )
    headline = say_many(
        "The start player picks column 1.", "The start player picks one of the {count} columns on the right.", palms
    )
    answer = RotAnswer(columns, {column: squares for column, squares in affected.items() if squares})
    lying = {column: market[column] for column in sorted(market, reverse=True)}
    facts = {"palms": palms, "columns": lying}
    return judged("rot", headline, answer, because, doubts_about_columns(lying.items()), facts=facts)
