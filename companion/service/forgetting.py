"""Forgetting somebody everywhere: at which tables a name would go, from seats, remarks and settings, and taking it away."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.service.callers import Caller
from companion.service.errors import NotAllowed, NoToken, Unknown
from companion.service.people import People, Person, Spellings, person_spelled, without_names
from companion.store import Draft, Seat, Store, Table


@dataclass(frozen=True, slots=True)
class AtTable:
    """One table at which the person sat: where the name stands there besides the seat."""

    table: Table
    seats: tuple[Seat, ...]
    is_in_table_name: bool
    remarks: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What forgetting somebody would change: at which tables, and whether the name then stands nowhere here any more."""

    person: Person
    tables: tuple[AtTable, ...]
    elsewhere: int
    is_merged: bool

    @property
    def is_complete(self) -> bool:
        """Whether nothing of the name is left on this device afterwards."""
        return not self.elsewhere


class Forgetter:
    """Forgetting people: the owner of the device at every table, a host at the tables hosted."""

    def __init__(self, store: Store, spellings: Spellings) -> None:
        self._store = store
        self._spellings = spellings

    def may(self, caller: Caller) -> bool:
        """Whether the caller may forget anybody at all."""
        return caller.is_owner or bool(_hosted(caller))

    def people(self, caller: Caller) -> People:
        """Everybody the caller may forget. Raises `NoToken`, `NotAllowed` for whoever hosts nothing."""
        named = self._store.named(_must_host_some(caller))
        return People((name for _, _, name in named), self._spellings.of(caller))

    def look(self, caller: Caller, key: str, chosen: Collection[str] | None = None) -> Forgetting:
        """What would change at the tables chosen, at all that the caller may change where none are named.

        Raises `Unknown` for a person who sits at none of them, `NoToken`, `NotAllowed`.
        """
        hosted = _must_host_some(caller)
        everybody = self._store.people(None)
        people = People((seat.name for seat in everybody), self._spellings.of(caller))
        person = people.get(key)
        mine = [seat for seat in everybody if seat.name is not None and people.key(seat.name) == key]
        own = [seat for seat in mine if hosted is None or seat.table_id in hosted]
        if person is None or not own:
            raise Unknown("person")
        person = person_spelled(key, Counter(seat.name for seat in own if seat.name is not None))
        here = [seat for seat in own if chosen is None or seat.table_id in chosen]
        return Forgetting(
            person,
            tuple(self._at(person, table_id, here) for table_id in dict.fromkeys(seat.table_id for seat in here)),
            len({seat.table_id for seat in mine} - {seat.table_id for seat in here}),
            any(spelling.casefold() in self._spellings.of(caller) for spelling in person.spellings),
        )

    def forget(self, caller: Caller, key: str, chosen: Collection[str]) -> Forgetting:
        """What was changed: the name is taken out of the tables chosen, and of everything else once it stands nowhere.

        Raises as `look` does, and `NotAMove` where no table is chosen.
        """
        found = self.look(caller, key, chosen)
        if not found.tables:
            raise NotAMove("table", say("Choose at least one table."))
        names = found.person.spellings
        players = [seat.player_id for at in found.tables for seat in at.seats]
        remarks = [draft for at in found.tables for draft in at.remarks]
        settings: dict[str, str | None] = {}
        if found.is_complete:
            remarks = [draft for draft in self._store.all_drafts() if says(draft.body, names)]
            settings = without_names(self._store.settings(), names)
        renamed = {at.table.id: "" for at in found.tables if at.is_in_table_name}
        self._store.forget(players, remarks, settings, renamed)
        return found

    def _at(self, person: Person, table_id: str, seats: Iterable[Seat]) -> AtTable:
        table = self._store.table(table_id)
        if table is None:
            raise Unknown("table")
        own = tuple(seat for seat in seats if seat.table_id == table_id)
        remarks = tuple(
            draft
            for match in self._store.matches_of(table_id)
            for draft in self._store.drafts(match.id)
            if says(draft.body, person.spellings)
        )
        return AtTable(table, own, says(table.name, person.spellings), remarks)


def says(text: str, names: Collection[str]) -> bool:
    """Whether a text, plain or JSON, holds one of the names as a word of its own."""
    return any(_word(name).search(part) for part in _texts(text) for name in names)


def _texts(text: str) -> list[str]:
    """The text itself, and where it is JSON every text in it, as it reads."""
    found, waiting = [text], [_json(text)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
    return found


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def _hosted(caller: Caller) -> frozenset[str]:
    return frozenset(grant.table_id for grant in caller.grants if grant.role == "host" and grant.table_id is not None)


def _must_host_some(caller: Caller) -> frozenset[str] | None:
    """The tables hosted; None, which is all, for the owner. Raises `NoToken`, `NotAllowed`."""
    if caller.is_owner:
        return None
    if not caller.grants:
        raise NoToken
    hosted = _hosted(caller)
    if not hosted:
        raise NotAllowed(say("Only the owner of this device, or whoever hosts the table, takes a name away."))
    return hosted
