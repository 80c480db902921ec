"""The example of a pad worked out: what everyone writes, row by row and round by round, and what it comes to."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.engine.definition import Definition
from companion.engine.definition import Row as PadRow
from companion.engine.errors import NotAMove
from companion.engine.formula import HIGHEST
from companion.table.library import Example, columns_of, reckoned, worth_of


@dataclass(frozen=True, slots=True)
class WorkedCell:
    """What someone writes; `picked`, what that means where it is one of a list; and what it comes to if that is another."""

    written: int | None
    picked: str
    worth: int | None


@dataclass(frozen=True, slots=True)
class WorkedLine:
    """A row with a cell for everyone; the name is empty where a game has no rows. `counts`: it is in the total."""

    name: str
    follows: bool
    counts: bool
    cells: tuple[WorkedCell, ...]


Round: TypeAlias = tuple[WorkedLine, ...]


def worked(definition: Definition, example: Example) -> tuple[Round, ...]:
    """Return each round of the example; a pad is one.

    Raise `NotAMove` where players or rows are too few or too many.
    """
    if not definition.has_rows:
        plain = (tuple(WorkedCell(one, "", None) for one in each if isinstance(one, int)) for each in example.rounds)
        return tuple((WorkedLine("", follows=False, counts=True, cells=cells),) for cells in plain)
    given = (example.pads,) if definition.is_pad else example.rounds
    return tuple(tuple(_lines(definition, example, at)) for at in range(1, len(given) + 1))


def tried(definition: Definition) -> Example | None:
    """Return an example of three players with small numbers, by which the one who makes a game sees what its rows come to; None
    without rows, and where they cannot be worked out with these numbers.
    """

    def column(player: int) -> tuple[int | None, ...]:
        seats = (0 if row.shared else player for row in definition.rows)
        # Small and different, so that rankings and sums show something, and the same at each look.
        figures = ((seat * (at + 2) + 1) % 4 for at, seat in enumerate(seats))
        kept = zip(definition.rows, figures, strict=True)
        return tuple(min(one, row.highest) if row.is_typed else None for row, one in kept)

    columns = tuple(column(player) for player in range(3))
    made = Example((0, 0, 0), (), columns if definition.is_pad else (), () if definition.is_pad else (columns,))
    try:
        totals, winners = reckoned(definition, made) if definition.has_rows else ((), ())
    except NotAMove:
        return None
    return replace(made, totals=totals, winners=winners) if totals else None


def played(definition: Definition) -> Example | None:
    """Return two rounds of three players, by which a game without rows is taught; None where it is of teams or has no figures."""
    if definition.has_rows or definition.alone or definition.together or definition.teams or definition.team_count:
        return None
    rounds = {"winner": ((0, 1, 0), (1, 0, 0), (0, 1, 0)), "places": ((2, 1, 3), (1, 2, 3), (3, 1, 2))}.get(
        definition.writes, ((-3, 8, -5), (7, -4, -3)) if definition.empty == "rest" else ((7, 3, 12), (0, 9, 4))
    )
    most = definition.up_to or HIGHEST
    made = Example((0, 0, 0), (), rounds=tuple(tuple(min(one, most) for one in each) for each in rounds))
    totals, winners = reckoned(definition, made)
    return replace(made, totals=totals, winners=winners)


def _lines(definition: Definition, example: Example, at_round: int) -> Iterator[WorkedLine]:
    columns = columns_of(definition, example, at_round)
    values = worth_of(definition, columns, at_round)
    for at, row in enumerate(definition.rows):
        cells = (_cell(row, one.get(at), known[at]) for one, known in zip(columns, values, strict=True))
        yield WorkedLine(row.name, not row.is_typed, row.counts and row.kind != "sum", tuple(cells))


def _cell(row: PadRow, written: int | None, worth: int | None) -> WorkedCell:
    if not row.is_typed:
        return WorkedCell(worth, "", None)
    picked = " + ".join(one.name for one in row.picked(written or 0)) if row.kind == "choose" else ""
    return WorkedCell(written, picked, None if worth == written and not picked else worth)
