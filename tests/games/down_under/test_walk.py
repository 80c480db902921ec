"""A route followed with a finger: what is counted, what no route can do, and a match of which only that is known."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.story import Step
from companion.engine.timeline import Timeline, attempt
from companion.games.down_under.board.drawing import Window, markers, piece
from companion.games.down_under.board.trail import WalkEntry, followed
from companion.games.down_under.board.view import board
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.catching_up import FromPaper
from companion.games.down_under.rules.components import TURNS
from companion.games.down_under.rules.route import Walk
from companion.games.down_under.rules.state import Done, Lay, NotedRoute, State
from companion.games.down_under.rules.tiles import Tile, paths_of
from companion.games.down_under.rules.views import status
from companion.games.down_under.words.story import story
from tests.games.down_under.asking import board as tiles_of
from tests.games.down_under.asking import judge, why_not_judged
from tests.games.table import doubt

CROSSED = ((2, 2), (2, 3), (2, 4), (3, 4), (3, 3), (2, 3), (1, 3))
"""A loop back over its second cell: seven paths on six cells."""


def table(depth: str, seats: int = 2, **options: Any) -> Timeline[State]:
    """A match, nothing entered."""
    return Timeline(GAME, make_setup(GAME, seats, {"depth": depth, **options}))


def lists(cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    return [[*cell] for cell in cells]


def test_what_no_game_reaches_is_doubted() -> None:
    straight = tuple((x, 0) for x in range(12))
    sheet = FromPaper((NotedRoute(0), NotedRoute(9)))
    whole = FromPaper((NotedRoute(80), NotedRoute(1)))
    doubted: list[tuple[Any, str]] = [(Walk(0, straight), "DU-20"), (sheet, "DU-15"), (whole, "DU-20")]
    for move, clause in doubted:
        assert clause in doubt(GAME, table("routes").at().state, move, seats=frozenset()).clauses, move
    assert not attempt(GAME, table("routes").at().state, Walk(0, straight[:9]), anyway=False, seats=frozenset()).flags


def test_where_no_tile_is_known_nothing_is_said_of_what_a_player_could_still_place() -> None:
    assert not attempt(GAME, table("routes").at().state, Done(0), anyway=False, seats=frozenset()).flags


# ---- counting ----


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (((0, 0), (2, 0)), "Tap a cell beside the last one."),
        (((0, 0), (1, 1)), "Tap a cell beside the last one."),
        (((0, 0), (1, 0), (0, 0)), "A route can cross each side of a cell only once."),
        (((0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0)), "A route can cross each side of a cell only once."),
    ],
)
def test_what_no_route_can_do_is_refused(cells: tuple[tuple[int, int], ...], why: str) -> None:
    assert why_not_judged("walk", cells=lists(cells)) == why


def test_where_tiles_are_known_it_is_said_which_of_them_do_not_lead_this_way() -> None:
    lying = tiles_of(("rs90", 0, 0), ("rs90", 1, 0), ("rc180", 2, 0))

    assert judge("walk", cells=[[0, 0], [1, 0], [2, 0], [2, 1]], tiles=lying).verdict["off"] == [4]
    off = judge("walk", cells=[[0, 0], [1, 0], [1, 1]], tiles=lying)
    assert off.verdict["off"] == [2, 3]
    assert "DU-14" in off.flags[0].clauses


# ---- a finger that taps ----


def test_a_tap_goes_on_in_a_straight_line_and_one_on_the_end_or_before_it_takes_back() -> None:
    line = followed((), (1, 1))
    line = followed(line, (1, 4))
    assert line == ((1, 1), (1, 2), (1, 3), (1, 4))
    assert followed(line, (1, 3)) == line[:-1]
    assert followed(line, (1, 4)) == line[:-1]
    assert followed(line, (3, 2)) == line


# ---- a match that follows less ----


def test_a_route_is_scored_as_it_was_followed_last() -> None:
    timeline = table("routes")
    timeline.add(Played(Walk(0, ((0, 0), (1, 0)))))
    timeline.add(Played(Walk(1, ((0, 3), (1, 3), (2, 3)))))
    before = timeline.at().state
    state = timeline.add(Played(Walk(0, CROSSED))).state

    assert status(state).scores == (7, 3)
    told = story(state, [Step(2, Walk(0, CROSSED), before, state)])
    assert {one.seat: one.score for one in told.places} == {0: 7, 1: 3}
    assert status(state).turn is None
    assert [len(cells) for cells in state.walked.values()] == [3, 7]


def test_the_result_is_taken_over_from_the_routes_that_were_followed() -> None:
    timeline = table("routes")
    timeline.add(Played(Walk(0, CROSSED)))
    state = timeline.add(Played(FromPaper((NotedRoute(7), NotedRoute(4))))).state

    assert state.is_over
    assert status(state).winners == (0,)


def test_where_every_tile_is_entered_the_app_counts_a_route_itself() -> None:
    state = table("tiles").add(Played(Lay(0, Tile(0, 0, "straight", "red", 0)))).state

    with pytest.raises(IllegalMove):
        attempt(GAME, state, Walk(0, CROSSED), anyway=True)
    assert attempt(GAME, state, Walk(1, CROSSED), anyway=False).state.walk_of("yellow")


def test_of_two_routes_each_it_is_said_which_one_was_followed() -> None:
    timeline = table("routes", variant="two_routes")
    with pytest.raises(NotAMove):
        attempt(GAME, timeline.at().state, Walk(0, CROSSED), anyway=False)
    assert [*timeline.add(Played(Walk(0, CROSSED, "green"))).state.walked] == ["green"]


# ---- what the board shows ----


def test_the_form_goes_on_to_the_next_route_and_knows_when_all_are_followed() -> None:
    timeline = table("routes")
    shown = board(timeline.at().state, Viewer(), {})
    assert isinstance(shown.entry, WalkEntry)
    assert (shown.entry.colour, shown.entry.lengths) == ("red", None)

    timeline.add(Played(Walk(0, CROSSED)))
    state = timeline.add(Played(Walk(1, ((5, 5), (5, 6))))).state
    shown = board(state, Viewer(), {})
    assert isinstance(shown.entry, WalkEntry)
    assert shown.entry.lengths == (7, 2)
    assert len(shown.desk.trails) == 2


def test_a_route_half_followed_is_counted_and_refused_where_it_cannot_go() -> None:
    state = table("routes").at().state
    draft = {"kind": ("walk",), "cells.0": ("1", "1"), "cells.1": ("1", "2"), "cell": ("3,2",)}
    shown = board(state, Viewer(), draft)
    assert isinstance(shown.entry, WalkEntry)
    assert shown.entry.cells == ((1, 1), (1, 2), (2, 2), (3, 2))
    assert [marker.number for marker in shown.desk.markers] == [4]
    assert shown.desk.trails[0].path == "M150 150L150 200Q150 250 200 250Q250 250 300 250L350 250", (
        "one line, round where it bends"
    )

    shown = board(state, Viewer(), {**draft, "cells.2": ("7", "7"), "cell": ()})
    assert isinstance(shown.entry, WalkEntry)
    assert not shown.entry.is_complete
    assert [one.is_refused for one in shown.desk.trails] == [True]


def test_the_number_of_a_path_leaves_its_animal_in_sight_and_that_of_the_tiles_other_path() -> None:
    for turn in TURNS:
        tile = Tile(0, 0, "curve", "red", turn, "emu")
        paths = sorted(paths_of([tile]), key=lambda path: path.animal or "")
        other, one = markers(paths, "a", Window(0, 0, 3, 3))
        x, y = piece(tile, Window(0, 0, 3, 3)).sign
        assert math.hypot(one.x - x, one.y - y) > 20 + 14, "the radius of the number, and half an animal"
        assert math.hypot(one.x - other.x, one.y - other.y) > 43.5, "twice the radius, with the ring round it"
