"""Deletes tables that nobody has used for a chosen number of days; on a public host frees the codes of others much sooner."""

import logging
import threading
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from companion.archive.backups import Backups
from companion.archive.keeping import Keeping
from companion.store import BEFORE_SWEEP, StoreUnavailable

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 3600.0
STOPPING_SECONDS: Final = 10.0
CODES_AFTER: Final = timedelta(days=1)
"""On a public host a code is worth guessing for so long after the last use of its table."""
MOST_DRIFT_SECONDS: Final = 60.0
"""A wall clock that has gone so much further than the steady one between two looks was set meanwhile."""


class Look(NamedTuple):
    """One look at the clocks: what time it is, and how long this machine has been running, which nobody can set."""

    now: datetime
    uptime: float


class Sweeper:
    """Looks once an hour. Every worker does: the first deletes, and the others find nothing left.

    A clock that is wrong, as it often is right after a start, would make every table look old. So nothing is changed at
    the first look, nor after the clock was set; and the records as they were are kept.
    """

    def __init__(
        self,
        keeping: Keeping,
        backups: Backups,
        after_days: int,
        *,
        frees_codes: bool = False,
        every_seconds: float = EVERY_SECONDS,
    ) -> None:
        self._keeping = keeping
        self._backups = backups
        self._after = timedelta(days=after_days)
        self._frees_codes = frees_codes
        self._every = every_seconds
        self._last: Look | None = None
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, in a thread that ends with the process; do nothing if tables are kept for good, with their codes."""
        if self._after:
            logger.info("tables that nobody uses will be forgotten")
        if self._after or self._frees_codes:
            self._thread = threading.Thread(target=self._sweep_for_ever, name="sweeper", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Look no more; returns when a look that has begun has ended, or has taken too long for whoever stops the server."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(STOPPING_SECONDS)

    def sweep(self, look: Look) -> int:
        """How many tables were deleted: those last used more than the chosen number of days ago."""
        is_sure, self._last = self._agrees(look), look
        if is_sure and self._frees_codes and (freed := self._keeping.free_codes(look.now - CODES_AFTER)):
            logger.info("codes were freed", extra={"tables": freed})
        if not is_sure or not self._after:
            return 0
        return self._keeping.forget_unused(look.now - self._after, partial(self._backups.keep, BEFORE_SWEEP))

    def _agrees(self, look: Look) -> bool:
        """Whether the clock has gone on steadily since the last look, which was long enough ago."""
        if self._last is None:
            return False
        passed = look.uptime - self._last.uptime
        drift = (look.now - self._last.now).total_seconds() - passed
        return passed >= self._every and abs(drift) <= MOST_DRIFT_SECONDS

    def _sweep_for_ever(self) -> None:
        while not self._is_over.is_set():
            try:
                if forgotten := self.sweep(Look(datetime.now(UTC), time.monotonic())):
                    logger.info("tables were forgotten", extra={"tables": forgotten})
            except StoreUnavailable as away:  # the next hour will do
                logger.warning("unused tables could not be looked at: the store is %s", away.reason.value)
            self._is_over.wait(self._every)
