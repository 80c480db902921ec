"""Answers remembered until something changes, where nobody outside this process writes.

Every tap asks again who sits where and who may what, for each phone that looks on; what was read last is nearly always
still so. Where others write too (PostgreSQL) an answer is remembered only for the length of a glance: while one request is
answered, or the boards of one match are drawn for all who look on. Whatever the glancing thread writes ends what it remembers.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from companion.store.database import Database

T = TypeVar("T")
W = TypeVar("W", bound=Hashable)

_MOST = 2048


class _Place:
    """Where one answer stands, once it is known. A place that was given up may still be filled; nobody looks there."""

    __slots__ = ("answer", "is_filled")

    def __init__(self) -> None:
        self.answer: Any = None
        self.is_filled = False


class Remembered:
    """The answers given last. A place is taken before the question is put to the database: what was changed between
    the two gives up that place, and nobody is told the older answer afterwards.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_alone = database.is_alone
        self._lock = threading.Lock()
        self._changes = 0
        self._places: dict[tuple[str, Hashable], _Place] = {}

    def answer(self, what: str, whose: W, ask: Callable[[W], T]) -> T:
        """Return what `ask` gave to this question since the last change, else what it gives now."""
        if not self._is_alone:
            return self._database.glances.answer(what, whose, ask)
        # Looked at first, and without the lock: places of before a change are gone before its number stands here.
        if self._changes == self._database.changes:
            known = self._places.get((what, whose))
            if known is not None and known.is_filled:
                there: T = known.answer
                return there
        place = self._place((what, whose))
        if not place.is_filled:
            place.answer = ask(whose)
            place.is_filled = True
        answer: T = place.answer
        return answer

    def forget(self, what: str, whose: Hashable) -> None:
        """Remember the answer to this question no longer. Call it when what changes it is committed."""
        with self._lock:
            self._places.pop((what, whose), None)

    def forget_all(self) -> None:
        """Remember no answer any longer. Call it when what changes them is committed."""
        with self._lock:
            self._places.clear()

    def _place(self, question: tuple[str, Hashable]) -> _Place:
        with self._lock:
            changes = self._database.changes
            if self._changes != changes:
                self._places.clear()
                self._changes = changes
            place = self._places.get(question)
            if place is None:
                place = self._places[question] = _Place()
                if len(self._places) > _MOST:
                    del self._places[next(iter(self._places))]
            return place
