"""How much a table tracks may change in the middle of a match; no rule depends on it."""

from __future__ import annotations

from companion.engine.game import Viewer
from companion.engine.journal import Played, Undone
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline
from companion.games.nile.game import GAME
from companion.games.nile.rules.moves import Boat, Starter, Track


def test_a_table_may_begin_to_track_the_fields_and_leave_it_again() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 2, {}))
    timeline.add(Played(Starter(0)))
    assert "board" not in GAME.view(timeline.at().state, Viewer())

    state = timeline.add(Played(Track("board"))).state

    assert state.tracks_board
    assert "board" in GAME.view(state, Viewer())
    assert not timeline.add(Played(Track("market"))).state.tracks_board


def test_what_was_entered_stays_when_the_depth_changes() -> None:
    timeline = Timeline(GAME, make_setup(GAME, 2, {}))
    timeline.add(Played(Starter(0)))
    before = timeline.add(Played(Boat(0, ("flax", "wheat")))).state

    after = timeline.add(Played(Track("board"))).state

    assert (after.boat, after.market, after.pawns) == (before.boat, before.market, before.pawns)
    assert timeline.add(Undone(2)).state == before
