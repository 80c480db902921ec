"""What the board of Down Under shows: cells, turns, numbers, and what would come of an entry."""

import random
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.options import read_options
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import Text
from companion.games.down_under.board.box import BoxTile, entered, known, offer, shown
from companion.games.down_under.board.drawing import MOST, middle, window_round
from companion.games.down_under.board.judging import draw, draw_placement
from companion.games.down_under.board.pond_entry import LoopEntry, PondEntry
from companion.games.down_under.board.view import Board, board
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.components import ANIMALS
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import Path
from companion.games.down_under.words.story import story
from tests.conformance.playing import played
from tests.games.down_under.asking import LOOP, Table, said
from tests.games.down_under.asking import board as tiles
from tests.games.down_under.playthroughs import golden, random_game

OPTIONS = read_options(GAME, {})


def shows(state: State, **draft: str) -> Board:
    """The board with some taps; `tile_kind` stands for the field tile.kind."""
    tapped = {name.replace("_", ".", 1) if name[0] != "_" else name: (value,) for name, value in draft.items()}
    return board(state, Viewer(), tapped)


def numbered(shown_board: Board) -> list[int]:
    """The numbers on the drawing."""
    return [one.number for one in shown_board.desk.markers]


def taps(given: Any, **settings: int) -> tuple[Any, Any]:
    """The answers and the judge's drawing after a tap."""
    return draw(given, settings, OPTIONS)


def facts(*placed: tuple[str, int, int]) -> Any:
    """Answers of a form that hold these tiles."""
    return tree(pairs({"tiles": [*tiles(*placed)]}))


# ---- the window ----


def test_a_single_cell_is_drawn_with_its_neighbours() -> None:
    window = window_round([(5, 5)], (5, 5))
    assert (window.columns, window.rows, window.holds((5, 5))) == (3, 3, True)


def test_tiles_very_far_apart_are_drawn_as_far_as_there_is_room() -> None:
    window = window_round([(0, 0), (10**15, -(10**15))], (0, 0))
    assert (window.columns, window.rows) == (MOST, MOST)
    assert window.holds((0, 0))


def test_the_numbers_of_two_paths_on_one_tile_stand_apart() -> None:
    crossing = {middle(Path(0, 0, ("N", "S"))), middle(Path(0, 0, ("W", "E")))}
    bends = {middle(Path(0, 0, ("N", "E"))), middle(Path(0, 0, ("S", "W")))}
    assert len(crossing) == len(bends) == 2


# ---- laying a tile ----


def test_nothing_is_complete_before_a_cell_is_tapped() -> None:
    entry = shows(Table(2).state).lay
    assert entry is not None
    assert not entry.is_complete
    assert (entry.seat, entry.kind) == (0, "curve")


@pytest.mark.parametrize("kind", ["curve", "straight", "terminus"])
def test_a_tile_is_turned_so_that_it_breaks_no_rule_where_it_can(kind: str) -> None:
    state = Table(2).lay_all(("rs90", 0, 0), ("ys0", 0, -1)).state
    entry = shows(state, cell="1,0", tile_kind=kind).lay
    assert entry is not None
    assert (entry.broken, entry.before, entry.after) == ((), 1, 2)


def test_the_turn_chosen_by_a_tap_stays_until_another_cell_is_tapped() -> None:
    state = Table(2).state
    chosen = {"tile_x": "0", "tile_y": "0", "tile_kind": "curve", "tile_turn": "270", "_shown": "0,0,curve,red"}
    kept = shows(state, **chosen).lay
    moved = shows(state, cell="1,0", **chosen).lay
    assert kept is not None
    assert kept.tile is not None
    assert kept.tile.turn == 270
    assert moved is not None
    assert moved.tile is not None
    assert moved.tile.turn == 0


@pytest.mark.parametrize(
    ("kind", "turn", "words"),
    [
        ("curve", "0", "Red, curve (north, east)"),
        ("curve", "90", "Red, curve (east, south)"),
        ("curve", "270", "Red, curve (west, north)"),
        ("straight", "90", "Red, straight (east, west)"),
        ("terminus", "180", "Red, end tile (south)"),
    ],
)
def test_how_the_tile_lies_that_is_being_turned_is_said_in_words(kind: str, turn: str, words: str) -> None:
    state = Table(2).state
    found = shows(state, tile_x="0", tile_y="0", tile_kind=kind, tile_turn=turn, _shown=f"0,0,{kind},red")
    assert found.lay is not None
    assert found.lay.lies is not None
    assert said(found.lay.lies) == words
    assert [said(spot.label) for row in found.desk.rows for spot in row if spot.is_chosen] == [
        f"Column 0, row 0: {words}"
    ]


