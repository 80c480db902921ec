"""What is written down, added up: sides, rows and totals, who leads. Pure functions of a definition and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from companion.engine.definition.model import Definition, Row
from companion.engine.ranking import ranked

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that score together, each side by its first seat."""
Cells: TypeAlias = Mapping[int, int]
"""What is written in the rows of one side."""


def sides(definition: Definition, seats: int) -> Sides:
    """Who scores together: teams of two who sit opposite, where that many can; else everybody alone."""
    half = seats // 2
    if definition.teams and seats >= 4 and seats % 2 == 0:
        return tuple((seat, seat + half) for seat in range(half))
    return tuple((seat,) for seat in range(seats))


def row_values(rows: Sequence[Row], cells: Cells) -> tuple[int | None, ...]:
    """What each row comes to: None for one that nobody has written in, and for a bonus that is not reached."""
    typed = [cells[at] * row.times if row.is_typed and at in cells else None for at, row in enumerate(rows)]
    return tuple(typed[at] if row.is_typed else _follows(row, typed) for at, row in enumerate(rows))


def total(rows: Sequence[Row], cells: Cells) -> int:
    """What a pad comes to: every row but sums, which show only what others count already."""
    values = zip(rows, row_values(rows, cells), strict=True)
    return sum(value for row, value in values if value is not None and row.kind != "sum")


def is_full(rows: Sequence[Row], cells: Cells) -> bool:
    """Whether every row is written in that the game waits for; of a pad with optional rows alone, any."""
    needed = [at for at, row in enumerate(rows) if row.is_typed and not row.optional]
    return all(at in cells for at in needed) if needed else bool(cells)


def ranks(definition: Definition, totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each total: the highest first, or the lowest. Equal ones share the better place."""
    return ranked([one if definition.fewest_win else -one for one in totals])


def has_reached(definition: Definition, rounds: int, totals: Sequence[int]) -> bool:
    """Whether the game ends after so many rounds with these totals; never where the table says so itself."""
    if definition.ends == "rounds":
        return rounds >= definition.at
    return definition.ends == "target" and rounds > 0 and max(totals) >= definition.at


def _follows(row: Row, typed: Sequence[int | None]) -> int | None:
    known = [value for at in row.of if (value := typed[at]) is not None]
    if row.kind == "sum":
        return sum(known) if known else None
    return row.worth if known and sum(known) >= row.least else None
