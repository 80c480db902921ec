"""One heap for all threads, instead of one for each, as glibc would have it."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

M_ARENA_MAX: Final = -8
"""The name and number in glibc's `malloc.h`."""


def share_one_heap() -> None:
    """Let all threads use the existing heap. Without glibc, nothing changes. Call it before any thread starts.

    While each thread has its own heap, no other can use the memory it gives back: with a dozen threads that was a tenth of
    all memory. One heap makes no thread wait longer, because the interpreter runs only one at a time.
    """
    if sys.platform == "linux":
        choose = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none, and one heap
        if choose is not None:
            choose(M_ARENA_MAX, 1)
