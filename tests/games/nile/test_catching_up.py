"""Where things stand: a table that forgot some turns on the Nile, or that played without the app until now."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Played
from companion.engine.options import make_setup
from companion.engine.timeline import Timeline, attempt
from companion.games.nile.game import GAME
from companion.games.nile.rules.catching_up import Cards, CatchUp, Standing
from companion.games.nile.rules.components import Plant, Sold
from companion.games.nile.rules.moves import Pass, PlayTide
from companion.games.nile.rules.state import State
from tests.games.english import said
from tests.games.table import doubt, refusal

MIDDLE = CatchUp(
    6,
    "ebb1",
    (Standing(9, 2, 1), Standing(4, 0, 3), Standing(11, 1, 0)),
    27,
    {4: (Sold(0, "aubergine", "fresh"), Sold(1, "onions", "spoiled")), 1: (Sold(2, "flax", "rotten"),)},
    (Plant(1, "wheat"),),
    1,
    cards=Cards(12, 7),
)

NOTHING_LOST = tuple(replace(one, lost=0) for one in MIDDLE.seats)


def table(**options: Any) -> Timeline[State]:
    """A match of three, nothing entered."""
    return Timeline(GAME, make_setup(GAME, 3, options))


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    state = table().add(Played(MIDDLE)).state

    view = GAME.view(state, Viewer())
    assert GAME.status(state).phase == "tide"
    assert (view["round"], view["starter"], view["marker"]) == (5, 1, "ebb1")
    assert (view["pawns"], view["obelisk"], view["lost"]) == ([9, 4, 11], 27, [1, 3, 0])
    assert (view["water_lying"], view["desert_pile"]) == (12, 7)
    assert GAME.status(state).scores == (8, 3, 10)


def test_whose_actions_come_next_may_be_said() -> None:
    state = table().add(Played(replace(MIDDLE, acting=2))).state

    assert GAME.status(state).phase == "actions"
    assert (GAME.status(state).turn, GAME.view(state, Viewer())["ap"]) == (2, 3)


def test_plants_lost_keep_the_kinds_that_are_known() -> None:
    timeline = table()
    timeline.add(Played(replace(MIDDLE, boat=(Plant(0, "flax"), Plant(1, "flax")))))
    for move in (PlayTide(2, 0), Pass(1), Pass(2), Pass(0)):
        timeline.add(Played(move))
    assert timeline.at().state.lost_by_seat == (2, 4, 0)
    seats = (Standing(9, 2, 1), Standing(4, 0, 5), Standing(11, 1, 0))
    state = timeline.add(Played(replace(MIDDLE, seats=seats, boat=()))).state

    assert state.lost == (Plant(0, "flax"), Plant(1, "flax"))
    assert state.lost_unnamed == (0, 4, 0)


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (replace(MIDDLE, seats=MIDDLE.seats[:2]), "NI-1"),
        (replace(MIDDLE, starter=None), "NI-20"),
        (replace(MIDDLE, market={4: (Sold(0, "flax", "fresh"),) * 4}), "NI-5"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_clause(move: CatchUp, clause: str) -> None:
    assert refusal(GAME, table().at().state, move).clauses == (clause,)


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (replace(MIDDLE, boat=(Plant(0, "aubergine"),)), "NI-1"),
        (replace(MIDDLE, market={1: (Sold(0, "flax", "fresh"), Sold(1, "flax", "fresh"))}), "NI-24"),
        (replace(MIDDLE, obelisk=11), "NI-35"),
        (replace(MIDDLE, obelisk=30), "NI-30"),
        (replace(MIDDLE, obelisk=25), "NI-30"),
        (replace(MIDDLE, obelisk=20, seats=NOTHING_LOST), "NI-30"),
        (replace(MIDDLE, seats=(Standing(9, 30, 1), *MIDDLE.seats[1:])), "NI-1"),
        (replace(MIDDLE, seats=(Standing(9, 2, 15), *MIDDLE.seats[1:])), "NI-1"),
        (replace(MIDDLE, cards=Cards(14, 7)), "NI-8"),
        (replace(MIDDLE, cards=Cards(45, 7)), "NI-3"),
        (replace(MIDDLE, cards=Cards(12, 30)), "NI-6"),
        (replace(MIDDLE, turn_number=1, obelisk=30), "NI-30"),
        (replace(MIDDLE, turn_number=1, obelisk=30, seats=NOTHING_LOST), "NI-31"),
        (replace(MIDDLE, turn_number=2, obelisk=30, seats=NOTHING_LOST, cards=Cards(4, 7)), "NI-31"),
    ],
)
def test_what_the_box_doubts_may_be_recorded_anyway(move: CatchUp, clause: str) -> None:
    state = table().at().state

    assert clause in doubt(GAME, state, move, seats=frozenset()).clauses
    assert attempt(GAME, state, move, anyway=True).state.round == move.turn_number - 1


@pytest.mark.parametrize(
    ("obelisk", "told_of"),
    [(10, "S2 has met the obelisk: the game is over."), (9, "S0, S2 have met the obelisk: the game is over.")],
)
def test_the_doubt_about_the_obelisk_agrees_with_how_many_pawns_met_it(obelisk: int, told_of: str) -> None:
    assert told_of in [
        said(flag.text) for flag in doubt(GAME, table().at().state, replace(MIDDLE, obelisk=obelisk)).flags
    ]
