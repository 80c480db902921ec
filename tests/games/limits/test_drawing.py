"""Which cards may be drawn: four for an exchange, and one that was forgotten (LI-14, LI-15, LI-26)."""

import pytest

from companion.engine.errors import NotAMove
from tests.games.limits.asking import Table, judge, logged, said, steps


def test_four_of_a_colour_and_four_to_draw_may_be_exchanged() -> None:
    ruling = judge("exchange", {"cards": 4, "draw_pile": 4})
    assert ruling.verdict == {"may": True, "draws": 4, "to_pile": 2, "to_draw_pile": 2, "points": 1}
    assert (said(ruling.headline), ruling.clauses, ruling.flags) == (
        "You may exchange.",
        ("LI-15", "LI-26", "LI-22"),
        (),
    )


@pytest.mark.parametrize(
    ("cards", "draw_pile", "why"),
    [
        (3, 20, "You need 4 cards of one colour, not 3."),
        (4, 3, "You need 4 cards to draw. The draw pile has 3."),
    ],
)
def test_with_fewer_in_hand_or_to_draw_nobody_exchanges(cards: int, draw_pile: int, why: str) -> None:
    ruling = judge("exchange", {"cards": cards, "draw_pile": draw_pile})
    assert (ruling.verdict["may"], ruling.verdict["points"], said(ruling.headline)) == (
        False,
        0,
        "You can’t exchange.",
    )
    assert why in steps(ruling)


def test_five_of_a_colour_are_in_no_hand() -> None:
    assert [flag.clauses for flag in judge("exchange", {"cards": 5, "draw_pile": 9}).flags] == [("LI-10",)]


def test_a_forgotten_card_may_be_drawn_until_the_left_neighbour_has_drawn() -> None:
    ruling = judge("forgotten-draw", {"left_neighbour": "waits"})
    assert (ruling.verdict, said(ruling.headline)) == ({"may_draw": True}, "You may still draw.")
    ruling = judge("forgotten-draw", {"left_neighbour": "has_drawn"})
    assert (ruling.verdict, said(ruling.headline)) == ({"may_draw": False}, "It’s too late to draw.")
    assert ruling.clauses == ("LI-14", "LI-25")


def test_whether_the_neighbour_has_drawn_is_asked_and_never_taken_for_no() -> None:
    with pytest.raises(NotAMove):
        judge("forgotten-draw", {})


def out_of_turn(table: Table) -> list[tuple[str, ...]]:
    """The doubts about an accusation by somebody Whose turn it is not."""
    table.begin("blue", "blue", "blue").lay("red", "red")
    return [flag.clauses for flag in table.play("accuse", seat=0, accused=1, anyway=True).flags]


def test_a_table_may_agree_that_anybody_accuses_at_any_time() -> None:
    assert out_of_turn(logged(3)) == [("LI-13", "LI-20")]
    assert out_of_turn(logged(3, accuse_when="any")) == []


def stands(*seats: tuple[int, int], starter: int) -> list[tuple[str, ...]]:
    """The doubts about how things stand, told as points and limit cards."""
    standing = [{"points": points, "limit_cards": cards} for points, cards in seats]
    outcome = Table(len(seats)).play("stand_now", seats=standing, starter=starter, anyway=True)
    return [flag.clauses for flag in outcome.flags]


def test_what_no_rounds_can_have_brought_is_doubted_when_a_table_says_how_things_stand() -> None:
    assert stands((2, 1), (1, 1), (0, 1), starter=2) == []
    assert stands((1, 1), (1, 1), (0, 1), starter=2) == [("LI-24",)]
    assert stands((2, 1), (1, 1), (0, 0), starter=2) == [("LI-12",)]