def test_how_the_tiles_lie_that_were_laid_is_said_cell_by_cell() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys90", 1, 0))
    spots = {(spot.x, spot.y): said(spot.label) for row in shows(table.state).desk.rows for spot in row}
    assert spots[0, 0] == "Column 0, row 0: Red, straight (north, south)"
    assert spots[1, 0] == "Column 1, row 0: Yellow, straight (east, west)"


def test_a_billabong_says_which_of_its_sides_are_joined() -> None:
    pond: Any = {"x": 0, "y": 0, "kind": "billabong", "through": [["N", "S"], ["E", "W"]]}
    _, pad = taps(tree(pairs({"tiles": [pond]})))
    labels = [said(spot.label) for row in pad.desk.rows for spot in row]
    assert "Column 0, row 0: billabong (north to south, east to west)" in labels


def test_a_half_made_entry_of_nonsense_is_no_entry() -> None:
    state = Table(2).state
    entry = shows(state, cell="a,b", tile_kind="star", tile_turn="45", tile_colour="pink", kind="fly").lay
    assert entry is not None
    assert entry.tile is None


def test_the_new_tile_is_numbered_with_the_route_it_lengthens() -> None:
    state = Table(2).lay_all(("rs90", 0, 0), ("ys0", 0, -1)).state
    found = shows(state, cell="1,0", tile_kind="straight")
    assert numbered(found) == [1, 2]
    assert [one.is_new for one in found.desk.markers] == [False, True]


def test_the_last_terminus_cannot_be_laid_a_third_time() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
    for turn, y in ((0, 1), (180, -1)):
        table.lay(f"rt{turn}", 0, y, anyway=True)
    entry = shows(table.state, tile_colour="red").lay
    assert entry is not None
    assert {one.sent: one.left for one in entry.shapes}["terminus"] == 0


def test_cells_with_a_tile_cannot_be_tapped_but_a_lone_terminus_can() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0)).lay_all(("rt0", 0, 1))
    spots = {(spot.x, spot.y): spot.tapped for row in shows(table.state).desk.rows for spot in row}
    assert spots[0, 0] is None
    assert spots[0, 1] == ("cell", "0,1")


def test_beyond_the_area_only_dark_cells_lie() -> None:
    table = Table(2).lay_all(*[("rs0", 0, 0), ("ys0", 1, 0)])
    for y in range(1, 7):
        table.lay("rs0", 0, y, anyway=True)
    desk = shows(table.state).desk
    assert desk.beyond
    assert [edge.left for edge in desk.edges] == [0, 3, 0, 3]


# ---- loops, billabongs, the end ----


def test_only_the_tiles_that_open_the_loop_are_marked() -> None:
    table = Table(2, variant="children")
    for short, x, y in (("rc90", 0, 0), ("ys0", -1, -1), ("rc180", 1, 0), ("ys0", -1, -2)):
        table.lay(short, x, y)
    table.lay_all(("rc270", 1, 1), ("ys0", -1, -3), ("rc0", 0, 1), ("ys0", -1, -4))
    found = shows(table.state)
    assert found.form == "turn"
    loop = found.entry
    assert isinstance(loop, LoopEntry)
    assert {pick.turning.length for pick in loop.picks} == {5}
    assert len(found.desk.marked) == 4
    texts = [said(pick.text) for pick in loop.picks]
    assert texts[:2] == ["5 paths (north, east)", "5 paths (south, west)"]
    assert len({(pick.turning.cell, words) for pick, words in zip(loop.picks, texts, strict=True)}) == 8


def test_the_ways_out_of_a_billabong_are_those_without_doubt() -> None:
    table = Table(3).lay_all(("rs90", 0, 1), ("ys0", 1, 0), ("gs90", 2, 1))
    pond = shows(table.state).entry
    assert isinstance(pond, PondEntry)
    assert [way.through for way in pond.ways] == [(("E", "S"),)]
    assert pond.is_complete  # there is no other way on
    assert len(pond.others) == 9


def test_those_who_share_a_place_have_the_same_points() -> None:
    one = golden()[1]
    state = played(GAME, one["players"], one["options"], one["moves"]).at(len(one["moves"])).state
    end = story(state, ())
    assert end.headline is not None
    assert [(one.rank, one.seat) for one in end.places] == [(1, 2), (2, 0), (2, 1)]
    assert said(end.headline) == "S2 wins with 5 paths."


# ---- the judge's drawing ----


def test_a_tap_lays_a_tile_and_another_turns_it() -> None:
    given, drawn = taps({}, tap=4)
    assert given["tiles"]["0"]["kind"] == ["curve"]
    at = next(
        index
        for index, spot in enumerate(spot for row in drawn.desk.rows for spot in row)
        if (spot.x, spot.y) == (0, 0)
    )
    given, drawn = taps(given, tap=at, at=1)
    assert given["tiles"]["0"]["turn"] == ["90"]


