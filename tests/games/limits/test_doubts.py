"""What is doubtful about how things stand (LI-12, LI-24)."""

from tests.games.limits.asking import Table


def stands(*seats: tuple[int, int], starter: int) -> list[tuple[str, ...]]:
    """The doubts about how things stand, told as points and limit cards."""
    standing = [{"points": points, "limit_cards": cards} for points, cards in seats]
    outcome = Table(len(seats)).play("stand_now", seats=standing, starter=starter, anyway=True)
    return [flag.clauses for flag in outcome.flags]


def test_what_no_rounds_can_have_brought_is_doubted_when_a_table_says_how_things_stand() -> None:
    assert stands((2, 1), (1, 1), (0, 1), starter=2) == []
    assert stands((1, 1), (1, 1), (0, 1), starter=2) == [("LI-24",)]
    assert stands((2, 1), (1, 1), (0, 0), starter=2) == [("LI-12",)]
