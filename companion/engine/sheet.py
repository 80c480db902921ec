"""A sheet for paper: tables whose cells are blank, to be written in, or hold what a match put there; and what is typed in from it.

Data only: its content in reading order, in millimetres where size matters. Blank or filled, a sheet has the same cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

from companion.engine.errors import check
from companion.engine.game import Setup
from companion.engine.rulings import Reason
from companion.engine.text import Text, say

Words: TypeAlias = Text | str | int
"""The content of a cell. A plain string is figures and signs, the same in every language."""
Size: TypeAlias = Literal["normal", "large"]
Mark: TypeAlias = Literal["anyway", "caught_up", "contested"]
"""Why a filled cell deserves a second look: recorded despite a doubt, caught up as a standing, or contested."""
MARKS: Final[tuple[Mark, ...]] = ("anyway", "caught_up", "contested")
SMALLEST_FIELD_MM: Final = (18, 8)
"""Width and height below which no one writes by hand."""
BoxState: TypeAlias = Literal["open", "outlined", "crossed"]


@dataclass(frozen=True, slots=True)
class Label:
    """Words of the form itself; `span` and `down` are the columns and rows it covers."""

    kind: ClassVar = "label"

    words: Words
    span: int = 1
    down: int = 1
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """Whose column or row this is: symbol and letter, and with `is_named` the name or a line to write it on."""

    kind: ClassVar = "player"

    seat: int
    span: int = 1
    down: int = 1
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Shares:
    """Who got which figure, and who lost a ring by it: by their signs, and in words in `about`."""

    figures: tuple[tuple[int, int], ...]
    lost: tuple[int, ...]
    about: Text


@dataclass(frozen=True, slots=True)
class Field:
    """A place to write in, 18 x 8 mm or more: `written` is what a match wrote there, None if nothing.

    The mark of `seat` comes before what is written. `of` figures stand in it side by side. `shares` is drawn in place of
    what is written. `is_struck`: it decided nothing.
    """

    kind: ClassVar = "field"

    written: Words | None = None
    caption: Words | None = None
    span: int = 1
    down: int = 1
    marks: tuple[Mark, ...] = ()
    seat: int | None = None
    of: int = 1
    shares: Shares | None = None
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One thing to tick or to cross out; its `sign` is printed in it."""

    state: BoxState = "open"
    sign: str = ""


@dataclass(frozen=True, slots=True)
class TickBoxes:
    """Things to tick or to cross out, `in_line` side by side. `about` tells their state to people who cannot see it."""

    kind: ClassVar = "boxes"

    boxes: tuple[Box, ...]
    about: Text
    shape: Literal["box", "ring"] = "box"
    in_line: int = 6
    seat: int | None = None
    span: int = 1
    down: int = 1
    marks: tuple[Mark, ...] = ()


Cell: TypeAlias = Label | PlayerCell | Field | TickBoxes


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Cells side by side, `height_mm` high at least."""

    cells: tuple[Cell, ...]
    height_mm: int = SMALLEST_FIELD_MM[1]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a repeated head. `widths_mm` has a number for each column; 0 takes an equal share of the rest."""

    kind: ClassVar = "table"

    name: Text
    widths_mm: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    head: tuple[SheetRow, ...] = ()
    is_headed: bool = False
    """Whether the name is printed above, or only read out to people who cannot see the table."""


@dataclass(frozen=True, slots=True)
class Note:
    """Small print between tables: sentences with their clauses."""

    kind: ClassVar = "note"

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the game's own template `games/<game>/sheet_<name>.html` draws from `shows`.

    `marked` has a cell for everything drawn that an entry may have put there, blank or filled, so that it can be marked
    too.
    """

    kind: ClassVar = "drawing"

    name: str
    shows: Any
    about: Text
    marked: tuple[Field | TickBoxes, ...] = ()


@dataclass(frozen=True, slots=True)
class Band:
    """Blocks that belong together, with a large figure at their left edge: one round, or one turn."""

    kind: ClassVar = "band"

    label: Words
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Blocks side by side; `widths_mm` as in a table."""

    kind: ClassVar = "beside"

    widths_mm: tuple[int, ...]
    blocks: tuple[Block, ...]


Block: TypeAlias = Table | Note | Drawing | Band | SideBySide


