"""A route followed with a finger: what is counted, what no route can do, and a match of which only that is known."""

import math

import pytest

from companion.engine.errors import NotAMove
from companion.engine.game import Draft, Viewer
from companion.engine.story import Step
from companion.games.down_under.board.drawing import Window, markers, piece
from companion.games.down_under.board.trail import WalkEntry, followed
from companion.games.down_under.board.view import Board, board
from companion.games.down_under.rules.components import TURNS
from companion.games.down_under.rules.route import Walk
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Tile, paths_of
from companion.games.down_under.rules.views import status
from companion.games.down_under.words.story import story
from tests.games.down_under.asking import Json, Table, judge, lay
from tests.games.down_under.asking import board as tiles_of
from tests.games.table import Row, otherwise

Cells = tuple[tuple[int, int], ...]
CROSSED: Cells = ((2, 2), (2, 3), (2, 4), (3, 4), (3, 3), (2, 3), (1, 3))
"""A loop back over its second cell: seven paths on six cells."""
STRAIGHT: Cells = tuple((x, 0) for x in range(12))


def routes(**options: str) -> Table:
    return Table(2, depth="routes", **options)


def walk(seat: int, *cells: tuple[int, int], **more: str) -> Json:
    return {"kind": "walk", "seat": seat, "cells": [[*cell] for cell in cells], **more}


def sheet(*lengths: int) -> Json:
    return {"kind": "from_paper", "routes": [{"length": length} for length in lengths]}


def laid() -> Table:
    """A match in which every tile is entered, with a red one."""
    return Table(2).then(**lay(0, "rs0", 0, 0))


def followed_by_red() -> Table:
    return routes().then(**walk(0, (0, 0), (1, 0), (2, 0)))


ROWS: dict[str, Row] = {
    "a route longer than the area": (routes, walk(0, *STRAIGHT), "asked DU-20 DU-21"),
    "a route as long as the area": (routes, walk(0, *STRAIGHT[:9]), "taken"),
    "a sheet of a route without a path": (routes, sheet(0, 9), "asked DU-15"),
    "a sheet of more paths than the area has": (routes, sheet(80, 1),
        "asked DU-1 DU-2 DU-20 DU-42: Paths in the route: 80 (70 at most)."),
    "a route that passes the side of another": (followed_by_red, walk(1, (1, 1), (1, 0), (0, 0)),
        "asked DU-17: S0, S1 are joined in one route. Check the tiles."),
    "a route across another": (followed_by_red, walk(1, (1, 1), (1, 0), (1, -1)), "taken"),
    "done where no tile is known": (routes, {"kind": "done", "seat": 0}, "taken"),
    "a route followed that the app counts itself": (laid, walk(0, *CROSSED), "refused DU-41"),
    "a route followed of which no tile lies there": (laid, walk(1, *CROSSED), "taken"),
}  # fmt: skip


def test_what_no_game_reaches_is_doubted_and_what_the_app_counts_itself_is_not_followed() -> None:
    assert otherwise(ROWS) == {}


# ---- counting ----


def test_where_tiles_are_known_it_is_said_which_of_them_do_not_lead_this_way() -> None:
    lying = tiles_of(("rs90", 0, 0), ("rs90", 1, 0), ("rc180", 2, 0))
    assert judge("walk", cells=[[0, 0], [1, 0], [2, 0], [2, 1]], tiles=lying).verdict["off"] == [4]
    off = judge("walk", cells=[[0, 0], [1, 0], [1, 1]], tiles=lying)
    assert off.verdict["off"] == [2, 3]
    assert "DU-14" in off.flags[0].clauses


# ---- a finger that taps ----


def test_a_tap_goes_on_in_a_straight_line_and_one_on_the_end_or_before_it_takes_back() -> None:
    line = followed(followed((), (1, 1)), (1, 4))
    assert line == ((1, 1), (1, 2), (1, 3), (1, 4))
    assert followed(line, (1, 3)) == followed(line, (1, 4)) == line[:-1]
    assert followed(line, (3, 2)) == line


# ---- a match that follows less ----


def test_a_route_is_scored_as_it_was_followed_last() -> None:
    table = routes().then(**walk(0, (0, 0), (1, 0))).then(**walk(1, (0, 3), (1, 3), (2, 3)))
    before, state = table.state, table.then(**walk(0, *CROSSED)).state
    assert (status(state).scores, table.turn) == ((7, 3), None)
    told = story(state, [Step(2, Walk(0, CROSSED), before, state)])
    assert {one.seat: one.score for one in told.places} == {0: 7, 1: 3}
    assert [len(cells) for cells in state.walked.values()] == [3, 7]


def test_the_result_is_taken_over_from_the_routes_that_were_followed() -> None:
    table = routes().then(**walk(0, *CROSSED)).then(**sheet(7, 4))
    assert (table.state.is_over, table.winners) == (True, [0])


def test_of_two_routes_each_it_is_said_which_one_was_followed() -> None:
    with pytest.raises(NotAMove):
        routes(variant="two_routes").then(**walk(0, *CROSSED))
    state = routes(variant="two_routes").then(**walk(0, *CROSSED, colour="green")).state
    assert [*state.walked] == ["green"]


# ---- what the board shows ----


def shown(state: State, draft: Draft | None = None) -> tuple[Board, WalkEntry]:
    found = board(state, Viewer(), draft or {})
    assert isinstance(found.entry, WalkEntry)
    return found, found.entry


def test_the_form_goes_on_to_the_next_route_and_knows_when_all_are_followed() -> None:
    _, entry = shown(routes().state)
    assert (entry.colour, entry.lengths) == ("red", None)
    found, entry = shown(routes().then(**walk(0, *CROSSED)).then(**walk(1, (5, 5), (5, 6))).state)
    assert (entry.lengths, len(found.desk.trails)) == ((7, 2), 2)


def test_a_route_half_followed_is_counted_and_refused_where_it_cannot_go() -> None:
    draft = {"kind": ("walk",), "cells.0": ("1", "1"), "cells.1": ("1", "2"), "cell": ("3,2",)}
    found, entry = shown(routes().state, draft)
    assert entry.cells == ((1, 1), (1, 2), (2, 2), (3, 2))
    assert [marker.number for marker in found.desk.markers] == [1, 2, 3, 4]
    assert found.desk.trails[0].path == "M150 150L150 200Q150 250 200 250Q250 250 300 250L350 250", (
        "one line, round where it bends"
    )
    found, entry = shown(routes().state, {**draft, "cells.2": ("7", "7"), "cell": ()})
    assert (entry.is_complete, [one.is_refused for one in found.desk.trails]) == (False, [True])


def test_the_number_of_a_path_leaves_its_animal_in_sight_and_that_of_the_tiles_other_path() -> None:
    for turn in TURNS:
        tile = Tile(0, 0, "curve", "red", turn, "emu")
        paths = sorted(paths_of([tile]), key=lambda path: path.animal or "")
        other, one = markers(paths, "a", Window(0, 0, 3, 3))
        x, y = piece(tile, Window(0, 0, 3, 3)).sign
        assert math.hypot(one.x - x, one.y - y) > 20 + 14, "the radius of the number, and half an animal"
        assert math.hypot(one.x - other.x, one.y - other.y) > 43.5, "twice the radius, with the ring round it"
