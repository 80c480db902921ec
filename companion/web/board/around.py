"""What happens around a board: the table, its host, what is played next."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from companion.archive.results import Won, story_of, won_of
from companion.engine.story import Story
from companion.games import games
from companion.match.contests import Contest, open_contests
from companion.match.redact import VisibleEntry, newest_for_everybody
from companion.match.snapshot import Snapshot
from companion.table.evening import carried_on
from companion.table.succession import NEWS
from companion.web.app.services import services
from companion.web.board.going_on import has_gone_on
from companion.web.evening.evening import picked_words, sentence_at_start
from companion.web.evening.tables import OtherMatch, other_match


class Wish(NamedTuple):
    """Somebody's wish to host in place of a silent phone: since when, of whom and from which table seat, the table seats that
    are not asked, and whether the host's phone was heard: then its person alone is asked; and whether it waits for its minute
    alone, of which so many seconds are left.
    """

    since: str
    name: str | None
    seat: int
    settled: frozenset[int]
    is_heard: bool
    waits: bool
    left: int


class BoardContext(NamedTuple):
    """What happens around a board, the same for all who look at it in one language.

    `records_at`: when a backup was last put in place; empty if never. `last`: the newest entry, if everyone sees the
    same of it. `noted`: what is known of the game's box. `won`: the end of the match, if it is over. `carried_on`: the
    match that goes on where this one was broken off, because someone joined. `has_gone_on`: from what the last step brought.
    `wish`: to host, where that is still open. `host`: the name of who hosts, where that is said, and `host_at`, their seat at the
    table; `new_host`: the seat
    of who does since just now, for that passed on; `is_away`: their phone has not been heard for a while.
    `doubled`: table seats that one more phone has just taken, each with a device that had it before. `stood`: how everybody
    stands in a match that was stopped, where one is ahead.
    """

    is_abandoned: bool
    following: OtherMatch | None
    starts: str | None
    contests: tuple[Contest, ...]
    records_at: str
    last: VisibleEntry | None
    noted: tuple[Any, ...]
    won: Won | None
    carried_on: OtherMatch | None = None
    has_gone_on: bool = False
    wish: Wish | None = None
    host: str | None = None
    host_at: int | None = None
    new_host: int | None = None
    is_away: bool = False
    doubled: frozenset[tuple[int, str]] = frozenset()
    stood: Story | None = None


def context_of(seen: Snapshot) -> BoardContext:
    """Return what happens around the board of a match, in the reader's language."""
    found, wish = services.succession, _wish(seen)
    heir, is_away = found.heir(seen.table), found.is_away(seen.table)
    # Asked for with each board, so only where it is said.
    is_named = wish or is_away or seen.is_over or seen.table.closed_to_seats
    host = heir or (found.host(seen.table) if is_named else None)
    return BoardContext(
        is_abandoned=seen.is_abandoned,
        following=following(seen),
        starts=sentence_at_start(seen) or _picked_next(seen),
        contests=open_contests(seen),
        records_at=services.records_at,
        last=newest_for_everybody(seen),
        noted=tuple(note.item for note in services.boxes.notes(seen.game)),
        won=won_of(services.store, seen),
        carried_on=_carried_on(seen) if seen.is_abandoned else None,
        has_gone_on=has_gone_on(seen),
        wish=wish,
        host=_name(seen, host and host.seat),
        host_at=host and host.seat,
        new_host=heir.seat if heir and datetime.now(UTC) - heir.since < NEWS else None,
        is_away=is_away,
        doubled=services.seating.doubled(seen.table.id, datetime.now(UTC)),
        stood=_stood(seen) if seen.is_abandoned and not seen.game.made else None,
    )


def _stood(seen: Snapshot) -> Story | None:
    story = story_of(seen)
    return story if len({one.rank for one in story.places}) > 1 else None


def _name(seen: Snapshot, seat: int | None) -> str | None:
    return next((one.name for one in seen.people if one.seat == seat), None)


def _wish(seen: Snapshot) -> Wish | None:
    """Return who wishes to host the table."""
    now = datetime.now(UTC)
    found = services.succession.wish(seen.table, now)
    if found is None:
        return None
    waits = not found.is_heard and services.succession.has_enough(seen.table, found)
    settled = services.succession.settled(seen.table, found)
    return Wish(
        found.since, _name(seen, found.seat), found.seat, settled, found.is_heard, waits, found.seconds_left(now)
    )


def _carried_on(seen: Snapshot) -> OtherMatch | None:
    found = carried_on(services.matches, seen.match, services.tables.matches(seen.table))
    return None if found is None else other_match(found)


def _picked_next(seen: Snapshot) -> str | None:
    """Return who was picked to start whatever comes next, for those who still look at a match that has ended."""
    return picked_words(seen.table) if seen.match.ended_at is not None else None


def following(seen: Snapshot) -> OtherMatch | None:
    """Return the match that the table plays by now, if it is a later one than this; of one that has ended also the last
    that was played since.
    """
    # By number, not by time: a clock that was set back must not lead people to an older match. A game of a newer version of
    # the app may be there; this one cannot show it.
    every = services.store.matches.at(seen.table.id)
    later = [match for match in every if match.number > seen.match.number and match.game in games()]
    going = [match for match in later if match.ended_at is None] or (later if seen.match.ended_at is not None else [])
    return other_match(going[-1]) if going else None
