"""The tiles that mark a fixed area: a line across it, or for two a frame round it (DU-51)."""

from collections import Counter

import pytest

from companion.engine.options import make_setup
from companion.games.down_under.board.marking import MARKS
from companion.games.down_under.board.tile_entry import tile_entry
from companion.games.down_under.board.view import draw_up
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.play import play
from companion.games.down_under.rules.setup import border
from companion.games.down_under.rules.state import Lay, State
from companion.games.down_under.rules.tiles import Tile
from tests.there import there

each_area = pytest.mark.parametrize("area", [(6, 6), (5, 7), (4, 8)])


def framed(area: tuple[int, int]) -> tuple[Tile, ...]:
    return border(area, ("green", "blue"))


@each_area
def test_the_frame_closes_round_the_area_with_tiles_of_the_box_and_joins_no_two_colours(area: tuple[int, int]) -> None:
    columns, rows = area
    round_it = {(x, y) for x in range(-1, columns + 1) for y in range(-1, rows + 1)}
    inside = {(x, y) for x in range(columns) for y in range(rows)}
    assert sorted(tile.cell for tile in framed(area)) == sorted(round_it - inside)
    used = Counter((tile.colour, tile.kind) for tile in framed(area))
    for colour in ("green", "blue"):
        assert (used[colour, "straight"], 0 < used[colour, "curve"] <= 9) == (7, True)
    assert not trace(framed(area)).mixed


@each_area
def test_the_grey_of_curves_leads_from_the_inner_edge_to_the_outer_one(area: tuple[int, int]) -> None:
    """Five pairs, and the fourteen straights: each opens from the area through the frame."""
    columns, rows = area
    through = [chain for chain in trace(framed(area)).chains if not chain.colours and len(chain.leads_to) == 2]
    inner = [chain for chain in through if any(0 <= x < columns and 0 <= y < rows for x, y, _ in chain.leads_to)]
    assert Counter(len(chain.paths) for chain in inner) == {1: 14, 2: 5}


def fresh(players: int) -> State:
    return GAME.start(make_setup(GAME, players, {"variant": "fixed_area"}))


@pytest.mark.parametrize(("way", "laid"), [("line", 11), ("frame", 28)])
def test_two_are_offered_each_tile_of_a_line_or_a_frame(way: str, laid: int) -> None:
    state, draft = fresh(2), {MARKS: (way,)}
    for _ in range(laid):
        tile = there(tile_entry(state, draft).tile)
        assert (draw_up(state, draft).marks, draw_up(state, draft).area.message) == (way, "no area yet")
        outcome = play(state, Lay(0, tile))
        assert not outcome.flags
        state = outcome.state
    after = tile_entry(state, draft)
    assert (after.tile, after.colour) == (None, "red")
    assert state.area == ((5, 7) if way == "line" else (7, 9))
    assert (draw_up(state, {}).marks, draw_up(state, {}).area.message) == (None, "{short} by {long}")


def test_changing_the_way_changes_the_tile_that_is_offered() -> None:
    line, first = there(tile_entry(fresh(2), {}).tile), framed((5, 7))[0]
    form = {"tile.x": (str(line.x),), "tile.y": (str(line.y),), "tile.turn": (str(line.turn),)}
    assert tile_entry(fresh(2), form).tile == line
    assert tile_entry(fresh(2), {**form, MARKS: ("frame",)}).tile == first
    tapped = there(tile_entry(fresh(2), {**form, MARKS: ("frame",), "cell": (f"{line.x},{line.y}",)}).tile)
    assert tapped.cell == line.cell


def test_a_frame_that_was_begun_goes_on_as_one_on_every_phone() -> None:
    assert tile_entry(play(fresh(2), Lay(0, framed((5, 7))[0])).state, {}).tile == framed((5, 7))[1]


def test_for_three_there_is_a_line_only() -> None:
    assert "fixed_frame" not in GAME.lay_out(make_setup(GAME, 3, {"variant": "fixed_area"})).facts
    assert there(tile_entry(fresh(3), {MARKS: ("frame",)}).tile).colour == "blue"


def test_marking_that_was_laid_otherwise_than_drawn_is_not_led_any_further() -> None:
    assert tile_entry(play(fresh(2), Lay(0, Tile(3, 3, "straight", "blue", 90))).state, {}).tile is None
