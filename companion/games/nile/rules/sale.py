"""What columns and plants cannot be, by the box, and which columns a ripe plant may go to (NI-1, NI-5, NI-24, NI-25)."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.errors import refuse
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import Arg, SeatName, Text, say, say_many, signs, too_many
from companion.games.nile.rules.components import (
    MARKET,
    PLAYERS,
    STOCK,
    WORDS,
    Column,
    ColumnName,
    Kind,
    Plant,
    Quality,
    Sold,
)

LOOK_BACK = 2


def doubts_about_stock(plants: Iterable[Plant | Sold]) -> tuple[Flag, ...]:
    """A flag for each player and kind of which more are named than the player has (NI-1)."""
    counts = Counter((plant.seat, plant.plant) for plant in plants)
    return tuple(
        too_many_of(seat, kind, count) for (seat, kind), count in sorted(counts.items()) if count > STOCK[kind]
    )


def too_many_of(seat: int, kind: Kind, count: int) -> Flag:
    plants = signs("{name}, {plant}", name=SeatName(seat), plant=WORDS[kind])
    return Flag(too_many(plants, count, STOCK[kind]), ("NI-1",))


def doubts_about_kinds(kinds: Iterable[Kind]) -> Iterator[Flag]:
    """A flag for each kind of which more plants are named than the box holds, whosesoever they are (NI-1)."""
    counts = Counter(kinds)
    for kind, each in STOCK.items():
        stock, count = each * PLAYERS[-1], counts[kind]
        yield from flag_if(count > stock, too_many(WORDS[kind], count, stock), "NI-1")


def check_squares(columns: Mapping[int, Sized], path: str) -> None:
    """Nothing; raises `IllegalMove` if a column would hold more plants than it has squares (NI-5)."""
    for column, plants in columns.items():
        most, count = MARKET[column], len(plants)
        if count > most:
            text = say("Column {column} has {most} squares, not {count}.", column=column, most=most, count=count)
            raise refuse(text, "NI-5", path=f"{path}.{column}")


def columns_not_given(columns: Container[int], reach: int, clause: str) -> tuple[Flag, ...]:
    """A flag for those of the `reach` rightmost columns that were left out: nobody has said that they are empty."""
    missing = tuple(column for column in range(reach, 0, -1) if column not in columns)
    text = say_many(
        "Column {columns} counts as empty.",
        "Columns {columns} count as empty.",
        len(missing),
        columns=missing,
    )
    return flag_if(missing, text, clause)


def is_alike(kinds: Sequence[str], kind: str) -> bool:
    """Whether `kind` is that of one of the last two plants of a column, rotten ones included (NI-24, NI-25)."""
    return kind in kinds[-LOOK_BACK:]


def clauses_against(kinds: Sequence[str], kind: str, rotten: Collection[int] = ()) -> tuple[str, ...]:
    """The clauses by which `kind` may not follow one alike: NI-25 too if all such are rotten; `rotten` are squares, from 0."""
    first = max(0, len(kinds) - LOOK_BACK)
    alike = [square for square, one in enumerate(kinds[first:], first) if one == kind]
    return ("NI-24", "NI-25") if all(square in rotten for square in alike) else ("NI-24",)


def rotten_squares(column: Column) -> frozenset[int]:
    return frozenset(square for square, plant in enumerate(column) if plant.state == "rotten")


def doubts_about_columns(columns: Iterable[tuple[int, Column]], others: Iterable[Plant] = ()) -> tuple[Flag, ...]:
    """More plants of a kind than anybody has, on these columns and elsewhere, and neighbours alike on the columns."""
    lying = [*columns]
    flags = [*doubts_about_stock([*(plant for _, column in lying for plant in column), *others])]
    for number, column in lying:
        flags.extend(doubts_about_kinds_near([one.plant for one in column], number, rotten_squares(column)))
    return tuple(flags)


def doubts_about_kinds_near(kinds: Sequence[str], number: int, rotten: Collection[int] = ()) -> Iterator[Flag]:
    """A flag for each plant that should not lie so near another of its kind (NI-24); `number` as a table counts columns."""
    for square, kind in enumerate(kinds):
        if is_alike(kinds[:square], kind):
            said: dict[str, Arg] = {"column": number, "plant": WORDS[kind], "square": square + 1}
            text = say("Column {column}: the {plant} on square {square} is too close to another.", **said)
            yield Flag(text, clauses_against(kinds[:square], kind, rotten))


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
    check_squares(facts.columns, "columns")
    ruling = sale(facts)
    return replace(ruling, flags=(*columns_not_given(facts.columns, facts.quality, "NI-24"), *ruling.flags))


def sale(facts: SaleFacts) -> Judged[SaleAnswer]:
    lying = {column: facts.columns.get(column, ()) for column in MARKET}
    reach = range(facts.quality, 0, -1)
    because = (_reach(facts.quality), *(_judge_column(column, lying[column], facts.plant) for column in reach))
    columns = tuple(
        column for column in reach if len(lying[column]) < MARKET[column] and not is_alike(lying[column], facts.plant)
    )
    flags = (
        *doubts_about_kinds([*(kind for kinds in lying.values() for kind in kinds), facts.plant]),
        *(flag for column, kinds in lying.items() for flag in doubts_about_kinds_near(kinds, column)),
    )
    told = replace(facts, columns=lying)
    return judged("sale", _headline(columns, facts.plant), SaleAnswer(columns), because, flags, facts=told)


def _reach(quality: int) -> Reason:
    if quality == max(MARKET):
        return Reason(say("4 palms: any column."), ("NI-24",))
    if quality == 1:
        return Reason(say("1 palm: only the rightmost column."), ("NI-24",))
    return Reason(say("{quality} palms: the {quality} columns on the right.", quality=quality), ("NI-24",))


def _judge_column(column: int, kinds: Sequence[str], kind: str) -> Reason:
    word = WORDS[kind]
    if len(kinds) >= MARKET[column]:
        return Reason(say("Column {column} is full.", column=column), ("NI-24",))
    if not kinds:
        return Reason(say("Column {column} is empty: {plant} may go there.", column=column, plant=word), ("NI-24",))
    last = tuple(WORDS[one] for one in kinds[-LOOK_BACK:])
    if is_alike(kinds, kind):
        text = say("Column {column} ends with {last}: no {plant} there.", column=column, last=last, plant=word)
    else:
        text = say("Column {column} ends with {last}: {plant} may go there.", column=column, last=last, plant=word)
    return Reason(text, ("NI-24",))


def _headline(columns: Sequence[int], kind: str) -> Text:
    if not columns:
        return say("You can’t sell {plant} in any of these columns.", plant=WORDS[kind])
    if len(columns) == 1:
        return say("{plant} may go to column {column}.", plant=WORDS[kind], column=columns[0])
    return say("{plant} may go to columns {columns}.", plant=WORDS[kind], columns=tuple(columns))
