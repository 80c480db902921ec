"""What several workers keep in one place: secrets drawn once, notes changed by all, attempts counted together."""

import pytest

from companion.store import Store, Unstorable, on_one_connection, request_cache
from tests.records import connections_taken, reach_in
from tests.store.evening import all_at_once, set_table


def test_a_secret_drawn_by_many_at_once_is_one_for_all(store: Store) -> None:
    drawn = all_at_once(8, lambda number: store.settings.get_or_set("secret", f"drawn {number}"))
    assert set(drawn) == {store.settings.get("secret")}


def test_a_setting_changed_by_many_at_once_keeps_every_change(store: Store) -> None:
    all_at_once(12, lambda _: store.settings.change("count", lambda text: str(int(text or "0") + 1)))
    assert store.settings.get("count") == "12"


def test_a_setting_changed_to_nothing_goes(store: Store) -> None:
    store.settings.set("key", "there")
    assert store.settings.change("key", lambda _: None) is None
    assert store.settings.all() == {}


def test_what_cannot_be_stored_leaves_the_setting_as_it_was(store: Store) -> None:
    store.settings.set("key", "there")
    with pytest.raises(Unstorable):
        store.settings.set("key", "\x00")
    assert store.settings.get("key") == "there"


def test_attempts_are_counted_within_the_window_and_for_each_kind_and_address(store: Store) -> None:
    for at in (100, 160, 170):
        store.attempts.take("guess", "one", at, 0, at, 9)
    store.attempts.take("guess", "other", 165, 0, 200, 9)
    store.attempts.take("table", "one", 165, 0, 200, 9)
    assert store.attempts.count("guess", "one", 120, 200) == (2, 160)
    assert store.attempts.count("guess", "one", 0, 165) == (2, 100)
    assert store.attempts.count("guess", "other", 120, 200) == (1, 165)
    assert store.attempts.count("guess", "nobody", 0, 200) == (0, 0)


def test_attempts_outside_the_window_are_forgotten_with_the_next(store: Store) -> None:
    store.attempts.take("guess", "one", 100, 0, 100, 9)
    store.attempts.take("guess", "later", 300, 0, 300, 9)
    store.attempts.take("guess", "other", 200, 140, 260, 9)
    assert store.attempts.count("guess", "one", 0, 999) == store.attempts.count("guess", "later", 0, 999) == (0, 0)
    assert store.attempts.count("guess", "other", 0, 999) == (1, 200)


def test_a_page_asks_once_and_again_after_it_has_written(store: Store, target: str) -> None:
    table = set_table(store)
    with request_cache():
        assert [seat.name for seat in store.seats.at(table.id)] == ["Ana", "Ben", "Cleo"]
        reach_in(target, "UPDATE players SET name = 'Dora' WHERE name = 'Ana'")  # by another worker
        assert [seat.name for seat in store.seats.at(table.id)] == ["Ana", "Ben", "Cleo"]
        store.table_settings.set(table.id, "language", "de")
        assert [seat.name for seat in store.seats.at(table.id)] == ["Dora", "Ben", "Cleo"]
        assert store.table_settings.get(table.id, "language") == "de"
    reach_in(target, "UPDATE players SET name = 'Emil' WHERE name = 'Dora'")
    store.table_settings.set(table.id, "language", "fr")  # where nobody else writes, nobody asks before
    assert [seat.name for seat in store.seats.at(table.id)] == ["Emil", "Ben", "Cleo"]


def test_what_is_asked_together_takes_one_connection_from_the_pool(store: Store) -> None:
    table = set_table(store)
    with connections_taken() as taken, on_one_connection():
        store.tables.get(table.id)
        store.seats.at(table.id)
        assert len(taken) == 1
        store.table_settings.set(table.id, "language", "de")  # what is written has its own
        assert store.table_settings.get(table.id, "language") == "de"
    assert len(taken) == 3
