"""The score of an evening: a point for everybody one finished above, half a point for a tie, over any games."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.story import ranked
from companion.store import Match, Seat
from companion.table.evening import Evening, EveningMatch, How, halves, totals
from tests.games.english import NAMES


def seats_of(count: int) -> list[Seat]:
    return [Seat("t", seat, f"p{seat}", NAMES[seat], False) for seat in range(count)]


def played(scores: Sequence[int], seats: Sequence[int] | None = None, how: How = "over") -> EveningMatch:
    at = tuple(range(len(scores)) if seats is None else seats)
    match = Match("m", "t", 1, "limits", "{}", at, datetime(2026, 1, 2, tzinfo=UTC))
    found = ranked([-score for score in scores])
    return EveningMatch(match, how, found, halves(found)) if how == "over" else EveningMatch(match, how)


@given(st.lists(st.integers(-20, 40), min_size=2, max_size=6))
def test_it_counts_those_below_and_half_of_those_beside(scores: list[int]) -> None:
    for own, found in zip(scores, halves(ranked([-score for score in scores])), strict=True):
        assert found == 2 * sum(other < own for other in scores) + scores.count(own) - 1


def test_partners_share_a_place_and_no_points() -> None:
    assert halves((1, 3, 1, 3), ((0, 2), (1, 3))) == (4, 0, 4, 0)
    assert halves((1, 1, 1), ((0, 1, 2),)) == (2, 2, 2)


@given(st.lists(st.tuples(st.sets(st.integers(0, 7), min_size=2, max_size=6), st.randoms()), max_size=6))
def test_totals_are_the_sums_of_all_matches_and_say_how_many_each_played(rounds: list[tuple[set[int], Random]]) -> None:
    matches = [played([random.randint(0, 9) for _ in seats], sorted(seats)) for seats, random in rounds]
    found = totals(seats_of(8), matches)
    assert sum(one.halves for one in found) == sum(len(seats) * (len(seats) - 1) for seats, _ in rounds)
    for one in found:
        assert one.matches == sum(one.seat in seats for seats, _ in rounds)
    assert {one.seat for one in found} == set().union(*(seats for seats, _ in rounds))
    assert [one.place for one in found] == sorted(one.place for one in found)


def test_who_did_not_take_part_gets_nothing_for_that_match_and_stands_with_fewer_matches() -> None:
    found = totals(seats_of(4), [played([3, 2, 1]), played([1, 5], [0, 3])])
    told = [(one.place, one.name, one.halves, one.matches) for one in found]
    assert told == [(1, "Ana", 4, 2), (2, "Ben", 2, 1), (2, "Dora", 2, 1), (4, "Cleo", 0, 1)]
    assert {Evening((), found).is_even, Evening((), found).is_level} == {False}
    assert Evening((), totals(seats_of(3), [played([0, 0, 0])])).is_level
    for games, number in (([[1, 2], [3, 1], [2, 1]], 3), ([[2, 1], [1, 1]], 1), ([[1, 2], [2, 1]], 0), ([[2, 1]], 0)):
        every = [played(one) for one in games]
        turning = Evening((*every,), totals(seats_of(2), every)).turning
        assert (turning.index if turning else 0) == number, "the game since which the leader is ahead"


def test_matches_broken_off_or_going_on_do_not_count() -> None:
    every = [played([3, 2, 1]), played([9, 1, 1], how="broken_off"), played([9, 1, 1], how="going")]
    found = totals(seats_of(3), every)
    assert ([one.matches for one in found], len(Evening((*every,), found).counted)) == ([1, 1, 1], 1)
