"""The open ends on a board: each keeps its number all match long, and after a billabong only the way out of it is one."""

import random

from companion.games.down_under.board.tile_entry import OpenEnd, open_ends
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.components import Colour
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import leads_out
from tests.conformance.playing import played
from tests.games.down_under.asking import met
from tests.games.down_under.playthroughs import random_game


def test_an_end_keeps_its_number_as_long_as_there_are_two() -> None:
    for seed in range(4):
        last: dict[Colour, dict[tuple[int, int], int]] = {}
        players, options, moves = random_game(random.Random(f"ends {seed}"), {"variant": "none"})
        timeline = played(GAME, players, options, moves)
        for version in range(len(moves) + 1):
            state = timeline.at(version).state
            for colour in state.colours:
                ends = {one.cell: one.number for one in open_ends(state, colour)}
                if len(ends) == 2:
                    before = last.get(colour, {})
                    assert {cell: before[cell] for cell in ends if cell in before}.items() <= ends.items(), seed
                    last[colour] = ends


def test_after_a_billabong_only_tiles_that_lead_out_of_it_are_offered() -> None:
    table = met()
    table.play("billabong", seat=2, x=1, y=1, through=[["E", "S"]])

    def tiles(end: OpenEnd) -> list[Tile]:
        return [Tile(*end.cell, way.kind, "green", way.turn) for way in end.ways]

    offered = [tile for end in open_ends(table.state, "green") for tile in tiles(end)]
    assert offered
    assert all(leads_out(tile, (1, 1)) for tile in offered)
