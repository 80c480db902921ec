"""Several threads, one commit: whoever gets the turn runs what all others have queued meanwhile.

A durable commit waits for the disk, some 20 ms on an SD card. Without this, eight phones tapping at once would wait for
each other's disk time in turn. And while the disk is at work the interpreter is free: those whose commit is done are
woken then, not before, or the next commit would wait until they let it have its turn.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from companion.store.errors import StoreError, StoreUnavailable

T = TypeVar("T")

SLOW_SECONDS: Final = 0.004
"""Where a commit takes longer than this, it is worth waiting for others who might share it."""
PATIENCE: Final = 0.25
"""How long they are waited for, as a part of what the last commit took."""


class _Ticket:
    """A queued job and what came of it."""

    __slots__ = ("_after", "_called", "_error", "_job", "_result", "is_settled")

    def __init__(self, job: Callable[[Connection], Any], after: Callable[[Any], None]) -> None:
        self._job = job
        self._after = after
        self._result: Any = None
        self._error: BaseException | None = None
        self.is_settled = False
        self._called: threading.Event | None = None

    def attempt(self, connection: Connection) -> None:
        """Run the job. What it refuses is its own affair; what the database refuses ends the whole batch."""
        try:
            self._result = self._job(connection)
        except StoreUnavailable:
            raise
        except (StoreError, IntegrityError) as error:
            self._error = error

    def settle(self, error: BaseException | None = None) -> None:
        """Note that the commit has succeeded or, with an error, that nothing of the batch was recorded."""
        self._error = error or self._error
        if self._error is None:
            self._after(self._result)
        self.is_settled = True

    def wait_to_be_called(self) -> None:
        """Have the thread rest, when it next does, until it is called."""
        self._called = threading.Event()

    def call(self) -> None:
        """Wake the thread that rests: its job is settled, or it is to lead."""
        if self._called is not None:
            self._called.set()

    def rest(self) -> None:
        """Return when called. Who leads at once, and has nobody behind, never rests."""
        if self._called is not None:
            self._called.wait()

    def outcome(self) -> Any:
        """Return the result, or raise in the thread that queued the job."""
        if isinstance(self._error, StoreUnavailable):  # several threads must not share one traceback
            raise StoreUnavailable(self._error.reason, self._error.detail) from self._error
        if self._error is not None:
            raise self._error
        return self._result


class GroupCommit:
    """A queue of jobs in front of one writing connection. `turn` is held by whoever writes.

    A thread that finds nobody leading leads: it runs all that is queued, commits once, and hands the lead to the first that
    queued meanwhile. The new leader wakes the threads of the commit before, as soon as it only waits for the disk itself.
    Threads wait for their own ticket, not for the turn: a lock that is not fair would go to the thread that just had it,
    again and again, and there would be nothing to share.

    A thread that finds the queue empty shortly after a commit of several is probably the first of those to come back. On a
    slow disk it waits a moment for some of the others, who would otherwise all have to wait until its own commit is done.
    """

    def __init__(self, turn: threading.Lock, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._turn = turn
        self._transaction = transaction
        self._door = threading.Lock()
        self._came = threading.Condition(self._door)
        self._queue: deque[_Ticket] = deque()
        self._is_led = False
        self._settled: list[_Ticket] = []
        """Those of the last commit, whose threads are still to be woken. Only who leads looks at it, as at the next three."""
        self._last_size = 0
        self._last_seconds = 0.0
        self._last_end = 0.0

    def run(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns once it is durable; `after` runs before the next transaction begins."""
        ticket = _Ticket(job, after)
        with self._door:
            self._queue.append(ticket)
            if self._is_led:
                ticket.wait_to_be_called()
                self._came.notify()
            else:
                self._is_led = True
                self._gather()
        ticket.rest()
        if not ticket.is_settled:
            self._lead(ticket)
            ticket.rest()
        result: T = ticket.outcome()
        return result

    def _gather(self) -> None:
        """Let half of those come who had the last commit, if it was a slow one and they may be on their way."""
        soon = self._last_end + self._last_seconds
        if self._last_seconds >= SLOW_SECONDS and time.monotonic() < soon:
            enough = self._last_size // 2
            self._came.wait_for(lambda: len(self._queue) >= enough, PATIENCE * self._last_seconds)

    def _lead(self, ticket: _Ticket) -> None:
        try:
            self._take_turn()
            try:
                self._commit_all()
            finally:
                self._turn.release()
        finally:
            self._hand_over(ticket)

    def _take_turn(self) -> None:
        """Return with the turn. Where somebody else writes, nobody has to wait for that whose commit is done."""
        if not self._turn.acquire(blocking=False):
            self._wake()
            self._turn.acquire()

    def _hand_over(self, ticket: _Ticket) -> None:
        """Let the first in the queue lead, and be woken by it like the others; where there is none, wake them now."""
        with self._door:
            following = self._queue[0] if self._queue else None
            if following is None:
                self._wake()
                self._is_led = False
        if following is not None:
            ticket.wait_to_be_called()
            following.call()

    def _commit_all(self) -> None:
        with self._door:
            batch = [self._queue.popleft() for _ in range(len(self._queue))]
        error: BaseException | None = None
        try:
            with self._transaction() as connection:
                for ticket in batch:
                    ticket.attempt(connection)
                self._wake()
                began = time.monotonic()
            self._last_end = time.monotonic()
            self._last_size, self._last_seconds = len(batch), self._last_end - began
        except BaseException as caught:  # even when the process is being stopped nobody may wait for ever
            error = caught
            raise
        finally:
            self._wake()
            self._settled = batch
            for ticket in batch:
                ticket.settle(error)

    def _wake(self) -> None:
        """Wake those of the last commit."""
        settled, self._settled = self._settled, []
        for ticket in settled:
            ticket.call()
