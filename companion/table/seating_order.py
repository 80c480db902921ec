"""Round the table: the order in which people sit, who is older than whom, and who starts whatever comes next.

Ages are kept only as an order, the seats from the oldest to the youngest, and never as numbers.
"""

import json
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import get_args

from companion.engine.errors import NotAMove
from companion.engine.present import ByAge
from companion.engine.text import say
from companion.match.access import Caller, must_host
from companion.match.errors import Unknown
from companion.store import Store, Table, fresh_id
from companion.table.tables import Tables


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

    def order(self, table: Table) -> tuple[int, ...]:
        """Everybody's seats clockwise, including those who have left; latecomers sit after the others until moved."""
        return _completed(self._every(table), _read(self._store.table_settings.get(table.id, "seating_order")))

    def present(self, table: Table) -> set[int]:
        """The seats of everybody who has not gone home."""
        return {one.seat for one in self._tables.seats(table) if not one.has_left}

    def shift(self, table: Table, caller: Caller, seat: int, steps: int) -> None:
        """Let somebody sit one place further on, or back, round the table past either end. Raises `NotAllowed`."""
        must_host(caller, table)
        every, present = self._every(table), self.present(table)

        def change(kept: str | None) -> str:
            order = _completed(every, _read(kept))
            sitting = iter(moved([one for one in order if one in present], seat, steps))
            return json.dumps([next(sitting) if one in present else one for one in order])

        self._store.table_settings.change(table.id, "seating_order", change)
        self._tables.tell(table)

    def by_age(self, table: Table) -> tuple[int, ...]:
        """The seats whose age the table has told, the oldest first."""
        return _known(self._every(table), _read(self._store.table_settings.get(table.id, "ages")))

    def age(self, table: Table, caller: Caller, seat: int, steps: int = 0) -> None:
        """Put somebody last, as the youngest so far; with `steps`, make them older (below 0) or younger than before."""
        must_host(caller, table)
        every, present = self._every(table), self.present(table)
        if seat not in present:
            raise Unknown("seat")

        def change(kept: str | None) -> str:
            before = _known(every, _read(kept))
            ages = moved(before, seat, steps) if seat in before else [*before, seat]
            left = sorted(present - {*ages})
            return json.dumps([*ages, *left] if len(left) == 1 and not steps else ages)

        self._store.table_settings.change(table.id, "ages", change)
        self._tables.tell(table)

    def forget_ages(self, table: Table, caller: Caller) -> None:
        """Forget who is older than whom, to ask anew."""
        must_host(caller, table)
        self._store.table_settings.set(table.id, "ages", None)
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
        here = self.present(table)
        present = [seat for seat in self.order(table) if seat in here]
        if how not in (*get_args(ByAge), "lot") or not present:
            raise NotAMove("how", say("This must be one of: {choices}.", choices=("youngest", "oldest", "lot")))
        by_age = (
            None if how == "lot" else self.at_end_of_ages(table, "oldest" if how == "oldest" else "youngest", present)
        )
        if how != "lot" and by_age is None:
            return None
        mark = fresh_id()

        def change(kept: str | None) -> str | None:
            before = _picked(kept, here) if how == "lot" else None
            if before is not None and before.how == how and after not in (None, before.mark):
                return kept
            return json.dumps(asdict(Picked(how, self.draw(present) if by_age is None else by_age, mark)))

        stands = _picked(self._store.table_settings.change(table.id, "picked", change), here)
        if stands is not None and stands.mark == mark:
            self._tables.tell(table)
        return stands

    def picked(self, table: Table) -> Picked | None:
        """Who was last picked to start, as long as that person is here and no match has begun since."""
        return _picked(self._store.table_settings.get(table.id, "picked"), self.present(table))

    def forget_pick(self, table: Table) -> None:
        """Forget the pick: whoever was picked has started, or somebody else has."""
        self._store.table_settings.set(table.id, "picked", None)

    def _every(self, table: Table) -> list[int]:
        return [one.seat for one in self._tables.seats(table)]


def moved(seats: Sequence[int], seat: int, steps: int) -> list[int]:
    """The seats with one of them moved by that many places, round past either end. Raises `Unknown`."""
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


def _read(kept: str | None) -> list[int]:
    found: list[int] = json.loads(kept or "[]")
    return found


def _picked(kept: str | None, present: Collection[int]) -> Picked | None:
    plain = json.loads(kept) if kept else None
    return Picked(**plain) if plain and plain["seat"] in present else None
