"""Looking back on many matches: who won how often, averages, records, who was ahead of whom. Arithmetic, no store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import combinations
from typing import Final

from companion.table.evening import halves

MOST_RIVALS: Final = 8
"""At most this many people appear in the table of who was ahead of whom."""
MOST_MONTHS: Final = 12
INTO_THE_NIGHT: Final = timedelta(hours=4)
"""What begins before that hour belongs to the evening before."""


def evening_day(at: datetime) -> date:
    """Return the day of the evening that moment belongs to, on this device: an evening goes on into the night."""
    return (at.astimezone() - INTO_THE_NIGHT).date()


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match that was played to its end. `people` are known by their keys, None if a name was forgotten.

    `game` tells games apart that tables named for themselves. `lowest_wins`: in it fewer points are better. `teams`: the
    seats that scored together, none where everyone played alone. `moot`: the seats whose score decided nothing. `table`: where.
    """

    match_id: str
    game: str
    at: datetime
    minutes: int
    people: tuple[str | None, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    lowest_wins: bool = False
    teams: tuple[tuple[int, ...], ...] = ()
    moot: tuple[int, ...] = ()
    table: str = ""

    @property
    def evening(self) -> date:
        """The day of its evening."""
        return evening_day(self.at)

    @property
    def counted(self) -> tuple[int, ...]:
        """The scores that decided it."""
        return tuple(score for seat, score in enumerate(self.scores) if seat not in self.moot)

    @property
    def has_ranks(self) -> bool:
        """Whether there was another side to be ahead of, or behind: won or lost together is neither."""
        return (len(self.teams) or len(self.people)) > 1

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the win: partners win as one."""
        return len({self.side_of(seat) for seat in self.winners}) > 1

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def ranking(self) -> list[int]:
        """The seats by their places, the winners first."""
        return sorted(range(len(self.places)), key=self.places.__getitem__)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats that scored together with this one, itself among them."""
        return next((team for team in self.teams if seat in team), (seat,))

    def seat_of(self, person: str) -> int | None:
        """Return where the person sat, None if they did not play."""
        return self.people.index(person) if person in self.people else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The matches to look back on: None leaves a question open. Days are those of this device, both included."""

    game: str | None = None
    person: str | None = None
    players: int | None = None
    since: date | None = None
    until: date | None = None

    def wants(self, one: CountedMatch) -> bool:
        """Return whether the match is one of them."""
        return (
            self.game in (None, one.game)
            and (self.person is None or self.person in one.people)
            and self.players in (None, len(one.people))
            and ((self.since is None and self.until is None) or self._has(one.at.astimezone().date()))
        )

    def _has(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


@dataclass(frozen=True, slots=True)
class PersonalRecord:
    """One person's matches: how many were played, won, and shared among the wins; how many had ranks, and the sum of those."""

    person: str
    played: int
    won: int
    shared: int
    ranked: int
    places: int

    @property
    def percent(self) -> int:
        """Wins per hundred matches."""
        return round(100 * self.won / self.played)

    @property
    def average_place(self) -> float | None:
        """The average of the ranks; None if all was won or lost together."""
        return self.places / self.ranked if self.ranked else None


@dataclass(frozen=True, slots=True)
class Best:
    """The highest score that won a match: who first won with it, when, and in which match."""

    score: int
    people: tuple[str | None, ...]
    at: datetime
    match_id: str


@dataclass(frozen=True, slots=True)
class OfGame:
    """All matches of one game: how many, the average of all scores and of the winning ones, the best, the time."""

    game: str
    played: int
    average: float
    average_won: float
    best: Best
    minutes: float


@dataclass(frozen=True, slots=True)
class Against:
    """Two people in the matches they both played: how often the first was ahead, level, and behind."""

    ahead: int
    level: int
    behind: int

    @property
    def turned(self) -> Against:
        """The same, as the other sees it."""
        return Against(self.behind, self.level, self.ahead)

    @property
    def matches(self) -> int:
        """The matches both played."""
        return self.ahead + self.level + self.behind


def records(played: Iterable[CountedMatch]) -> tuple[PersonalRecord, ...]:
    """The records of all: most wins first, then fewest matches, then the better places."""
    counts: dict[str, list[int]] = {}
    for one in played:
        for person, place in zip(one.people, one.places, strict=True):
            # A name that was forgotten is no person: two of them may have been anyone.
            if person is None:
                continue
            found = counts.setdefault(person, [0, 0, 0, 0, 0])
            found[0] += 1
            found[1] += place == 1
            # Among the wins, not beside them: the page says "3 wins, 1 shared".
            found[2] += place == 1 and one.is_shared
            found[3] += one.has_ranks
            found[4] += place * one.has_ranks
    made = [PersonalRecord(person, *found) for person, found in counts.items()]
    return tuple(sorted(made, key=lambda one: (-one.won, one.played, one.average_place or 0, one.person)))


def by_game(played: Iterable[CountedMatch]) -> tuple[OfGame, ...]:
    """Return the figures of each game, the one played most first."""
    games: dict[str, list[CountedMatch]] = {}
    for one in played:
        games.setdefault(one.game, []).append(one)
    return tuple(
        sorted((_of_game(game, found) for game, found in games.items()), key=lambda one: (-one.played, one.game))
    )


def against(played: Iterable[CountedMatch], people: Sequence[str]) -> dict[tuple[str, str], Against]:
    """Return every two of these people who met, in both orders; the second is as the other sees it. Partners did not meet."""
    wanted = frozenset(people)
    counts: Counter[tuple[str, str, int]] = Counter()
    for one in played:
        here = [(seat, person) for seat, person in enumerate(one.people) if person in wanted]
        # Each pair once, in the order of their keys; the other half is the same turned round.
        for (seat, person), (beside, other) in combinations(here, 2):
            if beside not in one.side_of(seat):
                first, second, sign = _ordered(person, other, one.places[seat] - one.places[beside])
                counts[first, second, sign] += 1
    met = {(first, second) for first, second, _ in counts}
    found = {(one, other): Against(*(counts[one, other, sign] for sign in (-1, 0, 1))) for one, other in met}
    return {**found, **{(other, one): seen.turned for (one, other), seen in found.items()}}


def by_month(played: Iterable[CountedMatch]) -> tuple[tuple[date, int], ...]:
    """Return the first days of the last months in which something was played, and of those between, each with its
    matches.
    """
    counts = Counter(one.at.astimezone().date().replace(day=1) for one in played)
    if not counts:
        return ()
    last = max(counts)
    # Counted back from the last month in which something was played, not from today: a quiet year leaves no empty chart.
    first = max(min(counts), _months_before(last, MOST_MONTHS - 1))
    months = [first]
    while months[-1] < last:
        months.append(_months_before(months[-1], -1))
    return tuple((month, counts[month]) for month in months)


def ahead_by_evening(played: Iterable[CountedMatch]) -> dict[date, tuple[str | None, ...]]:
    """Return who has the most points of each evening of several games at one table: one for everyone they finished above."""
    evenings = defaultdict(list)
    for one in played:
        evenings[one.evening].append(one)
    several = {day: found for day, found in evenings.items() if len(found) > 1 == len({one.table for one in found})}
    return {day: _most_points(found) for day, found in several.items()}


def _most_points(played: Sequence[CountedMatch]) -> tuple[str | None, ...]:
    """Return those with the most points of these matches together; no one where all have as many."""
    points: Counter[str | None] = Counter()
    for one in played:
        found = halves(one.places, one.teams) if one.has_ranks else (0,) * len(one.people)
        points.update(dict(zip(one.people, found, strict=True)))
    ahead = tuple(person for person in points if points[person] == max(points.values()))
    return ahead if len(ahead) < len(points) else ()


def _of_game(game: str, played: Sequence[CountedMatch]) -> OfGame:
    scores = [score for one in played for score in one.counted]
    # Who plays together may have lost every time.
    won = [one.scores[seat] for one in played for seat in one.winners] or scores
    # Where more than points decides, as in DU-43, someone who lost may have had more than whoever won.
    top = min(won) if played[-1].lowest_wins else max(won)
    best = min([one for one in played if _won_with(one, top)] or played, key=lambda one: one.at)
    return OfGame(
        game,
        len(played),
        sum(scores) / len(scores),
        sum(won) / len(won),
        Best(top, _won_with(best, top), best.at, best.match_id),
        sum(one.minutes for one in played) / len(played),
    )


def _won_with(one: CountedMatch, score: int) -> tuple[str | None, ...]:
    """The winners of the match with this score; no one if it was won with another."""
    return tuple(one.people[seat] for seat in one.winners if one.scores[seat] == score)


def _ordered(one: str, other: str, difference: int) -> tuple[str, str, int]:
    """Two people in the order of their keys, and who was ahead: -1 the first, 1 the second."""
    sign = (difference > 0) - (difference < 0)
    return (one, other, sign) if one < other else (other, one, -sign)


def _months_before(month: date, count: int) -> date:
    months = month.year * 12 + month.month - 1 - count
    return date(months // 12, months % 12 + 1, 1)
