"""The other disputes: sale, cost, rot, water, purge, tide, auction, end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from companion.games.nile.game import GAME
from companion.games.nile.rules.obelisk import EndAnswer, judge_end
from companion.match.judge import judge as judge_alone
from tests.games.english import said
from tests.games.nile.asking import KINDS, Move, column, doubts, judge, out_of_range, verdict

EMPTY: dict[str, list[Any]] = {"4": [], "3": [], "2": [], "1": []}


def sale(quality: int, plant: str, **columns: list[str]) -> Any:
    facts = {"columns": {**EMPTY, **{name[1:]: kinds for name, kinds in columns.items()}}}
    return verdict("sale", {**facts, "quality": quality, "plant": plant})["columns"]


def test_example_5_the_last_two_kinds_of_a_column_may_not_come_next_and_the_third_may() -> None:
    kinds = ["wheat", "grapes", "flax"]
    assert sale(1, "flax", c1=kinds) == []
    assert sale(1, "grapes", c1=kinds) == []
    assert sale(1, "wheat", c1=kinds) == [1]


def test_a_column_left_out_counts_as_empty_and_is_flagged_where_it_matters() -> None:
    sold: Move = {"columns": {"3": ["wheat"], "1": []}, "quality": 3, "plant": "flax"}
    rotting: Move = {"columns": {"3": column("0"), "1": []}, "palms": 3}
    missing = "Column {columns} counts as empty."
    for name, facts, empty in (
        ("sale", sold, {"columns": [3, 2, 1]}),
        ("rot", rotting, {"columns": [3, 2, 1], "affected": {"3": [0]}}),
    ):
        given = {**facts, "columns": {**facts["columns"], "2": []}}
        assert verdict(name, facts) == verdict(name, given) == empty
        assert [(flag.text.message, dict(flag.text.args)["columns"]) for flag in judge(name, facts).flags] == [
            (missing, (2,))
        ]
        assert judge(name, given).flags == ()


def test_alike_plants_already_too_near_each_other_are_doubted_but_judged() -> None:
    facts = {"columns": {"3": ["flax", "flax"]}, "quality": 3, "plant": "wheat"}
    assert doubts("sale", facts) == {"NI-24"}
    assert verdict("sale", facts) == {"columns": [3, 2, 1]}


@given(st.lists(st.sampled_from(KINDS), max_size=4), st.integers(1, 4), st.sampled_from(KINDS))
def test_a_plant_may_follow_where_it_differs_from_the_last_and_the_last_but_one(
    kinds: list[str], quality: int, plant: str
) -> None:
    far_enough = all(plant != kinds[-back] for back in (1, 2) if back <= len(kinds))
    room = len(kinds) < 4
    assert (3 in sale(quality, plant, c3=kinds)) == (quality >= 3 and far_enough and room)


@pytest.mark.parametrize("action", ["sow", "grow", "harvest"])
def test_sowing_turning_and_harvesting_cost_1_alone_and_2_beside_another_players_plant(action: str) -> None:
    for told, cost, doubtful in (
        ({"others_plant": False}, 1, False),
        ({"others_plant": True}, 2, False),
        ({}, 1, True),
    ):
        facts = {"action": action, **told}
        assert (verdict("cost", facts), doubts("cost", facts)) == ({"ap": cost}, {"NI-23"} if doubtful else set())


def test_rot_may_strike_as_many_columns_from_the_right_as_there_are_palms() -> None:
    columns = {"4": [], "3": column("0"), "2": column("0", "1x", "2~"), "1": []}
    assert verdict("rot", {"palms": 2, "columns": columns}) == {"columns": [2, 1], "affected": {"2": [0, 2]}}
    assert verdict("rot", {"palms": 4, "columns": columns}) == {
        "columns": [4, 3, 2, 1],
        "affected": {"3": [0], "2": [0, 2]},
    }


def test_more_rotting_plants_of_a_kind_than_there_are_is_doubted() -> None:
    plants = [{"seat": 0, "plant": "aubergine", "state": "fresh"}]
    assert doubts("rot", {"palms": 1, "columns": {"1": plants, "2": plants}}) == {"NI-1"}


@pytest.mark.parametrize(
    ("edge", "card", "fits"),
    [
        ("single", ["single", "none"], [0]),
        ("single", ["none", "single"], [1]),
        ("single", ["single", "single"], [0, 1]),
        ("single", ["double", "none"], []),
        ("double", ["single", "double"], [1]),
        ("double", ["double", "double"], [0, 1]),
        ("none", ["none", "none"], []),
        ("none", ["single", "double"], []),
    ],
)
def test_a_water_card_fits_where_the_same_wave_meets(edge: str, card: list[str], fits: list[int]) -> None:
    assert verdict("water", {"edge": edge, "card": card}) == {"fits": fits}


def plants(*whose: int, kind: str = "flax") -> list[dict[str, Any]]:
    return [{"seat": seat, "plant": kind} for seat in whose]


def test_the_obelisk_goes_back_a_square_for_each_colour_in_the_boat() -> None:
    assert verdict("purge", {"boat": plants(0), "obelisk": 30}) == {"lost": {"0": 1}, "obelisk": 29}
    assert verdict("purge", {"boat": plants(0, 0, 3, 0), "obelisk": 12}) == {"lost": {"0": 3, "3": 1}, "obelisk": 10}
    assert verdict("purge", {"boat": plants(4, 3, 2, 1, 0), "obelisk": 30})["obelisk"] == 25


def test_more_plants_in_the_boat_than_a_player_has_are_doubted() -> None:
    assert doubts("purge", {"boat": plants(0, 0, kind="aubergine"), "obelisk": 30}) == {"NI-1"}
    assert doubts("purge", {"boat": plants(0, 1, kind="aubergine"), "obelisk": 30}) == set()


@pytest.mark.parametrize(
    ("marker", "done", "arrows", "after", "plays_now"),
    [
        ("flood", 2, 0, "flood", None), ("flood", 1, 0, "ebb1", None), ("flood", 0, 0, "ebb1", "ebb"),
        ("flood", 2, 1, "ebb1", None), ("flood", 2, 2, "ebb2", None), ("flood", 1, 1, "ebb1", None),
        ("ebb1", 2, 0, "ebb1", None), ("ebb2", 2, 0, "ebb2", None), ("ebb1", 1, 0, "flood", None),
        ("ebb2", 1, 0, "flood", None), ("ebb1", 0, 0, "flood", "flood"), ("ebb2", 0, 0, "flood", "flood"),
        ("ebb1", 2, 1, "ebb2", None), ("ebb1", 1, 1, "flood", None), ("ebb2", 2, 1, "flood", None),
        ("ebb2", 1, 1, "flood", None), ("ebb1", 2, 2, "flood", None), ("flood", 1, 2, "ebb1", None),
    ],
)  # fmt: skip
def test_the_marker_goes_by_arrows_first_and_then_by_what_could_not_be_played(
    marker: str, done: int, arrows: int, after: str, plays_now: str | None
) -> None:
    facts = {"marker": marker, "done": done, "arrows": arrows}
    assert verdict("tide", facts) == {"marker": after, "plays_now": plays_now}
    doubted = {("ebb2", 2, 1): {"NI-22", "NI-40"}, ("flood", 1, 2): {"NI-40"}}
    assert doubts("tide", facts) == doubted.get((marker, done, arrows), set())


def test_at_ebb_the_first_arrow_to_flood_ends_it_and_the_second_card_stays() -> None:
    two = {"marker": "ebb2", "done": 2, "arrows": 2}
    assert verdict("tide", two) == {"marker": "flood", "plays_now": None}
    assert doubts("tide", two) == {"NI-22", "NI-40"}
    assert verdict("tide", two, ebb_arrow="all")["marker"] == "ebb1"
    assert doubts("tide", two, ebb_arrow="all") == set()


def test_which_of_two_cards_bore_the_arrow_is_asked_where_the_first_would_have_ended_the_phase() -> None:
    facts = {"marker": "ebb2", "done": 2, "arrows": 1}
    assert [doubts("tide", {**facts, "arrow_on": card}) for card in (1, 2)] == [{"NI-22", "NI-40"}, set()]
    assert doubts("tide", {**facts, "marker": "ebb1"}) == set()
    flood = {**facts, "marker": "flood"}
    assert (doubts("tide", flood), doubts("tide", flood, flood_arrow=True)) == (set(), {"NI-21", "NI-40"})
    assert doubts("tide", {**flood, "arrow_on": 2}, flood_arrow=True) == set()
    one = {**flood, "done": 1}
    assert (doubts("tide", one, flood_arrow=True), verdict("tide", one, flood_arrow=True)["marker"]) == (set(), "ebb1")


def test_where_the_boat_is_emptied_with_a_full_column_only_it_is_asked_whether_one_is() -> None:
    facts = {"boat": plants(0, 1), "obelisk": 30}
    assert doubts("purge", facts) == set()
    assert doubts("purge", facts, purge_every_turn=False) == {"NI-30"}
    assert verdict("purge", facts, purge_every_turn=False)["obelisk"] == 28
    stays = {**facts, "column_full": False}
    assert verdict("purge", stays, purge_every_turn=False) == {"lost": {}, "obelisk": 30}
    assert verdict("purge", {**facts, "column_full": True}, purge_every_turn=False)["obelisk"] == 28
    assert (doubts("purge", stays, purge_every_turn=False), verdict("purge", stays)["obelisk"]) == (set(), 28)


def test_hands_and_plants_in_the_boat_that_were_not_given_are_flagged() -> None:
    given = {"hands": {"0": 3}, "boat": {"0": 1, "1": 0}}
    told = [said(flag.text) for flag in judge("auction", given, hippo=True).flags]
    assert told == ["S1: plants in hand not entered."]
    assert doubts("auction", {"hands": {"0": 3, "1": 2}, "boat": {"0": 0, "1": 0}}, hippo=True) == set()


def test_a_question_that_is_a_variants_takes_it_for_played_unless_a_match_says_otherwise() -> None:
    bids = {"hands": {"0": 3, "1": 2}, "boat": {"0": 0, "1": 0}}
    asked = (
        ("auction", bids, "hippo"),
        ("start-bid", {"hands": {"0": 3, "1": 2}}, "start_bid"),
        ("cost", {"action": "buy_other"}, "buy_others"),
    )
    for name, facts, option in asked:
        flags = [judge_alone(GAME, GAME.ruling(name), facts, options).flags for options in ({}, {option: False})]
        assert (flags[0], len(flags[1])) == ((), 1), name


def test_the_most_plants_in_hand_start_and_a_tie_is_bid_again() -> None:
    assert verdict("start-bid", {"hands": {"0": 2, "1": 3}}, start_bid=True)["winner"] == 1
    assert verdict("start-bid", {"hands": {"0": 3, "1": 3}}, start_bid=True)["winner"] is None
    assert doubts("start-bid", {"hands": {"0": 2, "1": 3}}) == {"NI-8", "NI-51"}
    assert doubts("start-bid", {"hands": {"0": 2}}, start_bid=True) == {"NI-51"}
    assert doubts("start-bid", {"hands": {"0": 2, "1": 0}}, start_bid=True) == set()


@pytest.mark.parametrize(
    ("row", "fields", "to_boat"),
    [
        (["free", "free", "free"], [2], []),
        (["free", "plant", "desert"], [1], [1]),
        (["free", "water", "desert"], [], []),
        (["free", "desert", "free", "desert", "water"], [0, 2], []),
        (["free", "desert", "free", "free"], [0, 2, 3], []),
        (["water", "water"], [], []),
    ],
)
def test_a_desert_card_goes_next_to_the_desert_or_to_another_in_its_row(
    row: list[str], fields: list[int], to_boat: list[int]
) -> None:
    assert verdict("desert", {"row": row}) == {"fields": fields, "to_boat": to_boat}


def test_a_plant_is_sown_where_no_water_lies_beside_one_plant_of_another_at_most() -> None:
    free = {"seat": 0, "plant": "flax", "cover": "free", "plants": []}
    assert verdict("sowing", free) == {"may_sow": True, "ap": 1}
    assert verdict("sowing", {**free, "plants": plants(1)}) == {"may_sow": True, "ap": 2}
    for against in ({"cover": "water"}, {"cover": "desert"}, {"plants": plants(0)}, {"plants": plants(1, 2)}):
        assert verdict("sowing", {**free, **against}) == {"may_sow": False, "ap": None}
    alike = {**free, "plants": plants(1, kind="flax")}
    assert [verdict("sowing", alike, same_kind=allowed)["may_sow"] for allowed in (True, False)] == [True, False]
    assert doubts("sowing", {**free, "plants": plants(1, 1)}) == {"NI-12"}
    assert doubts("sowing", {**free, "cover": "water", "plants": plants(1)}) == {"NI-11", "NI-42"}


@pytest.mark.parametrize(
    ("hands", "boat", "winner", "bids"),
    [
        ({"0": 3, "1": 2}, {"0": 1, "1": 3}, 1, {"0": 4, "1": 5}),
        ({"0": 3, "1": 2}, {"0": 1, "1": 2}, 0, {"0": 4, "1": 4}),
        ({"0": 3, "1": 3, "2": 2}, {"0": 1, "1": 1}, None, {"0": 4, "1": 4, "2": 2}),
        ({"0": 0, "1": 0}, {}, None, {}),
        ({"0": 0, "1": 1}, {}, 1, {"1": 1}),
    ],
)
def test_hand_and_boat_win_the_auction_then_the_larger_hand_then_nobody(
    hands: dict[str, int], boat: dict[str, int], winner: int | None, bids: dict[str, int]
) -> None:
    facts = {"hands": hands, "boat": boat}
    assert verdict("auction", facts) == {"winner": winner, "bids": bids}
    assert doubts("auction", facts) >= {"NI-43", "NI-50"}, "it is not played without the hippo"


def test_more_plants_than_the_box_holds_are_refused() -> None:
    hands = {str(seat): 15 for seat in range(5)}
    assert judge("auction", {"hands": hands, "boat": {}}).verdict["winner"] is None
    assert out_of_range("auction", {"hands": hands, "boat": {"0": 1}}) == ("NI-1",)
    boat = [{"seat": 0, "plant": "flax"}] * 76
    assert out_of_range("purge", {"boat": boat, "obelisk": 30}) == ("NI-1",)


def test_lost_plants_are_asked_only_where_pawns_are_level_in_front() -> None:
    assert [judge_end(pawns, 20, (), {}).answer for pawns in ((19, 19), (20, 3))] == [
        EndAnswer(False, ()),
        EndAnswer(True, (0,)),
    ]
    with pytest.raises(NotAMove):
        judge_end((20, 20), 20, (), {})
