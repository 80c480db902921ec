"""What is told beside the entries of a match to all who follow it: who is entering just now, and that a set-up goes on."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from companion.live import Live, next_level
from companion.match.access import Caller
from companion.match.snapshot import Snapshot
from companion.store import Match

HOST: Final = "host"
"""Who enters without a seat in the match."""


def topic(match_id: str, who: str) -> str:
    """The topic told whenever this seat, or the host, taps something that is not recorded yet."""
    return f"{match_id}/entering/{who}"


def steps_topic(match_id: str) -> str:
    """The topic told whenever a step of the set-up is ticked, or no longer."""
    return f"{match_id}/steps"


def people(match: Match) -> Iterable[str]:
    """Who may enter something in a match: each of its seats, and a host without one."""
    return (*map(str, range(len(match.seats))), HOST)


def who_enters(now: Snapshot, caller: Caller) -> str | None:
    """As whom a caller enters: the seat it looks with, else the first it holds, else the host; None if it may not."""
    seats = now.viewer_of(caller).seats or now.seats_of(caller)
    if seats:
        return str(min(seats))
    return HOST if caller.is_at(now.table.id) else None


def tell_steps(live: Live, match_id: str) -> None:
    """Tell all who follow the match that its steps are to be looked at again."""
    live.publish(steps_topic(match_id), next_level(datetime.now(UTC)))


def tell_entering(live: Live, now: Snapshot, caller: Caller) -> None:
    """Tell all who follow the match that the caller is entering something; nobody, if it may not or nothing goes on."""
    who = who_enters(now, caller)
    if who is not None and not now.has_ended:
        live.publish(topic(now.match.id, who), next_level(datetime.now(UTC)))
