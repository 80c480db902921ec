"""Round the table: the order in which people sit, who is older than whom, and who starts whatever comes next.

Ages are kept only as an order, the seats from the oldest to the youngest, and never as numbers.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import get_args

from companion.engine.errors import NotAMove
from companion.engine.starting import ByAge
from companion.engine.text import say
from companion.service.callers import Caller, must_host
from companion.service.errors import Unknown
from companion.service.tables import Tables
from companion.store import Store, Table, fresh_id


@dataclass(frozen=True, slots=True)
class Picked:
    """A start player picked for whatever the table plays next; `mark` tells one pick from the next."""

    how: str
    seat: int
    mark: str = field(default="", compare=False)


class Picking:
    """Who sits, who is older, who starts. `draw` picks one of several, each with the same chance."""

    def __init__(self, store: Store, tables: Tables, draw: Callable[[Sequence[int]], int] | None = None) -> None:
        self.draw = draw or random.SystemRandom().choice
        self._store = store
        self._tables = tables
        self._lock = threading.Lock()

    def order(self, table: Table) -> tuple[int, ...]:
        """Everybody's seats clockwise, including those who have left; latecomers sit after the others until moved."""
        return self._completed(table, self._read(f"order:{table.id}"))

    def present(self, table: Table) -> set[int]:
        """The seats of everybody who has not gone home."""
        return {one.seat for one in self._tables.seats(table) if not one.has_left}

    def shift(self, table: Table, caller: Caller, seat: int, steps: int) -> None:
        """Let somebody sit one place further on, or back, round the table past either end. Raises `NotAllowed`."""
        must_host(caller, table)
        with self._lock:
            present, order = self.present(table), self.order(table)
            sitting = iter(moved([one for one in order if one in present], seat, steps))
            self._keep(f"order:{table.id}", [next(sitting) if one in present else one for one in order])
        self._tables.tell(table)

    def by_age(self, table: Table) -> tuple[int, ...]:
        """The seats whose age the table has told, the oldest first."""
        known = {one.seat for one in self._tables.seats(table)}
        return tuple(seat for seat in self._read(f"ages:{table.id}") if seat in known)

    def age(self, table: Table, caller: Caller, seat: int, steps: int = 0) -> None:
        """Put somebody last, as the youngest so far; with `steps`, make them older (below 0) or younger than before."""
        must_host(caller, table)
        with self._lock:
            ages = [*self.by_age(table)]
            if seat not in self.present(table):
                raise Unknown("seat")
            ages = moved(ages, seat, steps) if seat in ages else [*ages, seat]
            left = sorted(self.present(table) - set(ages))
            self._keep(f"ages:{table.id}", [*ages, *left] if len(left) == 1 and not steps else ages)
        self._tables.tell(table)

    def forget_ages(self, table: Table, caller: Caller) -> None:
        """Forget who is older than whom, to ask anew."""
        must_host(caller, table)
        self._store.set_setting(f"ages:{table.id}", None)
        self._tables.tell(table)

    def at_end_of_ages(self, table: Table, which: ByAge, playing: Sequence[int]) -> int | None:
        """The youngest or the oldest of these; None while anybody's place among them is unknown."""
        ages = [seat for seat in self.by_age(table) if seat in playing]
        if len(ages) < len(playing) or not ages:
            return None
        return ages[0] if which == "oldest" else ages[-1]

    def pick(self, table: Table, caller: Caller, how: str, after: str | None = None) -> Picked | None:
        """The start player of the table: youngest, oldest or by lot; None while the ages are still to be said.

        `after` is the mark of the pick that the asker saw, empty for none. If lots have been drawn since, by the other
        half of a double tap or on another phone, that lot stands.
        """
        must_host(caller, table)
        present = [seat for seat in self.order(table) if seat in self.present(table)]
        if how not in (*get_args(ByAge), "lot") or not present:
            raise NotAMove("how", say("This must be one of: {choices}.", choices=("youngest", "oldest", "lot")))
        with self._lock:
            before = self.picked(table) if how == "lot" else None
            if before is not None and before.how == how and after not in (None, before.mark):
                return before
            seat = self.draw(present) if how == "lot" else self.at_end_of_ages(table, _age(how), present)
            if seat is None:
                return None
            found = Picked(how, seat, fresh_id())
            self._store.set_setting(f"pick:{table.id}", json.dumps(asdict(found)))
        self._tables.tell(table)
        return found

    def picked(self, table: Table) -> Picked | None:
        """Who was last picked to start, as long as that person is here and no match has begun since."""
        text = self._store.setting(f"pick:{table.id}")
        plain = json.loads(text) if text else None
        return Picked(**plain) if plain and plain["seat"] in self.present(table) else None

    def forget_pick(self, table: Table) -> None:
        """Forget the pick: whoever was picked has started, or somebody else has."""
        self._store.set_setting(f"pick:{table.id}", None)

    def _completed(self, table: Table, kept: Sequence[int]) -> tuple[int, ...]:
        every = [one.seat for one in self._tables.seats(table)]
        known = [seat for seat in kept if seat in every]
        return (*known, *(seat for seat in every if seat not in known))

    def _read(self, key: str) -> list[int]:
        found: list[int] = json.loads(self._store.setting(key) or "[]")
        return found

    def _keep(self, key: str, seats: Sequence[int]) -> None:
        self._store.set_setting(key, json.dumps([*seats]))


def moved(seats: Sequence[int], seat: int, steps: int) -> list[int]:
    """The seats with one of them moved by that many places, round past either end. Raises `Unknown`."""
    if seat not in seats:
        raise Unknown("seat")
    others = [one for one in seats if one != seat]
    at = (seats.index(seat) + steps) % len(seats)
    return [*others[:at], seat, *others[at:]]


def _age(how: str) -> ByAge:
    return "oldest" if how == "oldest" else "youngest"
