"""Answers remembered for a moment, by one thread: while it looks, everything is as it was when it first looked."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
W = TypeVar("W", bound=Hashable)


class _Present(threading.local):
    """What this thread has seen in its present glance; None if it takes none."""

    seen: dict[tuple[str, Hashable], Any] | None = None


class Glances:
    """The glances at one database: each belongs to the thread that takes it, and knows nothing of the others'."""

    def __init__(self) -> None:
        self._present = _Present()

    @contextmanager
    def glance(self) -> Iterator[None]:
        """While this lasts a question is put to the database once. A glance within a glance is the same one."""
        if self._present.seen is not None:
            yield
            return
        self._present.seen = {}
        try:
            yield
        finally:
            self._present.seen = None

    def answer(self, what: str, whose: W, ask: Callable[[W], T]) -> T:
        """Return what `ask` gives to this question, or gave before in this glance."""
        seen = self._present.seen
        if seen is None:
            return ask(whose)
        question = (what, whose)
        if question not in seen:
            seen[question] = ask(whose)
        answer: T = seen[question]
        return answer

    def look_anew(self) -> None:
        """Forget what this glance has seen so far: something changes."""
        if self._present.seen is not None:
            self._present.seen.clear()
