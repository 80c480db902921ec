"""Levels for topics that have no version of their own: each is higher than the last, whatever the clock does.

A Raspberry Pi has no clock of its own. If its time is set back, news that carry the time would look old and nobody
would hear them: the streams of a phone whose seat was taken away would stay open.
"""

from __future__ import annotations

import threading
from datetime import datetime

_lock = threading.Lock()
_last = 0


def tick(now: datetime) -> int:
    """Microseconds since 1970, or 1 more than the last tick if the clock has not moved on since."""
    global _last
    with _lock:
        _last = max(_last + 1, int(now.timestamp() * 1_000_000))
        return _last
