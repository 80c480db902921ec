"""People across tables: by their names, whose spellings may be merged."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.errors import NotAMove
from companion.engine.schema.codec import read_stored
from companion.engine.text import say
from companion.match.access import Caller
from companion.match.errors import NoToken
from companion.store import Store
from companion.store.seats import Named
from companion.table.tables import folded

OWNER: Final = "owner"
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who played: the name as it is shown, and every spelling that means the same person, that one first."""

    key: str
    name: str
    spellings: tuple[str, ...]


class People:
    """The people at some tables, kept apart by their folded names; merged spellings are one person."""

    def __init__(self, names: Iterable[str | None], merged: Mapping[str, str]) -> None:
        self._merged = merged
        found: dict[str, Counter[str]] = {}
        for name, times in Counter(names).items():
            if name is not None:
                found.setdefault(self.key(name), Counter())[name] += times
        self._people = {key: person_spelled(key, spelled) for key, spelled in found.items()}

    def key(self, name: str) -> str:
        """Return what a person is known by: the folded name, or that of the spelling it was merged into."""
        own = folded(name)
        # One step and no chain: `merge` turns older pairs so that they lead to the last name at once.
        return self._merged.get(own, own)

    def get(self, key: str) -> Person | None:
        return self._people.get(key)

    def everybody(self) -> tuple[Person, ...]:
        """Return all of them, by name."""
        return tuple(sorted(self._people.values(), key=lambda one: one.key))


def person_spelled(key: str, spelled: Counter[str]) -> Person:
    """Return the person with the usual spelling of the name it is known by first."""
    # Spellings of the name itself before merged ones, then the most usual.
    order = sorted(spelled, key=lambda name: (folded(name) != key, -spelled[name], name))
    return Person(key, order[0], tuple(order))


class Spellings:
    """Which spellings mean the same person, as each device sees it: one device's merging changes no one else's history."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, caller: Caller) -> dict[str, str]:
        """Return each folded spelling that was merged, with the folded name it means."""
        return {folded(one): folded(other) for one, other in self.pairs(caller).items()}

    def pairs(self, caller: Caller) -> dict[str, str]:
        """Return the same as they are spelled."""
        return _read(self._store.spellings.get(_whose(caller)))

    def merge(self, caller: Caller, named: Collection[Named], spelling: str, name: str) -> None:
        """From now on the spelling means that person. Raise `NotAMove` if they cannot be the same, `NoToken`."""
        if not caller.grants:
            raise NoToken
        people = People((name for _, _, name in named), self.of(caller))
        one, other = people.get(people.key(spelling)), people.get(people.key(name))
        if one is None or other is None or one == other:
            raise NotAMove("spelling", say("Choose 2 different names."))
        # One person has one seat at a table.
        if _tables_of(named, people, one) & _tables_of(named, people, other):
            raise NotAMove("spelling", say("They played at the same table, so they’re 2 people."))

        def merged(pairs: Mapping[str, str]) -> dict[str, str]:
            # What meant the first person means the other from now on, so that there is never a chain to follow.
            turned = {own: (other.name if folded(meant) == one.key else meant) for own, meant in pairs.items()}
            return {**turned, one.name: other.name}

        self._change(caller, merged)

    def part(self, caller: Caller, spelling: str) -> None:
        """The spelling means a person of its own again. Raise `NoToken`."""
        if not caller.grants:
            raise NoToken
        gone = folded(spelling)
        self._change(caller, lambda pairs: {own: meant for own, meant in pairs.items() if folded(own) != gone})

    def without(self, caller: Caller, names: Collection[str]) -> dict[str, str | None]:
        """Return the merged spellings as they are without these names: the caller's own; for the owner, everyone's."""
        every = self._store.spellings.all()
        mine = {whose: text for whose, text in every.items() if caller.is_owner or whose == _whose(caller)}
        return {whose: after for whose, text in mine.items() if (after := _without(text, names)) != text}

    def _change(self, caller: Caller, change: Callable[[Mapping[str, str]], Mapping[str, str]]) -> None:
        self._store.spellings.change(_whose(caller), lambda text: _written(change(_read(text))))


def _whose(caller: Caller) -> str:
    """Return the owner's merging is kept for the device itself, so that it outlives the owner's browser."""
    # The admin's is the device's own: a new phone of theirs must find it again.
    return OWNER if caller.is_owner else caller.token_hash or NOBODY


def _tables_of(named: Collection[Named], people: People, person: Person) -> set[str]:
    return {table for table, _, name in named if name is not None and people.key(name) == person.key}


def tables_in_sight(caller: Caller) -> frozenset[str] | None:
    """Return the tables whose matches the caller may look back on; None is all of them, which is the owner's."""
    if caller.is_owner:
        return None
    return frozenset(grant.table_id for grant in caller.grants if grant.table_id is not None)


def _without(text: str, names: Collection[str]) -> str | None:
    gone = frozenset(map(folded, names))
    return _written({one: other for one, other in _read(text).items() if not {folded(one), folded(other)} & gone})


def _read(text: str | None) -> dict[str, str]:
    return read_stored(text, dict[str, str], {})


def _written(pairs: Mapping[str, str]) -> str | None:
    return json.dumps(pairs, ensure_ascii=False, sort_keys=True) if pairs else None
