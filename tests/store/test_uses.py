"""How tables were used, and what goes with one that is removed."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.store import Missing, Store, TableUse
from tests.records import reach_in
from tests.store.evening import LATER, NOW, begin_match, entry, play, set_table


def test_the_last_use_is_that_of_the_newest_entry_of_any_match(store: Store) -> None:
    table = set_table(store)
    older, newer = begin_match(store, table), begin_match(store, table)
    store.journal.append(older.id, 0, replace(entry(0), at=LATER))
    play(store, newer, 2)
    assert store.tables.use_of(table.id) == TableUse(table, 2, 2, LATER)


def test_what_a_table_chose_goes_with_it(store: Store) -> None:
    gone, stays = set_table(store, "GONE"), set_table(store, "STAY")
    for table in (gone, stays):
        store.table_settings.set(table.id, "language", "de")

    store.tables.delete(gone.id)

    assert store.table_settings.get(gone.id, "language") is None
    assert store.table_settings.get(stays.id, "language") == "de"
    with pytest.raises(Missing):
        store.table_settings.set(gone.id, "language", "de")


def test_a_table_used_meanwhile_is_not_among_the_unused_however_far_its_stored_last_use_is_behind(store: Store) -> None:
    idle, used = set_table(store, "IDLE"), set_table(store, "USED")
    match = begin_match(store, used)
    minute = timedelta(minutes=1)
    store.journal.append(match.id, 0, replace(entry(0), at=NOW + minute))

    assert store.tables.unused(NOW + minute, 9) == (idle,)
    assert set(store.tables.unused(NOW + 2 * minute, 9)) == {idle, used}
    assert store.tables.contents().last_at == NOW + minute


def test_what_a_worker_of_an_earlier_version_opened_is_looked_at_exactly(store: Store, target: str) -> None:
    table = set_table(store)
    reach_in(target, "UPDATE tables SET last_used = ''")  # as its statement leaves it, which does not know the column
    assert store.tables.unused(NOW, 9) == ()
    assert [use.last_used_at for use in store.tables.uses(9)] == [NOW]
    assert store.tables.unused(NOW + timedelta(days=1), 9) == (table,)
