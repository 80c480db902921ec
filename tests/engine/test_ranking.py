"""Places: who won is first, points rank the rest, and who ties shares the better place."""

from __future__ import annotations

from companion.engine.game import Status
from companion.engine.story import places, ranked


def test_equal_points_share_the_better_place() -> None:
    assert places(Status("over", None, (7, 12, 7, 3), (1,))) == (2, 1, 2, 4)


def test_nobody_has_a_place_before_the_end() -> None:
    assert places(Status("trick", 0, (9, 9, 4), None)) is None


def test_places_follow_the_keys_and_least_comes_first() -> None:
    assert ranked([(1, -5), (0, -3), (0, -3), (0, -4)]) == (4, 2, 2, 1)
