"""The first fold: what stands after undo, redo and corrections."""

import pytest

from companion.engine.journal import (
    Amended,
    CannotUndo,
    Event,
    Played,
    Redone,
    Revision,
    Undone,
    UnreadMove,
    follow,
    plays,
)
from tests.engine.toy import Put


def revisions(*events: Event) -> list[Revision]:
    """Where a journal stands at each version."""
    found = [Revision()]
    for event in events:
        found.append(follow(found, event))
    return found


def coins(*events: Event) -> list[int]:
    return [play.move.coins for play in plays(revisions(*events)[-1])]


def sources(*events: Event) -> list[tuple[int, int]]:
    return [(play.index, play.source) for play in plays(revisions(*events)[-1])]


def put(number: int) -> Played:
    """An entry that puts coins into the first purse."""
    return Played(Put(0, number))


def correct(index: int, number: int) -> Amended:
    return Amended(((index, Put(0, number)),))


def test_after_a_new_play_or_a_correction_there_is_nothing_to_bring_back() -> None:
    for event in (put(4), correct(0, 9)):
        with pytest.raises(CannotUndo):
            revisions(put(1), put(2), Undone(1), event, Redone())


def test_a_correction_keeps_the_place_and_names_itself_as_the_source() -> None:
    assert coins(put(1), put(2), put(3), correct(1, 9)) == [1, 9, 3]
    assert sources(put(1), put(2), put(3), correct(1, 9)) == [(0, 0), (1, 3), (2, 2)]


def test_plays_from_the_first_that_no_longer_holds_fall() -> None:
    assert coins(put(1), put(2), put(3), put(4), Amended(((0, Put(0, 9)),), dropped_from=2)) == [9, 2]


def test_plays_that_became_doubtful_may_be_allowed() -> None:
    event = Amended(((0, Put(0, 9)),), anyway=True, allowed=(2,))
    found = plays(revisions(put(1), put(2), put(3), event)[-1])
    assert [play.anyway for play in found] == [True, False, True]


def test_a_written_move_is_read_once_when_somebody_asks_and_equals_the_move_it_is() -> None:
    asked: list[str] = []

    def read(text: str) -> Put:
        asked.append(text)
        return Put(0, int(text))

    written = UnreadMove("4", read)
    [play] = plays(revisions(Played(written, anyway=True))[-1])
    assert asked == []
    assert play.move is play.move is Played(written).move
    assert asked == ["4"]
    assert Played(written) == put(4) == Played(UnreadMove("4", read))
    assert Played(written) != put(5)
    assert (hash(Played(written)), repr(written)) == (hash(put(4)), repr(Put(0, 4)))
    assert coins(put(1), Played(UnreadMove("2", read)), correct(1, 3)) == [1, 3]
    assert asked == ["4", "4"], "what was corrected is not asked for"
