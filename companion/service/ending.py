"""A match broken off before its end, and taken up again: entered in its journal, so that none of it is lost."""

from __future__ import annotations

from companion.engine.journal import Abandoned, TakenUp
from companion.match.access import Caller, must_host
from companion.service.loaded import Loaded
from companion.service.matches import Matches
from companion.service.seen import Seen
from companion.service.steps import Asked


def abandon(matches: Matches, match_id: str, caller: Caller, asked: Asked) -> Seen:
    """The match broken off, for everybody; unchanged if it is over or broken off already. Raises `NotAllowed`."""
    seen = _hosted(matches, match_id, caller)
    return seen if has_ended(seen.loaded) else matches.note(match_id, caller, Abandoned(), asked)


def take_up(matches: Matches, match_id: str, caller: Caller, asked: Asked) -> Seen:
    """The match going on where it was broken off; unchanged if it was not broken off. Raises `NotAllowed`."""
    seen = _hosted(matches, match_id, caller)
    return matches.note(match_id, caller, TakenUp(), asked) if is_abandoned(seen.loaded) else seen


def is_abandoned(loaded: Loaded) -> bool:
    """Whether the match was broken off before its end."""
    return loaded.timeline.is_abandoned and not is_over(loaded)


def is_over(loaded: Loaded) -> bool:
    """Whether the match was played to its end."""
    return loaded.game.status(loaded.timeline.at().state).winners is not None


def has_ended(loaded: Loaded) -> bool:
    """Whether nothing more is played in this match: it is over, or was broken off."""
    return loaded.timeline.is_abandoned or is_over(loaded)


def _hosted(matches: Matches, match_id: str, caller: Caller) -> Seen:
    seen = matches.look(match_id, caller)
    must_host(caller, seen.table)
    return seen
