"""Matches from elsewhere are taken in whole, as they were, or not at all."""

from dataclasses import replace

import pytest

from companion.store import Differs, ImportedMatch, Match, NewEntry, Seat, Store, Table, Unstorable
from tests.records import rows
from tests.store.evening import LATER, all_at_once, begin_match, entry, play


def arrival_of(store: Store, match: Match, code: str = "ABCD") -> ImportedMatch:
    table = store.tables.get(match.table_id)
    found = store.matches.get(match.id)
    assert table
    assert found
    seats = tuple(one for one in store.seats.at(table.id) if one.seat in match.seats)
    entries = [
        NewEntry(one.at, one.by_role, one.body, one.by_seat, one.idem) for one in store.journal.entries(match.id)
    ]
    return ImportedMatch(replace(table, code=code), seats, found, tuple(entries), store.remarks.of(match.id))


def elsewhere(store: Store, entries: int = 5) -> ImportedMatch:
    """A match with its journal that was played here and is here no more."""
    match = begin_match(store)
    play(store, match, entries - 1)
    store.journal.append(match.id, entries - 1, replace(entry(entries - 1), ends_at=LATER, remark="that was not so"))
    found = arrival_of(store, match)
    store.tables.delete(match.table_id)
    return found


def test_of_several_all_are_taken_in_or_none(store: Store, target: str) -> None:
    one, other = elsewhere(store), elsewhere(store)
    store.imports.take_in([other])
    store.journal.append(other.match.id, 5, entry(5))
    before = rows(target)
    with pytest.raises(Differs):
        store.imports.take_in([replace(one, table=replace(one.table, code="WXYZ")), other])
    assert rows(target) == before


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_no_database_can_hold_is_refused(store: Store, text: str) -> None:
    found = elsewhere(store)
    entries = (replace(found.entries[0], body=text), *found.entries[1:])
    with pytest.raises(Unstorable):
        store.imports.take_in([replace(found, entries=entries)])
    with pytest.raises(ValueError, match="text"):
        store.imports.take_in([replace(found, seats=(Seat(found.table.id, 0, "p", text, False),))])


def test_a_key_that_stands_twice_is_refused(store: Store) -> None:
    found = elsewhere(store)
    entries = tuple(replace(one, idem="twice") for one in found.entries)
    with pytest.raises(Unstorable):
        store.imports.take_in([replace(found, entries=entries)])


def test_of_several_who_bring_the_same_match_one_brings_it(store: Store) -> None:
    found = elsewhere(store)
    codes = ("ABCD", "ABCE", "ABCF", "ABCG")

    def bring(number: int) -> tuple[bool, ...]:
        table: Table = replace(found.table, code=codes[number])
        return store.imports.take_in([replace(found, table=table)])

    assert sorted(map(repr, all_at_once(len(codes), bring))) == ["(False,)"] * 3 + ["(True,)"]
    assert store.journal.verify(found.match.id) == 5
