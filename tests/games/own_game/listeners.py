"""No listeners: a game that a table defines has no disputes of its own."""

import random
from collections.abc import Mapping

from tests.conformance.listening import Facts, Listener, Options

LISTENERS: Mapping[str, type[Listener]] = {}


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """Nothing to ask."""
    raise KeyError(ruling)
