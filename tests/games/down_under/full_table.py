"""All 64 full-size tiles of four players on eight by eight cells, no two colours joined."""

import random
from functools import cache
from itertools import count

from companion.games.down_under.rules.components import COLOURS, STOCK, TURNS, Kind
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.tiles import Tile

SIDE = 8
FULL_SIZE: tuple[Kind, ...] = ("straight", "curve")


@cache
def full_table() -> tuple[Tile, ...]:
    """The tiles, two rows a colour, from the north-west."""
    return next(found for found in map(_laid, count()) if len(found) == SIDE * SIDE)


def _laid(seed: int) -> tuple[Tile, ...]:
    rng = random.Random(seed)
    tiles: tuple[Tile, ...] = ()
    for row, colour in enumerate(COLOURS):
        hand = [kind for kind in FULL_SIZE for _ in range(STOCK[kind])]
        for number in range(2 * SIDE):
            cell = (number % SIDE, 2 * row + number // SIDE)
            ways = [
                (kind, turn) for kind in FULL_SIZE if kind in hand for turn in TURNS[: 2 if kind == "straight" else 4]
            ]
            some = (Tile(*cell, kind, colour, turn) for kind, turn in rng.sample(ways, len(ways)))
            tile = next((way for way in some if not trace((*tiles, way)).mixed), None)
            if tile is None:
                return tiles
            hand.remove(tile.kind)
            tiles = (*tiles, tile)
    return tiles
