"""What columns and plants cannot be, by the box: doubtful, but judged as given (NI-1, NI-5, NI-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Sequence

from companion.engine.errors import refuse
from companion.engine.rulings import Flag
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.nile.rules.components import MARKET, PLANT_WORDS, PLAYERS, STOCK, Column, Plant, Sold

LOOK_BACK = 2


def doubts_about_stock(plants: Iterable[Plant | Sold]) -> tuple[Flag, ...]:
    """A flag for each player and kind of which more are named than the player has (NI-1)."""
    counts = Counter((plant.seat, plant.plant) for plant in plants)
    return tuple(too_many(seat, kind, count) for (seat, kind), count in sorted(counts.items()) if count > STOCK[kind])


def too_many(seat: int, kind: str, count: int) -> Flag:
    """The flag for `count` plants of a kind where the player has fewer (NI-1)."""
    text = say(
        "That makes {count} {plant} for {name}. Everyone has {stock}.",
        name=SeatName(seat),
        count=count,
        plant=PLANT_WORDS[kind],
        stock=STOCK[kind],
    )
    return Flag(text, ("NI-1",))


def doubts_about_kinds(kinds: Iterable[str]) -> tuple[Flag, ...]:
    """A flag for each kind of which more plants are named than the box holds, whosesoever they are (NI-1)."""
    counts = Counter(kinds)
    return tuple(_too_many_in_all(kind, counts[kind]) for kind in STOCK if counts[kind] > STOCK[kind] * PLAYERS[-1])


def _too_many_in_all(kind: str, count: int) -> Flag:
    text = say(
        "That makes {count} {plant}. The box has {stock}.",
        count=count,
        plant=PLANT_WORDS[kind],
        stock=STOCK[kind] * PLAYERS[-1],
    )
    return Flag(text, ("NI-1",))


def check_squares(column: int, count: int, path: str) -> None:
    """Nothing; raises `IllegalMove` if a column would hold more plants than it has squares (NI-5)."""
    if count > MARKET[column]:
        text = say("Column {column} has {most} squares, not {count}.", column=column, most=MARKET[column], count=count)
        raise refuse(text, "NI-5", path=path)


def columns_not_given(columns: Container[int], reach: int, clause: str) -> tuple[Flag, ...]:
    """A flag for those of the `reach` rightmost columns that were left out: nobody has said that they are empty."""
    missing = tuple(column for column in range(reach, 0, -1) if column not in columns)
    text = say_many(
        "Column {columns} isn’t given. It counts as empty.",
        "Columns {columns} aren’t given. They count as empty.",
        len(missing),
        columns=missing,
    )
    return (Flag(text, (clause,)),) if missing else ()


def is_alike(kinds: Sequence[str], kind: str) -> bool:
    """Whether `kind` is that of one of the last two plants of a column, rotten ones included (NI-24, NI-25)."""
    return kind in kinds[-LOOK_BACK:]


def clauses_against(kinds: Sequence[str], kind: str, rotten: Collection[int] = ()) -> tuple[str, ...]:
    """The clauses by which `kind` may not follow one alike: NI-25 too if all such are rotten; `rotten` are squares, from 0."""
    first = max(0, len(kinds) - LOOK_BACK)
    alike = [square for square, one in enumerate(kinds[first:], first) if one == kind]
    return ("NI-24", "NI-25") if all(square in rotten for square in alike) else ("NI-24",)


def rotten_squares(column: Column) -> frozenset[int]:
    """The squares of a column, from 0, on which rotten plants lie."""
    return frozenset(square for square, plant in enumerate(column) if plant.state == "rotten")


def doubts_about_neighbours(column: Column, number: int) -> tuple[Flag, ...]:
    """A flag for each plant that should not lie so near another of its kind (NI-24); `number` as a table counts columns."""
    return doubts_about_kinds_near([plant.plant for plant in column], number, rotten_squares(column))


def doubts_about_kinds_near(kinds: Sequence[str], number: int, rotten: Collection[int] = ()) -> tuple[Flag, ...]:
    """The same where only the kinds are known, and perhaps the squares of rotten plants."""
    return tuple(
        Flag(_too_near(kinds[square], square, number), clauses_against(kinds[:square], kinds[square], rotten))
        for square in range(1, len(kinds))
        if is_alike(kinds[:square], kinds[square])
    )


def _too_near(kind: str, square: int, column: int) -> Text:
    return say(
        "Column {column}: {plant} on square {square} is within two squares of another.",
        column=column,
        plant=PLANT_WORDS[kind],
        square=square + 1,
    )
