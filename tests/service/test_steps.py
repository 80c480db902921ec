"""A step that leads nowhere is refused before it is recorded."""

from __future__ import annotations

import pytest

from companion.service.errors import NothingToUndo
from companion.service.steps import Asked
from tests.service.conftest import Round


@pytest.mark.parametrize("confirm", [False, True])
def test_nothing_is_recorded_where_nothing_can_be_taken_back_or_brought_back(four: Round, confirm: bool) -> None:
    match, asked = four.begin("land-unter"), Asked(confirm=confirm)
    four.enter(match, kind="count_rings", seat=0, rings=3)
    with pytest.raises(NothingToUndo):
        four.matches.redo(match.id, four.host, asked)
    for index in (7, -1):
        with pytest.raises(NothingToUndo):
            four.matches.undo(match.id, four.host, index, asked)
    assert four.store.version(match.id) == 1
    four.matches.memory.forget(match.id)
    assert four.matches.look(match.id, four.host).version == 1
