"""Points has no disputes, so nobody listens to a working."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from tests.conformance.listening import Facts, Listener, Options


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """There is none. Raises LookupError."""
    raise LookupError(ruling)


LISTENERS: Final[Mapping[str, type[Listener]]] = {}
