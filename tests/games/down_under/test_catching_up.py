"""Where things stand: a table that forgot some tiles, or that played Down Under without the app until now."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline, attempt
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.catching_up import CatchUp
from companion.games.down_under.rules.state import Lay, State
from companion.games.down_under.rules.tiles import Tile
from tests.games.table import doubt, refusal

RED = Tile(0, 0, "straight", "red", 0)
YELLOW = Tile(1, 0, "straight", "yellow", 0)
RED_NEXT = Tile(0, 1, "straight", "red", 0)


def table(**options: Any) -> Timeline[State]:
    """A match of two, nothing entered."""
    return Timeline(GAME, make_setup(GAME, 2, options))


def test_tiles_laid_earlier_are_entered_without_turns() -> None:
    timeline = table()
    for tile in (RED, RED_NEXT, YELLOW):
        seat = 0 if tile.colour == "red" else 1
        now = timeline.add(Played(Lay(seat, tile, catching_up=True)))
        assert now.stopped is None

    assert now.state.tiles == (RED, RED_NEXT, YELLOW)
    assert (now.state.turn, now.state.turns) == (0, 0)


def test_a_tile_laid_earlier_still_keeps_to_the_rules_of_tiles() -> None:
    timeline = table()
    timeline.add(Played(Lay(0, RED, catching_up=True)))
    apart = Lay(1, Tile(5, 5, "straight", "yellow", 0), catching_up=True)

    assert "DU-15" in doubt(GAME, timeline.at().state, apart).clauses
    with pytest.raises(IllegalMove):
        attempt(GAME, timeline.at().state, Lay(1, Tile(0, 0, "curve", "yellow", 0), catching_up=True), anyway=True)


def test_all_tiles_may_be_given_at_once() -> None:
    state = table().add(Played(CatchUp(1, ("red",), (RED, YELLOW)))).state

    assert (state.tiles, state.turn, [*state.done]) == ((RED, YELLOW), 1, ["red"])
    assert GAME.view(state, Viewer())["tiles"]


def test_when_the_last_route_is_finished_by_earlier_tiles_the_game_is_over() -> None:
    timeline = table()
    for colour, seat, x in (("red", 0, 0), ("yellow", 1, 1)):
        for y, turn in ((0, 180), (1, 0)):
            kind = "terminus"
            tile: Any = Tile(x, y, kind, colour, turn)  # type: ignore[arg-type]
            now = timeline.add(Played(Lay(seat, tile, catching_up=True), anyway=True))

    assert now.state.done == {"red", "yellow"}
    assert GAME.status(now.state).phase == "over"


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (CatchUp(0, ("green",)), "DU-1"),
        (CatchUp(0, (), (RED, Tile(0, 0, "curve", "yellow", 0))), "DU-12"),
        (CatchUp(0, (), (RED, Tile(0, 1, "straight", "yellow", 0))), "DU-17"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_clause(move: CatchUp, clause: str) -> None:
    assert clause in refusal(GAME, table().at().state, move).clauses


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (CatchUp(0, (), (RED, Tile(9, 9, "straight", "yellow", 0))), "DU-15"),
        (CatchUp(0, ("red",)), "DU-25"),
        (CatchUp(0, (), (RED, Tile(1, 0, "straight", "green", 0))), "DU-1"),
        (CatchUp(0, (), (RED, *(Tile(1, y, "curve", "yellow", 90 if y % 2 else 270) for y in range(8)))), "DU-20"),
    ],
)
def test_what_the_box_doubts_may_be_recorded_anyway(move: CatchUp, clause: str) -> None:
    assert clause in doubt(GAME, table().at().state, move, seats=frozenset()).clauses
    assert attempt(GAME, table().at().state, move, anyway=True).state.stood == 1
