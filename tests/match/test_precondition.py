"""What is refused before it is recorded: a step that leads nowhere, an entry that means something else by now."""

from contextlib import nullcontext

import pytest

from companion.match.correct import amend, preview
from companion.match.errors import MovedOn, NotAllowed, NothingToUndo
from companion.match.precondition import Precondition
from tests.table.conftest import Round


@pytest.mark.parametrize("confirm", [False, True])
def test_nothing_is_recorded_where_nothing_can_be_taken_back_or_brought_back(four: Round, confirm: bool) -> None:
    match, asked = four.begin("land-unter"), Precondition(confirm=confirm)
    four.enter(match, kind="count_rings", seat=0, rings=3)
    with pytest.raises(NothingToUndo):
        four.matches.redo(match.id, four.host, asked)
    for index in (7, -1):
        with pytest.raises(NothingToUndo):
            four.matches.undo(match.id, four.host, index, asked)
    assert four.store.journal.version(match.id) == 1
    four.matches.forget(match.id)
    assert four.matches.snapshot(match.id, four.host).version == 1


@pytest.mark.parametrize(
    ("entered", "is_undone", "version", "is_taken"),
    [([0], False, 0, True), ([2], False, 0, False), ([0, 1], True, 2, False)],
    ids=["another entered", "the same seat entered", "an entry was undone"],
)
def test_an_entry_made_on_an_older_page_is_taken_in_the_same_step_but_not_once_its_seat_entered_or_after_an_undo(
    four: Round, entered: list[int], is_undone: bool, version: int, is_taken: bool
) -> None:
    match = four.begin("land-unter")
    for seat in entered:
        four.enter(match, kind="count_rings", seat=seat, rings=3)
    if is_undone:
        four.matches.undo(match.id, four.host, None, Precondition())
    with nullcontext() if is_taken else pytest.raises(MovedOn):
        assert four.tap(match, version, kind="count_rings", seat="2", rings="4") == 2


def test_an_entry_made_on_an_older_page_is_refused_where_the_game_has_gone_on(four: Round) -> None:
    match = four.limits_with_red_hidden()
    version = four.matches.snapshot(match.id, four.host).version
    for seat in range(2):
        four.enter(match, kind="lay", seat=seat, colour="blue")
    with pytest.raises(MovedOn):
        four.tap(match, version, kind="lay", seat="2", colour="blue")
    assert four.store.journal.version(match.id) == version + 2


def test_where_only_the_host_enters_for_others_nobody_else_brings_the_hosts_correction_back(four: Round) -> None:
    match = four.begin("land-unter")
    mine = {"kind": "count_rings", "seat": 1, "rings": 3}
    four.matches.move(match.id, four.guest, mine, Precondition())
    amend(four.matches, match.id, four.host, [(0, {**mine, "rings": 9})], Precondition())
    four.matches.undo(match.id, four.host, 0, Precondition())
    four.store.tables.set_closed_to_seats(four.table.id, True)
    with pytest.raises(NotAllowed):
        four.matches.redo(match.id, four.guest, Precondition())
    four.matches.redo(match.id, four.host, Precondition())
    assert four.moves(match)[1]["kind"] == "amend"


def test_a_preview_shows_what_it_is_asked_also_with_a_key_that_was_used(four: Round) -> None:
    match, rings = four.begin("land-unter"), {"kind": "count_rings", "seat": 1}
    four.enter(match, **rings, rings=3)
    asked = Precondition(key="once")
    amend(four.matches, match.id, four.host, [(0, {**rings, "rings": 5})], asked)
    seen = preview(four.matches, match.id, four.host, [(0, {**rings, "rings": 9})], asked).after
    assert seen.replay.state.players[1].rings == 9
    assert four.store.journal.version(match.id) == 2
