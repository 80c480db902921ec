"""A verdict drawn: both sides on one grid, the hidden cards turned up, the pile walked."""

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.games.limits.board.view import Board, board
from tests.games.limits.asking import CARD, Table, logged
from tests.there import there


def seen(table: Table) -> Board:
    return board(table.state, Viewer(), {})


def counted(printed: Any, hidden: Any, count: int) -> Board:
    table = Table(4).begin(limit={**CARD, "yellow": printed})
    table.play("verdict", seat=0, accused=1, colour="yellow", hidden=hidden, counted=count, anyway=True)
    return seen(table)


PRINTED: list[Any] = ["X", *range(10)]


def test_every_drawing_stays_on_its_paper(subtests: pytest.Subtests) -> None:
    for count in (1, 4, 12):
        for hidden in range(5):
            for printed in PRINTED:
                with subtests.test(printed=printed, hidden=hidden, count=count):
                    fan = there(counted(printed, hidden, count).verdict).fan
                    edges = [card.x + fan.card for card in (*fan.hidden, *fan.counted)]
                    edges += [4 + fan.frame, fan.line or 0, *(field.x + field.width for field in fan.fields)]
                    assert max(edges) <= 304
                    assert min(card.x for card in fan.counted) >= 0
                    assert fan.card > 12


def test_a_logged_verdict_turns_up_the_hidden_cards_and_walks_the_pile() -> None:
    table = logged(3).begin("yellow", "red", "yellow").lay("yellow", "green", "yellow", "yellow", "yellow")
    table.play("lay", seat=2, colour="yellow")
    table.play("accuse", seat=0, accused=1)
    verdict = there(seen(table).verdict)
    turned_up = [(one.seat, one.swatch.colour, one.counts) for one in verdict.hidden]
    assert turned_up == [(0, "yellow", True), (1, "red", False), (2, "yellow", True)]
    walked = [(one.seat, one.running, one.is_accused_last, one.is_later) for one in verdict.pile]
    assert walked == [
        (0, 1, False, False), (1, None, False, False), (2, 2, False, False), (0, 3, False, False),
        (1, 4, True, False), (2, None, False, True),
    ]  # fmt: skip
    assert [card.seat for card in verdict.fan.counted] == [0, 2, 0, 1]
