"""The start, the tide, the actions and the scoring, as a table enters them."""

from dataclasses import replace

import pytest

from companion.games.nile.board.action_entry import action_entry
from companion.games.nile.board.taps import Taps
from tests.games.nile.asking import Move, Table, not_a_move
from tests.games.table import Row, otherwise
from tests.there import there


def tide(moved: int = 2, arrows: int = 0, **told: int) -> Move:
    return {"kind": "tide", "moved": moved, "arrows": arrows, **told}


def act(kind: str, plant: str, **more: bool | int) -> Move:
    return {"kind": kind, "seat": 0, "plant": plant, "shared": False, **more}


def boat(seat: int, *plants: str) -> Move:
    return {"kind": "boat", "seat": seat, "plants": [*plants]}


def rot(column: int, *plants: int, **more: int) -> Move:
    return {"kind": "rot", "column": column, "plants": [*plants], **more}


def sell(quality: int, column: int, plant: str = "wheat") -> Move:
    return act("harvest", plant, quality=quality, column=column)


def begun(players: int = 2) -> Table:
    return Table(players).begin()


def acting(*moves: Move) -> Table:
    """Two players, of whom the first is on turn and has made these moves."""
    table = Table(2).acting()
    for move in moves:
        table.play(**move)
    return table


def two_sold(*moves: Move) -> Table:
    """Wheat and grapes lie in the rightmost column."""
    table = acting().sell(1, (0, "wheat"), (0, "grapes"))
    for move in moves:
        table.play(**move)
    return table


def three_sold() -> Table:
    """Column 4 is full."""
    return acting().sell(4, (0, "wheat"), (0, "grapes"), (0, "onions"))


STARTER: Move = {"kind": "starter", "seat": 1}
SEED: Move = {"kind": "buy_seed", "seat": 0, "plant": "flax"}
SOWN, GROWN = act("sow", "aubergine"), act("grow", "aubergine")
SHARED = act("sow", "wheat", shared=True)
WORSE = rot(1, 0, 1)
ROWS: dict[str, Row] = {
    "a second aubergine": (lambda: Table(2), boat(0, "aubergine", "aubergine"), "doubted NI-1"),
    "the pillar given to somebody else later": (begun, STARTER, "doubted NI-20"),
    "more arrows than cards": (lambda: begun(3), tide(1, 2), "doubted NI-40: Arrows: 2. Cards: 1. A card has at most one arrow."),
    "more jokers than cards": (lambda: begun(3), tide(1, jokers=2), "doubted NI-11"),
    "more deserts than events": (lambda: begun(3), tide(1, deserts=2), "doubted NI-42"),
    "a joker at ebb": (lambda: begun(3).then(**tide(0)), tide(jokers=1), "doubted NI-11"),
    "more water taken than lies": (lambda: begun().then(**tide(0)).then(**tide()).pass_all(), tide(1),
        "doubted NI-22: Water cards on the fields: 1 (0 at most)."),
    "an action for too many points": (lambda: acting(SHARED), act("grow", "grapes", shared=True),
        "doubted NI-23: 1 action point left. This costs 2."),
    "an action for no point": (lambda: acting(SHARED, act("grow", "grapes")), SEED, "doubted NI-23"),
    "a plant sown and turned at once": (lambda: acting(SOWN), GROWN, "doubted NI-23"),
    "a second aubergine sown": (lambda: acting(SOWN), SOWN, "doubted NI-1"),
    "a plant turned and harvested at once": (
        lambda: acting(SOWN).pass_all().then(**tide()).then("pass", seat=1).then(**GROWN),
        sell(1, 1, "aubergine"), "doubted NI-23"),
    "a column too far left": (acting, sell(2, 3), "doubted NI-24: With 2 palms, you can’t sell in column 3."),
    "a kind too near its like": (two_sold, sell(2, 1), "doubted NI-24: One of the last 2 plants in column 1 is also wheat."),
    "a kind too near its spoiled like": (lambda: two_sold(WORSE), sell(2, 1), "doubted NI-24"),
    "a kind too near its rotten like": (lambda: two_sold(WORSE, WORSE), sell(2, 1), "doubted NI-24 NI-25"),
    "a kind again after two others": (
        lambda: two_sold(WORSE).sell(1, (0, "onions")).then("pass", seat=0), {**sell(4, 1), "seat": 1}, "taken"),
    "all plants that rot where there are fewer": (lambda: acting(rot(2)).sell(3, (0, "onions")), rot(3, 0), "taken"),
    "fewer plants that rot than could": (two_sold, rot(1, 0), "doubted NI-41: 2 plants get worse there."),
    "rot left of what the palms allow": (lambda: acting().sell(3, (0, "onions")), rot(3, 0, palms=2),
        "doubted NI-41: With 2 palms on the card, you can’t pick column 3."),
    "plants put in twice": (lambda: Table(2).then(**boat(0, "flax", "flax")), boat(0, "flax", "flax"), "refused NI-8"),
    "the tide before the start": (lambda: Table(2), tide(), "refused NI-8"),
    "an action before the start": (lambda: Table(2), act("sow", "flax"), "refused NI-8"),
    "the tide without a first player": (
        lambda: Table(2).then(**boat(0, "aubergine", "flax")).then(**boat(1, "flax", "flax")), tide(), "refused NI-8"),
    "the pillar during the actions": (lambda: begun().then("starter", seat=0).then(**tide()), STARTER, "refused NI-20"),
    "a pass on past one who has ended": (
        lambda: Table(3).acting("flax", "flax").then("pass", seat=0), {"kind": "pass", "seat": 1, "through": 0},
        "refused NI-20: S0 has already finished."),
    "a sale of quality 0": (three_sold, sell(0, 1, "flax"), "refused NI-4"),
    "a sale of quality 5": (three_sold, sell(5, 1, "flax"), "refused NI-4"),
    "a sale to column 0": (three_sold, sell(1, 0, "flax"), "refused NI-5"),
    "a sale to column 5": (three_sold, sell(1, 5, "flax"), "refused NI-5"),
    "a sale to a full column": (three_sold, sell(4, 4, "flax"), "refused NI-5 NI-24: Column 4 is full. All 3 squares are taken."),
    "a plant that rots twice at once": (two_sold, rot(1, 0, 0), "refused NI-41"),
    "rot where no plant lies": (two_sold, rot(1, 2), "refused NI-5 NI-41: There’s no plant on square 3 of column 1."),
    "rot where no square is": (two_sold, rot(1, 5), "refused NI-5"),
}  # fmt: skip


