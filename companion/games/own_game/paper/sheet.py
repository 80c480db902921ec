"""The pad for paper: a row for each round or for each row of the pad, a column for each player, totals at the foot."""

from __future__ import annotations

from typing import Final

from companion.engine.definition.model import Definition
from companion.engine.definition.model import Row as PadRow
from companion.engine.definition.scoring import row_values
from companion.engine.game import Setup, Viewer
from companion.engine.paper import Paper, PaperRow, row
from companion.engine.rulings import Reason
from companion.engine.sheet import Block, Field, Label, Page, Player, Row, Sheet, Size, Table, Words
from companion.engine.text import say
from companion.games.own_game.rules.moves import FromPaper
from companion.games.own_game.rules.options import definition_of, when_it_ends, who_wins
from companion.games.own_game.rules.state import State

ROUNDS: Final = {"normal": 20, "large": 12}
"""Lines on a page, for a game that says no number of rounds."""
HEIGHT_MM: Final = {"normal": 8, "large": 13}
NAMES_MM: Final = 12
ROW_MM: Final = 34
NUMBER_MM: Final = 10


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The pad for that many players: blank, or with what the match has; it has no secrets."""
    definition = definition_of(setup.options)
    per_page = ROUNDS[size]
    lines = len(definition.rows) if definition.is_pad else _rounds(definition, size)
    starts = range(0, lines, per_page)
    pages = [
        Page((_table(setup, size, state, range(at, min(at + per_page, lines)), is_last=at == starts[-1]),))
        for at in starts
    ]
    return Sheet(tuple(pages), reminders(definition))


def reminders(definition: Definition) -> tuple[Reason, ...]:
    """Who wins, and when it is over."""
    return (Reason(who_wins(definition), ("OW-9",)), Reason(when_it_ends(definition), ("OW-8",)))


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """The totals at the foot of the sheet."""
    fields = (f"points.{seat}" for seat in range(setup.seats))
    return (row(say("Total"), *fields, low=-999_999, high=999_999),)


PAPER: Final = Paper("from_paper", FromPaper, say("The totals at the foot of the sheet."), rows)


def _rounds(definition: Definition, size: Size) -> int:
    """As many lines as rounds, up to three pages; one page where nobody knows."""
    return min(definition.at, 3 * ROUNDS[size]) if definition.ends == "rounds" else ROUNDS[size]


def _table(setup: Setup, size: Size, state: State | None, lines: range, *, is_last: bool) -> Block:
    definition, seats = definition_of(setup.options), range(setup.seats)
    height = HEIGHT_MM[size]
    head = Row((Label("" if definition.is_pad else "#"), *(Player(seat, is_named=True) for seat in seats)), NAMES_MM)
    body = [
        Row((_name(definition, line), *(Field(_written(state, line, seat)) for seat in seats)), height)
        for line in lines
    ]
    if is_last:
        totals = (Field(None if state is None else state.scores[seat]) for seat in seats)
        body.append(Row((Label(say("Total") if definition.is_pad else "Σ", is_strong=True), *totals), height))
    first = ROW_MM if definition.is_pad else NUMBER_MM
    return Table(say("{name}", name=definition.name), (first, *(0 for _ in seats)), tuple(body), (head,))


def _name(definition: Definition, line: int) -> Label:
    if not definition.is_pad:
        return Label(line + 1, is_strong=True)
    found = definition.rows[line]
    return Label(_row_name(found), is_strong=not found.is_typed)


def _row_name(found: PadRow) -> Words:
    return say("{row} × {times}", row=found.name, times=found.times) if found.times != 1 else found.name


def _written(state: State | None, line: int, seat: int) -> int | None:
    """What stands in a cell: of a round, its points; of a row of the pad, what it comes to."""
    if state is None:
        return None
    side = state.side_of(seat)
    if state.definition.is_pad:
        return row_values(state.definition.rows, state.cells[side])[line]
    found = next((record for record in state.rounds if record.number == line + 1), None)
    return None if found is None else found.points[side]
