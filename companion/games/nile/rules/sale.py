"""What columns and plants cannot be, by the box, and which columns a ripe plant may go to (NI-1, NI-5, NI-24, NI-25)."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import check
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, Sentence, doubts, first_of
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import (
    MARKET,
    PLANTS_EACH,
    PLAYERS,
    STOCK,
    WORDS,
    Column,
    ColumnName,
    Kind,
    Plant,
    Quality,
    Scored,
    Sold,
)

# The third from last may be the same kind (NI-24).
LOOK_BACK = 2


def doubts_about_stock(plants: Iterable[Plant | Sold | Scored]) -> tuple[Doubt, ...]:
    """What no player has: more plants of a kind, or of kinds that were not all said more than there are (NI-1)."""
    known = [*plants]
    named = Counter((one.seat, one.plant) for one in known if one.plant is not None)
    every = Counter(one.seat for one in known)
    return doubts(
        *(count > STOCK[kind] and too_many_of(seat, kind, count) for (seat, kind), count in sorted(named.items())),
        *(
            every[seat] > PLANTS_EACH and too_many_in_all(seat, every[seat])
            for seat in sorted({one.seat for one in known if one.plant is None})
        ),
    )


def too_many_in_all(seat: int, count: int) -> Reason:
    plants = says.PLANTS_OF.filled(name=SeatName(seat))
    return says.TOO_MANY_PLANTS(what=plants, count=count, most=PLANTS_EACH)


def too_many_of(seat: int, kind: Kind, count: int) -> Reason:
    """Return that a player has fewer plants of a kind."""
    plants = says.OWN_PLANTS.filled(name=SeatName(seat), plant=WORDS[kind])
    return says.TOO_MANY_PLANTS(what=plants, count=count, most=STOCK[kind])


def doubts_about_kinds(kinds: Iterable[Kind]) -> tuple[Doubt, ...]:
    """A flag for each kind of which more plants are named than the box holds, whosesoever they are."""
    counts = Counter(kinds)
    stock = {kind: each * PLAYERS[-1] for kind, each in STOCK.items()}
    return doubts(
        *(
            counts[kind] > most and says.TOO_MANY_PLANTS(what=WORDS[kind], count=counts[kind], most=most)
            for kind, most in stock.items()
        )
    )


def check_squares(columns: Mapping[int, Sized], path: str) -> None:
    """Raise `IllegalMove` if a column would hold more plants than it has squares (NI-5)."""
    for column, plants in columns.items():
        most, count = MARKET[column], len(plants)
        check(count > most and says.COLUMN_HOLDS(column=column, most=most, count=count), path=f"{path}.{column}")


def columns_not_given(columns: Container[int], reach: int, empty: Sentence) -> tuple[Doubt, ...]:
    """A flag for those of the `reach` rightmost columns that were left out: no one has said that they are empty."""
    missing = tuple(column for column in range(reach, 0, -1) if column not in columns)
    return doubts(missing and empty(columns=missing, count=len(missing)))


def is_alike(kinds: Sequence[str], kind: str) -> bool:
    """Whether `kind` is that of one of the last two plants of a column, rotten ones included (NI-25)."""
    return kind in kinds[-LOOK_BACK:]


def are_rotten(kinds: Sequence[str], kind: str, rotten: Collection[int]) -> bool:
    """Whether those alike that `kind` may not follow are all rotten, and count all the same."""
    # Where only rotten plants stand in the way, the sentence says that they count all the same (NI-25): that is what tables
    # argue about.
    first = max(0, len(kinds) - LOOK_BACK)
    return all(square in rotten for square, one in enumerate(kinds[first:], first) if one == kind)


def rotten_squares(column: Column) -> frozenset[int]:
    return frozenset(square for square, plant in enumerate(column) if plant.state == "rotten")


def doubts_about_columns(columns: Iterable[tuple[int, Column]], others: Iterable[Plant] = ()) -> tuple[Doubt, ...]:
    """More plants of a kind than anyone has, on these columns and elsewhere, and neighbours alike on the columns."""
    lying = [*columns]
    flags = [*doubts_about_stock([*(plant for _, column in lying for plant in column), *others])]
    for number, column in lying:
        flags.extend(doubts_about_kinds_near([one.plant for one in column], number, rotten_squares(column)))
    return tuple(flags)


def doubts_about_kinds_near(kinds: Sequence[str], number: int, rotten: Collection[int] = ()) -> tuple[Doubt, ...]:
    """A flag for each plant that should not lie so near another of its kind; `number` as a table counts columns."""
    # Each plant against those below it, as it was when it was placed.
    near = [(square, kind) for square, kind in enumerate(kinds) if is_alike(kinds[:square], kind)]
    return doubts(
        *(
            (says.TOO_CLOSE_TO_ROTTEN if are_rotten(kinds[:square], kind, rotten) else says.TOO_CLOSE)(
                column=number, plant=WORDS[kind], square=square + 1
            )
            for square, kind in near
        )
    )


Kinds = Annotated[tuple[Kind, ...], Length(0, max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class SaleAnswer:
    """The columns the plant may go to, from the left."""

    columns: tuple[ColumnName, ...]


def judge_sale(
    columns: Annotated[
        Mapping[ColumnName, Kinds],
        Prompt(say("The market"), say("each column in the order the plants were placed"), "market-kinds"),
    ],
    plant: Annotated[Kind, Prompt(say("Which plant?"))],
    quality: Annotated[Quality, Prompt(say("How many palms?"))],
    options: Options,
) -> Judged[SaleAnswer]:
    """Where a ripe plant may go: columns of kinds in the order laid, the field's palms. A flag for columns left out.

    On the page the palms may be left out: then it is 4, and a flag says so. Raise `IllegalMove` for more plants than squares.
    """
    check_squares(columns, "columns")
    palms = quality or max(MARKET)
    ruling = sale(columns, palms, plant)
    unsaid = doubts(not quality and says.ANY_COLUMN())
    return replace(ruling, flags=(*unsaid, *columns_not_given(columns, palms, says.EMPTY_FOR_SALE), *ruling.flags))


AskedPalms: TypeAlias = Annotated[Quality, Prompt(say("How many palms?"))] | None
"""As the judge's page asks for them: a field of 4 palms may sell anywhere, which is what most ask about."""


