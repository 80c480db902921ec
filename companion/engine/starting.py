"""Who starts a match: what its rulebook says about it, and the move by which a table names that player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.engine.rulings import Json

ByAge: TypeAlias = Literal["youngest", "oldest"]
How: TypeAlias = Literal["rule", "lot", "turn", "agreed"]
"""How a start player was found: by the rulebook, by lot, next in turn after an earlier match, or by agreement."""


@dataclass(frozen=True, slots=True)
class Starting:
    """What a rulebook says of the start player.

    - `by_age`: who it is by the rulebook, None if that is left to the table.
    - `clauses`: where it says so, or where it speaks of the start player.
    - `kind`: the kind of move that says who starts; None if nothing is entered, because then seat 0 starts.
    - `move(seat, how)` is that move as JSON; None if it also needs what only the table knows.
    """

    by_age: ByAge | None
    clauses: tuple[str, ...]
    kind: str | None = None
    move: Callable[[int, How], Mapping[str, Json]] | None = None
