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


def plants(*whose: int, kind: str = "flax") -> list[dict[str, Any]]:
    return [{"seat": seat, "plant": kind} for seat in whose]


def sowing(*beside: int, cover: str = "free", kind: str = "wheat") -> Move:
    return {"seat": 0, "plant": "flax", "cover": cover, "plants": plants(*beside, kind=kind)}


def tide(marker: str, done: int, arrows: int, **more: int) -> Move:
    return {"marker": marker, "done": done, "arrows": arrows, **more}


def boat(*whose: int, kind: str = "flax", obelisk: int = 30, **more: bool) -> Move:
    return {"boat": plants(*whose, kind=kind), "obelisk": obelisk, **more}


def hands(*held: int, boat: dict[str, int] | None = None) -> Move:
    return {"hands": {str(seat): one for seat, one in enumerate(held)}} | ({} if boat is None else {"boat": boat})


def marker(after: str, plays_now: str | None = None) -> Move:
    return {"marker": after, "plays_now": plays_now}


ROTTING = {"4": [], "3": column("0"), "2": column("0", "1x", "2~"), "1": []}
TWO_AUBERGINES = {str(one): [{"seat": 0, "plant": "aubergine", "state": "fresh"}] for one in (1, 2)}
FULL_ONLY, ALL, FLOOD, HIPPO, BIDS = (
    {"purge_every_turn": False}, {"ebb_arrow": "all"}, {"flood_arrow": True}, {"hippo": True}, {"start_bid": True}
)  # fmt: skip
BY_ARROW, AT_EBB, AT_FLOOD = {"NI-40"}, {"NI-22", "NI-40"}, {"NI-21", "NI-40"}
MAY, MAY_NOT, NOT_PLAYED = {"may_sow": True, "ap": 1}, {"may_sow": False, "ap": None}, {"NI-43", "NI-50"}

