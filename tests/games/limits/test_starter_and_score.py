"""Who starts, what everybody has, which point cards to hand over (LI-12, LI-30, LI-31)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from companion.games.limits.rules.state import Purse, advice, hand_over
from tests.games.limits.asking import judge, said, steps


def seats(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"seats": [{"points": points, "limit_cards": cards} for points, cards in pairs]}


def test_the_youngest_starts_the_first_round() -> None:
    assert judge("starter", {"youngest": 4}).verdict == {"starter": 4}


def test_whoever_took_the_limit_card_starts_the_next() -> None:
    ruling = judge("starter", {"took_limit_card": 0})
    assert ruling.verdict == {"starter": 0}
    assert ruling.clauses == ("LI-12",)


@pytest.mark.parametrize("facts", [{}, {"youngest": 1, "took_limit_card": 1}])
def test_one_of_the_two_is_asked(facts: dict[str, int]) -> None:
    with pytest.raises(NotAMove):
        judge("starter", facts)


def test_each_limit_card_costs_two_points_and_totals_may_be_negative() -> None:
    ruling = judge("score", seats((7, 2), (1, 3), (3, 0)))
    assert ruling.verdict == {"totals": [3, -5, 3], "winners": [0, 2]}
    assert said(ruling.headline) == "S0, S2 share the win with 3."
    assert steps(ruling)[1] == "S1: 1 − 2 for each of 3 limit cards = -5."


def test_more_than_44_points_are_doubtful() -> None:
    assert [flag.clauses for flag in judge("score", seats((40, 0), (4, 0))).flags] == []
    assert [flag.clauses for flag in judge("score", seats((40, 0), (5, 0))).flags] == [("LI-31",)]


def test_more_limit_cards_than_are_in_play_are_doubtful() -> None:
    assert [flag.clauses for flag in judge("score", seats((6, 5), (5, 6))).flags] == [("LI-2",)]
    assert [flag.clauses for flag in judge("score", seats((6, 5), (6, 6), (6, 7))).flags] == []


def test_limit_cards_without_the_points_they_bring_are_doubted() -> None:
    assert [flag.clauses for flag in judge("score", seats((2, 5), (3, 5))).flags] == [("LI-24",)]
    assert [flag.clauses for flag in judge("score", seats((9, 5), (1, 1))).flags] == [("LI-24",)]
    assert [flag.clauses for flag in judge("score", seats((5, 1), (1, 5))).flags] == []


def test_a_point_is_handed_over_as_a_one_while_there_are_any() -> None:
    purses, change = hand_over((Purse(), Purse(23)), 0)
    assert purses == (Purse(1), Purse(23))
    assert said(advice(change).text) == "Give S0 a 1-point card."


def test_without_ones_a_five_is_handed_over_and_four_ones_taken() -> None:
    purses, change = hand_over((Purse(4), Purse(20)), 0)
    assert purses == (Purse(0, 1), Purse(20))
    assert said(advice(change).text) == "Give S0 a 5-point card and take back 4 ones."


def test_without_ones_anywhere_near_another_player_changes_first() -> None:
    purses, change = hand_over((Purse(3), Purse(9), Purse(12)), 0)
    assert purses == (Purse(4), Purse(9), Purse(7, 1))
    assert "Give S2 a 5-point card for 5 ones, then give S0 one" in said(advice(change).text)


def test_when_the_box_is_empty_the_point_is_written_down() -> None:
    purses, change = hand_over((Purse(24, 4), Purse()), 1)
    assert purses[1].points == 1
    assert "write down S1’s point" in said(advice(change).text)


@given(st.integers(2, 6).flatmap(lambda n: st.lists(st.integers(0, n - 1), max_size=44).map(lambda to: (n, to))))
def test_all_44_points_can_be_handed_out_with_the_cards_of_the_box(game: tuple[int, list[int]]) -> None:
    players, receivers = game
    purses: tuple[Purse, ...] = (Purse(),) * players
    for seat in receivers:
        before = [purse.points for purse in purses]
        purses, change = hand_over(purses, seat)
        assert [purse.points for purse in purses] == [*before[:seat], before[seat] + 1, *before[seat + 1 :]]
        assert sum(purse.ones for purse in purses) <= 24
        assert sum(purse.fives for purse in purses) <= 4
        assert min(purse.ones for purse in purses) >= 0
        assert (change.ones, change.fives) != (0, 0)