def test_what_the_rules_forbid_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_no_more_than_two_plants_rot_at_once() -> None:
    assert not_a_move(rot(1, 0, 1, 2)) == "move.plants"


def test_a_46th_water_card_is_doubted_and_so_is_one_beyond_those_dealt() -> None:
    table = begun(5)
    for _ in range(4 * 5):
        table.then(**tide(), anyway=True).pass_all()
    assert table.state.water_laid == (9, 9, 9, 9, 9)
    assert table.met_with(tide(1)).startswith("doubted NI-7 NI-1 NI-3 NI-10: S0 was dealt 9 water cards, not 10. ")


@pytest.mark.parametrize(("kind", "stock"), [("flax", 5), ("wheat", 4), ("grapes", 3), ("onions", 2), ("aubergine", 1)])
def test_more_plants_of_a_kind_than_a_player_has_are_doubted(kind: str, stock: int) -> None:
    plants, other = [{"seat": 0, "plant": kind}], "wheat" if kind == "flax" else "flax"
    table = Table(2).acting(other, other).then("flooded", plants=plants * stock)
    for move in ({"kind": "flooded", "plants": plants}, act("sow", kind), act("grow", kind), sell(4, 1, kind)):
        assert table.doubted(**move) == ("NI-1",)


def test_two_jokers_bring_five_points_and_neither_a_third_nor_a_sixth_point_goes_undoubted() -> None:
    table = acting().then("joker", seat=0).then("joker", seat=0)
    assert table.doubted("joker", seat=0) == ("NI-6", "NI-23")
    assert table.view()["ap"] == 5
    for _ in range(5):
        table.play(**act("sow", "wheat"), anyway=True)
    assert table.doubted(**act("sow", "grapes")) == ("NI-23",)
    table.play("pass", seat=0)
    assert (table.turn, table.view()["ap"]) == (1, 3)


def test_a_joker_is_bought_once_a_phase_from_a_pile_of_thirty_cards_in_all() -> None:
    table = begun(5)
    for _ in range(4):
        table.play(**tide())
        for _ in range(5):
            seat = table.turn
            if table.state.desert_pile:
                table.play("buy_joker", seat=seat)
                assert table.doubted("buy_joker", seat=seat)[-1] == "NI-23"
            table.play("pass", seat=seat)
    assert sum(table.state.jokers) == 27
    assert table.then(**tide()).doubted("buy_joker", seat=table.turn) == ("NI-1", "NI-6")


def test_a_table_whose_plants_are_all_gone_is_offered_a_way_out() -> None:
    state = begun().then(**tide()).state
    offered = [
        action_entry(replace(state, lost_unnamed=lost), there(state.turn), Taps({}, "")).is_barren
        for lost in ((15, 14), (15, 15))
    ]
    assert offered == [False, True]