def within_reach(palms: int) -> range:
    """Return the columns that a plant from a field with so many palms may go to, the furthest first."""
    return range(palms, 0, -1)


def sale(columns: Mapping[int, Sequence[Kind]], quality: int, plant: Kind) -> Judged[SaleAnswer]:
    """Return the ruling on which columns a ripe plant may go to: palms, and the last two plants of each (NI-24)."""
    lying = {column: columns.get(column, ()) for column in MARKET}
    reach = within_reach(quality)
    because = (
        *first_of(
            quality == max(MARKET) and says.ANY_COLUMN(),
            quality == 1 and says.RIGHTMOST_COLUMN(),
            says.COLUMNS_IN_REACH(quality=quality),
        ),
        *(reason for column in reach for reason in _in_column(column, lying[column], plant)),
    )
    open_to = tuple(one for one in reach if len(lying[one]) < MARKET[one] and not is_alike(lying[one], plant))
    flags = (
        *doubts_about_kinds([*(kind for kinds in lying.values() for kind in kinds), plant]),
        *(flag for column, kinds in lying.items() for flag in doubts_about_kinds_near(kinds, column)),
    )
    facts = {"columns": lying, "quality": quality, "plant": plant}
    return judged("sale", _headline(open_to, plant), SaleAnswer(open_to), because, flags, facts=facts)


def _in_column(column: int, kinds: Sequence[str], kind: str) -> tuple[Reason, ...]:
    """Whether a plant of this kind may go to a column."""
    plant, last = WORDS[kind], tuple(WORDS[one] for one in kinds[-LOOK_BACK:])
    return first_of(
        len(kinds) >= MARKET[column] and says.COLUMN_IS_FULL(column=column),
        not kinds and says.COLUMN_IS_EMPTY(column=column, plant=plant),
        is_alike(kinds, kind) and says.ENDS_ALIKE(column=column, last=last, plant=plant),
        says.ENDS_OTHERWISE(column=column, last=last, plant=plant),
    )


def _headline(columns: Sequence[int], kind: str) -> Text:
    if not columns:
        return say("You can’t sell {plant} in any of these columns.", plant=WORDS[kind])
    if len(columns) == 1:
        return say("{plant} may go to column {column}.", plant=WORDS[kind], column=columns[0])
    return say("{plant} may go to columns {columns}.", plant=WORDS[kind], columns=tuple(columns))
