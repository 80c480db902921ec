"""Entries of many phones share one commit; a slow disk is waited for once, not once each."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from companion.store import Match, Reason, Stale, Store, StoreUnavailable
from tests.store.evening import all_at_once, begin_match, entry, seq, set_table

PHONES = 16


class SlowDisk:
    """Counts commits; holds one back until all the phones have queued behind it, and may then be full."""

    def __init__(self) -> None:
        self.commits = 0
        self.is_slow = False
        self.is_full = False
        self.reached = threading.Event()
        self.may_go_on = threading.Event()

    def commit(self, _connection: Connection) -> None:
        self.commits += 1
        if self.is_slow:
            self.is_slow = False
            self.reached.set()
            assert self.may_go_on.wait(30)
        elif self.is_full:
            raise StoreUnavailable(Reason.FULL)


@pytest.fixture
def disk() -> Iterator[SlowDisk]:
    """Every commit of every store opened after it."""
    slow = SlowDisk()
    event.listen(Engine, "commit", slow.commit)
    yield slow
    event.remove(Engine, "commit", slow.commit)


@pytest.fixture
def matches(file: Path, disk: SlowDisk) -> Iterator[tuple[Store, list[Match]]]:
    """A match for each phone, all in one file."""
    assert not disk.commits
    with Store.open(file) as store:
        table = set_table(store)
        yield store, [begin_match(store, table) for _ in range(PHONES + 1)]


def while_the_disk_is_busy(store: Store, disk: SlowDisk, first: Match, act: object) -> list[object]:
    """What the phones get that act while one commit is under way."""
    assert callable(act)
    disk.is_slow = True
    leader = threading.Thread(target=lambda: store.journal.append(first.id, 0, entry(0)))
    leader.start()
    assert disk.reached.wait(30)
    disk.commits = 0
    queued = threading.Barrier(PHONES + 1)
    results: list[object] = []

    def act_when_all_are_here(phone: int) -> object:
        queued.wait(30)
        return act(phone)

    def gather() -> None:
        results.extend(all_at_once(PHONES, act_when_all_are_here))

    gathering = threading.Thread(target=gather)
    gathering.start()
    queued.wait(30)
    wait_until_queued(store, PHONES)
    disk.may_go_on.set()
    leader.join(30)
    gathering.join(30)
    return results


def wait_until_queued(store: Store, count: int) -> None:
    """Return once as many jobs are waiting for the disk."""
    group = store._database._group  # type: ignore[attr-defined]
    pause = threading.Event()
    for _ in range(3000):
        if len(group._queue) >= count:
            return
        pause.wait(0.01)
    raise AssertionError(f"{len(group._queue)} of {count} queued")


def test_all_who_waited_share_the_next_commit(matches: tuple[Store, list[Match]], disk: SlowDisk) -> None:
    store, [first, *others] = matches
    results = while_the_disk_is_busy(
        store, disk, first, lambda phone: seq(store.journal.append(others[phone].id, 0, entry(phone)))
    )
    assert results == [0] * PHONES
    assert disk.commits == 1
    assert [store.journal.verify(match.id) for match in others] == [1] * PHONES


def test_one_that_is_stale_does_not_undo_the_others(matches: tuple[Store, list[Match]], disk: SlowDisk) -> None:
    store, [first, *others] = matches
    results = while_the_disk_is_busy(
        store, disk, first, lambda phone: seq(store.journal.append(others[phone].id, phone % 2, entry(phone)))
    )
    assert results[0::2] == [0] * (PHONES // 2)
    assert all(isinstance(result, Stale) for result in results[1::2])
    assert [store.journal.verify(match.id) for match in others] == [1, 0] * (PHONES // 2)


def test_several_for_one_match_in_one_commit_leave_one_winner(
    matches: tuple[Store, list[Match]], disk: SlowDisk
) -> None:
    store, [first, other, *_] = matches
    results = while_the_disk_is_busy(
        store, disk, first, lambda phone: seq(store.journal.append(other.id, 0, entry(phone)))
    )
    assert sum(result == 0 for result in results) == 1
    assert {result.current_version for result in results if isinstance(result, Stale)} == {1}
    assert disk.commits == 1
    assert store.journal.verify(other.id) == 1


def test_a_commit_that_fails_fails_for_all_and_is_not_remembered(
    matches: tuple[Store, list[Match]], disk: SlowDisk
) -> None:
    store, [first, *others] = matches
    disk.is_full = True
    results = while_the_disk_is_busy(
        store, disk, first, lambda phone: seq(store.journal.append(others[phone].id, 0, entry(phone)))
    )
    disk.is_full = False
    assert all(isinstance(result, StoreUnavailable) for result in results)
    assert len(set(map(id, results))) == PHONES, "threads that raise the same error add to one traceback"
    assert [store.journal.version(match.id) for match in others] == [0] * PHONES
    assert [seq(store.journal.append(match.id, 0, entry(0))) for match in others] == [0] * PHONES
