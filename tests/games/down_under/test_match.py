"""A match entered move by move: turns, stock, finished routes, loops, corrections, the end."""

import json
import random
import re
from typing import Any

import pytest

from companion.games.down_under.game import GAME
from companion.games.down_under.rules.components import COLOURS
from tests.games.down_under.asking import Json, Table, board, tile, verdict
from tests.games.down_under.playthroughs import random_game


def replayed(players: int, options: dict[str, Any], moves: list[Json], anyway: bool = False) -> Table:
    table = Table(players, **options)
    for move in moves:
        table.play(move["kind"], anyway=anyway, **{name: value for name, value in move.items() if name != "kind"})
    return table


def looped() -> Table:
    """Red has closed a loop of four, yellow has laid beside it; it is red's turn."""
    return Table(2).lay_all(
        ("rc90", 0, 0), ("ys0", -1, -1), ("rc180", 1, 0), ("ys0", -1, -2),
        ("rc270", 1, 1), ("ys0", -1, -3), ("rc0", 0, 1), ("ys0", -1, -4),
    )  # fmt: skip


def test_a_tile_that_breaks_a_clause_is_doubted_and_may_stand() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    assert table.doubted("lay", seat=1, tile=tile("ys0", 0, 1)) == ("DU-17",)
    table.lay("ys0", 0, 1, anyway=True)
    assert [route["colour"] for route in table.view()["routes"]] == ["red", "yellow"]
    table.lay("rs0", 0, -1)
    assert table.turn == 1


def test_a_tile_out_of_turn_and_a_first_terminus_are_doubted_and_may_stand() -> None:
    table = Table(3)
    assert table.doubted("lay", seat=0, tile=tile("rt0", 0, 0)) == ("DU-15",)
    assert table.doubted("lay", seat=1, tile=tile("ys0", 0, 0)) == ("DU-15",)
    table.lay("ys0", 0, 0, anyway=True)
    assert table.turn == 2


def test_a_route_closed_by_termini_is_finished_and_its_owner_passed_over() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0), ("rt0", 0, 1), ("ys0", 1, 1), ("rt180", 0, -1))
    assert table.done == [True, False]
    assert table.turn == 1
    assert "DU-23" in table.doubted("lay", seat=0, tile=tile("rs0", 0, -2))
    table.lay("ys0", 1, 2)
    assert table.turn == 1


FOUR_ROWS = (
    ("rs0", 0, 0), ("ys90", 1, 0), ("rs0", 0, 1), ("ys90", 2, 0),
    ("rs0", 0, 2), ("ys90", 3, 0), ("rs0", 0, 3), ("ys90", 4, 0),
)  # fmt: skip
"""Five columns, so four rows at most: both ends of red lead out of the area."""


def test_who_can_lay_nothing_is_passed_over_for_good() -> None:
    table = Table(2, difficulty="hard", terminus_in_span=True).lay_all(*FOUR_ROWS)
    assert (table.done, table.turn) == ([True, False], 1)


def test_a_doubted_tile_cites_the_clauses_it_breaks_and_no_others() -> None:
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
    given: Json = {"tiles": board(("rs0", 0, 0), ("ys0", 1, 0)), "area": [5, 7], "turn": 2}
    for new in (tile("rs90", 0, 1), tile("rs0", 9, 9), tile("rc0", 1, 1)):
        assert table.doubted("lay", seat=0, tile=new) == tuple(verdict("placement", tile=new, **given)["broken"])


def test_two_colours_joined_in_a_second_place_are_doubted_again() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    table.play("lay", seat=1, tile=tile("ys0", 0, 1), anyway=True)
    table.play("lay", seat=0, tile=tile("rs0", 3, 0), anyway=True)
    assert table.doubted("lay", seat=1, tile=tile("ys0", 3, 1)) == ("DU-16", "DU-17")


def test_a_route_of_two_colours_that_the_table_let_stand_goes_on_without_a_new_doubt() -> None:
    table = Table(2).lay_all(("rs0", 0, 0))
    table.play("lay", seat=1, tile=tile("ys0", 0, 1), anyway=True)
    table.lay_all(("rs0", 0, -1), ("ys0", 0, 2))
    assert table.scores == [4, 4]


def test_a_loop_is_turned_open_by_its_owner_instead_of_laying() -> None:
    table = looped()
    assert (table.phase, table.turn) == ("turn", 0)
    assert {"x": 0, "y": 0, "turn": 180, "length": 5} in table.view()["seats"][0]["by_colour"]["red"]["turns"]
    assert "DU-16" in table.doubted("lay", seat=0, tile=tile("rs0", 0, -1))
    table.play("turn", seat=0, x=0, y=0, turn=180)
    assert (table.phase, table.turn, table.scores) == ("lay", 1, [5, 4])


def test_a_turn_that_opens_no_loop_is_doubted() -> None:
    assert looped().doubted("turn", seat=0, x=0, y=0, turn=270) == ("DU-24",)
    table = Table(2).lay_all(("rs0", 0, 0), ("ys0", 1, 0))
    assert table.doubted("turn", seat=0, x=0, y=0, turn=90) == ("DU-24",)


def test_only_an_own_tile_that_lies_there_is_turned_and_it_must_move() -> None:
    table = looped()
    assert table.refused("turn", seat=0, x=9, y=9, turn=0) == ("DU-24",)
    assert table.refused("turn", seat=0, x=-1, y=-1, turn=90) == ("DU-24",)
    assert table.refused("turn", seat=0, x=0, y=0, turn=90) == ("DU-24",)


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
    table = Table(3, stopping="any_time").lay_all(("rs0", 0, 0), ("ys0", 1, 0), ("gs0", 2, 0))
    table.play("done", seat=0)
    assert (table.done, table.turn) == ([True, False, False], 1)
    table.play("done", seat=2)
    assert (table.done, table.turn) == ([True, False, True], 1)
    assert table.refused("done", seat=2) == ("DU-25",)
    table.lay("ys0", 1, 1)
    assert table.turn == 1
    table.play("done", seat=1)
    assert (table.phase, table.scores, table.winners) == ("over", [1, 2, 1], [1])
    assert table.refused("lay", seat=1, tile=tile("ys0", 1, 2)) == ("DU-40",)
