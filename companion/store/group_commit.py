"""Several threads, one commit: whoever gets the turn runs what all others have queued meanwhile.

A durable commit waits for the disk, some 20 ms on an SD card. Without this, eight phones tapping at once would wait for
each other's disk time in turn.
"""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from companion.store.errors import StoreError, StoreUnavailable

T = TypeVar("T")


class _Ticket:
    """A queued job and what came of it."""

    __slots__ = ("_after", "_error", "_job", "_result", "called", "is_settled")

    def __init__(self, job: Callable[[Connection], Any], after: Callable[[Any], None]) -> None:
        self._job = job
        self._after = after
        self._result: Any = None
        self._error: BaseException | None = None
        self.is_settled = False
        self.called: threading.Event | None = None
        """Where its thread waits until the job is settled, or it is to lead; who leads at once does not."""

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
        self.call()

    def call(self) -> None:
        """Wake the thread that waits."""
        if self.called is not None:
            self.called.set()

    def outcome(self) -> Any:
        """Return the result, or raise in the thread that queued the job."""
        if isinstance(self._error, StoreUnavailable):  # several threads must not share one traceback
            raise StoreUnavailable(self._error.reason, self._error.detail) from self._error
        if self._error is not None:
            raise self._error
        return self._result


class GroupCommit:
    """A queue of jobs in front of one writing connection. `turn` is held by whoever writes.

    Whoever finds nobody leading leads: it runs all that is queued, commits once, wakes their threads and hands the lead
    to the first who came meanwhile. Threads wait for their own ticket, not for the turn: a lock that is not fair would
    go to the thread that just had it, again and again, and there would be nothing to share.
    """

    def __init__(self, turn: threading.Lock, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._turn = turn
        self._transaction = transaction
        self._door = threading.Lock()
        self._queue: deque[_Ticket] = deque()
        self._is_led = False

    def run(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns once it is durable; `after` runs before the next transaction begins."""
        ticket = _Ticket(job, after)
        with self._door:
            self._queue.append(ticket)
            if self._is_led:
                ticket.called = threading.Event()
            self._is_led = True
        if ticket.called is not None:
            ticket.called.wait()
        if not ticket.is_settled:
            self._lead()
        result: T = ticket.outcome()
        return result

    def _lead(self) -> None:
        try:
            with self._turn:
                self._commit_all()
        finally:
            with self._door:
                self._is_led = bool(self._queue)
                if self._queue:
                    self._queue[0].call()

    def _commit_all(self) -> None:
        with self._door:
            batch = [self._queue.popleft() for _ in range(len(self._queue))]
        try:
            with self._transaction() as connection:
                for ticket in batch:
                    ticket.attempt(connection)
        except BaseException as error:  # even when the process is being stopped nobody may wait for ever
            for ticket in batch:
                ticket.settle(error)
            raise
        for ticket in batch:
            ticket.settle()
