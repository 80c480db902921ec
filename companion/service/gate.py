"""Many at work at once, or one alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Everybody works side by side until somebody has to be alone: then nobody new is let in, and all leave first.

    A thread that is in may enter again, even while somebody waits to be alone.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._is_closed = False
        self._mine = threading.local()

    @contextmanager
    def beside_others(self) -> Iterator[None]:
        """Work beside others, after whoever is alone has left."""
        depth: int = getattr(self._mine, "depth", 0)
        if depth == 0:
            self._enter()
        self._mine.depth = depth + 1
        try:
            yield
        finally:
            self._mine.depth = depth
            if depth == 0:
                self._leave()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Work while nobody else does. A thread that works beside others must not enter it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_closed)
            self._is_closed = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._is_closed = False
                self._changed.notify_all()

    def _enter(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._is_closed)
            self._inside += 1

    def _leave(self) -> None:
        with self._changed:
            self._inside -= 1
            if self._inside == 0:
                self._changed.notify_all()