def test_every_route_laid_out_is_traced_and_its_longest_numbered() -> None:
    given = tree(pairs({"tiles": [*LOOP]}))
    _, drawn = taps(given)
    assert [(line.length, line.is_numbered) for line in drawn.lines] == [(4, False)]
    assert sorted(one.number for one in drawn.desk.markers) == [1, 2, 3, 4]


def test_of_two_longest_routes_of_a_colour_both_are_numbered() -> None:
    laid = tiles(*(("rs90", x, y) for y in (0, 2) for x in (0, 1)), ("rs90", 0, 4))
    _, drawn = taps(tree(pairs({"tiles": [*laid]})))
    assert [line.length for line in drawn.lines] == [2, 2, 1]
    assert sorted(one.number for one in drawn.desk.markers) == [1, 1, 2, 2]


def test_a_tile_is_reshaped_recoloured_peopled_and_taken_away() -> None:
    given = facts(("rc0", 0, 0))
    assert taps(given, at=1, shape=1)[0]["tiles"]["0"]["kind"] == ["straight"]
    assert taps(given, at=1, colour=3)[0]["tiles"]["0"]["colour"] == ["blue"]
    assert taps(given, at=1, animal=5)[0]["tiles"]["0"]["animal"] == ["dingo"]
    assert "tiles" not in taps(given, at=1, erase=1)[0]
    assert taps(given, at=1, turn=1)[0]["tiles"]["0"]["turn"] == ["90"]


def test_a_second_terminus_lies_back_to_back_with_the_first() -> None:
    given, _ = taps(facts(("rt90", 0, 0)), at=1, pair=1)
    assert [given["tiles"][index]["turn"] for index in ("0", "1")] == [["90"], ["270"]]


def test_the_tile_laid_last_is_the_one_that_is_asked_about() -> None:
    given, drawn = draw_placement(facts(("rc0", 0, 0)), {"tap": 0}, OPTIONS)
    assert given["tile"]["x"] == ["-1"]
    assert drawn is not None
    assert drawn.sketch.new == 1


def test_two_colours_that_meet_are_marked() -> None:
    _, drawn = taps(facts(("rs0", 0, 0), ("bs0", 0, 1)))
    assert len(drawn.desk.joints) == 1


def test_tiles_that_are_none_are_not_drawn_and_stay_as_they_were_sent() -> None:
    given = {"tiles": {"0": {"x": ["1"]}}}
    assert taps(given, tap=3) == (given, None)


def test_two_tiles_in_a_cell_are_drawn_but_nothing_is_traced() -> None:
    _, drawn = taps(facts(("rc0", 0, 0), ("bc90", 0, 0), ("rs0", 0, -1)))
    assert drawn.lines == ()
    assert len(drawn.desk.pieces) == 3


def test_whatever_is_tapped_the_drawing_stands() -> None:
    rng = random.Random("taps")
    names = ("tap", "shape", "colour", "animal", "turn", "pair", "new", "erase", "walk", "route", "at")
    given: Any = {}
    for _ in range(300):
        settings = {rng.choice(names): rng.randrange(40), "at": rng.randrange(6), "brush": rng.randrange(5)}
        given, drawn = draw(given, settings, OPTIONS)
        assert drawn is not None
        assert len(drawn.desk.rows) == drawn.desk.window.rows


# ---- the box ----


def test_the_animal_of_a_tile_is_offered_once_all_tiles_of_its_shape_are_known() -> None:
    left = dict.fromkeys(ANIMALS, 0) | {"emu": 1}
    assert known(left, is_whole=True).only == "emu"
    assert known(left, is_whole=False).only is None


def test_tiles_that_are_alike_are_counted() -> None:
    table = Table(2, animals=True)
    for x, animal in enumerate(("emu", "emu", "rabbit")):
        table.lay("rs90", x, 0, animal=animal, anyway=True)
    assert entered(table.state) == (
        BoxTile("red", "straight", "emu"),
        BoxTile("red", "straight", "emu", 2),
        BoxTile("red", "straight", "rabbit"),
    )
    noted = tuple(BoxTile("red", "straight", "emu", copy) for copy in range(1, 8))
    found = offer(table.state, {"tile.kind": ("straight",), "tile.colour": ("red",)}, noted)
    assert found is not None
    assert found.only == "emu"
    text = shown(noted[0]).text
    assert text is not None
    assert said(text) == "Red, straight, emu"


# ---- whole games ----


def test_the_board_of_every_step_of_a_game_can_be_shown_and_told() -> None:
    for seed in range(3):
        players, options, moves = random_game(random.Random(f"board {seed}"))
        timeline = played(GAME, players, options, moves)
        for version in range(0, len(moves) + 1, 3):
            state = timeline.at(version).state
            found = board(state, Viewer(), {})
            assert (found.phase == "over") == state.is_over
            assert len(found.desk.pieces) >= len(state.tiles)
            for move in moves[version : version + 1]:
                assert GAME.narrate is not None
                assert isinstance(GAME.narrate(move), Text)
