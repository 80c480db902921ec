"""Which market columns a ripe plant may go to (NI-24, NI-25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import Text, say
from companion.games.nile.rules.components import MARKET, PLANT_WORDS, ColumnName, Kind, Quality
from companion.games.nile.rules.stock import (
    LOOK_BACK,
    check_squares,
    columns_not_given,
    doubts_about_kinds,
    doubts_about_kinds_near,
    is_alike,
)

Kinds = Annotated[tuple[Kind, ...], Length(0, max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class SaleFacts:
    """The market's columns as lists of kinds in the order laid, the field's palms, the kind of the plant."""

    columns: Annotated[
        Mapping[ColumnName, Kinds],
        Prompt(say("The market"), say("each column in the order the plants were placed"), "market-kinds"),
    ]
    quality: Annotated[Quality, Prompt(say("Palms on the field"))]
    plant: Annotated[Kind, Prompt(say("The plant"))]


@dataclass(frozen=True, slots=True)
class SaleAnswer:
    """The columns the plant may go to, from the left (NI-24, NI-25)."""

    columns: tuple[ColumnName, ...]


def judge_sale(facts: SaleFacts, options: Options) -> Judged[SaleAnswer]:
    """Where a ripe plant may go, with a flag for columns left out. Raises `IllegalMove` for more plants than squares."""
    for column, kinds in facts.columns.items():
        check_squares(column, len(kinds), f"columns.{column}")
    ruling = sale(facts)
    return replace(ruling, flags=(*columns_not_given(facts.columns, facts.quality, "NI-24"), *ruling.flags))


def sale(facts: SaleFacts) -> Judged[SaleAnswer]:
    """Where a ripe plant of a kind may go from a field of so many palms."""
    lying = {column: facts.columns.get(column, ()) for column in MARKET}
    reach = range(facts.quality, 0, -1)
    because = (_reach(facts.quality), *(_judge_column(column, lying[column], facts.plant) for column in reach))
    columns = tuple(
        column for column in reach if len(lying[column]) < MARKET[column] and not is_alike(lying[column], facts.plant)
    )
    flags = [*doubts_about_kinds([*(kind for kinds in lying.values() for kind in kinds), facts.plant])]
    for column, kinds in lying.items():
        flags.extend(doubts_about_kinds_near(kinds, column))
    told = replace(facts, columns=lying)
    return judged("sale", _headline(columns, facts.plant), SaleAnswer(columns), because, flags, facts=told)


def _reach(quality: int) -> Reason:
    if quality == max(MARKET):
        return Reason(say("From a field of 4 palms you may sell in any column."), ("NI-24",))
    if quality == 1:
        return Reason(say("From a field of 1 palm you may sell only in the rightmost column."), ("NI-24",))
    text = say("From a field of {quality} palms you may sell in the {quality} columns on the right.", quality=quality)
    return Reason(text, ("NI-24",))


def _judge_column(column: int, kinds: Sequence[str], kind: str) -> Reason:
    word = PLANT_WORDS[kind]
    if len(kinds) >= MARKET[column]:
        return Reason(say("Column {column} is full.", column=column), ("NI-24",))
    if is_alike(kinds, kind):
        last = tuple(PLANT_WORDS[one] for one in kinds[-LOOK_BACK:])
        text = say("Column {column} ends with {last}: no {plant} there.", column=column, last=last, plant=word)
        return Reason(text, ("NI-24",))
    if not kinds:
        return Reason(say("Column {column} is empty: {plant} may go there.", column=column, plant=word), ("NI-24",))
    last = tuple(PLANT_WORDS[one] for one in kinds[-LOOK_BACK:])
    text = say("Column {column} ends with {last}: {plant} may go there.", column=column, last=last, plant=word)
    return Reason(text, ("NI-24",))


def _headline(columns: Sequence[int], kind: str) -> Text:
    if not columns:
        return say("There is no column for {plant}.", plant=PLANT_WORDS[kind])
    if len(columns) == 1:
        return say("{plant} may go to column {column}.", plant=PLANT_WORDS[kind], column=columns[0])
    return say("{plant} may go to columns {columns}.", plant=PLANT_WORDS[kind], columns=tuple(columns))
