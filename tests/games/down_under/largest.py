"""The largest boards that the judge takes: all that is in the box, or all but what a player still has in hand."""

import random
from typing import Any

from companion.games.down_under.rules.components import COLOURS, LONGEST, STOCK, TURNS
from tests.games.down_under.second_model import joins_two_colours, random_loop

SIDE = 9
"""So many cells in a row are enough for the box in so many rows."""


def tiles(rng: random.Random) -> list[dict[str, Any]]:
    """Dense, or so far apart that most places are open; perhaps one colour still has one of each shape, or all of them."""
    wanted = [(kind, colour) for colour in COLOURS for kind, count in STOCK.items() for _ in range(count)]
    held, left = rng.choice(COLOURS), rng.choice((0, 1, 9))
    for kind in STOCK:
        for _ in range(min(left, STOCK[kind])):
            wanted.remove((kind, held))
    rng.shuffle(wanted)
    apart = rng.choice((1, 2, 3))
    found = random_loop(rng) if apart == 1 else []
    cells = [(x * apart, y * apart) for y in range(SIDE) for x in range(SIDE)]
    free = [cell for cell in cells if all((one["x"], one["y"]) != cell for one in found)]
    for one in found:
        if one.get("colour") and (one["kind"], one["colour"]) in wanted:
            wanted.remove((one["kind"], one["colour"]))
    ponds = [("billabong", "")] * (4 - sum(one["kind"] == "billabong" for one in found))
    for (x, y), (shape, colour) in zip(free, [*ponds, *wanted], strict=False):
        tile: dict[str, Any] = {"x": x, "y": y, "kind": shape}
        tile |= (
            {"colour": colour, "turn": rng.choice(TURNS), "animal": None}
            if colour
            else {"through": [["N", "S"], ["E", "W"]]}
        )
        if apart > 1 or not joins_two_colours([*found, tile]):
            found.append(tile)
    return found


def cells(rng: random.Random) -> list[list[int]]:
    """The longest route that somebody follows with a finger."""
    return [[0, number] for number in range(LONGEST)]
