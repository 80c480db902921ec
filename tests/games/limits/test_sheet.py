"""The sheet for paper of Limits: the points of each round, ticked, and who took its limit card."""

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


def test_the_set_up_leaves_who_starts_to_the_draw_and_has_a_limit_card_for_each_round() -> None:
    for players in GAME.players:
        sheet = GAME.lay_out(make_setup(GAME, players, {}))
        assert not any("starts" in said(step.text) for step in sheet.steps)
        assert sheet.facts["limit_cards_left"] == sheet.facts["rounds"]
