"""Several workers of one service: started, restarted when one dies, stopped together."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from companion.server.run import REQUESTS_MAY_TAKE_SECONDS, STOP_SIGNALS

logger = logging.getLogger(__name__)

STOPPING_SECONDS = REQUESTS_MAY_TAKE_SECONDS + 5.0
SHORT_LIFE_SECONDS = 5.0
"""If a worker dies sooner, something is wrong from the start: the next one waits a moment."""
PAUSE_SECONDS = 1.0

StartWorker = Callable[[int], BaseProcess]


def keep_crew(workers: int, start_worker: StartWorker) -> None:
    """Return when SIGINT or SIGTERM has come and every worker has ended. Call it in the main thread.

    `start_worker` starts the worker of a place, 0 to `workers - 1`. A worker that dies is replaced. What it was doing is in
    the records, or its client asks again.
    """
    with _told_to_stop() as told:
        crew = _Crew(start_worker)
        try:
            for place in range(workers):
                crew.start(place)
            while not told.poll():
                crew.replace_the_dead(told)
        finally:
            crew.stop()


def stop_with_parent(stop: Callable[[], None]) -> None:
    """Call `stop` when the process that started this worker is gone, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        stop()

    threading.Thread(target=watch, name="parent", daemon=True).start()


class _Crew:
    def __init__(self, start_worker: StartWorker) -> None:
        self._start_worker = start_worker
        self._workers: dict[int, tuple[BaseProcess, float]] = {}
        self._due: dict[int, float] = {}

    def start(self, place: int) -> None:
        self._workers[place] = (self._start_worker(place), time.monotonic())

    def replace_the_dead(self, told: Connection) -> None:
        """Wait until something happens; restart the workers that are due."""
        now = time.monotonic()
        for place in [place for place, due in self._due.items() if due <= now]:
            del self._due[place]
            self.start(place)
        next_due = min(self._due.values(), default=now + 3600.0)
        wait([told, *(worker.sentinel for worker, _ in self._workers.values())], max(0.0, next_due - now))
        for place, (worker, since) in list(self._workers.items()):
            if worker.exitcode is not None:
                logger.error("worker %d ended with %s; another one takes its place", place, worker.exitcode)
                del self._workers[place]
                was_short = time.monotonic() - since < SHORT_LIFE_SECONDS
                self._due[place] = time.monotonic() + (PAUSE_SECONDS if was_short else 0.0)

    def stop(self) -> None:
        """Ask every worker to end, kill those that do not in time, and return when all have ended."""
        workers = [worker for worker, _ in self._workers.values()]
        for worker in workers:
            worker.terminate()
        deadline = time.monotonic() + STOPPING_SECONDS
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.exitcode is None:
                worker.kill()
                worker.join()


@contextmanager
def _told_to_stop() -> Iterator[Connection]:
    """A connection that becomes readable when a signal to stop has come."""
    told, teller = Pipe(duplex=False)

    def tell(_number: int, _frame: FrameType | None) -> None:
        teller.send_bytes(b"stop")

    before = {number: signal.signal(number, tell) for number in STOP_SIGNALS}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        told.close()
        teller.close()
