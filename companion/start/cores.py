"""One core for one interpreter, where a server's threads would carry it from core to core.

The interpreter lets only one of its threads run. Each tap goes from the event loop to a thread and back; where the two are on
different cores, everything the interpreter works with has to follow, every time: with fifty tables a tap took half as
long again. Whatever else runs on the device finds the other cores free.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

SYSTEM: Final = Path("/sys/devices")
"""Where Linux says how much each core can do, and what kinds there are."""


def stay_on_one_core(number: int) -> None:
    """Keep this thread, and all it will start, on one core; which of them, `number` says. Call it before any thread starts.

    Nothing changes where the system has no such thing, where there is one core only, or where some are faster than others:
    a phone's system had better choose.
    """
    cores = _cores()
    if len(cores) > 1 and are_alike(cores):
        _use([cores[number % len(cores)]])


@contextlib.contextmanager
def others_use_all() -> Iterator[None]:
    """Let programs that this thread starts meanwhile use every core: a browser is not a part of this server."""
    ours = _cores()
    if ours:
        _use(range(os.cpu_count() or 1))
    try:
        yield
    finally:
        if ours:
            _use(ours)


def are_alike(cores: Sequence[int], system: Path = SYSTEM) -> bool:
    """Whether one of these cores is as fast as another, as far as the system says."""
    if (system / "cpu_atom").exists():
        return False
    capacities = {_capacity(system / "system" / "cpu" / f"cpu{core}" / "cpu_capacity") for core in cores}
    return len(capacities) == 1


def _cores() -> list[int]:
    """The cores this thread may use; none where the system does not let one choose."""
    if sys.platform != "linux" or hasattr(sys, "getandroidapilevel"):
        return []
    return sorted(os.sched_getaffinity(0))


def _use(cores: Sequence[int]) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # not allowed here: then all stays as it is, only slower
            os.sched_setaffinity(0, set(cores))


def _capacity(path: Path) -> str:
    """What a core can do; nothing where the system does not tell them apart."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""
