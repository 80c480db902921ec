"""May I place this tile there? And how far does the area still reach?"""

from typing import Any

import pytest

from companion.engine.options import make_setup, read_options
from companion.engine.schema.codec import Reading, decode
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.placement import PlacementFacts, place
from tests.games.down_under.asking import Choice, Json, board, pond, said, tile, verdict

RED = board(("rs0", 0, 0))


def broken(tiles: list[Json], new: Json, *, turn: int = 2, area: tuple[int, int] = (7, 9), **options: Choice) -> Any:
    return verdict("placement", options, tiles=tiles, tile=new, area=[*area], turn=turn)["broken"]


def joints(tiles: list[Json], new: Json, *, turn: int = 2) -> list[tuple[int, int, str, str]]:
    """The sides of cells at which the new tile breaks a clause."""
    given = {"tiles": tiles, "tile": new, "area": [7, 9], "turn": turn}
    facts = decode(PlacementFacts, given, Reading(4, GAME.box_clause), "facts")
    found = place(facts.tiles, facts.tile, facts.area, read_options(GAME, {}), is_first=turn == 1)
    return [(*port, one.clauses[0]) for one in found.findings if one.is_broken for port in one.joints]


def test_a_billabong_is_neither_a_first_tile_nor_one_that_continues_a_route() -> None:
    assert broken(RED, pond(0, 1), turn=1) == ["DU-15"]
    assert broken(RED, pond(0, 1)) == ["DU-16"]
    assert broken(board(("rs0", 0, 0), ("bs90", 1, 1)), pond(0, 1, "NE"), turn=3) == ["DU-16", "DU-17"]


def test_the_first_tile_of_another_colour_touches_at_a_corner() -> None:
    assert broken(RED, tile("bs0", 1, 1), turn=1) == []
    assert broken(RED, tile("bs0", 2, 1), turn=1) == ["DU-15"]
    assert broken(RED, tile("bt0", 1, 1), turn=1) == ["DU-15"]


def test_in_a_fixed_area_the_tiles_of_colours_that_nobody_plays_are_not_touched_by_the_first_of_the_game() -> None:
    line = board(("gs90", 0, 6), ("gs90", 4, 0))
    assert broken(line, tile("rs0", 2, 3), turn=1, area=(5, 7), variant="fixed_area") == []
    assert broken(line, tile("rs0", 2, 3), turn=1, area=(5, 7)) == ["DU-15"]
    opened = [*line, tile("rs0", 2, 3)]
    assert broken(opened, tile("ys0", 0, 0), turn=1, area=(5, 7), variant="fixed_area") == ["DU-15"]
    assert broken(opened, tile("ys0", 1, 2), turn=1, area=(5, 7), variant="fixed_area") == []


def test_a_route_goes_on_out_of_a_billabong() -> None:
    tiles = [*RED, pond(0, 1, "NE")]
    assert broken(tiles, tile("rs90", 1, 1)) == []
    assert broken(tiles, tile("rs0", 0, 2)) == ["DU-16"]


def test_a_tile_that_joins_over_its_grey_names_both_joints() -> None:
    tiles = board(("rs90", 0, 0), ("bs90", 2, 0), ("ys0", 1, -1))
    assert broken(tiles, tile("ys0", 1, 0)) == ["DU-17"]
    assert sorted(side for _, _, side, _ in joints(tiles, tile("ys0", 1, 0))) == ["E", "W"]


def test_a_finished_route_and_a_loop_take_no_tile() -> None:
    finished = board(("rt180", 0, 0), ("rt0", 0, 1))
    assert broken(finished, tile("rs0", 0, 2)) == ["DU-16"]


def test_two_termini_back_to_back_may_share_a_cell() -> None:
    tiles = board(("rs0", 0, 0), ("rt0", 0, 1), ("bs0", 0, 2))
    assert broken(tiles, tile("bt180", 0, 1)) == []


def test_a_terminus_lies_outside_the_area_and_widens_nothing() -> None:
    tiles = [tile("rs90", x, 0) for x in range(3)]
    assert broken(tiles, tile("rt270", 3, 0), area=(1, 3)) == []
    assert broken(tiles, tile("rs90", 3, 0), area=(1, 3)) == ["DU-20"]
    with_end = [*tiles, tile("rt270", 3, 0)]
    assert verdict("area", tiles=with_end, area=[4, 4])["may_add"]["east"] == 1


