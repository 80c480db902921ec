"""The rows of a board: each side with its total, and each line of a pad with its cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.definition import Definition, Row
from companion.engine.game import Draft, Viewer
from companion.engine.pad import row_values
from companion.engine.row_signs import figure, how_of, picked_of
from companion.engine.text import Text, names, signs
from companion.games.own_game.standing import ahead, decided, shown_total
from companion.games.own_game.state import State
from companion.games.own_game.typed import as_figure, is_possible, typed_under


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side: its seats, its total or what is left to it, what is typed and written for it in this round, whether it leads.

    `is_in`: something is written, which the viewer may not see if `entered` is None. `away`: no one of it plays, as they
    have "left", are "out", join "later", or deal and sit out ("rests"). `decided`: the row that set it apart from equal totals.
    """

    seats: tuple[int, ...]
    total: int
    entered: int | None
    is_in: bool
    typed: str
    leads: bool
    away: str
    decided: Text | None

    @property
    def seat(self) -> int:
        """The seat by which it is entered."""
        return self.seats[0]

    @property
    def called(self) -> Text:
        """The names of all of it."""
        return signs("{names}", names=names(self.seats))


@dataclass(frozen=True, slots=True)
class PadCell:
    """One cell of the pad: the name of its field, what is written in it, what is typed on this phone, and `is_in`.

    `worth` is what it comes to where that is not what is written; `picked` says what was chosen. `is_beyond`: more is
    typed than there can be.
    """

    name: str
    value: int | None
    typed: str
    is_in: bool
    worth: int | None = None
    picked: str = ""
    is_beyond: bool = False


@dataclass(frozen=True, slots=True)
class PadLine:
    """One row of the pad with a cell for each side; a row that adds itself up has cells without a name.

    `how` says by signs alone what it comes to. `offered` is what a cell takes where it is picked, each with its words.
    `most` is the most that a cell holds, `die` the face that is counted in it; 0 where there is no such number.
    """

    row: Row
    how: Text | None
    most: int
    die: int
    offered: tuple[tuple[int, str], ...]
    cells: tuple[PadCell, ...]


def side_rows(state: State, viewer: Viewer, draft: Draft) -> tuple[SideRow, ...]:
    """Every side in the order of its seats."""
    missing, decisive = state.missing, decided(state)
    totals = (0,) * state.setup.seats if state.hides else state.so_far
    # Of equal totals a row may decide in the end.
    first = [one for one in ahead(state) if not state.is_over or state.ranks[one] == 1]
    return tuple(
        SideRow(
            seats=side,
            total=shown_total(state, totals[side[0]]),
            entered=state.entered.get(side[0]) if state.shows(side[0], viewer) else None,
            is_in=side[0] not in missing,
            typed=typed_under(draft, f"points.{side[0]}"),
            leads=side[0] in first,
            away=_away(state, side),
            decided=decisive.get(side[0]),
        )
        for side in state.sides
    )


def _away(state: State, side: tuple[int, ...]) -> str:
    """How a side is away that no longer plays, or not yet, or not this time; empty where it plays."""
    if side in state.playing:
        return "rests" if side[0] == state.resting else ""
    return "out" if side[0] in state.out else "left" if side[0] in state.away else "later"


def pad_lines(state: State, viewer: Viewer, draft: Draft) -> Iterator[PadLine]:
    """The rows of the pad as they are filled in."""
    columns, dice = {side: state.values(side[0]) for side in state.sides}, dice_in(state.definition)
    for at, row in enumerate(state.definition.rows):
        cells = tuple(_cell(state, viewer, draft, side, at, values[at]) for side, values in columns.items())
        words = (
            (one, f"{picked_of(row, one)}: {figure(row_values((row,), {0: one})[0] or 0)}")
            for one in range(1, row.highest + 1 if row.kind == "choose" else 1)
        )
        # Who made it reads formulas; the others find their words long.
        how = None if row.kind in ("formula", "least", "most") else how_of(state.definition.rows, row, is_brief=True)
        yield PadLine(row, how, state.most(at) if row.is_typed else 0, dice.get(at, 0), tuple(words), cells)


def dice_in(definition: Definition) -> Mapping[int, int]:
    """Return the face that is counted in each of six rows of a pad that follow each other: ones, twos ... sixes."""
    rows = [row.times if row.kind == "count" else 0 for row in definition.rows]
    first = next((at for at in range(len(rows)) if definition.is_pad and rows[at : at + 6] == [*range(1, 7)]), None)
    return {} if first is None else {first + at: at + 1 for at in range(6)}


def _cell(state: State, viewer: Viewer, draft: Draft, side: tuple[int, ...], at: int, comes_to: int | None) -> PadCell:
    """What stands in a row for a side, as far as this viewer may see it."""
    row = state.definition.rows[at]
    name = f"cells.{side[0]}.{at}" if row.is_typed and side in state.playing else ""
    value = state.column(side[0]).get(at) if row.is_typed else comes_to
    shown = value if state.shows(side[0], viewer) else None
    worth = comes_to if row.is_worth_another and shown is not None else None
    picked = picked_of(row, shown) if row.kind == "choose" and shown is not None else ""
    typed = typed_under(draft, name)
    is_beyond = bool(typed) and not is_possible(state, at, as_figure(typed))
    return PadCell(name, shown, typed, bool(name) and value is not None, worth, picked, is_beyond)
