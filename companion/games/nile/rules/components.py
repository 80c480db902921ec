"""What lies in the box: plants, the market's columns, the fields, the water and desert cards (NI-1 to NI-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.schema.marks import Between, Named, Prompt, Seat
from companion.engine.text import Text, say, say_as

PLAYERS: Final = (2, 3, 4, 5)
DESERT_CARDS: Final = 30
DESERTS_AT_FIRST: Final = 3
JOKERS_EACH: Final = 2
WATER_CARDS: Final = 45
LAST_SQUARE: Final = 30
FURTHEST_PAWN: Final = 999
ACTION_POINTS: Final = 3
PLANTS_EACH: Final = 15
ROWS: Final = (2, 3, 4, 5)

PLANT_WORDS: Final[Mapping[str, Text]] = {
    "flax": say_as("plant", "flax"),
    "wheat": say_as("plant", "wheat"),
    "grapes": say_as("plant", "grapes"),
    "onions": say_as("plant", "onions"),
    "aubergine": say_as("plant", "aubergine"),
}
MARKET: Final[Mapping[int, int]] = {4: 3, 3: 4, 2: 4, 1: 5}
"""The squares of each market column, by the quality it asks for, from left to right (NI-5)."""

Kind: TypeAlias = Annotated[
    Literal["flax", "wheat", "grapes", "onions", "aubergine"], Named(tuple(PLANT_WORDS.values()))
]
KINDS: Final[tuple[Kind, ...]] = ("flax", "wheat", "grapes", "onions", "aubergine")
STOCK: Final[Mapping[Kind, int]] = dict(zip(KINDS, (5, 4, 3, 2, 1), strict=True))
CONDITION_WORDS: Final[Mapping[str, Text]] = {
    "fresh": say_as("plant", "fresh"),
    "spoiled": say_as("plant", "spoiled"),
    "rotten": say_as("plant", "rotten"),
}
Condition: TypeAlias = Annotated[Literal["fresh", "spoiled", "rotten"], Named(tuple(CONDITION_WORDS.values()))]
Quality: TypeAlias = Annotated[int, Between(1, 4, "NI-4", "number of palms")]
ColumnName: TypeAlias = Annotated[int, Between(1, 4, "NI-5", "market column", say("Market column"))]
Obelisk: TypeAlias = Annotated[int, Between(1, LAST_SQUARE, "NI-5", "square of the obelisk")]
Pawn: TypeAlias = Annotated[int, Between(1, FURTHEST_PAWN, "NI-5", "square of the pawn")]
PlantCount: TypeAlias = Annotated[int, Between(0, PLANTS_EACH, "NI-1", "number of plants")]


@dataclass(frozen=True, slots=True)
class Plant:
    """A plant and whose it is."""

    seat: Annotated[Seat, Prompt(say_as("plant", "Whose"))]
    plant: Annotated[Kind, Prompt(say_as("plant", "Kind"))]


@dataclass(frozen=True, slots=True)
class Sold:
    """A plant on the market: whose, of which kind, and how far it has rotted."""

    seat: Annotated[Seat, Prompt(say_as("plant", "Whose"))]
    plant: Annotated[Kind, Prompt(say_as("plant", "Kind"))]
    state: Annotated[Condition, Prompt(say_as("plant", "Condition"))]


Column: TypeAlias = tuple[Sold, ...]
Market: TypeAlias = Mapping[int, Column]


def water_cards_each(players: int) -> int:
    return WATER_CARDS // players


def desert_pile(players: int) -> int:
    return DESERT_CARDS - DESERTS_AT_FIRST - JOKERS_EACH * players


def covered_rows(players: int, cover: object) -> tuple[int, ...]:
    """The rows that are covered, by their length, ascending (NI-3); `cover` is the option `two_player_cover`."""
    if players == 2 and cover == "german":
        return (2, 3)
    return {2: (2, 2, 3), 3: (2, 2), 4: (2,)}.get(players, ())


def squares_left(players: int, cover: object) -> int:
    """How many fields are in play (NI-2, NI-3)."""
    return 2 * sum(ROWS) - sum(covered_rows(players, cover))
