"""What was worked out of something that never changes, kept beside it: a board is drawn up for every pair of eyes."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Final, TypeVar

Source = TypeVar("Source")
Result = TypeVar("Result")

MOST: Final = 64


def kept(work_out: Callable[[Source], Result]) -> Callable[[Source], Result]:
    """The function, which gives the same result again for the very same thing, as long as that was among the last it saw.

    For functions of a state: states are immutable, and the same one is looked at by every phone at the table. Told apart
    by identity, for comparing two states would cost more than most of what is worked out of them.
    """
    results: dict[int, tuple[Source, Result]] = {}
    making_room = threading.Lock()

    @functools.wraps(work_out)
    def look_up(source: Source) -> Result:
        known = results.get(id(source))
        if known is not None:
            return known[1]
        result = work_out(source)
        with making_room:
            # The thing is kept too: as long as it is here, nothing else has its identity.
            results[id(source)] = (source, result)
            while len(results) > MOST:
                del results[next(iter(results))]
        return result

    return look_up
