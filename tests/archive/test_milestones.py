"""What the history adds to a win: only what stands out, of the past alone, and never of anybody forgotten."""

from datetime import UTC, date, datetime, timedelta

import pytest

from companion.archive.history import CountedMatch
from companion.archive.looking_back import milestones, season_of
from tests.games.english import said

NOW = datetime(2026, 10, 20, 20, 0, tzinfo=UTC)
ANA, BEN = "ana", "ben"


def played(days: float, *scores: int, people: tuple[str | None, ...] = (ANA, BEN), game: str = "one") -> CountedMatch:
    """A match of so many days ago; the highest score won."""
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return CountedMatch(f"m{days}", game, NOW - timedelta(days=days), 30, people, scores, places)


def told(*matches: CountedMatch) -> list[str]:
    return [said(one) for one in milestones(matches, "m0")]


OTHERS = (played(1, 9, 20), played(2, 8, 12))
TODAY = (played(0.08, 9, 1), played(0.04, 1, 9))
UNKNOWN = (played(0, 3, 2, people=(None, BEN)), played(1, 3, 2, people=(None, BEN)))
SAID: dict[str, tuple[tuple[CountedMatch, ...], list[str]]] = {
    "a first win": ((played(0, 9, 3),), []),
    "a win after a loss": ((played(0, 9, 3), played(1, 2, 8)), []),
    "a row from the last loss on": (
        (played(0, 3, 2), played(1, 4, 2), played(2, 5, 2), played(3, 2, 8)), ["3 wins in a row for S0."]),
    "wins together, which are no one's alone": ((played(0, 3, 3), played(1, 4, 4)), []),
    "a shared win, which makes no row": ((played(0, 3, 3, 2), played(1, 4, 2, 2)), []),
    "a win after a shared one": ((played(0, 4, 2, 2), played(1, 3, 3, 2)), ["2 wins for S0 since September."]),
    "the most points of anybody": ((played(0, 21, 2), *OTHERS), ["21 points: a new record."]),
    "the most points of oneself": ((played(0, 11, 2), *OTHERS), ["11 points: the most S0 has ever had."]),
    "as many points as before": ((played(0, 9, 2), *OTHERS), []),
    "points after other games only": (
        (played(0, 21, 2), played(1, 2, 9, game="other"), played(2, 2, 9, game="other")), []),
    "a win before another was played": ((played(0, 3, 2), played(-1, 9, 1)), []),
    "wins of somebody forgotten": (UNKNOWN, []),
    "wins of this very day": ((played(0, 3, 2), *TODAY), []),
    "wins of the season": ((played(0, 3, 2), *TODAY, played(9, 9, 1)), ["3 wins for S0 since September."]),
}  # fmt: skip
"""A win and the matches before and after it, and what is said of it."""


def test_only_what_stands_out_of_the_past_alone_is_said_of_a_win() -> None:
    assert {what: told(*matches) for what, (matches, _) in SAID.items()} == {
        what: words for what, (_, words) in SAID.items()
    }


@pytest.mark.parametrize(
    ("day", "first"),
    [((2026, 1, 5), (2025, 12, 1)), ((2026, 3, 1), (2026, 3, 1)), ((2026, 8, 31), (2026, 6, 1)),
     ((2026, 12, 24), (2026, 12, 1))],
)  # fmt: skip
def test_seasons_begin_in_march_june_september_december(day: tuple[int, int, int], first: tuple[int, int, int]) -> None:
    assert season_of(date(*day)) == date(*first)
