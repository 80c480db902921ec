"""What is kept on this device: tables looked over, and deleted for good."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.live import Live, notify
from companion.match.access import Caller, must_own
from companion.match.enter import Matches
from companion.match.errors import NotAllowed, Unknown
from companion.match.topics import rights_topic
from companion.store import Match, Missing, Seat, Store, Table, TableUse
from companion.table.tables import LONG_CODE, PUBLIC_CODE, draw_code

ANYONE: Final = "anyone"
OPENERS: Final = (ANYONE, "owner")
"""Who may open tables: anyone on this network, or only the owner of the device."""
AT_ONCE: Final = 500
"""So many tables are looked up at a time, the one not used for longest first."""
OPENING: Final = "opening"
"""The setting that says which."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as the device's owner looks it over: its use, who sits there, its matches in order."""

    use: TableUse
    seats: tuple[Seat, ...]
    matches: tuple[Match, ...]

    @property
    def table(self) -> Table:
        return self.use.table


class Keeping:
    """Everything the owner of the device does with what is kept."""

    def __init__(self, store: Store, live: Live, matches: Matches) -> None:
        self._store = store
        self._live = live
        self._matches = matches

    def tables(self, caller: Caller, limit: int, skip: int = 0) -> tuple[KeptTable, ...]:
        """Return the tables of this device, the one used last first.

        Raise `NotAllowed`, `NoToken` for all but its owner.
        """
        must_own(caller)
        uses = self._store.tables.uses(limit, skip)
        return tuple(
            KeptTable(use, self._store.seats.at(use.table.id), self._store.matches.at(use.table.id)) for use in uses
        )

    def table(self, caller: Caller, table: Table) -> KeptTable:
        """Return one table with everything that goes when it is deleted. Raise `NotAllowed`, `NoToken`, `Unknown`."""
        must_own(caller)
        found = self._store.tables.use_of(table.id)
        if found is None:
            raise Unknown("table")
        return KeptTable(found, self._store.seats.at(table.id), self._store.matches.at(table.id))

    def who_opens(self) -> str:
        """Return who may open tables on this device: one of `OPENERS`."""
        chosen = self._store.settings.get(OPENING)
        # What a newer version may have chosen falls back to the usual, rather than locking everyone out.
        return chosen if chosen in OPENERS else OPENERS[0]

    def choose_who_opens(self, caller: Caller, who: str) -> None:
        """From now on only these may open tables. Raise `NotAllowed`, `NoToken`; `NotAMove` for anything else."""
        must_own(caller)
        if who not in OPENERS:
            raise NotAMove("opening", say("This is missing."))
        self._store.settings.set(OPENING, who)

    def may_open(self, caller: Caller) -> bool:
        return caller.is_owner or self.who_opens() == ANYONE

    def must_open(self, caller: Caller) -> None:
        """Raise `NotAllowed` if only the owner may open tables and this is another person."""
        if not self.may_open(caller):
            raise NotAllowed(say("Only the admin can do that."))

    def delete_table(self, caller: Caller, table: Table) -> None:
        """Delete the table with its matches, journals, rights and settings, and players who sit nowhere else.

        Open streams of it end, and their phones show that it is gone. Raise `NotAllowed`, `NoToken`, `Unknown`.
        """
        must_own(caller)
        matches = self._store.matches.at(table.id)
        self._store.tables.delete(table.id)
        self._drop(table, matches)

    def forget_unused(self, since: datetime, keep_copy: Callable[[], None]) -> int:
        """Return how many tables were deleted: all at which nothing has been opened or entered since then.

        One worker at a time does it, and the next finds nothing left. Before the first is deleted, `keep_copy` is called.
        Raise `StoreUnavailable`, also while another worker is at it.
        """
        with self._store.alone("forgetting"):
            if not self._store.tables.unused(since, 1):
                return 0
            # Once, before anything is gone, and only if there is something to delete: copies are few, and the oldest goes for
            # the newest.
            keep_copy()
            # In portions until one is empty: thousands of tables in one statement would hold the lock for all that time.
            return sum(iter(partial(self._forget_some, since), 0))

    def _forget_some(self, since: datetime) -> int:
        unused = self._store.tables.unused(since, AT_ONCE)
        for table in unused:
            matches = self._store.matches.at(table.id)
            with suppress(Missing):  # its owner was faster
                self._store.tables.delete(table.id)
            self._drop(table, matches)
        return len(unused)

    def free_codes(self, since: datetime) -> int:
        """Return how many tables gave their short code free for another: all at which nothing was opened or entered
        since then.

        They have a long one in its place, which their people need not know: their phones find the table on the start page.
        Raise `StoreUnavailable`, also while another worker is at it.
        """
        with self._store.alone("forgetting"):
            return sum(iter(partial(self._free_some, since), 0))

    def _free_some(self, since: datetime) -> int:
        unused = self._store.tables.unused(since, AT_ONCE, PUBLIC_CODE)
        for table in unused:
            with suppress(Missing):  # its owner has just deleted it
                self._store.tables.give_code(table.id, draw_code(LONG_CODE))
        return len(unused)

    def _drop(self, table: Table, matches: Sequence[Match]) -> None:
        """Forget these matches, and let every phone at the table find out."""
        # In memory they would go on being played, and their entries would find no row.
        for match in matches:
            self._matches.forget(match.id)
        notify(self._live, rights_topic(table.id), table.id)
