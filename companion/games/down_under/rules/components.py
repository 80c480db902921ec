"""What lies in the box: tiles of four colours, their animals, the billabongs; and the sizes of the play area (DU-1 to DU-4)."""

from collections.abc import Mapping
from itertools import permutations
from typing import Annotated, Final, Literal, TypeAlias, get_args

from companion.engine.game import Options
from companion.engine.schema.codec import LARGEST
from companion.engine.schema.marks import Between, Named
from companion.engine.text import Text, say

Colour: TypeAlias = Literal["red", "yellow", "green", "blue"]
Kind: TypeAlias = Literal["straight", "curve", "terminus", "billabong"]
Animal: TypeAlias = Literal["kangaroo", "emu", "platypus", "rabbit", "dingo"]
Side: TypeAlias = Literal["N", "E", "S", "W"]
Turn: TypeAlias = Literal[0, 90, 180, 270]
Cell: TypeAlias = tuple[int, int]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
DEALT: Final = "colours"
"""The option that says whose colour is whose."""
ANIMALS: Final[tuple[Animal, ...]] = get_args(Animal)
SIDES: Final[tuple[Side, ...]] = get_args(Side)
TURNS: Final[tuple[Turn, ...]] = get_args(Turn)

PLAYERS: Final = (2, 3, 4)
STOCK: Final[Mapping[Kind, int]] = {"straight": 7, "curve": 9, "terminus": 2}
BILLABONGS: Final = 4
TILES: Final = len(COLOURS) * sum(STOCK.values()) + BILLABONGS
"""All that the box holds."""
LONGEST: Final = sum(STOCK.values()) * (1 + len(COLOURS)) + 2 * BILLABONGS
"""All tiles of a colour, the grey path of every tile, termini included (DU-12), each billabong passed twice."""
FULL_SIZE: Final = STOCK["straight"] + STOCK["curve"]
# 16 in all, one on each straight and curve; end tiles have none (DU-3).
HERD: Final[Mapping[Animal, int]] = {"kangaroo": 4, "emu": 4, "platypus": 3, "rabbit": 4, "dingo": 1}

_AREAS: Final[Mapping[str, Mapping[int, tuple[tuple[int, int], ...]]]] = {
    "easy": {2: ((6, 6),), 3: ((7, 7),), 4: ((8, 8),)},
    "recommended": {2: ((5, 7),), 3: ((6, 8), (5, 9)), 4: ((7, 9), (6, 10))},
    "hard": {2: ((4, 8),), 3: ((4, 10),), 4: ((5, 11),)},
}

WORDS: Final[Mapping[str, Text]] = {
    "red": say("Red"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "blue": say("Blue"),
    "straight": say("straight"),
    "curve": say("curve"),
    "terminus": say("end tile"),
    "billabong": say("billabong"),
    "N": say("north"),
    "E": say("east"),
    "S": say("south"),
    "W": say("west"),
    "kangaroo": say("kangaroo"),
    "emu": say("emu"),
    "platypus": say("platypus"),
    "rabbit": say("rabbit"),
    "dingo": say("dingo"),
}
"""The name of every colour, shape, side and animal in a sentence."""

AreaSide: TypeAlias = Annotated[int, Between(1, LARGEST, "DU-4", "side of the play area")]
Curves: TypeAlias = Annotated[int, Between(0, STOCK["curve"], "DU-1", "number of curves")]
# By its text, as a journal has the option: looked up, and not taken apart at every state.
_BOXES: Final[Mapping[str, tuple[Colour, ...]]] = {" ".join(box): box for box in permutations(COLOURS)}
BOXES: Final = tuple(_BOXES)
"""Every order of the colours, as the option says it; red, yellow, green, blue is the first."""
NAMED_COLOURS: Final = Named(tuple(WORDS[colour] for colour in COLOURS))


SIZES: Final = tuple(sorted({size for by_seats in _AREAS.values() for sizes in by_seats.values() for size in sizes}))
"""Every size of the play area that is in use anywhere, shorter side first (DU-4)."""


def areas(seats: int, options: Options) -> tuple[tuple[int, int], ...]:
    """The sizes to choose from for that many players at the chosen difficulty, shorter side first (DU-4)."""
    return _AREAS[str(options["difficulty"])][seats]


def sizes_of(difficulty: str) -> str:
    """The size for each number of players, the first where there are two: figures, the same in every language."""
    return ", ".join("{} × {}".format(*sizes[0]) for sizes in _AREAS[difficulty].values())


def colour_names(colours: tuple[Colour, ...]) -> tuple[Text, ...]:
    return tuple(WORDS[colour] for colour in colours)


def box_of(options: Options) -> tuple[Colour, ...]:
    """The colours of the box in the order of the seats that play them, then the unused ones."""
    return _BOXES[str(options[DEALT])]


def in_order(colours: set[Colour] | frozenset[Colour]) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour in colours)
