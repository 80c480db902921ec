"""Sheets for paper: blank ones, and those of a match, filled in as one viewer may see it, with the unusual marked."""

from dataclasses import replace
from typing import Any

from companion.engine.game import Game, Viewer
from companion.engine.journal import Play, in_order
from companion.engine.options import make_setup
from companion.engine.sheet import MARKS, Boxes, Cell, Field, Mark, Sheet, Size, cells, changed
from companion.match.snapshot import Snapshot


def blank_sheet(game: Game[Any], players: int, options: object, size: Size) -> Sheet:
    """The form for that many players. Raises `NotAMove` or `IllegalMove`."""
    return game.sheet(make_setup(game, players, options), size, None, Viewer())


def filled_sheet(seen: Snapshot, size: Size) -> Sheet:
    """The form of a match with what the viewer may see of it, cell for cell.

    The play that wrote a cell marks it: it was recorded anyway, caught up, or is contested.
    """
    game, timeline = seen.game, seen.timeline
    make = game.sheet
    found: dict[int, tuple[Mark, ...]] = {}
    now = make(timeline.setup, size, timeline.game.start(timeline.setup), seen.viewer)
    disputed = seen.contested
    for link in in_order(seen.replay.last):
        outcome = timeline.outcome(link)
        assert outcome is not None
        before, now = now, make(timeline.setup, size, outcome.state, seen.viewer)
        marks = _marks(game, link.play, outcome.state, disputed)
        for at, (was, is_now) in enumerate(zip(cells(before), cells(now), strict=True)):
            if was != is_now:
                found[at] = marks
    return _marked(now, found)


def marks_on(sheet: Sheet) -> tuple[Mark, ...]:
    """The marks that appear on the sheet, each once."""
    found = {mark for cell in cells(sheet) if isinstance(cell, (Field, Boxes)) for mark in cell.marks}
    return tuple(mark for mark in MARKS if mark in found)


def _marks(game: Game[Any], play: Play, state: Any, disputed: dict[int, int]) -> tuple[Mark, ...]:
    said = {
        "anyway": play.anyway,
        "caught_up": game.is_afterwards(play.move, state),
        "contested": play.index in disputed,
    }
    return tuple(mark for mark in MARKS if said[mark])


def _marked(sheet: Sheet, found: dict[int, tuple[Mark, ...]]) -> Sheet:
    numbers = iter(range(sum(1 for _ in cells(sheet))))

    def mark(cell: Cell) -> Cell:
        marks = found.get(next(numbers), ())
        return replace(cell, marks=marks) if isinstance(cell, (Field, Boxes)) and _is_filled(cell) else cell

    return changed(sheet, mark)


def _is_filled(cell: Field | Boxes) -> bool:
    if isinstance(cell, Field):
        return cell.written is not None
    return any(box.state != "open" for box in cell.boxes)
