"""The variants: the hippo's auction, bidding for the start, buying others' seeds, healing; and what nobody else may see."""

import json

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Amended, Undone
from companion.engine.timeline import attempt
from companion.games.nile.board.view import tabletop
from companion.games.nile.game import GAME
from tests.games.english import told as in_english
from tests.games.nile.asking import Move, Table, read, shown
from tests.games.table import Row, doubt, otherwise
from tests.there import there


def hippo(**options: bool | str) -> Table:
    return Table(3, hippo=True, **options).acting()


def a_bid(seat: int, *plants: str) -> Move:
    return {"kind": "bid", "seat": seat, "plants": [*plants]}


def bid(table: Table, *plants: str) -> Table:
    """Everybody bids: the plants of each, in the order of seats."""
    for seat, kinds in enumerate(plants):
        table.play(**a_bid(seat, *kinds.split()))
    return table


def plain() -> Table:
    """Two rotten plants of the first in column 1, and no variant."""
    return Table(2).acting().sell(1, (0, "wheat"), (0, "grapes")).then("rot", column=1, plants=[0, 1])


def buying() -> Table:
    return Table(2, buy_others=True).acting()


def on_fields() -> Table:
    """Three who track the fields and have bid for the start, which Ben has won."""
    return bid(Table(3, start_bid=True, depth="board"), "flax", "wheat onions", "")


FIRST: Move = {"kind": "lay_first", "seat": 0}
HEAL: Move = {"kind": "heal", "seat": 0, "column": 1, "square": 0}
FLOODED: Move = {"kind": "flooded", "plants": [{"seat": 0, "plant": "wheat"}]}
OTHERS: Move = {"kind": "buy_other", "seat": 0, "owner": 1, "plant": "flax"}
STARTER: Move = {"kind": "starter", "seat": 0}
WON = ("onions", "onions wheat", "")
JOKER: Move = {"kind": "buy_joker", "seat": 1}
ROWS: dict[str, Row] = {
    "a second auction in an extra phase": (lambda: bid(hippo(), "", "", "wheat"), a_bid(0), "refused NI-50"),
    "a pass while some have bid": (lambda: hippo().then(**a_bid(1)), {"kind": "pass", "seat": 0}, "refused NI-50"),
    "a flood while some have bid": (lambda: hippo().then(**a_bid(1)), FLOODED, "refused NI-50"),
    "two aubergines bid": (hippo, a_bid(0, "aubergine", "aubergine"), "refused NI-1 NI-50"),
    "healing where nothing is spoiled": (
        lambda: Table(2, joker_heals=True).acting(), HEAL, "refused NI-53: There’s no spoiled plant on square 1 of column 1."),
    "six flax bid": (hippo, a_bid(0, *["flax"] * 6), "refused NI-1 NI-50: S0 can’t have 6 flax in hand, only 5."),
    "healing without its variant": (plain, HEAL, "refused NI-53"),
    "a bid without the hippo": (plain, a_bid(0), "refused NI-43 NI-50"),
    "another's seed without its variant": (plain, OTHERS, "refused NI-52"),
    "the own seed bought as another's": (buying, {**OTHERS, "owner": 0}, "refused NI-23 NI-52"),
    "another's seed that is not in the boat": (buying, {**OTHERS, "plant": "wheat"}, "refused NI-23"),
    "a bid for the start without its variant": (lambda: Table(3), a_bid(0), "refused NI-8 NI-51"),
    "something laid first after the tide": (lambda: on_fields().then("tide", moved=2, arrows=0), FIRST, "refused NI-8"),
    "something laid first without fields": (lambda: Table(3), FIRST, "refused NI-8"),
    "something laid first before the bids": (lambda: Table(3, start_bid=True), FIRST, "refused NI-8"),
    "something laid first before the boat is filled": (lambda: Table(3, depth="board"), FIRST, "refused NI-8"),
    "a joker used in an extra phase": (lambda: bid(hippo(), "", "", "wheat"), {"kind": "joker", "seat": 2}, "doubted NI-50"),
    "a start player named instead of bid for": (lambda: Table(3, start_bid=True), STARTER, "doubted NI-51"),
    "a joker bought in an extra phase": (lambda: bid(hippo(extra_joker=False), *WON), JOKER, "doubted NI-23 NI-50"),
    "a joker bought there by the house rule": (lambda: bid(hippo(extra_joker=True), *WON), JOKER, "taken"),
}  # fmt: skip


