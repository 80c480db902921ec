"""The sheet for paper of Limits: the points of each round, ticked, and who took its limit card."""

import pytest

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.engine.sheet import TickBoxes, cells
from companion.games.limits.game import GAME
from companion.games.limits.paper import sheet
from tests.games.limits.asking import Table, said


def ticked(table: Table, number: int) -> list[tuple[int, bool]]:
    """Seat by seat: how many points are ticked in the round with this number from 0, and whether the limit card is."""
    filled = cells(sheet(table.timeline.setup, "normal", table.state, Viewer()))
    found = [cell for cell in filled if isinstance(cell, TickBoxes)]
    row = found[number * table.state.seats :][: table.state.seats]
    crossed = [[box.state == "crossed" for box in cell.boxes] for cell in row]
    return [(sum(boxes[:-1]), boxes[-1]) for boxes in crossed]


def verdict(table: Table, accused: int, counted: int) -> None:
    table.begin().play("verdict", seat=0, accused=accused, colour="yellow", hidden=0, counted=counted)


def test_the_points_of_a_round_are_ticked_and_its_limit_card_crossed() -> None:
    table = Table(3)
    verdict(table, 1, 2)
    verdict(table, 2, 1)
    assert ticked(table, 0) == [(1, False), (0, True), (0, False)]
    assert ticked(table, 1) == [(0, True), (0, False), (1, False)]
    assert ticked(table, 2) == [(0, False)] * 3


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


def test_the_steps_name_the_point_cards_and_leave_who_starts_to_the_draw() -> None:
    steps = [said(step.text) for step in GAME.lay_out(make_setup(GAME, 2, {})).steps]
    assert "Point cards: 24 ones and 4 fives." in steps
    assert not any("starts" in step for step in steps)
    assert any("Everyone hides 2 cards" in step for step in steps)
