"""One heap for all threads, where the system's C library would give each its own."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

M_ARENA_MAX: Final = -8
"""As `malloc.h` of glibc names and numbers it."""


def share_one_heap() -> None:
    """Let threads take memory from the heap that is there; elsewhere than on glibc, nothing changes. Call it before any starts.

    What one thread gives back no other can use while each has a heap of its own: with a dozen threads that was a tenth of
    all memory. Threads would not wait less for one another: the interpreter lets only one of them run.
    """
    if sys.platform == "linux":
        choose = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none, and one heap
        if choose is not None:
            choose(M_ARENA_MAX, 1)
