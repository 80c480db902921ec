"""What a paper sheet notes of a route; the tiles themselves are not on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from companion.engine.schema.marks import Between
from companion.engine.text import say
from companion.games.down_under.rules.components import BILLABONGS, COLOURS, HERD, STOCK, Animal

SET_OF: Final[tuple[Animal, ...]] = ("emu", "kangaroo", "platypus")
LONGEST: Final = sum(STOCK.values()) * (1 + len(COLOURS)) + 2 * BILLABONGS
"""All tiles of a colour, the grey path of every tile, termini included (DU-12), each billabong passed twice."""
MOST_SETS: Final = len(COLOURS) * min(HERD[animal] for animal in SET_OF)
MOST_RABBITS: Final = len(COLOURS) * HERD["rabbit"]
Paths = Annotated[int, Between(0, LONGEST, "DU-41", say("Number of paths"))]
Sets = Annotated[int, Between(0, MOST_SETS, "DU-3", say("Number of sets"))]
Rabbits = Annotated[int, Between(0, MOST_RABBITS, "DU-3", say("Number of rabbits"))]


@dataclass(frozen=True, slots=True)
class NotedRoute:
    """One colour at the end: the paths of its route; with animals also sets and rabbits on it, and whether its dingo lies."""

    length: Paths
    sets: Sets | None = None
    rabbits: Rabbits | None = None
    dingo: bool = False
