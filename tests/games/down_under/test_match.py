"""A match entered move by move: turns, stock, finished routes, loops, corrections, the end."""

import json
import random
import re
from typing import Any

import pytest

from companion.games.down_under.game import GAME
from companion.games.down_under.rules.components import COLOURS
from tests.games.down_under.asking import Json, Table, beside, board, lay, looped, pond, tile, verdict
from tests.games.down_under.playthroughs import random_game
from tests.games.table import Row, otherwise


def replayed(players: int, options: dict[str, Any], moves: list[Json]) -> Table:
    table = Table(players, **options)
    for move in moves:
        table.enter(move)
    return table


def finished() -> Table:
    """Red has closed its route with an end tile above and below."""
    return Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0), ("rt0", 0, 1), ("ys0", 1, 1), ("rt180", 0, -1))


def turn(x: int, y: int, to: int) -> Json:
    return {"kind": "turn", "seat": 0, "x": x, "y": y, "turn": to}


ROWS: dict[str, Row] = {
    "a tile of another's colour": (lambda: Table(2), lay(0, "ys0", 0, 0), "refused DU-1 DU-2: S0 plays Red, not Yellow."),
    "a tile of a colour nobody plays": (lambda: Table(2), lay(0, "bs0", 0, 0), "refused DU-1 DU-2"),
    "a tile on a tile": (beside, lay(0, "rs0", 1, 0), "refused DU-12"),
    "a billabong laid as a tile": (beside, {"kind": "lay", "seat": 0, "tile": pond(5, 5)}, "refused DU-25 DU-30"),
    "two colours joined": (lambda: Table(2).lay_all(("rs0", 0, 0)), lay(1, "ys0", 0, 1),
        "doubted DU-17: To the north, it joins Red, Yellow."),
    "an end tile as the first": (lambda: Table(3), lay(0, "rt0", 0, 0), "doubted DU-15"),
    "a tile out of turn": (lambda: Table(3), lay(1, "ys0", 0, 0), "doubted DU-15"),
    "a tile on a finished route": (finished, lay(0, "rs0", 0, -2), "doubted DU-16 DU-23 DU-25"),
    "a tile where a loop is to be turned": (looped, lay(0, "rs0", 0, -1), "doubted DU-16"),
    "a turn that opens no loop": (looped, turn(0, 0, 270), "doubted DU-24"),
    "a turn where no loop is": (beside, turn(0, 0, 90), "doubted DU-24"),
    "a turn of no tile": (looped, turn(9, 9, 0), "refused DU-24"),
    "a turn of another's tile": (looped, turn(-1, -1, 90), "refused DU-24"),
    "a turn that moves nothing": (looped, turn(0, 0, 90), "refused DU-24"),
}  # fmt: skip


def test_what_breaks_a_rule_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_what_was_doubted_may_stand_and_the_game_goes_on_from_it() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    table.lay("ys0", 0, 1, anyway=True)
    assert [route["colour"] for route in table.view()["routes"]] == ["red", "yellow"]
    assert table.lay_all(("rs0", 0, -1)).turn == 1
    assert Table(3).then(**lay(1, "ys0", 0, 0), anyway=True).turn == 2


def test_a_doubted_tile_cites_the_clauses_it_breaks_and_no_others() -> None:
    given: Json = {"tiles": board(("rs0", 0, 0), ("ys0", 1, 0)), "area": [5, 7], "turn": 2}
    for new in (tile("rs90", 0, 1), tile("rs0", 9, 9), tile("rc0", 1, 1)):
        assert beside().doubted("lay", seat=0, tile=new) == tuple(verdict("placement", tile=new, **given)["broken"])


def test_two_colours_joined_in_a_second_place_are_doubted_again() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    table.then(**lay(1, "ys0", 0, 1), anyway=True).then(**lay(0, "rs0", 3, 0), anyway=True)
    assert table.doubted(**lay(1, "ys0", 3, 1)) == ("DU-16", "DU-17")


def test_a_route_of_two_colours_that_the_table_let_stand_goes_on_without_a_new_doubt() -> None:
    table = Table(2).lay_all(("rs0", 0, 0)).then(**lay(1, "ys0", 0, 1), anyway=True)
    assert table.lay_all(("rs0", 0, -1), ("ys0", 0, 2)).scores == [4, 4]


def test_a_loop_is_turned_open_by_its_owner_instead_of_laying() -> None:
    table = looped()
    assert (table.phase, table.turn) == ("turn", 0)
    assert {"x": 0, "y": 0, "turn": 180, "length": 5} in table.view()["seats"][0]["by_colour"]["red"]["turns"]
    table.play(**turn(0, 0, 180))
    assert (table.phase, table.turn, table.scores) == ("lay", 1, [5, 4])


@pytest.mark.parametrize("variant", ["none", "one_end", "two_routes", "one_tile_per_turn", "fixed_area"])
def test_in_other_colours_it_is_the_same_game(variant: str) -> None:
    rng = random.Random(variant)
    players, options, moves = random_game(rng, {"variant": variant}, 2 if variant != "none" else 0)
    box = rng.sample(COLOURS, len(COLOURS))
    other: dict[str, str] = dict(zip(COLOURS, box, strict=True))
    dyed = [json.loads(re.sub("red|yellow|green|blue", lambda one: other[one[0]], json.dumps(move))) for move in moves]
    first = replayed(players, options, moves).state
    second = replayed(players, {**options, "colours": " ".join(box)}, dyed).state
    assert GAME.status(first) == GAME.status(second)
    assert [*map(other.get, first.colours)] == [*second.colours]


def test_done_ends_a_seat_for_good_and_the_last_one_ends_the_game() -> None:
    table = Table(3, stopping="any_time").lay_all(("rs0", 0, 0), ("ys0", 1, 0), ("gs0", 2, 0)).then("done", seat=0)
    assert (table.done, table.turn) == ([True, False, False], 1)
    table.play("done", seat=2)
    assert (table.done, table.turn) == ([True, False, True], 1)
    assert table.refused("done", seat=2) == ("DU-25",)
    assert table.lay_all(("ys0", 1, 1)).turn == 1
    table.play("done", seat=1)
    assert (table.phase, table.scores, table.winners) == ("over", [1, 2, 1], [1])
    assert table.refused(**lay(1, "ys0", 1, 2)) == ("DU-40",)
