"""What nobody else may see: a hand's numbers, and a card before all have laid."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Amended, Undone
from companion.engine.options import make_setup
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Move, Table, lay, read, trick

CLOSED = make_setup(GAME, 3, {}).options


def told(move: Move, *seats: int, revealed: bool = False, options: Mapping[str, bool | str] = CLOSED) -> Any:
    return GAME.redact(read(move), options, Viewer(frozenset(seats)), revealed)


def test_a_card_face_down_is_told_to_its_owner_alone_until_all_have_laid() -> None:
    move = lay(1, 37)
    assert told(move) == told(move, 0) == {"kind": "lay", "seat": 1}
    assert told(move, 1) == move
    assert told(move, 0, revealed=True) == told(move, revealed=True) == move
    assert told(move, 0, options=make_setup(GAME, 3, {"open_play": True}).options) == move


def test_a_hand_passed_on_is_shown_to_nobody() -> None:
    table = Table(3).then("count_rings", seat=0, cards=[25, 26, *range(1, 11)])
    table.then("count_rings", seat=1, rings=3).then("count_rings", seat=2, rings=3)
    while table.state.round == 0:
        table.take((1, 12), table.state.still_in[0], table.state.still_in[-1], anyway=True)
    assert not any("hand" in seat for seat in table.view(0, 1, 2)["seats"])


def test_a_card_somebody_took_back_before_the_trick_was_complete_stays_hidden() -> None:
    table = Table(3).count(3, 3, 3).then(**lay(0, 58))
    table.timeline.add(Undone(3))
    table.then(**lay(0, 41)).then(**lay(1, 31)).then(**lay(2, 12)).then("levels", levels=[4, 9])
    assert table.timeline.revealed == {0, 1, 2, 5, 6, 7, 8}


@pytest.mark.parametrize("guess", [41, 58])
def test_no_card_face_down_falls_when_a_trick_before_it_is_corrected(guess: int) -> None:
    table = Table(3).count(5, 5, 5).trick((4, 9), 30, 31, 12).then(**lay(0, 41))
    after = table.timeline.after(Amended(((3, read(trick((4, 9), cards=(30, guess, 12)), 3)),)))
    assert (after.stopped, dict(after.state.laid)) == (None, {0: 41})
