"""What one address may not do any number of times: try codes and tokens, and on a public host open tables."""

from __future__ import annotations

from companion.web.app.device import caller
from companion.web.app.problems import TooManyGuesses, TooManyTables
from companion.web.app.rate_limits import asker
from companion.web.app.services import services


def check_guesses() -> None:
    """Nothing; raises `TooManyGuesses` if this address has guessed wrong too often."""
    wait = services.guesses.wait_seconds(asker())
    if wait:
        raise TooManyGuesses(wait)


def note_wrong_guess() -> None:
    """Count a wrong code or token; raises `TooManyGuesses` if this address has guessed wrong too often before."""
    check_guesses()
    services.guesses.note(asker())


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
