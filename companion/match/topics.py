"""The topics of the bus besides matches and tables themselves: rights, devices, set-ups, and who is entering just now."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from companion.live import Live, next_level, notify
from companion.match.access import Caller
from companion.match.snapshot import Snapshot
from companion.store import Match

HOST: Final = "host"
"""Who enters without a seat in the match."""
ENTRIES: Final = 10_000
"""More than a match can have."""
NO_ENTRY: Final = ENTRIES - 1
"""In place of an entry: nothing is asked any more."""
HOLDS_MS: Final = 25_000
"""A phone that is asked says so again within this time (`asked.js`)."""


def rights_topic(table_id: str) -> str:
    """Return the topic published when a player's rights at a table end: open streams are closed and asked again."""
    return f"{table_id}/rights"


def owner_topic(device: str) -> str:
    """Return the topic published when a device owns this one no longer."""
    return f"owners/{device}"


def device_topic(table_id: str, device: str) -> str:
    """Return the topic published when a device gains rights at a table: its other open pages see them as soon as they ask
    again.
    """
    return f"{table_id}/device/{device}"


def strangers_topic(table_id: str) -> str:
    """Return the topic published when someone sits down: a page opened before its device was known cannot hear the other
    one.
    """
    return f"{table_id}/strangers"


def entering_topic(match_id: str, who: str) -> str:
    """Return the topic published whenever this seat, or the host, taps something that is not recorded yet."""
    return f"{match_id}/entering/{who}"


def asked_topic(match_id: str, who: str) -> str:
    """Return the topic published when this seat, or the host, is asked which of two entries counts, or has answered."""
    return f"{match_id}/asked/{who}"


def steps_topic(match_id: str) -> str:
    """Return the topic published whenever a step of the set-up is ticked, or no longer."""
    return f"{match_id}/steps"


def who_may_enter(match: Match) -> Iterable[str]:
    """Return who may enter something in a match: each of its seats, and a host without one."""
    return (*map(str, range(len(match.seats))), HOST)


def enters_as(now: Snapshot, caller: Caller) -> str | None:
    """Return as whom a caller enters: the seat it looks with, else the first it holds, else the host; None if it may
    not.
    """
    seats = now.viewer_of(caller).seats or now.seats_of(caller)
    if seats:
        return str(min(seats))
    return HOST if caller.is_at(now.table.id) else None


def notify_entering(live: Live, now: Snapshot, caller: Caller) -> None:
    """Let all who follow the match see that the caller is entering something; no one, if it may not or nothing goes on."""
    who = enters_as(now, caller)
    if who is not None and not now.has_ended:
        notify(live, entering_topic(now.match.id, who))


def notify_asked(live: Live, now: Snapshot, caller: Caller, index: int) -> None:
    """Let all who follow the match see that the caller is asked whether this entry counts, or another: its index is how
    the level ends; or, by `NO_ENTRY`, is not asked any more.
    """
    who = enters_as(now, caller)
    if who is not None and not now.has_ended:
        level = next_level(datetime.now(UTC)) // 1000 * ENTRIES + min(index, NO_ENTRY)
        live.publish(asked_topic(now.match.id, who), level)


def is_asked_still(level: int) -> bool:
    """Return whether a level of `asked_topic` says that somebody is asked, and is no older than it may be."""
    at, index = divmod(level, ENTRIES)
    return index != NO_ENTRY and next_level(datetime.now(UTC)) // 1000 - at < HOLDS_MS
