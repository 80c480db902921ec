"""Forgetting someone everywhere: at which tables a name would go, from seats, remarks and settings, and taking it away."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.archive.people import People, Person, Spellings, person_spelled, tables_in_sight
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.match.access import Caller
from companion.match.errors import NotAllowed, NoToken, Unknown
from companion.store import Remark, Seat, Store, Table


@dataclass(frozen=True, slots=True)
class AtTable:
    """One table at which the person sat: where the name stands there besides the seat."""

    table: Table
    seats: tuple[Seat, ...]
    is_in_table_name: bool
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What forgetting someone would change: at which tables, and which remarks at others.

    `is_complete` says whether the person then sits at no table that the asker sees; only then other remarks and merged
    spellings go.
    """

    person: Person
    tables: tuple[AtTable, ...]
    is_complete: bool
    other_remarks: tuple[Remark, ...]


class Forgetter:
    """Forgetting people: the owner of the device at every table, a host at the tables hosted."""

    def __init__(self, store: Store, spellings: Spellings) -> None:
        self._store = store
        self._spellings = spellings

    def may(self, caller: Caller) -> bool:
        """Return whether the caller may forget anyone at all."""
        return caller.is_owner or bool(_hosted(caller))

    def people(self, caller: Caller) -> People:
        """Everyone the caller may forget. Raise `NoToken`, `NotAllowed` for a caller who hosts nothing."""
        return People(self._store.people.names(_must_host_some(caller)), self._spellings.of(caller))

    def in_sight(self, caller: Caller) -> People:
        """Everyone at the tables the caller knows, also where the caller may forget no one. Raises as above."""
        _must_host_some(caller)
        return People(self._store.people.names(tables_in_sight(caller)), self._spellings.of(caller))

    def preview(self, caller: Caller, person: Person, chosen: Collection[str] | None = None) -> Forgetting:
        """Return what would change at the tables chosen, at all that the caller may change where none are named.

        The person is one `in_sight`. Raise `Unknown` for one who sits at none of them, `NoToken`, `NotAllowed`.
        """
        hosted = _must_host_some(caller)
        # All tables in sight, to know whether the person is gone from them; changed are only those below.
        mine = self._store.people.at(tables_in_sight(caller), person.spellings)
        own = [seat for seat in mine if hosted is None or seat.table_id in hosted]
        if not own:
            raise Unknown("person")
        # As spelled at the caller's own tables: a host must not learn how others spell it.
        person = person_spelled(person.key, Counter(seat.name for seat in own if seat.name is not None))
        here = [seat for seat in own if chosen is None or seat.table_id in chosen]
        tables = self._at_tables(person, here)
        # While the person still sits at another table in sight, remarks elsewhere may be about that one.
        is_complete = len(here) == len(mine)
        return Forgetting(
            person,
            tables,
            is_complete,
            self._other_remarks(person, hosted, tables) if is_complete else (),
        )

    def forget(self, caller: Caller, person: Person, chosen: Collection[str]) -> Forgetting:
        """Return what was changed: the name is taken out of the tables chosen, and once it stands at no other, out of
        the rest.

        The rest is what the caller may change: for a host the tables hosted and the own merged spellings. Raises as
        `preview` does, and `NotAMove` where no table is chosen.
        """
        found = self.preview(caller, person, chosen)
        if not found.tables:
            raise NotAMove("table", say("This is missing."))
        players = [seat.player_id for at in found.tables for seat in at.seats]
        remarks = [remark for at in found.tables for remark in at.remarks] + [*found.other_remarks]
        spellings = self._spellings.without(caller, found.person.spellings) if found.is_complete else {}
        # Taken away whole: what is left of "Ana's birthday" would still tell.
        renamed = {at.table.id: "" for at in found.tables if at.is_in_table_name}
        self._store.people.forget(players, remarks, spellings, renamed)
        return found

    def _at_tables(self, person: Person, sitting: Iterable[Seat]) -> tuple[AtTable, ...]:
        """Return what would change at each table where the person sits, the newest first."""
        seats: dict[str, list[Seat]] = {}
        for seat in sitting:
            seats.setdefault(seat.table_id, []).append(seat)
        remarks: dict[str, list[Remark]] = {}
        for table_id, remark in self._remarks(person, seats):
            remarks.setdefault(table_id, []).append(remark)
        tables = sorted(self._store.tables.some(seats), key=lambda one: one.opened_at, reverse=True)
        return tuple(
            AtTable(one, tuple(seats[one.id]), says(one.name, person.spellings), tuple(remarks.get(one.id, ())))
            for one in tables
        )

    def _remarks(self, person: Person, table_ids: Collection[str] | None) -> list[tuple[str, Remark]]:
        """Return the remarks at these tables that say the name, after the table of each; at all where none are named."""
        return [one for one in self._store.remarks.at(table_ids) if says(one[1].text, person.spellings)]

    def _other_remarks(
        self, person: Person, hosted: frozenset[str] | None, tables: Collection[AtTable]
    ) -> tuple[Remark, ...]:
        """Return the remarks that say the name where the person does not sit: at the tables hosted; for the owner,
        anywhere.
        """
        known = {remark for at in tables for remark in at.remarks}
        return tuple(remark for _, remark in self._remarks(person, hosted) if remark not in known)


def says(text: str, names: Collection[str]) -> bool:
    """Return whether a text that someone typed holds one of the names as a word of its own."""
    # As a word: to forget Al must not strike every remark on a final.
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


def _hosted(caller: Caller) -> frozenset[str]:
    return frozenset(grant.table_id for grant in caller.grants if grant.role == "host" and grant.table_id is not None)


def _must_host_some(caller: Caller) -> frozenset[str] | None:
    """Return the tables hosted; None, which is all, for the owner. Raise `NoToken`, `NotAllowed`."""
    if caller.is_owner:
        return None
    if not caller.grants:
        raise NoToken
    hosted = _hosted(caller)
    if not hosted:
        raise NotAllowed(say("Only the admin or the host can do that."))
    return hosted
