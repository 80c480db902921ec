"""What the board of Down Under shows: cells, turns, numbers, and what would come of an entry."""

import random
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.options import read_options
from companion.engine.schema.formdata import pairs, tree
from companion.games.down_under.board.judging import draw
from companion.games.down_under.board.tile_entry import TileEntry
from companion.games.down_under.board.view import Board, board
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.span import lies_tall
from companion.games.down_under.rules.state import State
from tests.games.down_under.asking import LOOP, Table
from tests.there import there

OPTIONS = read_options(GAME, {})


def shows(state: State, **draft: str) -> Board:
    """The board with some taps; `tile_kind` stands for the field tile.kind."""
    tapped = {name.replace("_", ".", 1) if name[0] != "_" else name: (value,) for name, value in draft.items()}
    return board(state, Viewer(), tapped)


def taps(given: Any, **settings: int) -> tuple[Any, Any]:
    return draw(given, settings, OPTIONS)


# ---- laying a tile ----


@pytest.mark.parametrize("kind", ["curve", "straight", "terminus"])
def test_a_tile_is_turned_so_that_it_breaks_no_rule_where_it_can(kind: str) -> None:
    state = Table(2).lay_all(("rs90", 0, 0), ("ys0", 0, -1)).state
    entry = there(shows(state, cell="1,0", tile_kind=kind).lay)
    assert (entry.broken, entry.before, entry.after) == ((), 1, 2)


def test_a_tile_that_does_not_fit_is_turned_until_it_does() -> None:
    state = Table(2).lay_all(("rs90", 0, 0), ("ys0", 0, -1)).state
    entry = there(shows(state, tile_x="1", tile_y="0", tile_kind="curve", tile_turn="0").lay)
    assert (entry.next_turn, entry.fitting) == (90, 180)


def test_a_half_made_entry_of_nonsense_is_no_entry() -> None:
    state = Table(2).state
    entry = there(shows(state, cell="a,b", tile_kind="star", tile_turn="45", tile_colour="pink", kind="fly").lay)
    assert entry.tile is None


# ---- loops, billabongs, the end ----


def test_once_it_is_over_the_drawing_ends_where_the_tiles_do_and_numbers_the_route_of_each_who_has_won() -> None:
    table = Table(2).lay_all(*[(f"{'ry'[x]}s0", x, y) for y in range(4) for x in range(2)])
    desk = shows(table.then("stand_now", turn=0, done=[], ends=True).state).desk
    assert (desk.window.columns, desk.window.rows, desk.is_tall) == (3, 4, True)
    assert sorted((one.line, one.number) for one in desk.markers) == [(line, n) for line in "ab" for n in (1, 2, 3, 4)]


def test_the_television_turns_its_drawing_once_the_other_side_is_by_far_the_longer() -> None:
    fork = [*((0, y) for y in range(5)), *((x, 0) for x in range(11))]
    assert [lies_tall(fork[:tiles]) for tiles in (1, 3, 12, 13, 16)] == [False, True, True, False, False]


# ---- the judge's drawing ----


def test_every_route_laid_out_is_traced_and_its_longest_numbered() -> None:
    _, drawn = taps(tree(pairs({"tiles": [*LOOP]})))
    assert [(line.length, line.is_numbered) for line in drawn.lines] == [(4, False)]
    assert sorted(one.number for one in drawn.desk.markers) == [1, 2, 3, 4]


def test_tiles_that_are_none_are_not_drawn_and_stay_as_they_were_sent() -> None:
    given = {"tiles": {"0": {"x": ["1"]}}}
    assert taps(given, tap=3) == (given, None)


def test_whatever_is_tapped_the_drawing_stands() -> None:
    rng = random.Random("taps")
    names = ("tap", "shape", "colour", "animal", "turn", "pair", "new", "erase", "walk", "route", "at")
    given: Any = {}
    for _ in range(300):
        settings = {rng.choice(names): rng.randrange(40), "at": rng.randrange(6), "brush": rng.randrange(5)}
        given, drawn = draw(given, settings, OPTIONS)
        assert drawn is not None
        assert len(drawn.desk.rows) == drawn.desk.window.rows


def test_a_tile_that_may_not_lie_there_is_shown_wherever_else_its_shape_may_and_what_is_seen_is_said_first() -> None:
    state = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0)).state
    draft = {"kind": ("lay",), "tile.colour": ("red",), "tile.kind": ("straight",), "tile.x": ("3",), "tile.y": ("0",)}
    desk = board(state, Viewer(), draft).desk
    places = {(one.left // 100 + desk.window.west, one.top // 100 + desk.window.north) for one in desk.fits}
    assert places == {(0, -1), (0, 1)}
    assert not board(state, Viewer(), {**draft, "tile.x": ("0",), "tile.y": ("1",)}).desk.fits
    entry = board(state, Viewer(), {**draft, "tile.x": ("1",), "tile.y": ("1",)}).entry
    assert isinstance(entry, TileEntry)
    assert [one.clauses for one in entry.against] == [("DU-17",), ("DU-16",)], "two colours joined, marked on the table"
