"""What is written and typed in the round under way or in the pad: side by side, row by row, and what it would come to."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from companion.engine.definition import Row
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft, Viewer
from companion.engine.pad import row_values
from companion.engine.row_signs import figure, how_of, picked_of
from companion.engine.text import Text, names, signs
from companion.games.own_game.moves import Fill, Points
from companion.games.own_game.play import play
from companion.games.own_game.standing import ahead, decided, shown_total
from companion.games.own_game.state import State

# Six digits are the most that a pad holds (OW-5).
_FIGURE: Final = re.compile(r"-?[0-9]{1,6}(?:[-+x×][0-9]{1,6})*")


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

    `worth` is what it comes to where that is not what is written; `picked` says what was chosen.
    """

    name: str
    value: int | None
    typed: str
    is_in: bool
    worth: int | None = None
    picked: str = ""


@dataclass(frozen=True, slots=True)
class PadLine:
    """One row of the pad with a cell for each side; a row that adds itself up has cells without a name.

    `how` says by signs alone what it comes to. `offered` is what a cell takes where it is picked, each with its words.
    """

    row: Row
    how: Text | None
    offered: tuple[tuple[int, str], ...]
    cells: tuple[PadCell, ...]


def side_rows(state: State, viewer: Viewer, draft: Draft) -> Iterator[SideRow]:
    """Every side in the order of its seats."""
    missing, decisive = state.missing, decided(state)
    totals = (0,) * state.setup.seats if state.hides else state.so_far
    # Of equal totals a row may decide in the end.
    first = [one for one in ahead(state) if not state.is_over or state.ranks[one] == 1]
    for side in state.sides:
        seat = side[0]
        entered = state.entered.get(seat) if state.shows(seat, viewer) else None
        typed = _typed(draft, f"points.{seat}")
        away = "rests" if seat == state.resting else "" if side in state.playing else _gone(state, seat)
        total = shown_total(state, totals[seat])
        yield SideRow(side, total, entered, seat not in missing, typed, seat in first, away, decisive.get(seat))


def _gone(state: State, seat: int) -> str:
    """How a side is away that no longer plays, or not yet."""
    return "out" if seat in state.out else "left" if seat in state.away else "later"


def pad_lines(state: State, viewer: Viewer, draft: Draft) -> Iterator[PadLine]:
    """The rows of the pad as they are filled in."""
    columns = {side[0]: state.values(side[0]) for side in state.sides}
    playing = {side[0] for side in state.playing}
    for at, row in enumerate(state.definition.rows):
        cells = []
        for seat, values in columns.items():
            name = f"cells.{seat}.{at}" if row.is_typed and seat in playing else ""
            value = state.column(seat).get(at) if row.is_typed else values[at]
            shown = value if state.shows(seat, viewer) else None
            worth = values[at] if row.is_worth_another and shown is not None else None
            picked = picked_of(row, shown) if row.kind == "choose" and shown is not None else ""
            cells.append(PadCell(name, shown, _typed(draft, name), bool(name) and value is not None, worth, picked))
        offered = range(1, row.highest + 1) if row.kind == "choose" else ()
        words = ((one, f"{picked_of(row, one)}: {figure(row_values((row,), {0: one})[0] or 0)}") for one in offered)
        # Who made it reads formulas; the others find their words long.
        how = None if row.kind in ("formula", "least", "most") else how_of(state.definition.rows, row)
        yield PadLine(row, how, tuple(words), tuple(cells))


def tried(state: State, draft: Draft) -> State:
    """The state with what is typed; as it is where that cannot be entered."""
    seats, rows = [side[0] for side in state.sides], range(len(state.definition.rows))
    # Half a figure is typed at every moment: then the board is simply as it was.
    with suppress(IllegalMove, NotAMove):
        if not state.definition.has_rows:
            return play(state, Points(_figures(draft, "points", seats))).state
        found = play(state, Fill({seat: _figures(draft, f"cells.{seat}", rows) for seat in seats})).state
        # Rows of a round that is full stay in sight.
        return replace(found.in_sight, is_stopped=False)
    return state


def _figures(draft: Draft, of: str, them: Iterable[int]) -> dict[int, int | str]:
    typed = {one: _typed(draft, f"{of}.{one}") for one in them}
    # A sum ("3+6") goes on as a text: the move adds it up.
    return {one: int(text) if text.removeprefix("-").isdigit() else text for one, text in typed.items() if text}


def _typed(draft: Draft, name: str) -> str:
    """The figure typed under this name; empty if there is none."""
    values = draft.get(name, ())
    last = values[-1].strip() if values and name else ""
    return last if _FIGURE.fullmatch(last) else ""