def test_a_table_may_count_the_terminus_like_any_tile() -> None:
    tiles = [tile("rs90", x, 0) for x in range(3)]
    assert broken(tiles, tile("rt270", 3, 0), area=(1, 3), terminus_in_span=True) == ["DU-20"]
    with_end = [*tiles, tile("rt270", 3, 0)]
    found = verdict("area", {"terminus_in_span": True}, tiles=with_end, area=[4, 4])
    assert found["may_add"]["east"] == 0


def test_for_children_there_is_no_area() -> None:
    assert broken(RED, tile("rs0", 0, 1), area=(1, 1)) == ["DU-20"]
    assert broken(RED, tile("rs0", 0, 1), area=(1, 1), variant="children") == []


@pytest.mark.parametrize(("variant", "clause"), [("one_end", "DU-52"), ("two_routes", "DU-53")])
def test_variants_that_open_with_a_terminus_ask_for_one(variant: str, clause: str) -> None:
    assert broken([], tile("rs0", 0, 0), turn=1, variant=variant) == [clause]
    assert broken([], tile("rt0", 0, 0), turn=1, variant=variant) == []
    first = board(("rt0", 0, 0))
    assert broken(first, tile("yt180", 0, 0), turn=1, variant=variant) == []
    assert broken(first, tile("yt180", 1, 0), turn=1, variant=variant) == [clause]
    second = [*first, tile("yt180", 0, 0)]
    assert broken(second, tile("gt90", 1, 0), turn=1, variant=variant) == []
    assert broken(second, tile("gt90", 3, 0), turn=1, variant=variant) == ["DU-15"]


@pytest.mark.parametrize(
    ("players", "difficulty", "areas"),
    [
        (2, "easy", [[6, 6]]),
        (3, "easy", [[7, 7]]),
        (4, "easy", [[8, 8]]),
        (2, "recommended", [[5, 7]]),
        (3, "recommended", [[6, 8], [5, 9]]),
        (4, "recommended", [[7, 9], [6, 10]]),
        (2, "hard", [[4, 8]]),
        (3, "hard", [[4, 10]]),
        (4, "hard", [[5, 11]]),
    ],
)
def test_the_set_up_sheet_names_the_sizes(players: int, difficulty: str, areas: list[list[int]]) -> None:
    facts = GAME.lay_out(make_setup(GAME, players, {"difficulty": difficulty})).facts
    assert facts["areas"] == areas
    assert facts["area"] == areas[0]
    assert (facts["straight"], facts["curve"], facts["terminus"], facts["billabong"]) == (7, 9, 2, 4)
    second = GAME.lay_out(make_setup(GAME, players, {"difficulty": difficulty, "area": "second"})).facts
    assert second["area"] == areas[-1]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("difficulty", ["easy", "recommended", "hard"])
def test_the_line_of_a_fixed_area_runs_from_corner_to_corner(players: int, difficulty: str) -> None:
    sheet = GAME.lay_out(make_setup(GAME, players, {"difficulty": difficulty, "variant": "fixed_area"}))
    facts: Any = sheet.facts
    tiles, (short, long) = facts["fixed_area"], facts["area"]
    cells = [(one["x"], one["y"]) for one in tiles]
    assert cells[0] == (0, long - 1)
    assert cells[-1] == (short - 1, 0)
    assert len(cells) == short + long - 1
    (route,) = verdict("route", tiles=tiles)["routes"]
    assert (route["length"], route["state"]) == (len(tiles), "open")
    kinds = [one["kind"] for one in tiles]
    assert kinds[:2] == kinds[-2:] == ["curve", "curve"]
    assert verdict("area", tiles=tiles, area=[short, long])["may_add"] == dict.fromkeys(
        ("west", "east", "north", "south"), 0
    )


@pytest.mark.parametrize(("players", "variant"), [(4, "fixed_area"), (3, "two_routes"), (4, "one_tile_per_turn")])
def test_a_variant_that_is_not_for_so_many_is_left_out_and_the_sheet_says_so(players: int, variant: str) -> None:
    sheet = GAME.lay_out(make_setup(GAME, players, {"variant": variant}))
    texts = [said(step.text) for step in sheet.steps]
    assert texts[0] == "You play without the variant: it isn’t for this many players."
    assert "fixed_area" not in sheet.facts
