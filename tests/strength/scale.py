"""How long these tests look: one number scales them all."""

import os
from typing import Final

SHARE: Final = float(os.environ.get("TABLESIDE_STRENGTH", "0"))
"""The part of the long form that is run: 1 is all of it, 0 the short form."""


def times(short: int, long: int) -> int:
    """How often to do something that is done `long` times in the long form, and never less often than `short`."""
    return max(short, round(long * SHARE))
