"""The score of an evening over different games: a point for everyone you finished above, half a point for a tie.

Points are counted in halves, so that they stay whole numbers. A match of n players, each for themselves, brings n(n - 1)
halves altogether, whatever its game and however high its scores. Partners share a place, and no points.
Matches broken off or still going on bring nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.engine.story import Highlight, Stretch, lead, places, ranked
from companion.engine.text import signs
from companion.match.access import NOBODY, Caller
from companion.match.enter import Matches
from companion.match.errors import CannotOpen
from companion.match.snapshot import Snapshot
from companion.store import Match, Seat, Table

How: TypeAlias = Literal["over", "going", "broken_off", "cannot_open"]


@dataclass(frozen=True, slots=True)
class EveningMatch:
    """A match of the evening. `places` and `halves` belong to its `seats` (the table's), and are empty unless it is over.

    `won_together`: all who won are one side.
    `is_empty`: it was broken off before anything was entered; `is_carried_on`: a later match goes on from it.
    """

    match: Match
    how: How
    places: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    is_empty: bool = False
    is_carried_on: bool = False
    won_together: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        return self.match.seats

    def halves_of(self, seat: int) -> int | None:
        """Return what the match brought a person at the table; None if they did not play it, or while it brings
        nothing.
        """
        return self.halves[self.seats.index(seat)] if self.halves and seat in self.seats else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who finished first; no one before its end."""
        return tuple(seat for seat in self.seats if self.place_of(seat) == 1)

    @property
    def is_lost(self) -> bool:
        """Whether it is over, and everyone lost it together."""
        return bool(self.places) and 1 not in self.places

    def place_of(self, seat: int) -> int | None:
        """Return where someone finished; None if they did not play it, or before its end."""
        return self.places[self.seats.index(seat)] if self.places and seat in self.seats else None


@dataclass(frozen=True, slots=True)
class Total:
    """What a person at the table has so far: the place in the evening, the points in halves, how many matches count."""

    seat: int
    name: str | None
    place: int
    halves: int
    matches: int


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything played at a table, in order, and everyone's place: best first, without those who played nothing."""

    played: tuple[EveningMatch, ...]
    totals: tuple[Total, ...]

    @property
    def counted(self) -> tuple[EveningMatch, ...]:
        """The matches that count: those played to their end."""
        return tuple(one for one in self.played if one.how == "over")

    @property
    def shown(self) -> tuple[EveningMatch, ...]:
        """The matches without those that were set up anew before anything was entered, or that a later one carries on."""
        last = {one.match.game: one for one in self.played}
        there = [one for one in self.played if not one.is_carried_on]
        return tuple(one for one in there if not one.is_empty or one is last[one.match.game])

    @property
    def leaders(self) -> tuple[Total, ...]:
        """Who is ahead: several where they have the same points."""
        return tuple(one for one in self.totals if one.place == 1)

    @property
    def is_level(self) -> bool:
        """Whether everyone has the same points, as after a game that all won or lost together."""
        return len(self.totals) > 1 and self.leaders == self.totals

    @property
    def turning(self) -> Highlight | None:
        """The game since which the leaders are ahead, by its number among those that count; None where they have been level,
        and after a single game.
        """
        stretches, sums = [], [0] * (1 + max((one.seat for one in self.totals), default=0))
        for number, match in enumerate(self.counted, 1):
            sums = [before + (match.halves_of(seat) or 0) for seat, before in enumerate(sums)]
            stretches.append(Stretch(number, tuple(sums)))
        if len(stretches) < 2 or self.is_level:
            return None
        numbers = {one.number: one.number for one in stretches}
        return lead(
            stretches, [one.seat for one in self.leaders], numbers, lambda number: signs("{value}", value=number), ""
        )

    @property
    def is_even(self) -> bool:
        """Whether everyone has played the same number of matches."""
        return len({one.matches for one in self.totals}) < 2


def halves(found: Sequence[int], sides: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
    """Points in halves from the places: two for everyone one is above, one for everyone one ties with on another of `sides`."""
    # In halves, so that all of it stays whole numbers and two evenings compare exactly. Where all are one side they tie.
    several = sides if len(sides) > 1 else [(at,) for at in range(len(found))]
    own_side = {at: {*side} for side in several for at in side}

    def of(at: int) -> int:
        beside = (one for other, one in enumerate(found) if other not in own_side[at])
        return sum(2 if one > found[at] else one == found[at] for one in beside)

    return tuple(map(of, range(len(found))))


def evening(matches: Matches, table: Table, seats: Sequence[Seat], every: Sequence[Match]) -> Evening:
    """Return the evening of a table, from everyone at it and its matches in order."""
    # Worked out whenever it is shown: a correction in the first match of the evening changes the score by itself (ADR 10).
    found = (played_in(matches, match) for match in every)
    played = tuple(
        replace(one, is_carried_on=one.how == "broken_off" and carried_on(matches, one.match, every) is not None)
        for one in found
    )
    return Evening(played, totals(seats, played))


def carried_on(matches: Matches, match: Match, every: Sequence[Match]) -> Match | None:
    """Return the match of the evening that began where this one was broken off, with more players; None if none did."""
    later = next((one for one in every if one.number > match.number and one.game == match.game), None)
    # Fewer or the same players are a new game, whatever was broken off before it. This spares opening most matches.
    if later is None or not {*match.seats} < {*later.seats}:
        return None
    seen = readable(matches, later)
    return later if seen is not None and seen.carries_on else None


def goes_on_from(matches: Matches, match: Match, every: Sequence[Match]) -> Match | None:
    """Return the match of the evening that was broken off when someone joined this one; None if it began anew."""
    earlier = next((one for one in reversed(every) if one.number < match.number and one.game == match.game), None)
    return None if earlier is None or carried_on(matches, earlier, every) != match else earlier


def played_in(matches: Matches, match: Match) -> EveningMatch:
    """Return how a match of the evening went; one that cannot be opened brings nothing, and takes nothing from the
    others.
    """
    seen = readable(matches, match)
    if seen is None:
        return EveningMatch(match, "cannot_open")
    found = places(seen.game.status(seen.replay.state))
    if found is None:
        is_left = seen.is_abandoned
        return EveningMatch(match, "broken_off" if is_left else "going", is_empty=is_left and seen.is_empty)
    # Who has lost together is above no one.
    sides = seen.game.teams_of(seen.setup)
    halved = halves(found, sides) if 1 in found else (0,) * len(found)
    winners = tuple(seat for seat, place in enumerate(found) if place == 1)
    return EveningMatch(match, "over", found, halved, won_together=winners in sides)


def readable(matches: Matches, match: Match, caller: Caller = NOBODY) -> Snapshot | None:
    """Return the match as it stands; None if it cannot be opened, which its own page tells."""
    with suppress(CannotOpen):
        return matches.snapshot(match.id, caller)
    return None


def totals(seats: Sequence[Seat], played: Sequence[EveningMatch]) -> tuple[Total, ...]:
    """Return the places of all who have finished a match: most points first, equal points in the order they sit."""
    brought = {one.seat: [won for match in played if (won := match.halves_of(one.seat)) is not None] for one in seats}
    # Who has not finished a match yet has no last place either.
    there = [one for one in seats if brought[one.seat]]
    sums = [sum(brought[one.seat]) for one in there]
    found = ranked([-one for one in sums])
    rows = [
        Total(one.seat, one.name, place, points, len(brought[one.seat]))
        for one, place, points in zip(there, found, sums, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.seat)))
