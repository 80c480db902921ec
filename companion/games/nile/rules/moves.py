"""What a table can enter. Fields of the board may be left out, and count only if the table tracks the board.

With `through` an action ends the actions of its player, as `Pass` does.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.schema.marks import Between, Length, Seat, hidden
from companion.engine.text import say
from companion.games.nile.rules.components import (
    DESERT_CARDS,
    DESERTS_AT_FIRST,
    PLANTS_EACH,
    ColumnName,
    Kind,
    Plant,
    Quality,
)
from companion.games.nile.rules.fields import Field, FieldPalms, LaidWater, Planted
from companion.games.nile.rules.rot import PLANTS_HIT
from companion.games.nile.rules.tide import ALL_CARDS, ArrowOn, Arrows, Cards

Deserts = Annotated[int, Between(0, DESERT_CARDS, "NI-1", "number of desert cards")]
# The longest column has five squares.
ColumnSquare = Annotated[int, Between(0, 4, "NI-5", "square of a market column, from 0")]


@dataclass(frozen=True, slots=True)
class Boat:
    """A player's two plants in the boat at the start; with the board also the water card, ripe plant and seed."""

    prepares: ClassVar = True

    seat: Seat
    plants: Annotated[tuple[Kind, ...], Length(2, 2)]
    water: LaidWater | None = None
    ripe: Planted | None = None
    seed: Planted | None = None


@dataclass(frozen=True, slots=True)
class LayFirst:
    """On tracked fields, before the first tide: a player's first water card, then a ripe plant and a seed.

    All at once or one entry each; with neither, nothing more of that player is entered. `deserts`: where the first desert
    cards lie, entered once.
    """

    prepares: ClassVar = True

    seat: Seat
    water: LaidWater | None = None
    ripe: Planted | None = None
    seed: Planted | None = None
    deserts: Annotated[tuple[Field, ...], Length(0, DESERTS_AT_FIRST)] | None = None


@dataclass(frozen=True, slots=True)
class Starter:
    """Who takes the pillar; with the board also where the first desert cards lie."""

    prepares: ClassVar = True
    said: ClassVar = say("{name} takes the pillar")

    seat: Seat
    deserts: Annotated[tuple[Field, ...], Length(0, DESERTS_AT_FIRST)] | None = None


@dataclass(frozen=True, slots=True)
class FirstDesert:
    """With the board, before the first tide: where one of the first three desert cards lies."""

    prepares: ClassVar = True
    one_of_several: ClassVar = True

    field: Field


@dataclass(frozen=True, slots=True)
class PlayTide:
    """Water cards laid or taken by the start player, and the arrows met.

    `jokers`: desert cards that were flooded and are kept; `deserts`: desert cards that an event put on fields. With the board
    `laid` or `taken` and `advanced` say where, in order. `arrow_on`: which of two cards bore the arrow, where that matters.
    """

    of_turn: ClassVar = True

    moved: Cards
    arrows: Arrows
    jokers: Deserts = 0
    deserts: Deserts = 0
    laid: Annotated[tuple[LaidWater, ...], Length(0, ALL_CARDS)] | None = None
    taken: Annotated[tuple[Field, ...], Length(0, ALL_CARDS)] | None = None
    advanced: Annotated[tuple[Field, ...], Length(0, ALL_CARDS)] | None = None
    arrow_on: ArrowOn | None = None


@dataclass(frozen=True, slots=True)
class Flooded:
    """Plants that water or desert sent from the fields into the boat."""

    of_turn: ClassVar = True

    plants: Annotated[tuple[Plant, ...], Length(1, PLANTS_EACH * 2)]


@dataclass(frozen=True, slots=True)
class LetRot:
    """The market column the start player picked, and the squares in it, from 0, that get worse."""

    of_turn: ClassVar = True

    column: ColumnName
    plants: Annotated[tuple[ColumnSquare, ...], Length(0, PLANTS_HIT)]
    palms: Quality | None = None


@dataclass(frozen=True, slots=True)
class Sow:
    """An own plant laid on a field, seed side up; `shared` if a plant of another player is there."""

    said: ClassVar = (say("{name} sowed {plant}"), say("You sowed {plant}"))

    seat: Seat
    plant: Kind
    shared: bool = False
    field: Field | None = None
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class Grow:
    """An own seed turned to its ripe side."""

    said: ClassVar = (say("{name} let {plant} ripen"), say("You let {plant} ripen"))

    seat: Seat
    plant: Kind
    shared: bool = False
    field: Field | None = None
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class Harvest:
    """A ripe plant brought from a field of `quality` palms to a market column.

    Without its seat it is said to the player who sold it.
    """

    seat: Seat
    plant: Kind
    quality: Quality
    column: ColumnName
    shared: bool = False
    field: Field | None = None
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class BuySeed:
    """An own seed taken back from the boat."""

    said: ClassVar = (say("{name} took {plant} back from the boat"), say("You took {plant} back from the boat"))

    seat: Seat
    plant: Kind
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class BuyOther:
    """A seed of `owner` bought from the boat; it goes back to its owner."""

    said: ClassVar = (
        say("{name} bought {owner}’s {plant} from the boat"),
        say("You bought {owner}’s {plant} from the boat"),
    )

    seat: Seat
    owner: Seat
    plant: Kind
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class BuyJoker:
    """A desert card bought as a joker."""

    said: ClassVar = (say("{name} bought a joker"), say("You bought a joker"))

    seat: Seat
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class SpendJoker:
    """A joker spent for one action point more."""

    said: ClassVar = (say("{name} spent a joker"), say("You spent a joker"))

    seat: Seat
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class Heal:
    """A joker spent to make the spoiled plant on `square` of a column fresh."""

    said: ClassVar = (
        say("{name} freshened a plant in column {column}"),
        say("You freshened a plant in column {column}"),
    )

    seat: Seat
    column: ColumnName
    square: ColumnSquare
    through: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """The plants a player has in hand for the hippo's auction or for the start; hidden until all have bid."""

    seat: Seat
    plants: Annotated[tuple[Kind, ...], Length(0, PLANTS_EACH), hidden(until="all have bid")]


@dataclass(frozen=True, slots=True)
class EnterPalms:
    """The palms printed on fields, for tables that track the board."""

    # Both banks together have 28 fields (NI-2).
    fields: Annotated[tuple[FieldPalms, ...], Length(1, 28)]


@dataclass(frozen=True, slots=True)
class Track:
    """How much the table tracks from now on: the market alone, or the fields too; no rule depends on it."""

    prepares: ClassVar = True

    depth: Literal["market", "board"]


@dataclass(frozen=True, slots=True)
class Pass:
    """The end of a player's actions; up to `through`, if named, also of those after who did nothing that counts."""

    is_brief: ClassVar = True

    seat: Seat
    through: Seat | None = None
