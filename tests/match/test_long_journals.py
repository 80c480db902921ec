"""A match that was not in memory is read with every hash checked, and no more of it understood than is asked for."""

from typing import Any

import pytest

from companion.match import journal_codec
from companion.match.errors import CannotOpen
from companion.match.precondition import Precondition
from companion.store import NewEntry
from tests.store.evening import NOW
from tests.table.conftest import Round


@pytest.fixture
def moves_read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The moves that were read, in order."""
    found: list[Any] = []
    right = journal_codec.read_move

    def noted(game: Any, given: Any, seats: int, **more: Any) -> Any:
        found.append(given)
        return right(game, given, seats, **more)

    monkeypatch.setattr(journal_codec, "read_move", noted)
    return found


def test_of_entries_taken_back_no_move_is_read(four: Round, moves_read: list[Any]) -> None:
    match = four.begin("land-unter")
    for rings in range(9):
        four.enter(match, kind="count_rings", seat=0, rings=rings)
        four.matches.undo(match.id, four.host, None, Precondition())
    four.enter(match, kind="count_rings", seat=1, rings=5)
    remembered = four.matches.snapshot(match.id, four.host)
    four.matches.forget(match.id)
    moves_read.clear()

    anew = four.matches.snapshot(match.id, four.host)

    assert moves_read == [{"kind": "count_rings", "rings": 5, "seat": 1}]
    assert anew.replay.state == remembered.replay.state
    assert anew.timeline.events == remembered.timeline.events
    assert len(moves_read) == 10


def test_an_entry_that_cannot_be_understood_is_no_play_that_fell(four: Round) -> None:
    match = four.begin("land-unter")
    body = '{"entry":"played","move":{"kind":"castle"}}'
    four.store.journal.append(match.id, 0, NewEntry(NOW, "host", body))
    four.matches.forget(match.id)
    with pytest.raises(CannotOpen):
        four.matches.snapshot(match.id, four.host)
