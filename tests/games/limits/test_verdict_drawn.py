"""A verdict drawn: both sides on one grid, the hidden cards turned up, the pile walked."""

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.games.limits.board.view import Board, board
from tests.games.limits.asking import CARD, Table, logged, said


def seen(table: Table) -> Board:
    """The board for whoever only looks on."""
    return board(table.state, Viewer(), {})


# Verdicts


def counted(printed: Any, hidden: Any, count: int) -> Board:
    table = Table(4).begin(limit={**CARD, "yellow": printed})
    table.play("verdict", seat=0, accused=1, colour="yellow", hidden=hidden, counted=count, anyway=True)
    return seen(table)


def test_a_verdict_shows_both_sides_on_one_grid_and_what_lies_beyond_is_the_guilt() -> None:
    verdict = counted(2, {"0": 1, "3": 1}, 5).verdict
    assert verdict is not None
    fan = verdict.fan
    assert [said(line) for line in verdict.lines] == ["S1 is guilty.", "5 yellow, 4 allowed."]
    assert [card.number for card in fan.counted] == [1, 2, 3, 4, 5]
    assert [card.number for card in fan.counted if card.is_last] == [5]
    assert [card.seat for card in fan.hidden] == [0, 3]
    assert fan.line is not None
    assert fan.counted[3].x + fan.card <= fan.line <= fan.counted[4].x
    assert fan.hidden[0].x == fan.counted[2].x
    assert [(one.seat, one.before, one.after) for one in verdict.payments] == [(1, 0, -2), (0, 0, 1)]


def test_a_verdict_not_guilty_stays_within_the_line() -> None:
    verdict = counted(2, 0, 2).verdict
    assert verdict is not None
    assert said(verdict.lines[0]) == "S1 is not guilty."
    line = verdict.fan.line
    assert line is not None
    assert all(card.x + verdict.fan.card <= line for card in verdict.fan.counted)
    assert [(one.seat, one.is_limit_card) for one in verdict.payments] == [(0, True), (1, False)]


def test_x_draws_no_limit() -> None:
    verdict = counted("X", 1, 9).verdict
    assert verdict is not None
    assert (verdict.fan.line, verdict.record.count.allowed, verdict.fan.hidden) == (None, None, ())
    assert said(verdict.lines[1]) == "There is no limit on yellow."


PRINTED: list[Any] = ["X", *range(10)]


def test_every_drawing_stays_on_its_paper(subtests: pytest.Subtests) -> None:
    for count in (1, 4, 12):
        for hidden in range(5):
            for printed in PRINTED:
                with subtests.test(printed=printed, hidden=hidden, count=count):
                    verdict = counted(printed, hidden, count).verdict
                    assert verdict is not None
                    fan = verdict.fan
                    edges = [card.x + fan.card for card in (*fan.hidden, *fan.counted)]
                    edges += [4 + fan.frame, fan.line or 0, *(field.x + field.width for field in fan.fields)]
                    assert max(edges) <= 304
                    assert min(card.x for card in fan.counted) >= 0
                    assert fan.card > 12


def test_a_logged_verdict_turns_up_the_hidden_cards_and_walks_the_pile() -> None:
    table = logged(3).begin("yellow", "red", "yellow").lay("yellow", "green", "yellow", "yellow", "yellow")
    table.play("lay", seat=2, colour="yellow")
    table.play("accuse", seat=0, accused=1)
    verdict = seen(table).verdict
    assert verdict is not None
    turned_up = [(one.seat, one.swatch.colour, one.counts) for one in verdict.hidden]
    assert turned_up == [(0, "yellow", True), (1, "red", False), (2, "yellow", True)]
    walked = [(one.seat, one.running, one.is_accused_last, one.is_later) for one in verdict.pile]
    assert walked == [
        (0, 1, False, False),
        (1, None, False, False),
        (2, 2, False, False),
        (0, 3, False, False),
        (1, 4, True, False),
        (2, None, False, True),
    ]
    assert [card.seat for card in verdict.fan.counted] == [0, 2, 0, 1]


def test_an_exchange_marks_both_its_cards() -> None:
    table = logged(3).begin("red", "red", "red", limit={**CARD, "green": 1}).lay("green", "red", "red")
    table.play("exchange", seat=0, colour="green")
    table.play("accuse", seat=1, accused=0)
    verdict = seen(table).verdict
    assert verdict is not None
    assert [card.is_last for card in verdict.fan.counted] == [False, True, True]


def test_a_count_by_hand_at_a_table_that_logs_shows_no_walk() -> None:
    table = logged(3).begin("yellow", "red", "yellow").lay("yellow", "green")
    table.play("verdict", seat=2, accused=1, colour="green", hidden=0, counted=1, anyway=True)
    verdict = seen(table).verdict
    assert verdict is not None
    assert (verdict.pile, verdict.hidden) == ((), ())
