"""May I place this tile there? And how far does the area still reach?"""

from typing import Any

import pytest

from companion.engine.options import make_setup, read_options
from companion.engine.schema.codec import Reading, decode
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.ground import Ground
from companion.games.down_under.rules.placement import lay
from tests.games.down_under.asking import Choice, Json, board, tile, verdict


def broken(tiles: list[Json], new: Json, *, turn: int = 2, area: tuple[int, int] = (7, 9), **options: Choice) -> Any:
    return verdict("placement", options, tiles=tiles, tile=new, area=[*area], turn=turn)["broken"]


def joints(tiles: list[Json], new: Json, *, turn: int = 2) -> list[tuple[int, int, str, str]]:
    """The sides of cells at which the new tile breaks a clause."""
    given = {"tiles": tiles, "tile": new, "area": [7, 9], "turn": turn}
    facts = decode(GAME.ruling("placement").facts, given, Reading(4, GAME.box_clause), "facts")
    found = lay(Ground(facts.tiles, read_options(GAME, {}), facts.area), facts.tile, is_first=turn == 1)
    return [(*port, one.clauses[0]) for one in found.findings if one.is_broken for port in one.joints]


def test_a_tile_that_joins_over_its_grey_names_both_joints() -> None:
    tiles = board(("rs90", 0, 0), ("bs90", 2, 0), ("ys0", 1, -1))
    assert broken(tiles, tile("ys0", 1, 0)) == ["DU-17"]
    assert sorted(side for _, _, side, _ in joints(tiles, tile("ys0", 1, 0))) == ["E", "W"]


@pytest.mark.parametrize("counts", [False, True])
def test_a_terminus_lies_outside_the_area_and_widens_nothing_unless_the_table_counts_it(counts: bool) -> None:
    tiles = [tile("rs90", x, 0) for x in range(3)]
    assert broken(tiles, tile("rt270", 3, 0), area=(1, 3), terminus_in_span=counts) == ["DU-20"] * counts
    assert broken(tiles, tile("rs90", 3, 0), area=(1, 3), terminus_in_span=counts) == ["DU-20"]
    found = verdict("area", {"terminus_in_span": counts}, tiles=[*tiles, tile("rt270", 3, 0)], area=[4, 4])
    assert found["may_add"]["east"] == (0 if counts else 1)


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
