"""The forms of the tide, of what rots and of an auction, as the page of a match shows them."""

from __future__ import annotations

import pytest

from companion.engine.game import Viewer
from companion.games.nile.board.view import tabletop
from tests.games.english import told
from tests.games.nile.asking import Table
from tests.games.nile.tapping import market, shown

# ---- tide and rot ----


def test_palms_offer_the_columns_from_the_right_and_then_the_plants_that_can_get_worse() -> None:
    table = market()
    rot = shown(table, _event="palms.3").rot
    assert rot is not None
    assert (rot.columns, rot.column, rot.is_complete) == ((3, 2, 1), None, False)
    rot = shown(table, _event="palms.3", _pick="3.3", kind="rot", plants=["0", "2"]).rot
    assert rot is not None
    assert (rot.squares, rot.chosen, rot.is_complete) == ((0, 1, 2), (0, 2), True)
    assert told(rot.main) == "2 plants in column 3 get worse"


def test_an_event_is_over_as_soon_as_plants_have_got_worse() -> None:
    table = market()
    step = shown(table).event_step
    table.play("rot", column=3, plants=[0, 1])
    assert tabletop(table.state, Viewer(), {"_event": (f"{step}|palms.3",)}).rot is None


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
