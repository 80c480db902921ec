"""What lies in the box: plants, the market's columns, the fields, the water and desert cards (NI-1 to NI-7)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, get_args

from companion.engine.schema.marks import Between, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say, say_as

PLAYERS: Final = (2, 3, 4, 5)
DESERT_CARDS: Final = 30
DESERTS_AT_FIRST: Final = 3
JOKERS_EACH: Final = 2
WATER_CARDS: Final = 45
LAST_SQUARE: Final = 30
# Pawns are tracked past the last square (NI-35); some bound keeps a slip of the finger out.
FURTHEST_PAWN: Final = 999
ACTION_POINTS: Final = 3
PLANTS_EACH: Final = 15
PLANTS: Final = PLANTS_EACH * PLAYERS[-1]
"""All that the box holds."""
ROWS: Final = (2, 3, 4, 5)

WORDS: Final[Mapping[str, Text]] = {
    "flax": say_as("plant", "flax"),
    "wheat": say_as("plant", "wheat"),
    "grapes": say_as("plant", "grapes"),
    "onions": say_as("plant", "onions"),
    "aubergine": say_as("plant", "aubergine"),
    "fresh": say_as("plant", "fresh"),
    "spoiled": say_as("plant", "spoiled"),
    "rotten": say_as("plant", "rotten"),
    "flood": say("Flood"),
    "ebb1": say_as("tide", "Ebb 1"),
    "ebb2": say_as("tide", "Ebb 2"),
    "single": say_as("wave", "single wave"),
    "double": say_as("wave", "double wave"),
    "none": say_as("wave", "no wave"),
    "left": say_as("bank", "left bank"),
    "right": say_as("bank", "right bank"),
}
"""The name of every plant, condition, place of the marker, wave and bank in a sentence."""
MARKET: Final[Mapping[int, int]] = {4: 3, 3: 4, 2: 4, 1: 5}
"""The squares of each market column, by the quality it asks for, from left to right (NI-5)."""


def named(choices: Iterable[str]) -> Named:
    return Named(tuple(WORDS[one] for one in choices))


_Kind: TypeAlias = Literal["flax", "wheat", "grapes", "onions", "aubergine"]
KINDS: Final[tuple[_Kind, ...]] = get_args(_Kind)
Kind: TypeAlias = Annotated[_Kind, named(KINDS)]
STOCK: Final[Mapping[Kind, int]] = dict(zip(KINDS, (5, 4, 3, 2, 1), strict=True))
_Condition: TypeAlias = Literal["fresh", "spoiled", "rotten"]
CONDITIONS: Final[tuple[_Condition, ...]] = get_args(_Condition)
Condition: TypeAlias = Annotated[_Condition, named(CONDITIONS)]
Quality: TypeAlias = Annotated[int, Between(1, 4, "NI-4", "number of palms")]
ColumnName: TypeAlias = Annotated[int, Between(1, 4, "NI-5", "market column", say("Market column"))]
FIRST_SQUARE: Final = 1


def numbered(square: int) -> int:
    """The number that a square of the track bears: where pawns start it is 0, so that a pawn's says its points."""
    return square - FIRST_SQUARE


Obelisk: TypeAlias = Annotated[
    int, Between(FIRST_SQUARE, LAST_SQUARE, "NI-5", "square of the obelisk", above=FIRST_SQUARE)
]
Pawn: TypeAlias = Annotated[int, Between(FIRST_SQUARE, FURTHEST_PAWN, "NI-5", "square of the pawn")]
PlantCount: TypeAlias = Annotated[int, Between(0, PLANTS_EACH, "NI-1", "number of plants")]


@dataclass(frozen=True, slots=True)
class Plant:
    """A plant and whose it is."""

    seat: Annotated[Seat, Prompt(say("Whose?"))]
    plant: Annotated[Kind, Prompt(say("Kind"))]


@dataclass(frozen=True, slots=True)
class Sold:
    """A plant on the market: whose, of which kind, and how far it has rotted."""

    seat: Annotated[Seat, Prompt(say("Whose?"))]
    plant: Annotated[Kind, Prompt(say("Kind"))]
    state: Annotated[Condition, Prompt(say_as("plant", "Condition"))]

    @property
    def in_words(self) -> Text:
        return described(self.seat, WORDS[self.plant], self.state)


def into_boat(plants: Sequence[Plant]) -> Text | None:
    """Return which plants went from the fields to the boat, and whose; None if none did."""
    each = tuple(described(one.seat, WORDS[one.plant], "") for one in plants)
    return say("from the fields to the boat: {plants}", plants=each) if each else None


def described(seat: int, plant: Text, condition: str) -> Text:
    """Return whose plant of the market it is, and how far it has rotted, if it has."""
    if condition not in ("spoiled", "rotten"):
        return say("{name}’s {plant}", name=SeatName(seat), plant=plant)
    return say("{name}’s {condition} {plant}", name=SeatName(seat), plant=plant, condition=WORDS[condition])


@dataclass(frozen=True, slots=True)
class Scored:
    """A plant of a full column. What a column pays goes by owners, so no one need say the kind."""

    seat: Annotated[Seat, Prompt(say("Whose?"))]
    state: Annotated[Condition, Prompt(say_as("plant", "Condition"))]
    plant: Annotated[Kind, Prompt(say("Kind"))] | None = None


Column: TypeAlias = tuple[Sold, ...]
Market: TypeAlias = Mapping[int, Column]


def water_cards_each(players: int) -> int:
    # What cannot be dealt out equally leaves the game unseen (NI-7).
    return WATER_CARDS // players


def desert_pile(players: int) -> int:
    return DESERT_CARDS - DESERTS_AT_FIRST - JOKERS_EACH * players


def covered_rows(players: int, cover: object) -> tuple[int, ...]:
    """The rows that are covered, by their length, ascending; `cover` is the option `two_player_cover` (NI-3)."""
    return (2, 3) if players == 2 and cover == "german" else {2: (2, 2, 3), 3: (2, 2), 4: (2,)}.get(players, ())


def squares_left(players: int, cover: object) -> int:
    """How many fields are in play."""
    return 2 * sum(ROWS) - sum(covered_rows(players, cover))
