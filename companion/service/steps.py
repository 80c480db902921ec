"""A change before it is recorded: what comes with it, whether it is still meant, what it touches, and who makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.game import Move
from companion.engine.journal import Amended, Event, Line, Note, Played, Redone, Undone, follow, links, plays
from companion.match.access import Caller
from companion.match.errors import BrokenOff, MovedOn
from companion.service.loaded import Loaded
from companion.store import Entry

DraftKey: TypeAlias = tuple[str, str]
"""Whose half-made entry it is, and its name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What every change may say besides itself.

    `made_of` names the half-made entry that a move completes, for each seat of the asker: recording the move drops it.
    """

    version: int | None = None
    key: str | None = None
    confirm: bool = False
    made_of: Callable[[frozenset[int]], DraftKey] | None = None


def touched(loaded: Loaded, event: Event) -> list[Entry]:
    """The entries that a step takes back, changes, or brings back."""
    if isinstance(event, Undone):
        return loaded.entries[max(event.index, 0) :]
    line = loaded.timeline.line
    if isinstance(event, Amended):
        differ = _standing(line) ^ _standing(follow(loaded.timeline.lines, event))
        entered = {at for index, source, _ in differ for at in (index, source)}
        return [loaded.entries[index] for index in sorted(entered) if index < loaded.timeline.version]
    if not isinstance(event, Redone):
        return []
    standing = set(links(line.last))
    brought = [link.play for link in links(line.redo[-1] if line.redo else None) if link not in standing]
    return [loaded.entries[index] for index in sorted({at for play in brought for at in (play.index, play.source)})]


def _standing(line: Line) -> set[tuple[int, int, bool]]:
    """The plays that stand: the entry that made each, the one whose move is in force, and whether it is so in spite of a doubt."""
    return {(play.index, play.source, play.anyway) for play in plays(line)}


def still_means_the_same(loaded: Loaded, move: Move, version: int | None) -> bool:
    """Whether an entry made at `version` means the same now: same step of the game, nothing new for its seat."""
    seat = getattr(move, "seat", None)
    if version is None or seat is None or not 0 <= version <= loaded.timeline.version:
        return False
    since = loaded.timeline.events[version:]
    is_others = all(_is_for_others(event, seat) for event in since)
    return is_others and loaded.moment(version) == loaded.moment()


def _is_for_others(event: Event, seat: int) -> bool:
    """Whether an entry changed nothing for a seat, nor for the whole table."""
    if isinstance(event, Played):
        return bool(getattr(event.move, "seat", seat) != seat)
    return isinstance(event, Note)


def check_goes_on(loaded: Loaded) -> None:
    """Nothing; raises `BrokenOff` if the match was broken off and not taken up again."""
    if loaded.timeline.is_abandoned:
        raise BrokenOff(loaded.timeline.version)


def check_version(loaded: Loaded, asked: Asked) -> None:
    """Nothing; raises `MovedOn` if the change names another version than the match is at."""
    if asked.version is not None and asked.version != loaded.timeline.version:
        raise MovedOn(loaded.timeline.version)


def table_seat(loaded: Loaded, move: Move) -> int | None:
    """The table seat a move acts for; None if it acts for the whole table."""
    seat: int | None = getattr(move, "seat", None)
    return None if seat is None else loaded.table_seat(seat)


def by_seat(loaded: Loaded, caller: Caller, event: Event) -> int | None:
    """The table seat in the journal for an entry: the one it acts for if the caller holds it, else the caller's.

    None for a host without a seat.
    """
    mine = caller.seats(loaded.match.table_id)
    acting = table_seat(loaded, event.move) if isinstance(event, Played) else None
    return acting if acting in mine else min(mine, default=None)
