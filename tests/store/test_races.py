"""Many threads, and many workers, at one match or one seat."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.store import Appended, Missing, Store, VersionConflict
from tests.store.evening import all_at_once, begin_match, entry, set_table

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
