"""A match as the store holds it: what it started from, and whether it can be opened at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.engine.options import recorded_setup
from companion.engine.timeline import Timeline
from companion.games import games
from companion.match.errors import CannotOpen
from companion.store import BrokenChain, Match, Missing, StoreUnavailable, Unstorable


def start_of(match: Match) -> Timeline[Any]:
    """Return the match before its first entry.

    Raise `NotAMove` or `IllegalMove` for options that its game never had.
    """
    game = games()[match.game]
    setup = recorded_setup(game, len(match.seats), match.options)
    return Timeline(game.by(setup.options, setup.seats), setup)


@contextmanager
def opening() -> Iterator[None]:
    """Raise `CannotOpen` where what is read of a match is damaged, or of a form that this Tableside does not know."""
    try:
        yield
    except BrokenChain as error:
        raise CannotOpen from error
    except (StoreUnavailable, Missing, Unstorable):  # the last: what is asked for can be the name of no match
        raise
    except Exception as error:  # rules meet what they never wrote, and may stumble in any way
        raise CannotOpen from error
