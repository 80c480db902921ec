"""What full market columns pay, against the worked examples and the second model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import NotAMove
from tests.games.nile.asking import column, doubts, judge, out_of_range, verdict
from tests.games.nile.second_model import STOCK, net

RED, BLUE, GREEN, YELLOW, WHITE = "0", "1", "2", "3", "4"


def scoring(*columns: list[Any], **options: bool | str) -> Any:
    return verdict("market-scoring", {"columns": list(columns)}, **options)


EXAMPLES: dict[str, tuple[list[Any], dict[str, int], dict[str, int]]] = {
    "1: tied, the one who laid the last plant gets 3": (column(RED, "1~", RED, "1~", GREEN), {"1": 3, "0": 2, "2": 1}, {}),
    "2: the last three of four tied get points, and a rotten plant is not counted": (
        column(RED, "2~", "3x", "1~", WHITE), {"4": 3, "1": 2, "2": 1}, {"3": 1}),
    "3: two rotten plants leave all six points to the other": (column("1x", "1x", RED), {"0": 6}, {"1": 2}),
    "4: a rotten plant laid last breaks the tie and costs a point": (column("0", "1", "0x"), {"0": 4, "1": 2}, {"0": 1}),
}  # fmt: skip
"""The worked examples: a full column, what it pays, and whose rotten plants are in it."""


@pytest.mark.parametrize(("plants", "points", "rotten"), EXAMPLES.values(), ids=EXAMPLES)
def test_worked_examples(plants: list[Any], points: dict[str, int], rotten: dict[str, int]) -> None:
    balance = {seat: one - rotten.get(seat, 0) for seat, one in points.items()}
    assert scoring(plants) == {"columns": [{"points": points, "rotten": rotten}], "balance": balance}


@given(st.lists(st.sampled_from([*STOCK, *[None] * 15]), min_size=14, max_size=16))
def test_a_market_is_doubted_just_when_one_player_cannot_have_all_its_plants(kinds: list[str | None]) -> None:
    """Also where a kind was not said: the plant is one of those that are left."""
    left = {kind: STOCK[kind] - kinds.count(kind) for kind in STOCK}
    is_possible = min(left.values()) >= 0 and sum(left.values()) >= kinds.count(None)
    plants = [{"seat": 0, "state": "fresh", **({"plant": kind} if kind else {})} for kind in kinds]
    told = {"columns": [plants[:3], plants[3:7], plants[7:11], plants[11:]]}
    assert ("NI-1" in doubts("market-scoring", told)) == (not is_possible)


def test_owners_alone_are_enough_for_what_a_column_pays() -> None:
    full = [[{"seat": seat, "state": "fresh"} for seat in seats] for seats in ((0, 1, 0), (0, 0, 0, 0, 0))]
    assert doubts("market-scoring", {"columns": full}) == set()
    assert scoring(*full)["balance"] == {"0": 10, "1": 2}


@pytest.mark.parametrize(
    ("kinds", "states", "clauses"),
    [
        ("flax flax wheat", "fresh fresh fresh", {"NI-24"}),
        ("flax wheat flax", "fresh fresh fresh", {"NI-24"}),
        ("flax wheat flax", "fresh fresh rotten", {"NI-24"}),
        ("flax flax flax", "fresh rotten fresh", {"NI-24"}),
        ("flax wheat flax", "rotten spoiled fresh", {"NI-24", "NI-25"}),
        ("flax wheat flax", "rotten rotten fresh", {"NI-24", "NI-25"}),
        ("flax wheat grapes flax", "fresh fresh fresh fresh", set()),
    ],
)
def test_that_doubt_cites_the_clause_on_rotten_plants_only_where_no_sound_one_stands_against_it(
    kinds: str, states: str, clauses: set[str]
) -> None:
    """The doubt is that plants of a kind are too near each other: less than three squares apart."""
    told = zip(kinds.split(), states.split(), strict=True)
    plants = [{"seat": seat, "plant": kind, "state": state} for seat, (kind, state) in enumerate(told)]
    assert doubts("rot", {"palms": 1, "columns": {"1": plants}}) == clauses


@pytest.mark.parametrize("plants", [column("0", "1"), column(*"012340")])
def test_a_column_that_is_not_full_or_too_long_has_not_the_right_shape_and_a_sixth_seat_is_out_of_range(
    plants: list[Any],
) -> None:
    with pytest.raises(NotAMove) as caught:
        judge("market-scoring", {"columns": [plants]})
    assert caught.value.path == "facts.columns.0"
    assert out_of_range("market-scoring", {"columns": [column("5", "1", "2")]}) == ("NI-1",)


PLANTS = st.tuples(st.sampled_from("01234"), st.sampled_from(["", "~", "x"])).map("".join)
COLUMNS = st.lists(PLANTS, min_size=3, max_size=5).map(lambda plants: column(*plants))


@given(COLUMNS)
def test_a_column_pays_what_the_second_model_pays_for_it(plants: list[Any]) -> None:
    found = scoring(plants)
    [paid] = found["columns"]
    owed = {str(seat): points for seat, points in enumerate(net(plants, 5))}
    assert {seat: paid["points"].get(seat, 0) - paid["rotten"].get(seat, 0) for seat in owed} == owed
    assert found["balance"] == {seat: points for seat, points in owed.items() if points > 0}
