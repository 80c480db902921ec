"""What nobody else may see: a hand's numbers, and a card before all have laid."""

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Amended, Undone
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Move, Table, read

CLOSED: dict[str, bool | str] = {
    "chain": True,
    "tie_survivor_pays_again": False,
    "pay_before_early_end": False,
    "open_play": False,
    "tricks": "whole",
}
OPEN: dict[str, bool | str] = {**CLOSED, "open_play": True}


def told(move: Move, *seats: int, revealed: bool = False, options: dict[str, bool | str] = CLOSED) -> Any:
    """The journal's words of a move for those seats."""
    return GAME.redact(read(move), options, Viewer(frozenset(seats)), revealed)


def test_a_card_face_down_is_told_to_its_owner_alone_until_all_have_laid() -> None:
    move = {"kind": "lay", "seat": 1, "card": 37}
    assert told(move) == told(move, 0) == {"kind": "lay", "seat": 1}
    assert told(move, 1) == move
    assert told(move, 0, revealed=True) == told(move, revealed=True) == move
    assert told(move, 0, options=OPEN) == move


def two_matches() -> tuple[Table, Table]:
    """Two matches that differ in the numbers of one hand, and in its card face down."""
    tables = Table(3), Table(3)
    for table, low in zip(tables, (1, 49), strict=True):
        table.play({"kind": "count_rings", "seat": 0, "cards": [25, 26, *range(low, low + 10)]})
        table.play({"kind": "count_rings", "seat": 1, "rings": 3})
        table.play({"kind": "count_rings", "seat": 2, "rings": 3})
        table.play({"kind": "lay", "seat": 0, "card": low})
        table.play({"kind": "levels", "levels": [4, 9]})
        table.play({"kind": "lay", "seat": 2, "card": 30})
    return tables


def test_a_hand_passed_on_is_shown_to_nobody() -> None:
    table, _ = two_matches()
    table.play({"kind": "lay", "seat": 1, "card": 40})
    while table.state.round == 0:
        table.take((1, 12), table.state.still_in[0], table.state.still_in[-1], anyway=True)
    assert not any("hand" in seat for seat in table.view(0, 1, 2)["seats"])


def test_a_card_somebody_took_back_before_the_trick_was_complete_stays_hidden() -> None:
    table = Table(3).count(3, 3, 3)
    table.play({"kind": "lay", "seat": 0, "card": 58})
    table.timeline.add(Undone(3))
    table.play({"kind": "lay", "seat": 0, "card": 41})
    table.play({"kind": "lay", "seat": 1, "card": 31})
    table.play({"kind": "lay", "seat": 2, "card": 12})
    table.play({"kind": "levels", "levels": [4, 9]})
    assert table.timeline.revealed == {0, 1, 2, 5, 6, 7, 8}


@pytest.mark.parametrize("guess", [41, 58])
def test_no_card_face_down_falls_when_a_trick_before_it_is_corrected(guess: int) -> None:
    table = Table(3).count(5, 5, 5)
    table.trick((4, 9), {0: 30, 1: 31, 2: 12})
    table.play({"kind": "lay", "seat": 0, "card": 41})
    corrected = read({"kind": "trick", "levels": [4, 9], "cards": {"0": 30, "1": guess, "2": 12}}, 3)
    after = table.timeline.after(Amended(((3, corrected),)))
    assert after.stopped is None
    assert dict(after.state.laid) == {0: 41}
