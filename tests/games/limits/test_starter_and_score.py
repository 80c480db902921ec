"""Who starts, what everybody has, which point cards to hand over (LI-12, LI-30, LI-31)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from companion.games.limits.rules.state import Purse, advice, hand_over
from tests.games.limits.asking import judge, said


def seats(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"seats": [{"points": points, "limit_cards": cards} for points, cards in pairs]}


@pytest.mark.parametrize("facts", [{}, {"youngest": 1, "took_limit_card": 1}])
def test_one_of_the_two_is_asked(facts: dict[str, int]) -> None:
    with pytest.raises(NotAMove):
        judge("starter", facts)


@pytest.mark.parametrize(
    ("facts", "clauses"),
    [
        (seats((40, 0), (4, 0)), []), (seats((40, 0), (5, 0)), [("LI-31",)]), (seats((6, 5), (5, 6)), [("LI-2",)]),
        (seats((6, 5), (6, 6), (6, 7)), []), (seats((2, 5), (3, 5)), [("LI-24",)]),
        (seats((9, 5), (1, 1)), [("LI-24",)]), (seats((5, 1), (1, 5)), []),
    ],
)  # fmt: skip
def test_points_and_cards_no_game_brings_are_doubted(facts: dict[str, Any], clauses: list[tuple[str, ...]]) -> None:
    assert [flag.clauses for flag in judge("score", facts).flags] == clauses


@pytest.mark.parametrize(
    ("before", "seat", "after", "told"),
    [
        ((Purse(), Purse(23)), 0, (Purse(1), Purse(23)), "Give S0 a 1-point card."),
        ((Purse(4), Purse(20)), 0, (Purse(0, 1), Purse(20)), "Give S0 a 5-point card and take back 4 ones."),
        (
            (Purse(3), Purse(9), Purse(12)),
            0,
            (Purse(4), Purse(9), Purse(7, 1)),
            "Swap 5 of S2’s ones for a 5-point card. Give 1 of the ones to S0.",
        ),
        ((Purse(24, 4), Purse()), 1, None, "write down S1’s point"),
    ],
)
def test_a_point_is_a_one_then_a_five_for_four_then_changed_by_another_then_written_down(
    before: tuple[Purse, ...], seat: int, after: tuple[Purse, ...] | None, told: str
) -> None:
    purses, change = hand_over(before, seat)
    assert purses == after if after else purses[seat].points == 1
    assert told in said(advice(change).text)


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
