"""What the app learns about a box: from entries that stand, from hands that mend it, for every game that has notes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.games.limits.board.card import LimitCard
from companion.games.limits.game import GAME
from companion.games.limits.rules.play import Start, TurnUp
from companion.games.limits.rules.state import State
from companion.match.access import Caller
from companion.match.boxes import BoxNote, MatchBoxes
from companion.store import Grant, Store

ONE = LimitCard(1, 2, 3, "X", 0)
OTHER = LimitCard(9, 9, 9, 9, 9)


def state(*cards: LimitCard) -> State:
    """A match in which this card lies open, or none."""
    now = GAME.play(GAME.start(Setup(3, {"pile": "counted", "accuse": "anyone"})), Start(0)).state
    for card in cards:
        numbers: Any = card.numbers
        now = GAME.play(now, TurnUp(numbers)).state
    return now


@pytest.fixture
def boxes(store: Store) -> MatchBoxes:
    """The boxes of a new device."""
    return MatchBoxes(store)


def test_a_card_that_is_entered_is_noted_and_one_that_is_taken_back_is_forgotten(boxes: MatchBoxes) -> None:
    boxes.learn(GAME, state(), state(ONE))
    assert boxes.notes(GAME) == (BoxNote(ONE, 1),)
    boxes.learn(GAME, state(ONE), state())
    assert boxes.notes(GAME) == ()


def test_a_correction_puts_the_right_card_in_the_place_of_the_wrong_one(boxes: MatchBoxes) -> None:
    boxes.learn(GAME, state(), state(OTHER))
    boxes.learn(GAME, state(OTHER), state(ONE))
    assert boxes.notes(GAME) == (BoxNote(ONE, 1),)


def test_a_card_is_mended_in_its_place_and_never_stands_there_twice(boxes: MatchBoxes) -> None:
    third = LimitCard(0, 0, 0, 0, 0)
    for card in (ONE, OTHER):
        boxes.put(GAME, card)
    boxes.put(GAME, third, ONE)
    assert [note.item for note in boxes.notes(GAME)] == [third, OTHER]
    boxes.put(GAME, OTHER, third)
    assert [note.item for note in boxes.notes(GAME)] == [OTHER]
    boxes.forget(GAME, OTHER)
    assert boxes.notes(GAME) == ()


def test_in_a_box_that_is_closed_matches_note_and_forget_nothing(boxes: MatchBoxes) -> None:
    owner = Caller("owner", (Grant("owner", "owner", "device", datetime.now(UTC)),))
    boxes.learn(GAME, state(), state(ONE))
    boxes.close(GAME, owner, is_closed=True)
    boxes.learn(GAME, state(), state(OTHER))
    boxes.learn(GAME, state(ONE), state())
    assert boxes.notes(GAME) == (BoxNote(ONE, 1),)
    boxes.close(GAME, owner, is_closed=False)
    boxes.learn(GAME, state(), state(OTHER))
    assert boxes.notes(GAME) == (BoxNote(ONE, 1), BoxNote(OTHER, 1))
