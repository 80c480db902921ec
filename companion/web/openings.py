"""How many tables one address may open, if that is limited at all: on a public host."""

from __future__ import annotations

from companion.web.device import caller
from companion.web.limits import asker
from companion.web.problems import TooManyTables
from companion.web.services import services


def count_opening() -> None:
    """Count a table about to be opened; raises `TooManyTables` if this address has opened its share.

    The owner of the host may open any number.
    """
    address = asker()
    if caller().is_owner:
        return
    wait = services.openings.wait_seconds(address)
    if wait:
        raise TooManyTables(wait)
    services.openings.note(address)
