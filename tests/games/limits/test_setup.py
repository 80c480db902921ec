"""The set-up for two to six players (LI-1 to LI-4), and what the clauses answer."""

import pytest

from companion.engine.options import make_setup
from companion.games.limits.game import GAME
from tests.games.limits.asking import said


@pytest.mark.parametrize(
    ("players", "removed", "left", "hand", "hidden", "draw_pile"),
    [(2, 14, 10, 6, 2, 48), (3, 6, 18, 5, 1, 45), (4, 6, 18, 5, 1, 40), (5, 10, 14, 5, 1, 35), (6, 10, 14, 5, 1, 30)],
)
def test_the_set_up_tells_what_comes_out_and_what_is_drawn(
    players: int, removed: int, left: int, hand: int, hidden: int, draw_pile: int
) -> None:
    facts = GAME.lay_out(make_setup(GAME, players, {})).facts
    assert facts["limit_cards_removed"] == removed
    assert facts["limit_cards_left"] == facts["rounds"] == left
    assert (facts["hand"], facts["hidden"], facts["draw_pile"]) == (hand, hidden, draw_pile)
    assert (facts["one_point_cards"], facts["five_point_cards"]) == (24, 4)


def test_the_steps_name_the_point_cards_and_who_starts() -> None:
    steps = [said(step.text) for step in GAME.lay_out(make_setup(GAME, 2, {})).steps]
    assert "Point cards: 24 ones and 4 fives." in steps
    assert "The youngest player starts." in steps
    assert any("everyone hides 2 cards" in step for step in steps)
