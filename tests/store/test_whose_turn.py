"""Who writes next, who is woken when, and whom the first to come waits for: the queue before the disk by itself."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from companion.store.group_commit import GroupCommit

LONG = 30.0


class Disk:
    """A disk at which any commit may be held, and which notes how many jobs each commit had."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.commits: list[int] = []
        self._jobs = 0
        self.held: dict[int, threading.Event] = {}
        self.reached = [threading.Event() for _ in range(8)]
        self.group = GroupCommit(self.turn, self._transaction)

    def hold(self, number: int) -> Callable[[], None]:
        """Have the commit of this number wait until what is returned is called."""
        self.held[number] = threading.Event()
        return self.held[number].set

    def job(self, _connection: Connection) -> int:
        """Something to write."""
        self._jobs += 1
        return self._jobs

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        self._jobs = 0
        yield cast(Connection, None)
        number = len(self.commits)
        self.commits.append(self._jobs)
        self.reached[number].set()
        if number in self.held:
            assert self.held[number].wait(LONG)


class Phone(threading.Thread):
    """Somebody with one thing to write."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(daemon=True)
        self._disk = disk
        self.was_told = threading.Event()
        self.start()

    def run(self) -> None:
        """Write it."""
        self._disk.group.run(self._disk.job, lambda _: None)
        self.was_told.set()


def phones(disk: Disk, count: int) -> list[Phone]:
    """So many of them, all of whom are in the queue."""
    group: Any = disk.group
    already = len(group._queue)
    found = [Phone(disk) for _ in range(count)]
    wait_until(lambda: len(group._queue) == already + count)
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    """Return once it holds."""
    pause = threading.Event()
    for _ in range(3000):
        if holds():
            return
        pause.wait(0.01)
    raise AssertionError("it never held")


def test_those_whose_commit_is_done_are_told_while_the_next_commit_waits_for_the_disk() -> None:
    disk = Disk()
    let_first, let_second, let_third = disk.hold(0), disk.hold(1), disk.hold(2)
    first = Phone(disk)
    assert disk.reached[0].wait(LONG)
    second = phones(disk, 3)
    let_first()
    assert disk.reached[1].wait(LONG)
    assert first.was_told.wait(LONG)
    third = phones(disk, 2)
    let_second()
    assert disk.reached[2].wait(LONG)
    assert all(phone.was_told.wait(LONG) for phone in second)
    assert not any(phone.was_told.is_set() for phone in third)
    let_third()
    assert all(phone.was_told.wait(LONG) for phone in third)
    assert disk.commits == [1, 3, 2]


def test_they_are_not_woken_before_the_next_commit_is_on_its_way() -> None:
    disk = Disk()
    let_first = disk.hold(0)
    first = Phone(disk)
    assert disk.reached[0].wait(LONG)
    told_before: list[bool] = []
    following = threading.Thread(
        target=lambda: disk.group.run(lambda _: told_before.append(first.was_told.is_set()), lambda _: None)
    )
    following.start()
    wait_until(lambda: len(cast(Any, disk.group)._queue) == 1)
    let_first()
    following.join(LONG)
    assert told_before == [False]
    assert first.was_told.wait(LONG)


def test_somebody_else_who_writes_keeps_nobody_from_being_told() -> None:
    disk = Disk()
    let_first = disk.hold(0)
    first = Phone(disk)
    assert disk.reached[0].wait(LONG)
    [second] = phones(disk, 1)
    turns: Any = BehindSomebodyElse(disk.turn)
    cast(Any, disk.group)._turn = turns
    let_first()
    assert first.was_told.wait(LONG)
    assert not second.was_told.is_set()
    turns.let.set()
    assert second.was_told.wait(LONG)


class BehindSomebodyElse:
    """The turn, as long as somebody else writes."""

    def __init__(self, turn: threading.Lock) -> None:
        self._turn = turn
        self.let = threading.Event()

    def acquire(self, blocking: bool = True) -> bool:
        """Take it, when the other has done."""
        if blocking:
            assert self.let.wait(LONG)
            return True
        return False

    def release(self) -> None:
        """Give it back; the one who had it when the other came gives back the real one."""
        if not self.let.is_set():
            self._turn.release()


def after_a_slow_commit_of(disk: Disk, size: int) -> None:
    """So many have just had a commit for which the disk took minutes."""
    group: Any = disk.group
    group._last_size, group._last_seconds, group._last_end = size, 8 * LONG, float("inf")


def test_the_first_to_come_after_a_slow_commit_waits_for_half_of_those_who_had_it() -> None:
    disk = Disk()
    after_a_slow_commit_of(disk, 8)
    early = phones(disk, 3)
    assert disk.commits == []
    late = Phone(disk)
    assert all(phone.was_told.wait(LONG) for phone in (*early, late))
    assert disk.commits == [4]


def test_nobody_waits_for_others_after_a_commit_for_one_or_two() -> None:
    disk = Disk()
    after_a_slow_commit_of(disk, 2)
    assert Phone(disk).was_told.wait(LONG)
    assert disk.commits == [1]


class Counted(threading.Condition):
    """A door at which it is counted how often somebody waits for others."""

    waits = 0

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        """As it is, counted."""
        self.waits += 1
        return super().wait_for(predicate, timeout)


@pytest.mark.parametrize(
    ("seconds", "ended", "waits"),
    [(0.004, float("inf"), 1), (0.003, float("inf"), 0), (0.005, 0.0, 0)],
    ids=["slow and just now", "quick", "slow and long ago"],
)
def test_others_are_waited_for_after_a_slow_commit_alone_and_no_longer_than_one_takes(
    seconds: float, ended: float, waits: int
) -> None:
    disk = Disk()
    group: Any = disk.group
    group._came = Counted(group._door)
    group._last_size, group._last_seconds, group._last_end = 8, seconds, ended
    assert Phone(disk).was_told.wait(LONG)
    assert (group._came.waits, disk.commits) == (waits, [1])


def test_who_waits_in_vain_goes_alone() -> None:
    disk = Disk()
    after_a_slow_commit_of(disk, 8)
    cast(Any, disk.group)._last_seconds = 0.01
    assert Phone(disk).was_told.wait(LONG)
    assert disk.commits == [1]
