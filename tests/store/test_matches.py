"""Matches of an evening, and the settings of the device."""

from dataclasses import replace

import pytest

from companion.store import Missing, Repeated, Store, VersionConflict
from tests.store.evening import LATER, NOW, begin_match, entry, play, set_table
from tests.there import there


def test_matches_are_numbered_within_their_evening(store: Store) -> None:
    friday, sunday = set_table(store, "FRID"), set_table(store, "SUND")
    matches = [begin_match(store, friday), begin_match(store, friday), begin_match(store, sunday)]
    assert [match.number for match in matches] == [1, 2, 1]
    assert store.matches.at(friday.id) == (matches[0], matches[1])


def test_ids_of_matches_cannot_be_guessed(store: Store) -> None:
    table = set_table(store)
    ids = {begin_match(store, table).id for _ in range(20)}
    assert len(ids) == 20
    assert min(map(len, ids)) >= 22  # 128 bits, six in a letter


def test_a_match_ends_with_the_entry_that_ends_it_and_goes_on_with_the_one_that_reopens_it(store: Store) -> None:
    match = begin_match(store)
    store.journal.append(match.id, 0, entry(0, "tap"))
    assert [one.id for one in store.matches.going_on(match.table_id)] == [match.id]

    with pytest.raises(VersionConflict):
        store.journal.append(match.id, 0, replace(entry(1), ends_at=LATER))
    assert store.journal.append(match.id, 0, replace(entry(0, "tap"), ends_at=LATER)) == Repeated(0)
    assert [one.id for one in store.matches.going_on(match.table_id)] == [match.id]

    store.journal.append(match.id, 1, replace(entry(1), ends_at=LATER))
    assert store.matches.going_on(match.table_id) == ()
    store.journal.append(match.id, 2, entry(2))
    ended = there(store.matches.get(match.id))
    assert (ended.version, ended.ended_at) == (3, LATER)

    store.journal.append(match.id, 3, replace(entry(3), reopens=True))
    assert [one.id for one in store.matches.going_on(match.table_id)] == [match.id]


def test_a_match_needs_a_table_and_seats_that_are_there(store: Store) -> None:
    table = set_table(store)
    with pytest.raises(Missing, match="table"):
        store.matches.create("nothing", "some-game", "{}", [], NOW)
    with pytest.raises(Missing, match="seat"):
        store.matches.create(table.id, "some-game", "{}", [0, 3], NOW)
    assert store.matches.at(table.id) == ()


def test_a_removed_match_leaves_the_others_of_its_evening_alone(store: Store) -> None:
    table = set_table(store)
    gone, stays = begin_match(store, table), begin_match(store, table)
    play(store, gone, 2)
    play(store, stays, 2)
    store.matches.delete(gone.id)
    assert store.matches.at(table.id) == (store.matches.get(stays.id),)
    assert store.journal.verify(stays.id) == 2
    assert begin_match(store, table).number == 3
