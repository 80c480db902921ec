"""Sheets on paper: blank ones and those of a match to print, and finished ones typed in, each a match of one entry."""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from companion.engine.errors import NotAMove
from companion.engine.game import Game, Options, Setup, Viewer
from companion.engine.journal import Played, oldest_first
from companion.engine.options import make_setup
from companion.engine.rulings import flags_for
from companion.engine.schema.scalars import whole_number
from companion.engine.sheet import (
    MARKS,
    Cell,
    Field,
    Mark,
    Sheet,
    Size,
    TickBoxes,
    as_played,
    cells,
    changed,
    is_filled,
)
from companion.engine.text import say
from companion.engine.timeline import attempt
from companion.live import Live, notify
from companion.match import journal_codec
from companion.match.access import Caller, must_host
from companion.match.snapshot import FROM_PAPER, Snapshot
from companion.store import Match, NewEntry, Store, Table


def blank_sheet(game: Game[Any], players: int, options: object, size: Size) -> Sheet:
    """Return the form for that many players. Raise `NotAMove` or `IllegalMove`."""
    return game.sheet(make_setup(game, players, options), size, None, Viewer())


def filled_sheet(seen: Snapshot, size: Size) -> Sheet:
    """Return the form of a match with what the viewer may see of it, cell for cell until it is over, then what was played.

    The play that wrote a cell marks it: it was recorded anyway, caught up, or is contested.
    """
    game, timeline = seen.game, seen.timeline
    make = game.sheet
    found: dict[int, tuple[Mark, ...]] = {}
    now = make(timeline.setup, size, timeline.game.start(timeline.setup), seen.viewer)
    after = cells(now)
    disputed, plays = seen.contested, tuple(oldest_first(seen.replay.last))
    for node in plays:
        outcome = timeline.outcome(node)
        assert outcome is not None
        now = make(timeline.setup, size, outcome.state, seen.viewer)
        before, after = after, cells(now)
        said = {
            "anyway": node.play.anyway,
            # Nothing is late of a game that was counted at its end.
            "caught_up": not (len(plays) == 1 and seen.is_over) and game.is_afterwards(node.play.move, outcome.state),
            "contested": node.play.index in disputed,
        }
        marks = tuple(mark for mark in MARKS if said[mark])
        # A game that goes on for longer than the form has lines makes it longer: only the foot moves on.
        for at, (was, is_now) in enumerate(itertools.zip_longest(before, after)):
            if was != is_now:
                found[at] = marks
    filled = _marked(now, found)
    return as_played(filled) if seen.is_over else filled


def marks_on(sheet: Sheet) -> tuple[Mark, ...]:
    """Return the marks that appear on the sheet, each once."""
    found = {mark for cell in cells(sheet) if isinstance(cell, (Field, TickBoxes)) for mark in cell.marks}
    return tuple(mark for mark in MARKS if mark in found)


def _marked(sheet: Sheet, found: dict[int, tuple[Mark, ...]]) -> Sheet:
    numbers = itertools.count()

    def mark(cell: Cell) -> Cell:
        marks = found.get(next(numbers), ())
        return replace(cell, marks=marks) if isinstance(cell, (Field, TickBoxes)) and is_filled(cell) else cell

    return changed(sheet, mark)


LONGEST_MINUTES: Final = 24 * 60
FIRST_YEAR: Final = 1980


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet as typed: who played, in playing order (table seats), by which rules, when, how long if known, and every cell."""

    seats: tuple[int, ...]
    options: Options
    day: date
    minutes: int | None
    cells: Mapping[str, Any]


def read_when(day: str, minutes: str, today: date) -> tuple[date, int | None]:
    """Return the day and the minutes of a form. Raise `NotAMove`."""
    try:
        found = date.fromisoformat(day.strip())
    except ValueError:
        raise NotAMove("day", say("Which day did you play?")) from None
    # A slip of the year, or a day that is still to come.
    if found.year < FIRST_YEAR or found > today:
        raise NotAMove("day", say("Which day did you play?"))
    if not minutes.strip():
        return found, None
    length = whole_number(minutes.strip())
    if length is None or not 1 <= length <= LONGEST_MINUTES:
        raise NotAMove("minutes", say("How many minutes? Leave it empty if you don’t know."))
    return found, length


class PaperSheets:
    """Takes in sheets."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self._live = live

    def check(self, game: Game[Any], players: int, sheet: PaperSheet, *, anyway: bool = False) -> tuple[Setup, Played]:
        """Return the outcome of the sheet, nothing recorded. Raise the engine's three errors."""
        setup = make_setup(game, players, dict(sheet.options))
        move = journal_codec.read_move(game, {**sheet.cells, "kind": game.paper.kind}, players, as_text=True)
        outcome = attempt(game, game.start(setup), move, anyway=anyway, seats=frozenset())
        return setup, Played(move, anyway and bool(flags_for(frozenset(), outcome.flags)))

    def take_in(
        self, table: Table, caller: Caller, game: Game[Any], sheet: PaperSheet, *, anyway: bool = False
    ) -> Match:
        """Return the match of the sheet, over. Raises as `check` does, and `NotAllowed` for everyone but the host."""
        must_host(caller, table)
        there = {seat.seat for seat in self._store.seats.at(table.id)}
        if len(set(sheet.seats)) != len(sheet.seats) or not set(sheet.seats) <= there:
            raise NotAMove("seats", say("Choose players at this table, each only once."))
        setup, event = self.check(game, len(sheet.seats), sheet, anyway=anyway)
        # Noon of that day in this device's time zone; today, no later than it can have been.
        now, length = datetime.now(UTC), timedelta(minutes=sheet.minutes or 0)
        noon = datetime.combine(sheet.day, time(12)).astimezone()
        # A match of this morning must not end in the future.
        began = min(noon, now - length) if sheet.day == now.astimezone().date() else noon
        written = json.dumps(dict(setup.options), sort_keys=True)
        match = self._store.matches.create(table.id, game.slug, written, sheet.seats, began)
        try:
            body = journal_codec.write_event(game, event)
            self._store.journal.append(match.id, 0, NewEntry(now, FROM_PAPER, body, ends_at=began + length))
        except BaseException:
            # A match without its one entry would wait at the table to be gone on with.
            self._store.matches.delete(match.id)
            raise
        notify(self._live, table.id)
        return match