RULED: tuple[tuple[str, Move, dict[str, Any], dict[str, Any], set[str]], ...] = (
    ("sale", {"columns": {"3": ["flax", "flax"]}, "quality": 3, "plant": "wheat"}, {}, {"columns": [3, 2, 1]}, {"NI-24"}),
    *(("cost", {"action": one}, {}, {"ap": 1}, {"NI-23"}) for one in ("sow", "grow", "harvest")),
    ("rot", {"palms": 2, "columns": ROTTING}, {}, {"columns": [2, 1], "affected": {"2": [0, 2]}}, set()),
    ("rot", {"palms": 4, "columns": ROTTING}, {}, {"columns": [4, 3, 2, 1], "affected": {"3": [0], "2": [0, 2]}}, set()),
    ("rot", {"palms": 1, "columns": TWO_AUBERGINES}, {}, {"columns": [1], "affected": {"1": [0]}}, {"NI-1"}),
    *(
        ("water", {"edge": edge, "card": card.split()}, {}, {"fits": fits}, set())
        for edge, card, fits in (
            ("single", "single none", [0]), ("single", "none single", [1]), ("single", "single single", [0, 1]),
            ("single", "double none", []), ("double", "single double", [1]), ("double", "double double", [0, 1]),
            ("none", "none none", []), ("none", "single double", []),
        )
    ),
    ("purge", boat(0, 0, 3, 0, obelisk=12), {}, {"lost": {"0": 3, "3": 1}, "obelisk": 10}, set()),
    ("purge", boat(0, 0, kind="aubergine"), {}, {"lost": {"0": 2}, "obelisk": 29}, {"NI-1"}),
    ("purge", boat(0, 1, kind="aubergine"), {}, {"lost": {"0": 1, "1": 1}, "obelisk": 28}, set()),
    # Where the boat is emptied with a full column only, it is asked whether one is.
    ("purge", boat(0, 1), FULL_ONLY, {"lost": {"0": 1, "1": 1}, "obelisk": 28}, {"NI-30"}),
    ("purge", boat(0, 1, column_full=False), FULL_ONLY, {"lost": {}, "obelisk": 30}, set()),
    ("purge", boat(0, 1, column_full=True), FULL_ONLY, {"lost": {"0": 1, "1": 1}, "obelisk": 28}, set()),
    ("purge", boat(0, 1, column_full=False), {}, {"lost": {"0": 1, "1": 1}, "obelisk": 28}, set()),
    # The marker goes by arrows first and then by what could not be played.
    *(
        ("tide", tide(*told), {}, marker(*after), doubted)
        for told, after, doubted in (
            (("flood", 0, 0), ("ebb1", "ebb"), set()), (("flood", 2, 2), ("ebb2",), set()),
            (("flood", 1, 2), ("ebb1",), BY_ARROW), (("ebb2", 0, 0), ("flood", "flood"), set()),
            (("ebb1", 1, 1), ("flood",), set()), (("ebb2", 2, 1), ("flood",), AT_EBB),
            (("ebb2", 1, 1), ("flood",), set()), (("ebb1", 2, 2), ("flood",), set()),
        )
    ),
    # At ebb the first arrow to flood ends it and the second card stays.
    ("tide", tide("ebb2", 2, 2), {}, marker("flood"), AT_EBB),
    ("tide", tide("ebb2", 2, 2), ALL, marker("ebb1"), set()),
    # Which of two cards bore the arrow is asked where the first would have ended the phase.
    ("tide", tide("ebb2", 2, 1, arrow_on=1), {}, marker("flood"), AT_EBB),
    ("tide", tide("ebb2", 2, 1, arrow_on=2), {}, marker("flood"), set()),
    ("tide", tide("flood", 2, 1), FLOOD, marker("ebb1"), AT_FLOOD),
    ("tide", tide("flood", 2, 1, arrow_on=2), FLOOD, marker("ebb1"), set()),
    ("tide", tide("flood", 1, 1), FLOOD, marker("ebb1"), set()),
    # The most plants in hand start, and a tie is bid again.
    ("start-bid", hands(2, 3), BIDS, {"winner": 1, "bids": {"0": 2, "1": 3}}, set()),
    ("start-bid", hands(3, 3), BIDS, {"winner": None, "bids": {"0": 3, "1": 3}}, set()),
    ("start-bid", hands(2, 3), {}, {"winner": 1, "bids": {"0": 2, "1": 3}}, {"NI-8", "NI-51"}),
    ("start-bid", hands(2), BIDS, {"winner": 0, "bids": {"0": 2}}, {"NI-51"}),
    ("start-bid", hands(2, 0), BIDS, {"winner": 0, "bids": {"0": 2}}, set()),
    # A desert card goes next to the desert or to another in its row.
    *(
        ("desert", {"row": row.split()}, {}, {"fields": fields, "to_boat": to_boat}, set())
        for row, fields, to_boat in (
            ("free free free", [2], []), ("free plant desert", [1], [1]), ("free water desert", [], []),
            ("free desert free desert water", [0, 2], []), ("free desert free free", [0, 2, 3], []),
            ("water water", [], []),
        )
    ),
    # A plant is sown where no water lies, beside one plant of another at most.
    ("sowing", sowing(), {}, MAY, set()),
    ("sowing", sowing(1), {}, {"may_sow": True, "ap": 2}, set()),
    ("sowing", sowing(cover="water"), {}, MAY_NOT, set()),
    ("sowing", sowing(cover="desert"), {}, MAY_NOT, set()),
    ("sowing", sowing(0), {}, MAY_NOT, set()),
    ("sowing", sowing(1, 2), {}, MAY_NOT, set()),
    ("sowing", sowing(1, kind="flax"), {}, {"may_sow": True, "ap": 2}, set()),
    ("sowing", sowing(1, kind="flax"), {"same_kind": False}, MAY_NOT, set()),
    ("sowing", sowing(1, 1), {}, MAY_NOT, {"NI-12"}),
    ("sowing", sowing(1, cover="water"), {}, MAY_NOT, {"NI-11", "NI-42"}),
    # Hand and boat win the auction, then the larger hand, then nobody.
    ("auction", hands(3, 2, boat={"0": 1, "1": 3}), {}, {"winner": 1, "bids": {"0": 4, "1": 5}}, NOT_PLAYED),
    ("auction", hands(3, 2, boat={"0": 1, "1": 2}), {}, {"winner": 0, "bids": {"0": 4, "1": 4}}, NOT_PLAYED),
    ("auction", hands(3, 3, 2, boat={"0": 1, "1": 1}), HIPPO, {"winner": None, "bids": {"0": 4, "1": 4, "2": 2}}, {"NI-50"}),
    ("auction", hands(0, 0, boat={}), HIPPO, {"winner": None, "bids": {}}, {"NI-50"}),
    ("auction", hands(0, 1, boat={}), HIPPO, {"winner": 1, "bids": {"1": 1}}, {"NI-50"}),
    ("auction", hands(3, 2, boat={"0": 0, "1": 0}), HIPPO, {"winner": 0, "bids": {"0": 3, "1": 2}}, set()),
)  # fmt: skip
"""What is asked, the house rules, the verdict, and the clauses for which the facts are doubted."""


