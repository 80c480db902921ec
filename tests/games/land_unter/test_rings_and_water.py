"""What a hand is worth (LU-3, LU-5, LU-6), and who takes which water (LU-12)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from tests.games.land_unter.asking import judge

NO_RING = [*range(1, 13)]
FIRST_HALVES = [*range(13, 25)]
WHOLE = [*range(25, 37)]
LAST_HALVES = [*range(37, 49)]
NO_RING_HIGH = [*range(49, 61)]


@pytest.mark.parametrize(
    ("cards", "halves", "rings"),
    [
        (NO_RING, 0, 0),
        (FIRST_HALVES, 12, 6),
        (WHOLE, 24, 12),
        (LAST_HALVES, 12, 6),
        (NO_RING_HIGH, 0, 0),
        ([12, 13, *range(1, 11)], 1, 0),
        ([24, 25, *range(1, 11)], 3, 1),
        ([36, 37, *range(1, 11)], 3, 1),
        ([48, 49, *range(1, 11)], 1, 0),
        ([25, 26, 27, 28, 29, *range(1, 8)], 10, 5),
        ([25, 26, 27, 13, *range(1, 9)], 7, 3),
        ([25, 26, 27, 28, 13, 14, 15, 16, 48, *range(1, 4)], 13, 6),
    ],
)
def test_each_band_of_cards_carries_its_rings_and_a_half_left_over_is_dropped(
    cards: list[int], halves: int, rings: int
) -> None:
    by_cards = judge("rings", {"cards": cards})
    assert by_cards.verdict == {"half_units": halves, "rings": rings}
    assert by_cards.flags == ()
    whole = sum(card in WHOLE for card in cards)
    by_symbols = judge("rings", {"whole": whole, "half": halves - 2 * whole})
    assert by_symbols.verdict == by_cards.verdict


def test_the_half_left_over_is_a_step_of_the_working_only_where_there_is_one() -> None:
    assert (
        len(judge("rings", {"whole": 3, "half": 1}).because) == len(judge("rings", {"whole": 3, "half": 2}).because) + 1
    )
    assert judge("rings", {"whole": 3, "half": 1}).clauses == ("LU-3", "LU-5")


def test_the_whole_deck_carries_twenty_four_rings() -> None:
    bands = (NO_RING, FIRST_HALVES, WHOLE, LAST_HALVES, NO_RING_HIGH)
    assert sum(int(str(judge("rings", {"cards": band}).verdict["half_units"])) for band in bands) == 48


@given(st.lists(st.integers(1, 60), min_size=12, max_size=12, unique=True))
def test_counting_symbols_gives_what_the_numbers_give(cards: list[int]) -> None:
    whole = len(set(cards) & set(WHOLE))
    half = len(set(cards) & {*FIRST_HALVES, *LAST_HALVES})
    assert judge("rings", {"cards": cards}).verdict == judge("rings", {"whole": whole, "half": half}).verdict


def test_more_symbols_than_cards_are_judged_and_doubted() -> None:
    ruling = judge("rings", {"whole": 7, "half": 6})
    assert ruling.verdict == {"half_units": 20, "rings": 10}
    assert [flag.clauses for flag in ruling.flags] == [("LU-4", "LU-6")]
    assert judge("rings", {"whole": 6, "half": 6}).flags == ()


@pytest.mark.parametrize(
    ("facts", "clause", "path"),
    [
        ({"cards": [61, *range(1, 12)]}, "LU-1", "facts.cards.0"),
        ({"cards": [0, *range(1, 12)]}, "LU-1", "facts.cards.0"),
        ({"cards": [5, 5, *range(10, 20)]}, "LU-1", "cards"),
        ({"whole": 13, "half": 0}, "LU-6", "facts.whole"),
        ({"whole": 0, "half": -1}, "LU-6", "facts.half"),
    ],
)
def test_a_hand_the_box_cannot_deal_is_refused(facts: Any, clause: str, path: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        judge("rings", facts)
    assert caught.value.clauses == (clause,)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({}, "facts"),
        ({"whole": 3}, "facts.half"),
        ({"half": 3}, "facts.whole"),
        ({"cards": [*range(1, 13)], "whole": 1, "half": 1}, "facts"),
        ({"cards": [*range(1, 12)]}, "facts.cards"),
        ({"cards": [*range(1, 14)]}, "facts.cards"),
        ({"cards": [True, *range(2, 13)]}, "facts.cards.0"),
        ({"cards": [1.0, *range(2, 13)]}, "facts.cards.0"),
        ({"cards": ["1", *range(2, 13)]}, "facts.cards.0"),
        ({"cards": {"0": 1}}, "facts.cards"),
        ({"rings": 3}, "facts.rings"),
        ([], "facts"),
    ],
)
def test_a_hand_without_the_right_shape_is_no_question(facts: Any, path: str) -> None:
    with pytest.raises(NotAMove) as caught:
        judge("rings", facts)
    assert caught.value.path == path


def test_worked_example_one_the_highest_card_takes_the_lower_water() -> None:
    ruling = judge("takes", {"levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}})
    assert ruling.verdict == {"takes": {"0": 4, "1": 9}}
    assert ruling.clauses == ("LU-12",)


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        ({"levels": [0, 9], "cards": {"0": 58, "1": 31}}, "LU-2"),
        ({"levels": [4, 13], "cards": {"0": 58, "1": 31}}, "LU-2"),
        ({"levels": [4, 9], "cards": {"0": 61, "1": 31}}, "LU-1"),
        ({"levels": [4, 9], "cards": {"0": 0, "1": 31}}, "LU-1"),
        ({"levels": [4, 9], "cards": {"0": 31, "1": 31}}, "LU-1"),
        ({"levels": [4, 9], "cards": {"0": 58, "5": 31}}, "LU-1"),
        ({"levels": [4, 9], "cards": {"-1": 58, "1": 31}}, "LU-1"),
    ],
)
def test_a_trick_the_box_does_not_allow_is_refused(facts: Any, clause: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        judge("takes", facts)
    assert caught.value.clauses == (clause,)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"levels": [4], "cards": {"0": 58, "1": 31}}, "facts.levels"),
        ({"levels": [4, 9, 3], "cards": {"0": 58, "1": 31}}, "facts.levels"),
        ({"levels": [4, 9], "cards": {"0": 58}}, "cards"),
        ({"levels": [4, 9], "cards": [58, 31]}, "facts.cards"),
        ({"levels": [4, 9], "cards": {"Ana": 58, "1": 31}}, "facts.cards.Ana"),
        ({"levels": [4, 9], "cards": {"00": 58, "1": 31}}, "facts.cards.00"),
        ({"levels": [4, 9]}, "facts.cards"),
        ({"cards": {"0": 58, "1": 31}}, "facts.levels"),
    ],
)
def test_a_trick_without_the_right_shape_is_no_question(facts: Any, path: str) -> None:
    with pytest.raises(NotAMove) as caught:
        judge("takes", facts)
    assert caught.value.path == path
