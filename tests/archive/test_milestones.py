"""What the history adds to a win: only what stands out, of the past alone, and never of anybody forgotten."""

from datetime import UTC, date, datetime, timedelta

import pytest

from companion.archive.history import CountedMatch
from companion.archive.looking_back import milestones, season_of
from companion.engine.text import SeatName, Text

NOW = datetime(2026, 10, 20, 20, 0, tzinfo=UTC)
ANA, BEN = "ana", "ben"


def played(days: int, *scores: int, people: tuple[str | None, ...] = (ANA, BEN), game: str = "one") -> CountedMatch:
    """A match of so many days ago; the highest score won."""
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return CountedMatch(f"m{days}", game, NOW - timedelta(days=days), 30, people, scores, places)


def said(*matches: CountedMatch) -> list[str]:
    return [sentence(one) for one in milestones(matches, "m0")]


def sentence(text: Text) -> str:
    """The English sentence, with seats in place of names."""
    args = {name: _plain(value) for name, value in text.args}
    return (text.plural if text.plural and text.number != 1 else text.message).format(**args)


def _plain(value: object) -> object:
    if isinstance(value, SeatName):
        return f"seat {value.seat}"
    return value.message if isinstance(value, Text) else value


def test_a_first_win_is_a_win_and_no_more() -> None:
    assert said(played(0, 9, 3)) == []
    assert said(played(0, 9, 3), played(1, 2, 8)) == []


def test_wins_in_a_row_are_counted_from_the_last_loss() -> None:
    assert said(played(0, 3, 2), played(1, 4, 2), played(2, 5, 2), played(3, 2, 8)) == ["3 wins in a row for seat 0."]
    assert said(played(0, 3, 3), played(1, 4, 4)) == []  # together, so it is no one's alone
    assert said(played(0, 3, 3, 2), played(1, 4, 2, 2)) == []  # nor does a shared one make a row, now
    assert said(played(0, 4, 2, 2), played(1, 3, 3, 2)) == ["2 wins for seat 0 since September."]  # or later


def test_the_most_points_of_anybody_and_of_oneself_come_first() -> None:
    others = (played(1, 9, 20), played(2, 8, 12))
    assert said(played(0, 21, 2), *others) == ["21 points: a new record."]
    assert said(played(0, 11, 2), *others) == ["11 points: the most seat 0 has ever had."]
    assert said(played(0, 9, 2), *others) == []


def test_a_record_needs_earlier_games_of_the_same_kind() -> None:
    assert said(played(0, 21, 2), played(1, 2, 9, game="other"), played(2, 2, 9, game="other")) == []


def test_nothing_is_said_of_anybody_forgotten_or_of_matches_played_since() -> None:
    later = CountedMatch("later", "one", NOW + timedelta(days=1), 30, (ANA, BEN), (9, 1), (1, 2))
    assert said(played(0, 3, 2), later) == []
    assert said(played(0, 3, 2, people=(None, BEN)), played(1, 3, 2, people=(None, BEN))) == []


def test_wins_of_the_season_are_counted_unless_all_are_of_this_very_day() -> None:
    today = CountedMatch("earlier", "one", NOW - timedelta(hours=2), 30, (ANA, BEN), (9, 1), (1, 2))
    between = CountedMatch("lost", "one", NOW - timedelta(hours=1), 30, (ANA, BEN), (1, 9), (2, 1))
    assert said(played(0, 3, 2), today, between) == []
    assert said(played(0, 3, 2), today, between, played(9, 9, 1)) == ["3 wins for seat 0 since September."]


@pytest.mark.parametrize(
    ("day", "first"),
    [((2026, 1, 5), (2025, 12, 1)), ((2026, 3, 1), (2026, 3, 1)), ((2026, 8, 31), (2026, 6, 1)),
     ((2026, 12, 24), (2026, 12, 1))],
)  # fmt: skip
def test_a_season_begins_with_march_june_september_or_december(
    day: tuple[int, int, int], first: tuple[int, int, int]
) -> None:
    assert season_of(date(*day)) == date(*first)
