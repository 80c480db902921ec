"""Who starts a match: what its rulebook says of that, and the move by which a table says who it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.engine.rulings import Json

ByAge: TypeAlias = Literal["youngest", "oldest"]
How: TypeAlias = Literal["rule", "lot", "turn", "agreed"]
"""How a start player was found: by the rulebook, by lot, as the next in turn after a match before, or as agreed."""


@dataclass(frozen=True, slots=True)
class Starting:
    """What a rulebook says of the start player.

    - `by_age`: who it is by the rulebook, None where that is left to the table.
    - `clauses`: where it says so, or where the start player is spoken of.
    - `kind`: the kind of move that says who starts; None where nothing is entered, for seat 0 starts then.
    - `move(seat, how)` is that move as JSON; None where it also needs what only the table knows.
    """

    by_age: ByAge | None
    clauses: tuple[str, ...]
    kind: str | None = None
    move: Callable[[int, How], Mapping[str, Json]] | None = None
