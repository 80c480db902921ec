"""Where things stand: a table that forgot some turns on the Nile, or that played without the app until now."""

from dataclasses import replace
from typing import Any

from companion.games.nile.game import GAME
from companion.games.nile.rules.catching_up import Cards, CatchUp, Standing
from companion.games.nile.rules.components import Plant, Sold
from companion.match.journal_codec import write_move
from tests.games.nile.asking import Move, Table
from tests.games.table import Row, otherwise

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


def stands(**told: Any) -> Move:
    return write_move(GAME, replace(MIDDLE, **told))


ROWS: dict[str, Row] = {
    "two of three players": (Table, stands(seats=MIDDLE.seats[:2]), "refused NI-1: Players entered: 2. There should be 3."),
    "no one who has the pillar": (Table, stands(starter=None), "refused NI-20"),
    "pawns on paper that are not there yet": (
        lambda: Table(2), {"kind": "from_paper", "seats": [{"points": 5, "lost": 0}, {"points": 7, "lost": 0}], "obelisk": 20},
        "refused NI-35: The leading pawn is on 7, the obelisk on 19. They haven’t met."),
    "four plants in column 4": (Table, stands(market={4: (Sold(0, "flax", "fresh"),) * 4}),
        "refused NI-5: Column 4 has 3 squares, not 4."),
    "a second aubergine": (Table, stands(boat=(Plant(0, "aubergine"),)), "doubted NI-1"),
    "two alike side by side": (Table, stands(market={1: (Sold(0, "flax", "fresh"), Sold(1, "flax", "fresh"))}),
        "doubted NI-24: Column 1, square 2: too close to the other flax."),
    "a pawn at the obelisk": (Table, stands(obelisk=10), "doubted NI-35: S2 has met the obelisk: the game is over."),
    "two pawns at the obelisk": (Table, stands(obelisk=9), "doubted NI-35: S0, S2 have met the obelisk: the game is over."),
    "an obelisk that has not moved": (Table, stands(obelisk=30), "asked NI-30"),
    "an obelisk that moved too far": (Table, stands(obelisk=25),
        "asked NI-30: For the plants lost, the obelisk goes back 2–4, not 5."),
    "an obelisk that moved for no plant": (Table, stands(obelisk=20, seats=NOTHING_LOST), "asked NI-30"),
    "thirty jokers": (Table, stands(seats=(Standing(9, 30, 1), *MIDDLE.seats[1:])),
        "asked NI-1: Jokers and desert cards in the pile: 38 (30 at most)."),
    "fifteen plants lost": (Table, stands(seats=(Standing(9, 2, 15), *MIDDLE.seats[1:])),
        "asked NI-1: S0’s plants: 16 (15 at most)."),
    "more water than was played": (Table, stands(cards=Cards(14, 7)), "asked NI-3 NI-8 NI-21"),
    "a round that no game gets to": (Table, stands(turn_number=60), "doubted NI-20"),
    "more desert cards than there are": (Table, stands(cards=Cards(12, 30)), "asked NI-1 NI-6"),
    "plants lost before the first turn": (
        Table, stands(turn_number=1, obelisk=30), "asked NI-3 NI-8 NI-21 NI-20 NI-30 NI-23 NI-31"),
    "points before the first turn": (
        Table, stands(turn_number=1, obelisk=30, seats=NOTHING_LOST), "asked NI-3 NI-8 NI-21 NI-23 NI-31"),
    "more points than one turn brings": (
        Table, stands(turn_number=2, obelisk=30, seats=NOTHING_LOST, cards=Cards(4, 7)), "asked NI-31"),
}  # fmt: skip


def test_what_has_no_meaning_is_refused_and_what_no_game_can_have_brought_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    table = Table().then(**stands())
    view = table.view()
    assert table.phase == "tide"
    assert (view["round"], view["starter"], view["marker"]) == (5, 1, "ebb1")
    assert (view["pawns"], view["obelisk"], view["lost"]) == ([9, 4, 11], 27, [1, 3, 0])
    assert (view["water_lying"], view["desert_pile"]) == (12, 7)
    assert GAME.status(table.state).scores == (8, 3, 10)


def test_whose_actions_come_next_may_be_said() -> None:
    table = Table().then(**stands(acting=2))
    assert (table.phase, table.turn, table.view()["ap"]) == ("actions", 2, 3)


def test_plants_lost_keep_the_kinds_that_are_known() -> None:
    table = Table().then(**stands(boat=(Plant(0, "flax"), Plant(1, "flax")))).then("tide", moved=2, arrows=0).pass_all()
    assert table.state.lost_by_seat == (2, 4, 0)
    seats = (Standing(9, 2, 1), Standing(4, 0, 5), Standing(11, 1, 0))
    state = table.then(**stands(seats=seats, boat=())).state
    assert (state.lost, state.lost_unnamed) == ((Plant(0, "flax"), Plant(1, "flax")), (0, 4, 0))