@dataclass(frozen=True, slots=True)
class Page:
    """One side of paper, never more and never less."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Every page of a form, and the rules that are often forgotten, printed at the foot of each."""

    pages: tuple[Page, ...]
    reminders: tuple[Reason, ...]


def cells(sheet: Sheet) -> list[Cell]:
    """Return every cell in reading order, those of heads included."""
    found: list[Cell] = []

    def note(cell: Cell) -> Cell:
        found.append(cell)
        return cell

    # One walk over the blocks serves both, so cells are read in the order in which they are filled.
    changed(sheet, note)
    return found


def changed(sheet: Sheet, change: Callable[[Cell], Cell]) -> Sheet:
    """Return the sheet with every cell put through `change`, in reading order."""
    pages = tuple(replace(page, blocks=tuple(_changed(one, change) for one in page.blocks)) for page in sheet.pages)
    return replace(sheet, pages=pages)


def _changed(block: Block, change: Callable[[Cell], Cell]) -> Block:
    if isinstance(block, Table):
        return replace(block, head=_changed_rows(block.head, change), rows=_changed_rows(block.rows, change))
    if isinstance(block, (Band, SideBySide)):
        return replace(block, blocks=tuple(_changed(one, change) for one in block.blocks))
    if isinstance(block, Drawing):
        # The drawing itself has no cells; those beside it stand for what is drawn.
        marked = (change(cell) for cell in block.marked)
        return replace(block, marked=tuple(cell for cell in marked if isinstance(cell, (Field, TickBoxes))))
    return block


def _changed_rows(rows: tuple[SheetRow, ...], change: Callable[[Cell], Cell]) -> tuple[SheetRow, ...]:
    return tuple(replace(row, cells=tuple(change(cell) for cell in row.cells)) for row in rows)


def is_filled(cell: Field | TickBoxes) -> bool:
    """Return whether a match put something there."""
    if isinstance(cell, Field):
        return cell.written is not None
    return any(box.state != "open" for box in cell.boxes)


def as_played(sheet: Sheet) -> Sheet:
    """Return the sheet of a finished match without the rows to write in that it left blank, and without tables of those alone."""
    pages = tuple(replace(page, blocks=_as_played(page.blocks)) for page in sheet.pages)
    return replace(sheet, pages=tuple(page for page in pages if page.blocks))


def _as_played(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Table) and not any(cell.down > 1 for row in block.rows for cell in row.cells):
            rows = tuple(row for row in block.rows if not _is_blank(row))
            found += [replace(block, rows=rows)] if rows or not block.rows else []
        else:
            found.append(replace(block, blocks=_as_played(block.blocks)) if isinstance(block, Band) else block)
    return tuple(found)


def _is_blank(row: SheetRow) -> bool:
    places = [cell for cell in row.cells if isinstance(cell, (Field, TickBoxes))]
    return bool(places) and not any(is_filled(cell) for cell in places)


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
    """One row of the sheet: its name, and the cells of each player; the last cell is no one's if `is_common`.

    A number runs from `low` to `high`; a tick is yes or no. It is so much `above` the one on paper.
    """

    label: Text
    cells: tuple[tuple[PaperCell, ...], ...]
    low: int = 0
    high: int = 99
    how: How = "number"
    hint: Text | None = None
    above: int = 0

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
    label: Text,
    *fields: str,
    low: int = 0,
    high: int = 99,
    how: How = "number",
    hint: Text | None = None,
    above: int = 0,
) -> PaperRow:
    """Return a row with one cell for each field."""
    return PaperRow(label, tuple((PaperCell(field),) for field in fields), low, high, how, hint, above)


def round_rows(named: Callable[[int], Text], rounds: int, seats: int, low: int, high: int) -> tuple[PaperRow, ...]:
    """Return a row for each round, called as the game calls it, with the points of all of it in the field `rounds`."""
    return tuple(
        row(
            named(at + 1),
            *(f"rounds.{at}.{seat}" for seat in range(seats)),
            low=low,
            high=high,
        )
        for at in range(rounds)
    )


def check_all_named(given: int, seats: int, clause: str, path: str) -> None:
    """Raise `IllegalMove` if the figures are not of as many players as play."""
    other = say("Players entered: {given}. There should be {seats}.", given=given, seats=seats)
    # The codec allows any number the box allows; only the match knows how many play.
    check(given != seats and Reason(other, (clause,)), path=path)
