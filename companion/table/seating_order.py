"""Round the table: the order in which people sit, and on whom the lot fell for whatever comes next."""

import json
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from companion.engine.schema.codec import read_stored
from companion.match.access import Caller, must_host
from companion.match.errors import Unknown
from companion.store import Store, Table, fresh_id
from companion.table.tables import Tables

SUSPENSE: Final = timedelta(seconds=4)
"""So long a lot is drawn before the eyes of the table; later it has fallen."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A start player drawn for whatever the table plays next, once also by age; `mark` tells one from the next, and `at` says
    when it was.
    """

    how: str
    seat: int
    mark: str = field(default="", compare=False)
    at: str = field(default="", compare=False)

    @property
    def is_news(self) -> bool:
        """Whether phones that hear of it now show how the lot falls."""
        return bool(self.at) and datetime.now(UTC) - datetime.fromisoformat(self.at) < SUSPENSE


class SeatingOrder:
    """Seating, who starts. `draw` picks one of several, each with the same chance."""

    def __init__(self, store: Store, tables: Tables, draw: Callable[[Sequence[int]], int] | None = None) -> None:
        # The system's own source: no one at the table can say that the lot was foreseen (ADR 10).
        self.draw = draw or random.SystemRandom().choice
        self._store = store
        self._tables = tables

    def order(self, table: Table) -> tuple[int, ...]:
        """All seats clockwise, including those who have left; latecomers sit after the others until moved."""
        return _completed(self._every(table), _read(self._store.table_settings.get(table.id, "seating_order")))

    def present(self, table: Table) -> set[int]:
        """Return the seats of everyone who has not gone home."""
        return {one.seat for one in self._tables.seats(table) if not one.has_left}

    def shift(self, table: Table, caller: Caller, seat: int, steps: int) -> None:
        """Let someone sit one place further on, or back, round the table past either end. Raise `NotAllowed`."""
        must_host(caller, table)
        every, present = self._every(table), self.present(table)

        def change(kept: str | None) -> str:
            order = _completed(every, _read(kept))
            sitting = iter(moved([one for one in order if one in present], seat, steps))
            # Those who went home keep their places in the order, so that they come back to where they sat.
            return json.dumps([next(sitting) if one in present else one for one in order])

        self._store.table_settings.change(table.id, "seating_order", change)
        self._tables.notify(table)

    def pick(
        self, table: Table, caller: Caller, after: str | None = None, among: Collection[int] | None = None
    ) -> Picked | None:
        """Return the start player of the table, by lot; None if that person has gone home meanwhile.

        The lot falls on one of those `among` whom it is drawn, or on anyone here.

        `after` is the mark of the pick that the asker saw, empty for none. If lots have been drawn since, by the other
        half of a double tap or on another phone, that lot stands. Raise `Unknown` if everyone has gone home.
        """
        must_host(caller, table)
        here = self.present(table)
        present = [seat for seat in self.order(table) if seat in here and (among is None or seat in among)]
        if not present:
            raise Unknown("seat")
        mark, now = fresh_id(), datetime.now(UTC).isoformat()

        def change(kept: str | None) -> str | None:
            before = _picked(kept, here)
            # Drawn since the asker looked: a second tap must not draw again, until the table likes the result.
            has_changed = before is not None and before.how == "lot" and after not in (None, before.mark)
            return kept if has_changed else json.dumps(asdict(Picked("lot", self.draw(present), mark, now)))

        stands = _picked(self._store.table_settings.change(table.id, "picked", change), here)
        if stands is not None and stands.mark == mark:
            self._tables.notify(table)
        return stands

    def picked(self, table: Table) -> Picked | None:
        """Return who was last picked to start, as long as that person is here and no match has begun since."""
        return _picked(self._store.table_settings.get(table.id, "picked"), self.present(table))

    def forget_pick(self, table: Table) -> None:
        """Forget the pick: the player picked has started, or another person has."""
        self._store.table_settings.set(table.id, "picked", None)

    def _every(self, table: Table) -> list[int]:
        return [one.seat for one in self._tables.seats(table)]


def moved(seats: Sequence[int], seat: int, steps: int) -> list[int]:
    """Return the seats with one of them moved by that many places, round past either end. Raise `Unknown`."""
    if seat not in seats:
        raise Unknown("seat")
    others = [one for one in seats if one != seat]
    at = (seats.index(seat) + steps) % len(seats)
    return [*others[:at], seat, *others[at:]]


def _completed(every: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    known = _known(every, kept)
    return (*known, *(seat for seat in every if seat not in known))


def _known(every: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat in kept if seat in every)


def _read(kept: str | None) -> Sequence[int]:
    return read_stored(kept, tuple[int, ...], ())


def _picked(kept: str | None, present: Collection[int]) -> Picked | None:
    found = read_stored(kept, Picked, Picked("", -1))
    return found if found.seat in present else None