def test_every_ruling_gives_its_verdict_and_doubts_just_what_cannot_be(subtests: pytest.Subtests) -> None:
    for name, facts, options, wanted, doubted in RULED:
        with subtests.test(name=name, facts=facts, options=options):
            assert verdict(name, facts, **options) == wanted
            assert doubts(name, facts, **options) == doubted


def test_a_column_left_out_counts_as_empty_and_is_flagged_where_it_matters() -> None:
    sold: Move = {"columns": {"3": ["wheat"], "1": []}, "quality": 3, "plant": "flax"}
    rotting: Move = {"columns": {"3": column("0"), "1": []}, "palms": 3}
    for name, facts, empty in (
        ("sale", sold, {"columns": [3, 2, 1]}),
        ("rot", rotting, {"columns": [3, 2, 1], "affected": {"3": [0]}}),
    ):
        given = {**facts, "columns": {**facts["columns"], "2": []}}
        assert verdict(name, facts) == verdict(name, given) == empty
        assert [said(flag.text) for flag in judge(name, facts).flags] == ["Column 2 counts as empty."]
        assert judge(name, given).flags == ()


@given(st.lists(st.sampled_from(KINDS), max_size=4), st.integers(1, 4), st.sampled_from(KINDS))
def test_a_plant_may_follow_where_it_differs_from_the_last_two(kinds: list[str], quality: int, plant: str) -> None:
    far_enough = all(plant != kinds[-back] for back in (1, 2) if back <= len(kinds))
    assert (3 in sale(quality, plant, c3=kinds)) == (quality >= 3 and far_enough and len(kinds) < 4)


def test_a_question_that_is_a_variants_takes_it_for_played_unless_a_match_says_otherwise() -> None:
    for name, facts, option in (
        ("auction", hands(3, 2, boat={"0": 0, "1": 0}), "hippo"),
        ("start-bid", hands(3, 2), "start_bid"),
        ("cost", {"action": "buy_other"}, "buy_others"),
    ):
        flags = [judge_alone(GAME, GAME.ruling(name), facts, options).flags for options in ({}, {option: False})]
        assert (flags[0], len(flags[1])) == ((), 1), name


def test_more_plants_than_the_box_holds_are_refused() -> None:
    full = hands(*[15] * 5, boat={})
    assert judge("auction", full).verdict["winner"] is None
    assert out_of_range("auction", {**full, "boat": {"0": 1}}) == ("NI-1",)
    assert out_of_range("purge", boat(*[0] * 76)) == ("NI-1",)


def test_lost_plants_are_asked_only_where_pawns_are_level_in_front() -> None:
    answers = [judge_end(pawns, 20, (), {}).answer for pawns in ((19, 19), (20, 3))]
    assert answers == [EndAnswer(False, ()), EndAnswer(True, (0,))]
    with pytest.raises(NotAMove):
        judge_end((20, 20), 20, (), {})
