"""How tables were used, and what goes with one that is removed."""

from dataclasses import replace
from datetime import timedelta

from companion.store import Contents, Store, TableUse
from tests.store.evening import LATER, NOW, begin_match, entry, play, set_table


def test_the_table_used_last_comes_first(store: Store) -> None:
    first, second, third = (set_table(store, code) for code in ("AAAA", "BBBB", "CCCC"))
    played = begin_match(store, first)
    store.journal.append(played.id, 0, replace(entry(0), at=LATER, ends_at=LATER))
    opened = store.matches.create(second.id, "some-game", "{}", [0], NOW + timedelta(minutes=1))

    assert store.tables.uses(9) == (
        TableUse(first, 1, 0, LATER),
        TableUse(second, 1, 1, opened.opened_at),
        TableUse(third, 0, 0, NOW),
    )
    assert store.tables.uses(1, 1)[0].table == second
    assert store.tables.use_of(first.id) == TableUse(first, 1, 0, LATER)
    assert store.tables.contents().tables == 3


def test_a_table_that_is_not_there_was_not_used(store: Store) -> None:
    assert store.tables.use_of("nothing") is None
    assert store.tables.uses(9) == ()
    assert store.tables.contents().tables == 0


def test_the_last_use_is_that_of_the_newest_entry_of_any_match(store: Store) -> None:
    table = set_table(store)
    older, newer = begin_match(store, table), begin_match(store, table)
    store.journal.append(older.id, 0, replace(entry(0), at=LATER))
    play(store, newer, 2)
    assert store.tables.use_of(table.id) == TableUse(table, 2, 2, LATER)


def test_settings_of_a_removed_table_and_its_matches_go_with_it(store: Store) -> None:
    gone, stays = set_table(store, "GONE"), set_table(store, "STAY")
    match = begin_match(store, gone)
    keys = (f"serial:{gone.id}:0", f"notes:{match.id}", f"serial:{stays.id}:0", "theme")
    for key in keys:
        store.settings.set(key, "kept")

    store.tables.delete(gone.id)

    assert set(store.settings.all()) == set(keys[2:])


def test_settings_of_a_removed_match_go_with_it(store: Store) -> None:
    table = set_table(store)
    match = begin_match(store, table)
    store.settings.set(f"notes:{match.id}", "kept")
    store.settings.set(f"serial:{table.id}:0", "1")

    store.matches.delete(match.id)

    assert set(store.settings.all()) == {f"serial:{table.id}:0"}


def test_what_there_is_in_all_is_counted(store: Store) -> None:
    assert store.tables.contents() == Contents(0, 0, 0, (), None, None)
    first, second = set_table(store, "AAAA"), set_table(store, "BBBB")
    match = begin_match(store, first)
    play(store, match, 3)
    store.matches.create(first.id, "another-game", "{}", [0], NOW)
    store.journal.append(begin_match(store, second).id, 0, replace(entry(0), at=LATER))

    assert store.tables.contents() == Contents(2, 3, 4, (("some-game", 2), ("another-game", 1)), NOW, LATER)
    assert set(store.tables.ids()) == {first.id, second.id}
