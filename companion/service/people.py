"""People across tables: by their names, whose spellings may be merged; and forgetting one of them everywhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.service.callers import Caller
from companion.service.errors import NotAllowed, NoToken, Unknown
from companion.store import Draft, Seat, Store, Table
from companion.store.summaries import Named

SPELLINGS: Final = "spellings"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played: the name as it is shown, and every spelling that means the same person, that one first."""

    key: str
    name: str
    spellings: tuple[str, ...]


class People:
    """Everybody at some tables, told apart by their names: case does not matter, and merged spellings are one person."""

    def __init__(self, names: Iterable[str | None], merged: Mapping[str, str]) -> None:
        self._merged = merged
        found: dict[str, Counter[str]] = {}
        for name, times in Counter(names).items():
            if name is not None:
                found.setdefault(self.key(name), Counter())[name] += times
        self._people = {key: _person(key, spelled) for key, spelled in found.items()}

    def key(self, name: str) -> str:
        """What a person is known by: the folded name, or that of the spelling it was merged into."""
        folded = name.casefold()
        return self._merged.get(folded, folded)

    def get(self, key: str) -> Person | None:
        """The person known by this key."""
        return self._people.get(key)

    def everybody(self) -> tuple[Person, ...]:
        """All of them, by name."""
        return tuple(sorted(self._people.values(), key=lambda one: one.key))


def _person(key: str, spelled: Counter[str]) -> Person:
    """The person with the usual spelling of the name it is known by first."""
    order = sorted(spelled, key=lambda name: (name.casefold() != key, -spelled[name], name))
    return Person(key, order[0], tuple(order))


class Spellings:
    """Which spellings mean the same person, as each device sees it: one device's merging changes nobody else's history."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, caller: Caller) -> dict[str, str]:
        """Each folded spelling that was merged, with the folded name it means."""
        return {one.casefold(): other.casefold() for one, other in self.pairs(caller).items()}

    def pairs(self, caller: Caller) -> dict[str, str]:
        """The same as they are spelled."""
        text = self._store.setting(_key(caller))
        return dict(json.loads(text)) if text else {}

    def merge(self, caller: Caller, named: Collection[Named], spelling: str, name: str) -> None:
        """From now on the spelling means that person. Raises `NotAMove` where they cannot be the same, `NoToken`."""
        if not caller.grants:
            raise NoToken
        people = People((name for _, _, name in named), self.of(caller))
        one, other = people.get(people.key(spelling)), people.get(people.key(name))
        if one is None or other is None or one == other:
            raise NotAMove("spelling", say("Choose two different names."))
        if _tables_of(named, people, one) & _tables_of(named, people, other):
            raise NotAMove("spelling", say("Both sat at one table, so they are two people."))
        pairs = {
            own: (other.name if meant.casefold() == one.key else meant) for own, meant in self.pairs(caller).items()
        }
        self._keep(caller, {**pairs, one.name: other.name})

    def part(self, caller: Caller, spelling: str) -> None:
        """The spelling means a person of its own again. Raises `NoToken`."""
        if not caller.grants:
            raise NoToken
        pairs = {own: meant for own, meant in self.pairs(caller).items() if own.casefold() != spelling.casefold()}
        self._keep(caller, pairs)

    def _keep(self, caller: Caller, pairs: Mapping[str, str]) -> None:
        self._store.set_setting(_key(caller), _written(pairs))


def _key(caller: Caller) -> str:
    """The owner's merging is kept for the device itself, so that it outlives the owner's browser."""
    return f"{SPELLINGS}:owner" if caller.is_owner else f"{SPELLINGS}:{caller.token_hash}"


def _tables_of(named: Collection[Named], people: People, person: Person) -> set[str]:
    return {table for table, _, name in named if name is not None and people.key(name) == person.key}


def tables_in_sight(caller: Caller) -> frozenset[str] | None:
    """The tables whose matches the caller may look back on; None is all of them, which is the owner's."""
    if caller.is_owner:
        return None
    return frozenset(grant.table_id for grant in caller.grants if grant.table_id is not None)


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
        person = _person(key, Counter(seat.name for seat in own if seat.name is not None))
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


def without_names(settings: Mapping[str, str], names: Collection[str]) -> dict[str, str | None]:
    """The settings of merged spellings in which one of the names stands, each as it is without; no other holds a name."""
    changed: dict[str, str | None] = {}
    folded = frozenset(name.casefold() for name in names)
    for key, text in settings.items():
        if not key.startswith(f"{SPELLINGS}:"):
            continue
        pairs: dict[str, str] = json.loads(text)
        kept = {one: other for one, other in pairs.items() if not {one.casefold(), other.casefold()} & folded}
        if kept != pairs:
            changed[key] = _written(kept)
    return changed


def _written(pairs: Mapping[str, str]) -> str | None:
    return json.dumps(pairs, ensure_ascii=False, sort_keys=True) if pairs else None


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
