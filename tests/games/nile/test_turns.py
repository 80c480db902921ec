"""The start, the tide, the actions and the scoring, as a table enters them."""

from dataclasses import replace

import pytest

from companion.engine.errors import IllegalMove
from companion.games.nile.board.action_entry import action_entry
from companion.games.nile.board.taps import Taps
from companion.games.nile.game import GAME
from tests.games.english import told
from tests.games.nile.asking import Table, not_a_move


def turn(table: Table) -> int | None:
    return GAME.status(table.state).turn


def test_nobody_puts_plants_in_twice_and_a_second_aubergine_is_doubted() -> None:
    table = Table(2)
    assert table.doubted("boat", seat=0, plants=["aubergine", "aubergine"]) == ("NI-1",)
    table.play("boat", seat=0, plants=["aubergine", "flax"])
    assert table.refused("boat", seat=0, plants=["flax", "flax"]) == ("NI-8",)


def test_nothing_else_is_played_before_the_start_is_complete() -> None:
    table = Table(2)
    assert table.refused("tide", moved=2, arrows=0) == ("NI-8",)
    assert table.refused("sow", seat=0, plant="flax", shared=False) == ("NI-8",)
    table.play("boat", seat=0, plants=["flax", "flax"])
    table.play("boat", seat=1, plants=["flax", "flax"])
    assert table.refused("tide", moved=2, arrows=0) == ("NI-8",)


def test_the_pillar_given_to_somebody_else_later_is_doubted_and_refused_during_the_actions() -> None:
    table = Table(2).begin()
    assert table.doubted("starter", seat=1) == ("NI-20",)
    table.play("starter", seat=0)
    table.play("tide", moved=2, arrows=0)
    assert table.refused("starter", seat=1) == ("NI-20",)


def test_more_arrows_than_cards_jokers_at_ebb_and_more_deserts_than_events_are_doubted() -> None:
    table = Table(3).begin()
    assert table.doubted("tide", moved=1, arrows=2) == ("NI-40",)
    assert table.doubted("tide", moved=1, arrows=0, jokers=2) == ("NI-11",)
    assert table.doubted("tide", moved=1, arrows=0, deserts=2) == ("NI-42",)
    table.play("tide", moved=0, arrows=0)
    assert table.doubted("tide", moved=2, arrows=0, jokers=1) == ("NI-11",)


def test_a_46th_water_card_is_doubted_and_so_is_one_beyond_those_dealt() -> None:
    table = Table(5).begin()
    for _ in range(4 * 5):
        table.play("tide", moved=2, arrows=0, anyway=True)
        table.pass_all()
    assert table.state.water_laid == (9, 9, 9, 9, 9)
    assert table.doubted("tide", moved=1, arrows=0) == ("NI-7", "NI-1", "NI-3", "NI-10")


def test_more_water_taken_than_lies_there_is_doubted() -> None:
    table = Table(2).begin()
    table.play("tide", moved=0, arrows=0)
    table.play("tide", moved=2, arrows=0)
    table.pass_all()
    assert table.doubted("tide", moved=1, arrows=0) == ("NI-22",)


@pytest.mark.parametrize(("kind", "stock"), [("flax", 5), ("wheat", 4), ("grapes", 3), ("onions", 2), ("aubergine", 1)])
def test_more_plants_of_a_kind_than_a_player_has_are_doubted(kind: str, stock: int) -> None:
    table = Table(2).acting("flax", "flax") if kind != "flax" else Table(2).acting("wheat", "wheat")
    plants = [{"seat": 0, "plant": kind}]
    table.play("flooded", plants=plants * stock)
    assert table.doubted("flooded", plants=plants) == ("NI-1",)
    assert table.doubted("sow", seat=0, plant=kind, shared=False) == ("NI-1",)
    assert table.doubted("grow", seat=0, plant=kind, shared=False) == ("NI-1",)
    assert table.doubted("harvest", seat=0, plant=kind, quality=4, column=1, shared=False) == ("NI-1",)


def test_actions_cost_1_or_2_and_more_than_is_left_is_doubted() -> None:
    table = Table(2).acting()
    table.play("sow", seat=0, plant="wheat", shared=True)
    assert table.view()["ap"] == 1
    assert table.doubted("grow", seat=0, plant="grapes", shared=True) == ("NI-23",)
    table.play("grow", seat=0, plant="grapes", shared=False)
    assert table.doubted("buy_seed", seat=0, plant="flax") == ("NI-23",)
    table.play("buy_seed", seat=0, plant="flax", anyway=True)
    assert table.view()["ap"] == 0


def test_two_jokers_bring_five_points_and_neither_a_third_nor_a_sixth_point_goes_undoubted() -> None:
    table = Table(2).acting()
    for _ in range(2):
        table.play("joker", seat=0)
    assert table.doubted("joker", seat=0) == ("NI-6", "NI-23")
    assert table.view()["ap"] == 5
    for _ in range(5):
        table.play("sow", seat=0, plant="wheat", shared=False, anyway=True)
    assert table.doubted("sow", seat=0, plant="grapes", shared=False) == ("NI-23",)
    table.play("pass", seat=0)
    assert (turn(table), table.view()["ap"]) == (1, 3)


