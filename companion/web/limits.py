"""How often one address may guess: codes of tables and tokens, nothing else."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

GUESSES: Final = 30
WINDOW_SECONDS: Final = 60.0
MOST_ADDRESSES: Final = 4096


class Limiter:
    """Counts wrong guesses by address within a sliding minute."""

    def __init__(self, guesses: int = GUESSES, clock: Callable[[], float] = time.monotonic) -> None:
        self._guesses = guesses
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_seconds(self, address: str) -> int:
        """How long this address has to wait before it may guess again; 0 where it may guess now."""
        with self._lock:
            times = self._recent(address)
            if times is None or len(times) < self._guesses:
                return 0
            return max(1, int(times[0] + WINDOW_SECONDS - self._clock()) + 1)

    def note_wrong(self, address: str) -> None:
        """Count one wrong guess."""
        with self._lock:
            times = self._wrong.setdefault(address, deque(maxlen=self._guesses))
            times.append(self._clock())
            self._wrong.move_to_end(address)
            if len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)

    def _recent(self, address: str) -> deque[float] | None:
        times = self._wrong.get(address)
        while times and times[0] + WINDOW_SECONDS <= self._clock():
            times.popleft()
        if times is not None and not times:
            del self._wrong[address]
            return None
        return times
