"""The example of a pad worked out: what everyone writes, row by row and round by round, and what it comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.engine.definition import Definition
from companion.engine.definition import Row as PadRow
from companion.engine.errors import NotAMove
from companion.engine.story import ranked
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
MOST_COLUMNS: Final = 4
"""So many players have room beside each other on a small phone."""
POINTS: Final = ((7, 3, 12, 5), (0, 9, 4, 8))
MOST_DRAWN: Final = 1000
"""A game to a higher score is not played to its end in an example: its figures would fill a line."""
ROUNDS: Final = {
    "winner": ((0, 1, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)),
    "places": ((2, 1, 3, 4), (1, 2, 3, 4), (3, 1, 2, 4)),
}


def worked(definition: Definition, example: Example) -> tuple[Round, ...]:
    """Return each round of the example; a pad is one.

    Raise `NotAMove` where players or rows are too few or too many.
    """
    if not definition.has_rows:
        plain = (tuple(WorkedCell(one, "", None) for one in each if isinstance(one, int)) for each in example.rounds)
        return tuple((WorkedLine("", follows=False, counts=True, cells=cells),) for cells in plain)
    given = (example.pads,) if definition.is_pad else example.rounds
    return tuple(tuple(_lines(definition, example, at)) for at in range(1, len(given) + 1))


def tried(definition: Definition, players: int = 3) -> Example | None:
    """Return an example with small numbers, by which the one who makes a game sees what its rows come to; None without rows,
    and where they cannot be worked out with these numbers.
    """

    def column(player: int) -> tuple[int | None, ...]:
        seats = (0 if row.shared else player for row in definition.rows)
        # Small and different, so that rankings and sums show something, and the same at each look.
        figures = ((seat * (at + 2) + 1) % 4 for at, seat in enumerate(seats))
        kept = zip(definition.rows, figures, strict=True)
        return tuple(min(one, row.highest) if row.is_typed else None for row, one in kept)

    columns = tuple(column(player) for player in range(players))
    made = Example((0,) * players, (), columns if definition.is_pad else (), () if definition.is_pad else (columns,))
    try:
        totals, winners = reckoned(definition, made) if definition.has_rows else ((), ())
    except NotAMove:
        return None
    return replace(made, totals=totals, winners=winners) if totals else None


def played(definition: Definition, players: int) -> Example | None:
    """Return up to three rounds by which a game without rows is taught; None where it is of teams or has no figures."""
    if definition.has_rows or definition.alone or definition.together or definition.teams or definition.team_count:
        return None
    times = 1
    if definition.is_to_a_score and not (definition.up_to or definition.ends_exactly or definition.empty == "rest"):
        # Someone reaches the score, so that the example shows what ends the game.
        times = -(-min(definition.at, MOST_DRAWN) // max(map(sum, zip(*POINTS, strict=True))))
    given = ROUNDS.get(definition.writes, [[one * times for one in each] for each in POINTS])
    most = definition.at if definition.ends == "rounds" else len(given)
    rounds = tuple(_cut(definition, one, players) for one in given[:most])
    totals, winners = reckoned(definition, made := Example((0,) * players, (), rounds=rounds))
    return replace(made, totals=totals, winners=winners)


def _cut(definition: Definition, given: Sequence[int], players: int) -> tuple[int, ...]:
    """Return a round for so many players, whose places are without a gap, and whose points bring it to 0 if they have to."""
    kept = [min(one, definition.up_to or one) for one in given[:players]]
    if definition.writes == "places":
        return ranked(kept)
    return (*kept[1:], -sum(kept[1:])) if definition.empty == "rest" else tuple(kept)


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
