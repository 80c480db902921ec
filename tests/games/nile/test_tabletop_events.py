"""The forms of the tide, of what rots and of an auction, as the page of a match shows them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.games.nile.board.view import tabletop
from tests.games.english import told
from tests.games.nile.asking import Table
from tests.games.nile.tapping import market, shown

# ---- tide and rot ----


def test_the_tide_says_what_comes_next_before_it_is_recorded() -> None:
    table = Table(3).begin("flax", "flax")
    tide = shown(table).tide
    assert tide is not None
    assert (tide.moved, tide.arrows, told(tide.small)) == (2, 0, "The marker is on Flood. Then Ana acts.")
    none = shown(table, _moved=0).tide
    assert none is not None
    assert told(none.small) == "The marker goes to Ebb 1, and ebb follows at once."
    arrow = shown(table, _arrows=1).tide
    assert arrow is not None
    assert [is_next for _, _, is_next in arrow.round] == [False, True, False]


def test_a_tide_that_is_corrected_stands_in_the_form_as_it_was_entered() -> None:
    table = Table(3).begin("flax", "flax")
    tide = shown(table, kind="tide", moved=1, arrows=2, jokers=1, deserts=0).tide
    assert tide is not None
    assert (tide.moved, tide.arrows, tide.jokers, tide.deserts) == (1, 2, 1, 0)


def test_a_flood_that_could_not_be_played_is_followed_by_ebb_at_once() -> None:
    table = Table(3).begin("flax", "flax")
    table.play("tide", moved=0, arrows=0)
    tide = shown(table).tide
    assert tide is not None
    assert (tide.is_flood, tide.moved) == (False, 2)
    assert told(tide.lines[0].text) == "No flood was possible, so it’s ebb now."


def first_lines(table: Table) -> list[str]:
    """What the page says of the tide, line by line, and the clauses."""
    tide = shown(table).tide
    assert tide is not None
    return [f"{told(line.text)} {' '.join(line.clauses)}" for line in tide.lines]


FIRST_WATER = "First everyone places a water card. Then a ripe plant and a seed. NI-8"


def test_after_the_bids_for_the_start_the_first_flood_reminds_of_what_everybody_lays_before() -> None:
    table = Table(3, start_bid=True)
    for seat in range(3):
        table.play("bid", seat=seat, plants=["flax"] * seat)

    assert first_lines(table)[0] == FIRST_WATER
    table.play("tide", moved=0, arrows=0)
    assert FIRST_WATER not in first_lines(table)


def test_the_first_flood_reminds_of_what_everybody_lays_before_where_the_fields_are_tracked_and_bare() -> None:
    assert FIRST_WATER not in first_lines(Table(3).begin("flax", "flax"))
    bare, laid = (Table(2, depth="board") for _ in range(2))
    water = {"field": {"bank": "left", "row": 4, "square": 0}, "card": ["single", "double"]}
    cases: list[tuple[Table, dict[str, Any]]] = [(bare, {}), (laid, {"water": water})]
    for table, more in cases:
        table.play("starter", seat=0)
        table.play("boat", seat=0, plants=["flax", "wheat"], **more)
        table.play("boat", seat=1, plants=["flax", "wheat"])
        assert shown(table).tide is None
        for seat in (0, 1):
            table.play("lay_first", seat=seat)

    assert first_lines(bare)[0] == FIRST_WATER
    assert FIRST_WATER not in first_lines(laid)


def test_palms_offer_the_columns_from_the_right_and_then_the_plants_that_can_get_worse() -> None:
    table = market()
    rot = shown(table, _event="palms.3").rot
    assert rot is not None
    assert (rot.columns, rot.column, rot.is_complete) == ((3, 2, 1), None, False)
    rot = shown(table, _event="palms.3", _pick="3.3", kind="rot", plants=["0", "2"]).rot
    assert rot is not None
    assert (rot.squares, rot.chosen, rot.is_complete) == ((0, 1, 2), (0, 2), True)
    assert told(rot.main) == "2 plants in column 3 get worse"


def test_an_empty_column_may_be_picked_and_nothing_rots() -> None:
    rot = shown(market(), _event="palms.2", _pick="2.2").rot
    assert rot is not None
    assert (rot.is_complete, told(rot.main)) == (True, "Column 2: nothing rots")


def test_a_column_may_be_picked_without_the_palms_and_is_given_up_with_the_palms_it_was_picked_for() -> None:
    table = market()
    table.pass_all()
    assert dict(shown(table).rotting) == {3: (0, 1, 2)}
    rot = shown(table, _pick="3", kind="rot", plants=["0", "2"]).rot
    assert rot is not None
    assert (rot.palms, rot.column, rot.is_complete) == (None, 3, True)
    assert shown(table, _event="", _pick="3.3").rot is None


def test_an_event_is_over_as_soon_as_plants_have_got_worse() -> None:
    table = market()
    step = shown(table).event_step
    table.play("rot", column=3, plants=[0, 1])
    assert tabletop(table.state, Viewer(), {"_event": (f"{step}|palms.3",)}).rot is None


def test_an_event_is_over_also_where_nothing_could_rot() -> None:
    table = Table(3).begin("flax", "flax")
    step = shown(table).event_step
    taps = {"_event": (f"{step}|palms.2",), "_pick": (f"{step}|2.2",)}
    assert tabletop(table.state, Viewer(), taps).rot is not None
    table.play("rot", column=2, plants=[], palms=2)
    assert tabletop(table.state, Viewer(), taps).rot is None


@pytest.mark.parametrize("bids", [[["onions"], ["onions", "wheat"], []], [["onions"], ["wheat"], []]])
def test_an_auction_is_over_for_whoever_called_it_once_all_have_bid(bids: list[list[str]]) -> None:
    table = Table(3, hippo=True).begin("flax", "flax")
    taps = {"_event": (f"{shown(table).event_step}|hippo",)}
    assert tabletop(table.state, Viewer(), taps).bids is not None
    for seat, plants in enumerate(bids):
        table.play("bid", seat=seat, plants=plants)
    if table.state.turn is not None:
        table.play("pass", seat=table.state.turn.seat)
    assert table.state.phase == "tide"
    assert tabletop(table.state, Viewer(), taps).bids is None


# ---- bids ----


def test_a_bid_shows_to_its_owner_alone() -> None:
    table = Table(3, hippo=True).begin("flax", "flax")
    table.play("bid", seat=0, plants=["wheat", "grapes"])
    own, other, nobody = shown(table, 0).bids, shown(table, 1).bids, shown(table).bids
    assert own is not None
    assert other is not None
    assert nobody is not None
    assert (own.own, other.own, nobody.own) == (2, None, None)
    assert other.missing == (1, 2)
    assert nobody.offers == ()


def test_two_matches_that_differ_in_a_bid_alone_show_everybody_else_the_same() -> None:
    tables = [Table(3, hippo=True).begin("flax", "flax") for _ in range(2)]
    tables[0].play("bid", seat=0, plants=["wheat"])
    tables[1].play("bid", seat=0, plants=["grapes", "grapes", "onions"])
    for seats in ((), (1,), (2,)):
        assert shown(tables[0], *seats) == shown(tables[1], *seats)
    assert shown(tables[0], 0) != shown(tables[1], 0)


def test_no_more_of_a_kind_can_be_bid_than_may_be_in_hand() -> None:
    bids = shown(Table(3, hippo=True).begin("flax", "flax"), 1, _event="hippo").bids
    assert bids is not None
    assert sum(one.kind == "flax" for one in bids.offers) == 3
