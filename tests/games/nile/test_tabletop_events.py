"""The forms of the tide, of what rots and of an auction, as the page of a match shows them."""

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


# ---- bids ----


def test_no_more_of_a_kind_can_be_bid_than_may_be_in_hand() -> None:
    bids = shown(Table(3, hippo=True).begin("flax", "flax"), 1, _event="hippo").bids
    assert bids is not None
    assert sum(one.kind == "flax" for one in bids.offers) == 3
