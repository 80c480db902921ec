"""What a hand is worth (LU-3, LU-5, LU-6)."""

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
    by_count = judge("rings", {"whole": whole, "half": halves - 2 * whole})
    assert (by_count.verdict, by_count.flags) == (by_cards.verdict, ())


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