def test_a_plant_is_acted_on_once_a_phase_as_far_as_kinds_can_tell() -> None:
    table = Table(2).acting()
    table.play("sow", seat=0, plant="aubergine", shared=False)
    assert table.doubted("grow", seat=0, plant="aubergine", shared=False) == ("NI-23",)
    assert table.doubted("sow", seat=0, plant="aubergine", shared=False) == ("NI-1",)
    table.pass_all()
    table.play("tide", moved=2, arrows=0)
    table.play("pass", seat=1)
    table.play("grow", seat=0, plant="aubergine", shared=False)
    assert table.doubted("harvest", seat=0, plant="aubergine", quality=1, column=1, shared=False) == ("NI-23",)


def test_a_joker_is_bought_once_a_phase_from_a_pile_of_thirty_cards_in_all() -> None:
    table = Table(5).begin()
    for _ in range(4):
        table.play("tide", moved=2, arrows=0)
        for _ in range(5):
            seat = turn(table)
            if table.state.desert_pile:
                table.play("buy_joker", seat=seat)
                assert table.doubted("buy_joker", seat=seat)[-1] == "NI-23"
            table.play("pass", seat=seat)
    assert sum(table.state.jokers) == 27
    table.play("tide", moved=2, arrows=0)
    assert table.doubted("buy_joker", seat=turn(table)) == ("NI-1", "NI-6")


def test_a_column_too_far_left_or_a_kind_too_near_its_like_is_doubted() -> None:
    table = Table(2).acting()
    assert table.doubted("harvest", seat=0, plant="wheat", quality=2, column=3, shared=False) == ("NI-24",)
    table.sell(1, (0, "wheat"), (0, "grapes"))
    assert table.doubted("harvest", seat=0, plant="wheat", quality=2, column=1, shared=False) == ("NI-24",)
    table.play("rot", column=1, plants=[0, 1])
    assert table.doubted("harvest", seat=0, plant="wheat", quality=2, column=1, shared=False) == ("NI-24",)
    table.play("rot", column=1, plants=[0, 1])
    assert table.doubted("harvest", seat=0, plant="wheat", quality=2, column=1, shared=False) == ("NI-24", "NI-25")
    table.sell(1, (0, "onions"), (1, "wheat"))
    assert [one.plant for one in table.state.market[1]] == ["wheat", "grapes", "onions", "wheat"]


@pytest.mark.parametrize(
    ("quality", "column", "clauses"),
    [(0, 1, ("NI-4",)), (5, 1, ("NI-4",)), (1, 0, ("NI-5",)), (1, 5, ("NI-5",)), (4, 4, ("NI-5", "NI-24"))],
)
def test_a_sale_of_quality_0_or_to_no_column_or_a_full_one_is_refused(
    quality: int, column: int, clauses: tuple[str, ...]
) -> None:
    table = Table(2).acting().sell(4, (0, "wheat"), (0, "grapes"), (0, "onions"))
    fields = {"seat": 0, "plant": "flax", "quality": quality, "column": column, "shared": False}
    assert table.refused("harvest", **fields) == clauses


def test_a_plant_does_not_rot_twice_at_once_nor_where_none_lies() -> None:
    table = Table(2).acting().sell(1, (0, "wheat"), (0, "grapes"))
    assert table.refused("rot", column=1, plants=[0, 0]) == ("NI-41",)
    assert table.refused("rot", column=1, plants=[2]) == ("NI-5", "NI-41")
    assert table.refused("rot", column=1, plants=[5]) == ("NI-5",)
    assert not_a_move({"kind": "rot", "column": 1, "plants": [0, 1, 2]}) == "move.plants"


def test_fewer_plants_rot_only_where_there_are_fewer() -> None:
    table = Table(2).acting().sell(1, (0, "wheat"), (0, "grapes"))
    assert table.doubted("rot", column=1, plants=[0]) == ("NI-41",)
    table.play("rot", column=2, plants=[])
    table.sell(3, (0, "onions"))
    assert table.play("rot", column=3, plants=[0]).flags == ()
    assert table.doubted("rot", column=3, plants=[0], palms=2) == ("NI-41",)


@pytest.mark.parametrize(("seat", "through", "words"), [(1, 0, "Ana has already"), (2, 1, "Ben has already")])
def test_a_turn_that_is_past_cannot_be_ended_once_more(seat: int, through: int, words: str) -> None:
    table = Table(3).acting("flax", "flax")
    for before in range(seat):
        table.play("pass", seat=before)
    with pytest.raises(IllegalMove, match="has already finished") as refused:
        table.play("pass", seat=seat, through=through)
    assert words in told(refused.value.reasons[0].text)
    assert refused.value.path == "through"


def test_a_table_whose_plants_are_all_gone_is_offered_a_way_out() -> None:
    table = Table(2).begin()
    table.play("tide", moved=2, arrows=0)
    assert table.state.turn is not None
    offered = [
        action_entry(replace(table.state, lost_unnamed=lost), table.state.turn, Taps({}, "")).is_barren
        for lost in ((15, 14), (15, 15))
    ]
    assert offered == [False, True]
