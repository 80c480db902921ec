"""How far each match in play has come, remembered so that appending need not read."""

import threading
from collections import OrderedDict
from typing import NamedTuple

_MATCHES = 4096


class Head(NamedTuple):
    """The number of entries of a match and the hash of the last."""

    version: int
    hash: str


class Heads:
    """The heads last seen, of the matches used last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Head] = OrderedDict()

    def get(self, match_id: str) -> Head | None:
        """Return what is known; it may be behind where other processes write."""
        return self._known.get(match_id)

    def learn(self, match_id: str, head: Head) -> None:
        """Remember the head unless a later one is known already."""
        with self._lock:
            known = self._known.get(match_id)
            if known is None or known.version < head.version:
                self._known[match_id] = head
            self._known.move_to_end(match_id)
            if len(self._known) > _MATCHES:
                self._known.popitem(last=False)

    def forget(self, *match_ids: str) -> None:
        """Know nothing of these matches any more."""
        with self._lock:
            for match_id in match_ids:
                self._known.pop(match_id, None)

    def forget_all(self) -> None:
        """Know nothing any more: every match may be another now."""
        with self._lock:
            self._known.clear()
