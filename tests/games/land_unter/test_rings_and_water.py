"""What a hand is worth (LU-3, LU-5, LU-6), and who takes which water (LU-12)."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from tests.games.land_unter.asking import judge

NO_RING = [*range(1, 13)]
FIRST_HALVES = [*range(13, 25)]
WHOLE = [*range(25, 37)]
LAST_HALVES = [*range(37, 49)]
NO_RING_HIGH = [*range(49, 61)]


@pytest.mark.parametrize(
    ("cards", "halves", "rings"),
    [
        (NO_RING, 0, 0), (FIRST_HALVES, 12, 6), (WHOLE, 24, 12), (LAST_HALVES, 12, 6), (NO_RING_HIGH, 0, 0),
        ([12, 13, *range(1, 11)], 1, 0), ([24, 25, *range(1, 11)], 3, 1), ([36, 37, *range(1, 11)], 3, 1),
        ([48, 49, *range(1, 11)], 1, 0), ([25, 26, 27, 28, 29, *range(1, 8)], 10, 5),
        ([25, 26, 27, 13, *range(1, 9)], 7, 3), ([25, 26, 27, 28, 13, 14, 15, 16, 48, *range(1, 4)], 13, 6),
    ],
)  # fmt: skip
def test_each_band_carries_its_rings_and_a_half_left_over_is_dropped(cards: list[int], halves: int, rings: int) -> None:
    by_cards = judge("rings", {"cards": cards})
    assert by_cards.verdict == {"half_units": halves, "rings": rings}
    assert by_cards.flags == ()
    whole = sum(card in WHOLE for card in cards)
    assert judge("rings", {"whole": whole, "half": halves - 2 * whole}).verdict == by_cards.verdict


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


def test_worked_example_one_the_highest_card_takes_the_lower_water() -> None:
    ruling = judge("takes", {"levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}})
    assert ruling.verdict == {"takes": {"0": 4, "1": 9}}
    assert ruling.clauses == ("LU-12",)
