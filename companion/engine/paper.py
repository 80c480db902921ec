"""A sheet filled in on paper and typed in afterwards: its rows as a form asks for them, player by player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.engine.errors import refuse
from companion.engine.text import Text, say, say_as

if TYPE_CHECKING:
    from companion.engine.game import Setup

How: TypeAlias = Literal["number", "tick"]
TYPED_IN: Final = say("from a paper sheet")
"""How a journal tells of such an entry."""
HAS_BEGUN: Final = say("This game has started. Add a paper sheet as a new game.")


@dataclass(frozen=True, slots=True)
class PaperCell:
    """One cell: the field of the move it fills, as a form names it, and a word if a player has several in a row."""

    field: str
    word: Text | None = None


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row of the sheet: its name, and the cells of each player; the last cell is nobody's if `is_common`.

    A number runs from `low` to `high`; a tick is yes or no.
    """

    label: Text
    cells: tuple[tuple[PaperCell, ...], ...]
    low: int = 0
    high: int = 99
    how: How = "number"
    hint: Text | None = None

    @property
    def is_common(self) -> bool:
        """Whether the row belongs to the whole table, and has one cell."""
        return len(self.cells) == 1


@dataclass(frozen=True, slots=True)
class Paper:
    """How a game's sheet is typed in: the kind of the move it becomes, its shape, what is asked for, and the rows."""

    kind: str
    shape: type
    about: Text
    rows: Callable[[Setup], tuple[PaperRow, ...]]


def row(
    label: Text, *fields: str, low: int = 0, high: int = 99, how: How = "number", hint: Text | None = None
) -> PaperRow:
    """A row with one cell for each field."""
    return PaperRow(label, tuple((PaperCell(field),) for field in fields), low, high, how, hint)


def round_rows(rounds: int, seats: int, low: int, high: int) -> tuple[PaperRow, ...]:
    """A row for each round, with everybody's points of it in the field `rounds`."""
    return tuple(
        row(
            say_as("of any game", "Round {round}", round=at + 1),
            *(f"rounds.{at}.{seat}" for seat in range(seats)),
            low=low,
            high=high,
        )
        for at in range(rounds)
    )


def check_all_named(given: int, seats: int, clause: str, path: str) -> None:
    """Nothing; raises `IllegalMove` if what is told is not of as many players as play."""
    if given != seats:
        raise refuse(say("You entered {given} players, but {seats} play.", given=given, seats=seats), clause, path=path)
