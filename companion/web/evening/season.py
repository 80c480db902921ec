"""Who leads this season, as far as whoever asks may look back: for the start page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from companion.archive.history import CountedMatch, records
from companion.archive.looking_back import visible_history
from companion.archive.milestones import SEASONS, season_of
from companion.archive.people import Spellings
from companion.engine.text import Text, say
from companion.match.access import Caller
from companion.store import Within
from companion.web.app.services import services

FEWEST_WINS: Final = 2
"""One win leads nobody: it was the last evening, which stands beside it."""


@dataclass(frozen=True, slots=True)
class Season:
    """Since when it counts, who has won most, where they sat last, how often they won, and by how many wins they lead."""

    since: date
    names: tuple[str, ...]
    seats: tuple[int, ...]
    wins: int
    lead: int

    @property
    def words(self) -> Text:
        """Since when it counts, in words."""
        return say("Since {month}", month=SEASONS[self.since.month])


def season_now(caller: Caller) -> Season | None:
    """The season under way; None while nobody has won twice."""
    since = season_of(datetime.now().astimezone().date())
    midnight = datetime.combine(since, time.min).astimezone()
    seen = visible_history(services.store, Spellings(services.store), caller, Within(since=midnight))
    won = [(one.person, one.won) for one in records(seen.played)]
    most = max((wins for _, wins in won), default=0)
    first = [person for person, wins in won if wins == most]
    if most < FEWEST_WINS:
        return None
    names = tuple(one.name for person in first if (one := seen.people.get(person)) is not None)
    lead = most - max((wins for _, wins in won if wins < most), default=0)
    seats = tuple(seat for person in first for seat in _last_seat(seen.played, person))
    return Season(since, names, seats, most, lead)


def _last_seat(played: Sequence[CountedMatch], person: str) -> tuple[int, ...]:
    """Where the person sat at the table of their newest match; nothing if it has just been deleted."""
    newest = next(one for one in played if person in one.people)
    match = services.store.matches.get(newest.match)
    return () if match is None else (match.seats[newest.people.index(person)],)
