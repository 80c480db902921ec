"""How long a request may wait for its turn to write: counted from when it came in, so that waits do not add up.

A request waits for a thread, for others at the same match, for others who write, and for another program that holds the
file. Each of these waits would be bearable; one after the other, with a limit each, they would hold every thread for minutes.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

PATIENCE_SECONDS: Final = 5.0
"""After so long nobody at a table waits any more."""

_ENDS_AT: ContextVar[float | None] = ContextVar("ends_at", default=None)


@contextmanager
def having_waited(seconds: float) -> Iterator[None]:
    """Have what is done meanwhile wait no longer than if it had begun so long ago."""
    before = _ENDS_AT.set(time.monotonic() + PATIENCE_SECONDS - seconds)
    try:
        yield
    finally:
        _ENDS_AT.reset(before)


def seconds_left() -> float:
    """Return how much longer this context may wait; all of it where nobody said since when it does."""
    ends_at = _ENDS_AT.get()
    return PATIENCE_SECONDS if ends_at is None else max(0.0, min(ends_at - time.monotonic(), PATIENCE_SECONDS))
