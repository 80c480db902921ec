"""The rings: which tests run when, and how far those look that could look for ever."""

import os
import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

RINGS = ("check", "test", "all")
"""Each holds the tests of those before it, and more: `--ring check` is the quick part."""
FIRST_RING = {"golden": "test", "stranger": "test", "e2e": "all", "hosted": "all", "strength": "all"}
"""The first ring in which a folder's tests run; those of all others run in each. `@pytest.mark.ring(...)` says otherwise."""
EXAMPLES = {"check": 20, "test": 30, "all": 60}
"""How many examples a property is tried on, unless it says otherwise."""

SHARE = float(os.environ.get("TABLESIDE_STRENGTH", "0"))
"""The part of the long form of tests/strength that is run: 1 is all of it, 0 the short form."""


def times(short: int, long: int) -> int:
    """How often to do something that is done `long` times in the long form, and never less often than `short`."""
    return max(short, round(long * SHARE))


def examples(number: int) -> int:
    """How many examples to try of a property that is tried on so many in the last ring: fewer in those before it."""
    return min(number, -(-number * settings().max_examples // EXAMPLES[RINGS[-1]]))


def few_first(values: Sequence[Any], few: int, later: str = RINGS[-1]) -> list[Any]:
    """The values of a parameter, tuples of several: a few in the test's own ring, all of them from a later one on."""
    mark = pytest.mark.ring(later)
    others = (pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=mark) for one in values[few:])
    return [*values[:few], *others]


def some_of(values: Iterable[Any], few: int) -> list[Any]:
    """So many of the values, others in each run by its SEED; all of them in the last ring."""
    known = list(values)
    is_last = settings().max_examples >= EXAMPLES[RINGS[-1]]
    return known if is_last else random.Random(int(os.environ["SEED"])).sample(known, min(few, len(known)))
