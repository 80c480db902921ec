"""The fields along the Nile, for tables that track the board (NI-2 to NI-4, NI-10, NI-12, NI-42)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.schema.marks import Between, Prompt, Seat
from companion.engine.text import Text, say
from companion.games.nile.rules.components import ROWS, WORDS, Kind, Plant, Quality, covered_rows, named
from companion.games.nile.rules.water import Edge, OnField

BANKS: Final[tuple[Literal["left", "right"], ...]] = ("left", "right")
Bank: TypeAlias = Annotated[Literal["left", "right"], named(BANKS)]
Row: TypeAlias = Annotated[int, Between(ROWS[0], ROWS[-1], "NI-2", "row of fields")]
Square: TypeAlias = Annotated[int, Between(0, ROWS[-1] - 1, "NI-2", "square of a row")]


@dataclass(frozen=True, slots=True, order=True)
class Field:
    """A field: its bank, its row by the row's length, and its square from 0 at the Nile out to the desert."""

    bank: Annotated[Bank, Prompt(say("Bank"))]
    row: Annotated[Row, Prompt(say("Row, by length"))]
    square: Annotated[Square, Prompt(say("Field, counted from the Nile"))]

    @property
    def is_at_desert(self) -> bool:
        return self.square == self.row - 1

    def step(self, squares: int) -> Field:
        """The field that many squares further from the Nile; it may lie outside the row."""
        return Field(self.bank, self.row, self.square + squares)


@dataclass(frozen=True, slots=True)
class LaidWater:
    """A water card and where it was laid: its edge towards the Nile first, then the other."""

    field: Annotated[Field, Prompt(say("Field"))]
    card: Annotated[tuple[Edge, Edge], Prompt(say("Which edges does the card have?"))]


@dataclass(frozen=True, slots=True)
class Planted:
    """A kind of plant and the field it was laid on."""

    plant: Annotated[Kind, Prompt(say("Plant"))]
    field: Annotated[Field, Prompt(say("Field"))]


@dataclass(frozen=True, slots=True)
class FieldPalms:
    """A field and the palms printed on it."""

    field: Annotated[Field, Prompt(say("Field"))]
    palms: Annotated[Quality, Prompt(say("Palms"))]


@dataclass(frozen=True, slots=True)
class Growing:
    """A plant on a field, seed side up or ripe."""

    seat: Seat
    plant: Kind
    ripe: bool

    @property
    def as_plant(self) -> Plant:
        return Plant(self.seat, self.plant)


@dataclass(frozen=True, slots=True)
class FieldContents:
    """What lies on a field: plants, a water card by its two edges, a desert card; and its palms if they are known."""

    plants: tuple[Growing, ...] = ()
    water: tuple[Edge, Edge] | None = None
    has_desert: bool = False
    palms: int | None = None

    @property
    def shows(self) -> OnField:
        """What decides whether something may be laid there; a desert card counts under water too, as first water may lie on one."""
        covers: OnField = "desert" if self.has_desert else "water"
        return covers if self.has_desert or self.water else "plant" if self.plants else "free"


Board: TypeAlias = Mapping[Field, FieldContents]
BARE: Final = FieldContents()


def ground(board: Board, field: Field) -> FieldContents:
    return board.get(field, BARE)


def fields_in_play(players: int, cover: object) -> frozenset[Field]:
    """The fields that are not covered; of a pair of rows the one on the left bank is covered first."""
    open_rows = [(bank, row) for row in ROWS for bank in BANKS]
    for row in covered_rows(players, cover):
        open_rows.remove(next(one for one in open_rows if one[1] == row))
    return frozenset(Field(bank, row, square) for bank, row in open_rows for square in range(row))


def row_of(field: Field) -> Iterator[Field]:
    return (Field(field.bank, field.row, square) for square in range(field.row))


def in_words(field: Field) -> Text:
    """Return where it lies as one says it at the table: by the Nile, or how far from it, and on which bank."""
    bank = WORDS[field.bank]
    if field.square == 0:
        return say("the field by the Nile ({bank}, row of {row})", bank=bank, row=field.row)
    return say("field {square} from the Nile ({bank}, row of {row})", bank=bank, row=field.row, square=field.square + 1)
