"""Deletes tables that nobody has used for a chosen number of days, with everything entered at them."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime, timedelta
from typing import Final

from companion.service.keeping import Keeping
from companion.store import StoreUnavailable

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 3600.0


class Sweeper:
    """Looks once an hour. Every worker does: a table that another has already deleted is no error."""

    def __init__(self, keeping: Keeping, after_days: int) -> None:
        self._keeping = keeping
        self._after = timedelta(days=after_days)

    def start(self) -> None:
        """Begin, in a thread that ends with the process; do nothing if tables are kept for good."""
        if self._after:
            threading.Thread(target=self._sweep_for_ever, name="sweeper", daemon=True).start()

    def sweep(self, now: datetime) -> int:
        """How many tables were deleted: those last used more than the chosen number of days ago."""
        return self._keeping.forget_unused(now - self._after)

    def _sweep_for_ever(self) -> None:
        pause = threading.Event()
        while True:
            try:
                if forgotten := self.sweep(datetime.now(UTC)):
                    logger.info("tables were forgotten", extra={"tables": forgotten})
            except StoreUnavailable as away:  # the next hour will do
                logger.warning("tables could not be forgotten: the store is %s", away.reason.value)
            pause.wait(EVERY_SECONDS)
