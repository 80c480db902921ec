"""What many do at once, threads and workers, at one match, one seat or one setting; and attempts that they count together."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.store import Appended, Missing, Store, VersionConflict, on_one_connection, request_cache
from tests.records import connections_taken, reach_in
from tests.store.evening import all_at_once, begin_match, entry, set_table


def test_a_secret_drawn_by_many_at_once_is_one_for_all(store: Store) -> None:
    drawn = all_at_once(8, lambda number: store.settings.get_or_set("secret", f"drawn {number}"))
    assert set(drawn) == {store.settings.get("secret")}


def test_a_setting_changed_by_many_at_once_keeps_every_change(store: Store) -> None:
    all_at_once(12, lambda _: store.settings.change("count", lambda text: str(int(text or "0") + 1)))
    assert store.settings.get("count") == "12"


def test_a_setting_changed_to_nothing_goes(store: Store) -> None:
    store.settings.set("key", "there")
    assert store.settings.change("key", lambda _: None) is None
    assert store.settings.get("key") is None


def test_attempts_are_counted_within_the_window_and_for_each_kind_and_address(store: Store) -> None:
    for at in (100, 160, 170):
        store.attempts.take("guess", "one", at, 0, at, 9)
    store.attempts.take("guess", "other", 165, 0, 200, 9)
    store.attempts.take("table", "one", 165, 0, 200, 9)
    counted = {
        ("one", 120, 200): (2, 160),
        ("one", 0, 165): (2, 100),
        ("other", 120, 200): (1, 165),
        ("nobody", 0, 200): (0, 0),
    }
    assert {asked: store.attempts.count("guess", *asked) for asked in counted} == counted


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


PHONES = 32


@pytest.fixture
def workers(store: Store, target: str) -> Iterator[list[Store]]:
    """The stores of several workers on PostgreSQL; the only one on SQLite."""
    with ExitStack() as others:
        more = [others.enter_context(Store.open(target)) for _ in range(3)] if "://" in target else []
        yield [store, *more]


def test_of_32_phones_racing_for_one_version_one_wins(workers: list[Store]) -> None:
    match = begin_match(workers[0])
    results = all_at_once(PHONES, lambda phone: workers[phone % len(workers)].journal.append(match.id, 0, entry(phone)))
    assert sum(isinstance(result, Appended) for result in results) == 1
    late = [result for result in results if isinstance(result, VersionConflict)]
    assert [error.current_version for error in late] == [1] * (PHONES - 1)
    assert [worker.journal.verify(match.id) for worker in workers] == [1] * len(workers)


def test_one_tap_insisted_on_is_recorded_once_whatever_comes_between(workers: list[Store]) -> None:
    match = begin_match(workers[0])

    def insist(phone: int) -> bool:
        key = "one tap" if phone % 2 else f"phone {phone}"
        version = 0
        while True:
            try:
                result = workers[phone % len(workers)].journal.append(match.id, version, entry(phone, key))
            except VersionConflict as late:
                version = late.current_version
            else:
                return isinstance(result, Appended)

    results = all_at_once(16, insist)
    assert sum(result is True for result in results[1::2]) == 1
    assert results[0::2] == [True] * 8
    assert sorted(str(one.idem) for one in workers[0].journal.entries(match.id)) == sorted(
        ["one tap", *(f"phone {phone}" for phone in range(0, 16, 2))]
    )
    assert [one.seq for one in workers[0].journal.entries(match.id)] == list(range(9))


def test_whoever_is_alone_under_a_name_reads_and_writes_without_others_in_between(workers: list[Store]) -> None:
    def count_one_more(number: int) -> None:
        worker = workers[number % len(workers)]
        with worker.alone("counting"):
            worker.settings.set("count", str(int(worker.settings.get("count") or "0") + 1))

    assert all_at_once(16, count_one_more) == [None] * 16
    assert workers[0].settings.get("count") == "16"


def test_a_table_removed_in_the_midst_of_play_leaves_nothing_behind(workers: list[Store]) -> None:
    table = set_table(workers[0])
    match = begin_match(workers[0], table)

    def play_or_remove(number: int) -> int:
        if number == 3:
            workers[-1].tables.delete(table.id)
            return -1
        played = 0
        while True:
            try:
                workers[number % len(workers)].journal.append(match.id, played, entry(played))
            except VersionConflict as late:
                played = late.current_version

    results = all_at_once(4, play_or_remove)
    assert results[3] == -1
    assert all(isinstance(result, Missing) for result in results[:3])
    with pytest.raises(Missing):
        workers[0].journal.version(match.id)
