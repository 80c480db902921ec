"""What lies in the box: the weather cards with their rings, the water level cards, the ring cards (LU-1 to LU-4)."""

from typing import Annotated, Final, TypeAlias

from companion.engine.schema.marks import Between

WEATHER_CARDS: Final = 60
WATER_CARDS: Final = 24
RING_CARDS: Final = 24
HAND: Final = 12
WHOLE_RINGS: Final = 12
HALF_RINGS: Final = 24
"""Weather cards that show a whole ring, and half a ring (LU-3)."""
BLANK_CARDS: Final = WEATHER_CARDS - WHOLE_RINGS - HALF_RINGS
TWO_HANDS: Final = 18
"""The rings of the two best hands: twelve whole ones, and half a ring on each other card."""
LOW_WATER_BONUS: Final = 1
"""Points for the lowest water (LU-22)."""
POINTS_IF_OUT: Final = -1
"""What a round brings a player who is out (LU-21)."""
MOST_POINTS: Final = HAND + LOW_WATER_BONUS
"""All rings of the best hand kept, and the point for the lowest water."""
TRICKS: Final = 12
HIGHEST_LEVEL: Final = 12
COPIES_OF_A_LEVEL: Final = 2
CARDS_TURNED_UP: Final = 2
PLAYERS: Final = (3, 4, 5)

Card: TypeAlias = Annotated[int, Between(1, WEATHER_CARDS, "LU-1", "weather card")]
Level: TypeAlias = Annotated[int, Between(1, HIGHEST_LEVEL, "LU-2", "water level")]
Rings: TypeAlias = Annotated[int, Between(0, HAND, "LU-6", "number of rings")]
Symbols: TypeAlias = Annotated[int, Between(0, HAND, "LU-6", "number of ring symbols")]


def half_rings(card: int) -> int:
    """The rings printed on a weather card, in half rings: 0, 1 or 2 (LU-3)."""
    # Five bands of twelve numbers each, rings in the middle.
    return (0, 1, 2, 1, 0)[(card - 1) // HAND]


def in_rings(halves: int) -> str:
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"