def test_what_the_variants_leave_no_room_for_is_doubted_or_refused() -> None:
    assert otherwise(ROWS) == {}


@pytest.mark.parametrize("seats", [frozenset[int](), frozenset({0}), frozenset({2})])
def test_a_bid_above_what_is_held_is_doubted_whoever_enters_it(seats: frozenset[int]) -> None:
    move = read(a_bid(0, *["flax"] * 4))
    assert doubt(GAME, hippo().state, move, seats=seats).clauses == ("NI-1", "NI-50")
    assert [flag.secrets_of for flag in attempt(GAME, hippo().state, move, anyway=True).flags] == [{0}]


def test_a_plant_on_a_field_cannot_be_bid() -> None:
    table = hippo().then("sow", seat=0, plant="aubergine", shared=False)
    assert doubt(GAME, table.state, read(a_bid(0, "aubergine")), seats=frozenset({0})).clauses == ("NI-1", "NI-50")


def test_nobody_bids_twice_because_the_first_bid_would_come_to_light_with_the_second() -> None:
    assert hippo().then(**a_bid(1, "onions")).refused(**a_bid(1, "wheat")) == ("NI-50",)
    assert Table(3, start_bid=True).then(**a_bid(1, "onions")).refused(**a_bid(1)) == ("NI-51",)


def test_who_has_filled_the_boat_waits_for_those_on_other_phones_unless_asked_for_one_of_them() -> None:
    table, ben = Table(3).then("starter", seat=0).then("boat", seat=1, plants=["flax", "wheat"]), frozenset({1})
    for draft, seat in (({}, None), ({"kind": ("boat",), "seat": ("2",)}, 2)):
        assert there(tabletop(table.state, Viewer(ben, frozenset({0, 2})), draft).opening).seat == seat


def test_what_is_laid_first_is_water_or_a_desert_but_no_water_to_take_or_nothing_before_the_tide() -> None:
    assert shown(on_fields().then("tide", moved=2, arrows=0)).opening is None
    spots = [there(there(shown(on_fields(), _field=f"left.4.{square}").fields).spot) for square in (0, 3)]
    seen = [(bool(spot.cards), spot.may_be_desert, spot.may_take) for spot in spots]
    assert seen == [(True, False, False), (True, True, False)]


@pytest.mark.parametrize("first", ["deserts", "starter"])
def test_the_first_desert_cards_are_counted_one_by_one_and_stay_whoever_is_named_before_or_after(first: str) -> None:
    table, told = Table(3, depth="board"), []
    if first == "starter":
        table.play("starter", seat=0)
    for row in (5, 4, 3):
        told.append(in_english(there(shown(table).opening).waiting))
        table.play("first_desert", field={"bank": "left", "row": row, "square": row - 1})
    if first == "deserts":
        table.play("starter", seat=0)
    for seat in range(3):
        table.play("boat", seat=seat, plants=["flax", "wheat"])
    assert told == [f"Tap the field for desert card {number} of 3." for number in (1, 2, 3)]
    assert sum(ground.has_desert for ground in table.state.board.values()) == 3
    fourth = {"kind": "first_desert", "field": {"bank": "right", "row": 5, "square": 4}}
    assert table.met_with(fourth) == "refused NI-6: The first 3 desert cards have already been placed."


@pytest.mark.parametrize("plants", [["onions", "onions"], ["grapes", "grapes"], ["aubergine", "wheat"]])
def test_no_hidden_bid_falls_when_what_lay_open_before_it_is_corrected(plants: list[str]) -> None:
    corrected = Amended(((1, read({"kind": "boat", "seat": 1, "plants": plants})),), False)
    # Two matches that differ only in a bid.
    matches = [
        hippo().then(**a_bid(1, *bid)).then(**a_bid(2, "wheat")) for bid in (["wheat"], ["onions", "grapes", "grapes"])
    ]
    after = [table.timeline.after(corrected) for table in matches]
    assert [one.stopped for one in after] == [None, None]
    assert len({json.dumps(GAME.view(one.state, Viewer(frozenset({0})))) for one in after}) == 1


def test_a_bid_taken_back_before_all_have_bid_stays_hidden() -> None:
    table = hippo()
    first = len(table.timeline.events)
    table.then(**a_bid(0, "wheat")).timeline.add(Undone(first))
    revealed = bid(table, "onions", "", "").timeline.revealed
    assert first not in revealed
    assert {first + 2, first + 3, first + 4} <= revealed
