"""Keeps an interpreter on one core, so that a server's threads do not carry it from core to core.

The interpreter runs only one of its threads at a time. Each tap goes from the event loop to a thread and back. If the two
are on different cores, everything the interpreter works with has to follow every time: with fifty tables, a tap took
half as long again. The other cores stay free for whatever else runs on the device.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

SYSTEM: Final = Path("/sys/devices")
"""Where Linux says what each core can do, and what kinds there are."""


def stay_on_one_core(number: int) -> None:
    """Keep this thread, and all it will start, on one core, chosen by `number`. Call it before any thread starts.

    Nothing changes if the system does not support this, if there is only one core, or if some cores are faster than others:
    then the system, such as a phone's, chooses better.
    """
    cores = _cores()
    if len(cores) > 1 and are_alike(cores):
        _use([cores[number % len(cores)]])


@contextlib.contextmanager
def others_use_all() -> Iterator[None]:
    """Let programs that this thread starts meanwhile use every core: a browser is not part of this server."""
    ours = _cores()
    if ours:
        _use(range(os.cpu_count() or 1))
    try:
        yield
    finally:
        if ours:
            _use(ours)


def are_alike(cores: Sequence[int], system: Path = SYSTEM) -> bool:
    """Whether these cores are equally fast, as far as the system says."""
    if (system / "cpu_atom").exists():
        return False
    capacities = {_capacity(system / "system" / "cpu" / f"cpu{core}" / "cpu_capacity") for core in cores}
    return len(capacities) == 1


def _cores() -> list[int]:
    """The cores this thread may use; none if the system offers no choice."""
    if sys.platform != "linux" or hasattr(sys, "getandroidapilevel"):
        return []
    return sorted(os.sched_getaffinity(0))


def _use(cores: Sequence[int]) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # not allowed here: everything works as before, only slower
            os.sched_setaffinity(0, set(cores))


def _capacity(path: Path) -> str:
    """What a core can do; empty if the system does not tell cores apart."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""
