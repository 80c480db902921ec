"""Which steps of a set-up are done: ticked by anybody at the table, seen by everybody, kept in memory until the game begins."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

MOST_MATCHES: Final = 64


class LaidOut:
    """The steps done for each match that is being set up, for as long as the server runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: OrderedDict[str, frozenset[int]] = OrderedDict()

    def done(self, match_id: str) -> frozenset[int]:
        """The numbers of the steps done, from 0."""
        return self._done.get(match_id, frozenset())

    def tick(self, match_id: str, step: int, *, is_done: bool) -> None:
        """Note that a step is done, or is not after all. The match that was ticked longest ago makes room for a new one."""
        with self._lock:
            before = self.done(match_id)
            self._done[match_id] = before | {step} if is_done else before - {step}
            self._done.move_to_end(match_id)
            if len(self._done) > MOST_MATCHES:
                self._done.popitem(last=False)
