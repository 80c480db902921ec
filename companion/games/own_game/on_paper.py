"""How the rows of a round stand on a sheet: side by side with the total so far where there is room to write, else in lines."""

from dataclasses import dataclass
from typing import Final

from companion.engine.defaults.rounds import NUMBER_MM, ROWS_ON_A_PAGE, WIDTH_MM
from companion.engine.definition import Definition, Row
from companion.engine.row_signs import in_a_line
from companion.engine.sheet import SMALLEST_FIELD_MM, Label, Size
from companion.engine.text import Text, say, signs

ROW_MM: Final = 34
NARROW_MM: Final = 6
"""A column of numbers that leaves five players room for two fields each."""
FIGURE_MM: Final = {"normal": 9, "large": 14}
"""What one of several figures takes in a field."""
MOST_ON_PAPER: Final = 30
"""Rounds that are all printed, though they take more than three pages."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The rows that are written together in one field, by their numbers, field by field; the total so far follows them.

    `is_one`: a round is one line; else each field has its own. What they are called takes `names_mm`.
    """

    parts: tuple[tuple[int, ...], ...]
    is_one: bool
    names_mm: int

    @property
    def of_a_round(self) -> int:
        """How many lines a round takes."""
        return 1 if self.is_one else len(self.parts) + 1


def lines_of(definition: Definition, sides: int, size: Size) -> Lines | None:
    """Return how a round is written for so many sides; None where it is one figure, with no room or no need for a total."""
    if definition.writes not in ("points", "rows"):
        return None
    typed = tuple(at for at, row in enumerate(definition.rows) if row.is_typed)
    for names_mm in (NUMBER_MM, NARROW_MM):
        width = (WIDTH_MM - names_mm) // sides // 2
        if width >= max(SMALLEST_FIELD_MM[0], FIGURE_MM[size] * len(typed)):
            return Lines((typed,), True, names_mm)
    if not typed:
        return None
    most = max(SMALLEST_FIELD_MM[0], (WIDTH_MM - ROW_MM) // sides) // FIGURE_MM[size]
    return Lines(tuple(typed[at : at + most] for at in range(0, len(typed), most)), False, ROW_MM)


def rounds_on(definition: Definition, sides: int, size: Size) -> int:
    """Return the rounds that a blank sheet has room for: all, up to three pages or so many; where no one knows, one page, or two
    where a round takes several lines.
    """
    written = lines_of(definition, sides, size)
    lines = 1 if written is None else written.of_a_round
    page = max(1, ROWS_ON_A_PAGE[size] // lines)
    if definition.ends == "rounds":
        return min(definition.at, max(3 * page, MOST_ON_PAPER))
    return page * (1 + (lines > 1))


def names_of(rows: tuple[Row, ...], lines: Lines, rounds: int) -> list[Label]:
    """Return what the lines of so many rounds are called."""
    if lines.is_one:
        return [Label(at, is_strong=lines.names_mm == NUMBER_MM) for at in range(1, rounds + 1)]
    called = [*(called_together(rows, part) for part in lines.parts), say("Total")]
    return [
        Label(signs("{round}. {row}", round=at, row=one), is_strong=one is called[-1])
        for at in range(1, rounds + 1)
        for one in called
    ]


def under_heads(rows: tuple[Row, ...], lines: Lines) -> tuple[Label, ...]:
    """Return what stands under each player where a round is one line."""
    return (*(Label(called_together(rows, part)) for part in lines.parts), Label(say("Total"))) if lines.is_one else ()


def called_together(rows: tuple[Row, ...], part: tuple[int, ...]) -> Text:
    """Return what the rows of one field are called."""
    return in_a_line(" / ", (rows[at].called for at in part)) if part else say("Points")
