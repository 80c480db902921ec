"""The disputes An den Ufern des Nils brings to a table, and who settles each."""

from __future__ import annotations

from typing import Final

from companion.engine.game import RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.text import say
from companion.games.nile.board.judge_market import draw_all, draw_full
from companion.games.nile.rules.answers import (
    AuctionAnswer,
    CostAnswer,
    DesertAnswer,
    EndAnswer,
    MarketAnswer,
    PurgeAnswer,
    RotAnswer,
    SaleAnswer,
    SowingAnswer,
    TideAnswer,
    WaterAnswer,
)
from companion.games.nile.rules.auction import AuctionFacts, StartBidFacts, judge_auction, judge_start_bid
from companion.games.nile.rules.columns import MarketFacts, judge_market
from companion.games.nile.rules.components import MARKET
from companion.games.nile.rules.cost import CostFacts, judge_cost
from companion.games.nile.rules.desert import DesertFacts, judge_desert
from companion.games.nile.rules.end import EndFacts, judge_end
from companion.games.nile.rules.purge import PurgeFacts, judge_purge
from companion.games.nile.rules.rot import RotFacts, judge_rot
from companion.games.nile.rules.sale import SaleFacts, judge_sale
from companion.games.nile.rules.sowing import SowingFacts, judge_sowing
from companion.games.nile.rules.state import State
from companion.games.nile.rules.tide import TideFacts, judge_tide
from companion.games.nile.rules.water import WaterFacts, judge_water

ANY_PALMS: Final = 4


def _known_market(state: State, viewer: Viewer) -> Json:
    """The full columns now, or else those of the last scoring."""
    if state.full_columns:
        return {"columns": [encode(state.column(column)) for column in state.full_columns]}
    return next((dict(one.facts) for one in state.scoring if one.name == "market-scoring"), None)


def _known_sale(state: State, viewer: Viewer) -> Json:
    columns: dict[str, Json] = {str(column): [one.plant for one in state.column(column)] for column in MARKET}
    return {"columns": columns, "quality": ANY_PALMS, "plant": "flax"}


def _known_rot(state: State, viewer: Viewer) -> Json:
    columns: dict[str, Json] = {str(column): encode(state.column(column)) for column in MARKET}
    return {"palms": ANY_PALMS, "columns": columns}


def _known_purge(state: State, viewer: Viewer) -> Json:
    return {"boat": encode(state.boat), "obelisk": state.obelisk, "column_full": bool(state.full_columns)}


def _known_tide(state: State, viewer: Viewer) -> Json:
    return {"marker": state.marker, "done": 2, "arrows": 0} if state.phase == "tide" else None


def _known_end(state: State, viewer: Viewer) -> Json:
    return {"pawns": [*state.pawns], "obelisk": state.obelisk, "lost": [*state.lost_by_seat]}


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    RulingKind(
        "market-scoring",
        say("What do full columns pay?"),
        say("Ranks, ties, rotten plants"),
        MarketFacts,
        judge_market,
        ("NI-31", "NI-32", "NI-33", "NI-34"),
        options=("rot_balance",),
        known=_known_market,
        answer=MarketAnswer,
        draw=draw_full,
    ),
    RulingKind(
        "sale",
        say("Where can I sell a ripe plant?"),
        say("Palms, and the last two plants of a column"),
        SaleFacts,
        judge_sale,
        ("NI-24",),
        known=_known_sale,
        answer=SaleAnswer,
    ),
    RulingKind(
        "rot",
        say("What can rot?"),
        say("Palms on an event: which columns, which plants"),
        RotFacts,
        judge_rot,
        ("NI-41",),
        known=_known_rot,
        answer=RotAnswer,
        draw=draw_all,
    ),
    RulingKind(
        "cost",
        say("What does an action cost?"),
        say("1 or 2 action points"),
        CostFacts,
        judge_cost,
        ("NI-23", "NI-52"),
        options=("buy_others",),
        answer=CostAnswer,
    ),
    RulingKind(
        "sowing",
        say("May I sow here?"),
        say("Water, desert and the plants on the field"),
        SowingFacts,
        judge_sowing,
        ("NI-12", "NI-23"),
        options=("same_kind",),
        answer=SowingAnswer,
    ),
    RulingKind(
        "tide",
        say("Where does the marker go?"),
        say("Flood, ebb, arrows, too few cards"),
        TideFacts,
        judge_tide,
        ("NI-21", "NI-22", "NI-40"),
        options=("ebb_arrow", "flood_arrow"),
        known=_known_tide,
        answer=TideAnswer,
    ),
    RulingKind(
        "purge",
        say("Which plants in the boat leave the game?"),
        say("Plants lost, and the obelisk’s way back"),
        PurgeFacts,
        judge_purge,
        ("NI-30",),
        options=("purge_every_turn",),
        known=_known_purge,
        answer=PurgeAnswer,
    ),
    RulingKind(
        "water",
        say("Does a water card fit?"),
        say("Single waves, double waves, no waves"),
        WaterFacts,
        judge_water,
        ("NI-10",),
        others=say("Other editions match waves along the row only."),
        answer=WaterAnswer,
    ),
    RulingKind(
        "desert",
        say("Where may a desert card go?"),
        say("The row the water came from"),
        DesertFacts,
        judge_desert,
        ("NI-42",),
        answer=DesertAnswer,
    ),
    RulingKind(
        "start-bid",
        say("Who starts after the bids?"),
        say("The most plants in hand"),
        StartBidFacts,
        judge_start_bid,
        ("NI-51",),
        options=("start_bid",),
        answer=AuctionAnswer,
    ),
    RulingKind(
        "auction",
        say("Who wins the hippo’s auction?"),
        say("Plants in hand and in the boat"),
        AuctionFacts,
        judge_auction,
        ("NI-50",),
        options=("hippo",),
        others=say("Without the variant the hippo does nothing."),
        answer=AuctionAnswer,
    ),
    RulingKind(
        "end",
        say("Is the game over, and who has won?"),
        say("Pawns, obelisk and plants lost"),
        EndFacts,
        judge_end,
        ("NI-35",),
        known=_known_end,
        answer=EndAnswer,
    ),
)
"""The question that tables ask most stands first."""
