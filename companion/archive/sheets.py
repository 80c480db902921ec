"""Sheets for paper: blank ones, and those of a match, filled in as one viewer may see it, with the unusual marked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.engine.game import Game, Viewer
from companion.engine.journal import Link, Play, in_order
from companion.engine.options import make_setup
from companion.engine.rulings import Ruling
from companion.engine.sheet import MARKS, Boxes, Cell, Field, Mark, Sheet, Size, cells, changed
from companion.engine.text import Text
from companion.match.errors import Unknown
from companion.match.redact import sees_all
from companion.match.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Given:
    """The rulings on one entry: the entry, the step of the game at which it was made, and the rulings."""

    number: int
    moment: Text | None
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The rulings of one round or turn; `name` is None if a game has no such parts."""

    name: Text | None
    given: tuple[Given, ...]


def blank_sheet(game: Game[Any], players: int, options: object, size: Size) -> Sheet:
    """The form for that many players. Raises `Unknown`, `NotAMove` or `IllegalMove`."""
    if game.sheet is None:
        raise Unknown("page")
    return game.sheet(make_setup(game, players, options), size, None, Viewer())


def filled_sheet(seen: Snapshot, size: Size) -> Sheet:
    """The form of a match with what the viewer may see of it, cell for cell. Raises `Unknown`.

    The play that wrote a cell marks it: it was recorded anyway, caught up, or is contested.
    """
    game, timeline = seen.game, seen.timeline
    make = game.sheet
    if make is None:
        raise Unknown("page")
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


def given_rulings(seen: Snapshot) -> tuple[Part, ...]:
    """Every ruling of the plays that stand, in order, without those that rest on what the viewer may not see."""
    game, found = seen.game, []
    for link in in_order(seen.replay.last):
        outcome = seen.timeline.outcome(link)
        if outcome is None or not outcome.rulings or not sees_all(seen, link.play, seen.viewer):
            continue
        moment = _moment_before(seen, link)
        part = game.part_name(moment) if game.part_name else None
        step = game.moment_name(moment) if game.moment_name else None
        found.append((part, Given(link.play.index, None if step == part else step, outcome.rulings)))
    return tuple(
        Part(name, tuple(given for _, given in those)) for name, those in groupby(found, key=lambda one: one[0])
    )


def _moment_before(seen: Snapshot, link: Link) -> str:
    """The step of the game at which a play was made."""
    game, state = seen.game, seen.timeline.before(link).state
    return game.moment(state) if game.moment else game.status(state).phase


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
