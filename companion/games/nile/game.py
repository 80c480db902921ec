"""An den Ufern des Nils as a record of what it can do, and the disputes it brings to a table, with who settles each."""

from collections import Counter
from typing import Final

from companion.engine.declare import declare
from companion.engine.disputes import dispute
from companion.engine.game import Game, RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.text import say
from companion.games.nile import COVER, paper
from companion.games.nile.board import box, view
from companion.games.nile.board.judge_market import draw_all, draw_boat, draw_costs, draw_field, draw_full, draw_kinds
from companion.games.nile.rules import catching_up, opening, options, play, setup, state, views
from companion.games.nile.rules.actions import judge_cost, judge_sowing
from companion.games.nile.rules.bids import judge_auction, judge_start_bid
from companion.games.nile.rules.columns import judge_market
from companion.games.nile.rules.obelisk import AskedLost, AskedPawns, judge_end, judge_purge
from companion.games.nile.rules.rot import judge_rot
from companion.games.nile.rules.sale import AskedPalms, judge_sale
from companion.games.nile.rules.state import State
from companion.games.nile.rules.tide import judge_tide
from companion.games.nile.rules.water import judge_desert, judge_water
from companion.games.nile.words import lesson, story
from companion.games.nile.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.nile.words.open_questions import OPEN_QUESTIONS


def _known_market(state: State, viewer: Viewer) -> Json:
    """The full columns now, or else those of the last scoring."""
    if state.full_columns:
        return {"columns": [encode(state.market[column]) for column in state.full_columns]}
    return next((dict(one.facts) for one in state.scoring if one.name == "market-scoring"), None)


def _known_purge(state: State, viewer: Viewer) -> Json:
    """The boat and the obelisk now; once the game is over, as they were before the last scoring, which no other follows."""
    if state.winners is None:
        return encode({"boat": state.boat, "obelisk": state.obelisk, "column_full": bool(state.full_columns)})
    last = state.last_scoring
    if last is None:
        return None
    return encode({"boat": last.purged, "obelisk": last.obelisk[0], "column_full": bool(last.sold)})


def _known_bids(state: State, viewer: Viewer) -> Json:
    """The boat, which lies open, and of the hands bid only the viewer's own."""
    own = {seat: len(plants) for seat, plants in state.bids.items() if seat in viewer.seats}
    return encode({"hands": own, "boat": Counter(plant.seat for plant in state.boat)})


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    dispute(
        "market-scoring",
        say("What do full columns pay?"),
        say("Ranks, ties, rotten plants"),
        judge_market,
        ("NI-31", "NI-32", "NI-33", "NI-34"),
        options=("rot_balance",),
        known=_known_market,
        draw=draw_full,
    ),
    dispute(
        "sale",
        say("Where can I sell a ripe plant?"),
        say("Palms, and the last 2 plants in a column"),
        judge_sale,
        ("NI-24",),
        known=lambda state, viewer: encode({"columns": state.kinds_on_market}),
        draw=draw_kinds,
        knows_part=True,
        page={"quality": AskedPalms},
    ),
    dispute(
        "rot",
        say("What can rot?"),
        say("Palms on an event: which columns, which plants"),
        judge_rot,
        ("NI-41",),
        known=lambda state, viewer: encode({"columns": state.market}),
        draw=draw_all,
        knows_part=True,
    ),
    dispute(
        "cost",
        say("What does an action cost?"),
        say("1 or 2 action points"),
        judge_cost,
        ("NI-23", "NI-52"),
        options=("buy_others",),
        draw=draw_costs,
        assumes={"buy_others": True},
    ),
    dispute(
        "sowing",
        say("May I sow here?"),
        say("Water, desert and the plants on the field"),
        judge_sowing,
        ("NI-12", "NI-23"),
        options=("same_kind",),
        known=lambda state, viewer: {"seat": state.turn.seat} if state.turn else None,
        draw=draw_field,
        knows_part=True,
    ),
    dispute(
        "tide",
        say("Where does the marker go?"),
        say("Flood, ebb, arrows, too few cards"),
        judge_tide,
        ("NI-21", "NI-22", "NI-40"),
        options=("ebb_arrow", "flood_arrow"),
        # Two cards and no arrow, as most floods and ebbs go (NI-21, NI-22).
        known=lambda state, viewer: {"marker": state.marker, "done": 2, "arrows": 0} if state.phase == "tide" else None,
    ),
    dispute(
        "purge",
        say("Which plants in the boat leave the game?"),
        say("Plants lost, and where the obelisk goes"),
        judge_purge,
        ("NI-30",),
        options=("purge_every_turn",),
        known=_known_purge,
        draw=draw_boat,
    ),
    dispute(
        "water",
        say("Does a water card fit?"),
        say("Single waves, double waves, no waves"),
        judge_water,
        ("NI-10",),
        others=say("Another edition says: waves match only along the row, never sideways."),
    ),
    dispute("desert", say("Where may a desert card go?"), say("The row the water came from"), judge_desert, ("NI-42",)),
    dispute(
        "start-bid",
        say("Who starts after the bidding?"),
        say("The most plants in hand"),
        judge_start_bid,
        ("NI-51",),
        options=("start_bid",),
        assumes={"start_bid": True},
    ),
    dispute(
        "auction",
        say("Who wins the hippo’s auction?"),
        say("Plants in hand and in the boat"),
        judge_auction,
        ("NI-50",),
        options=("hippo",),
        assumes={"hippo": True},
        known=_known_bids,
        knows_part=True,
        others=say("Hippo: nothing happens, unless you play with the hippo."),
    ),
    dispute(
        "end",
        say("Is the game over, and who has won?"),
        say("Pawns, obelisk and plants lost"),
        judge_end,
        ("NI-35",),
        known=lambda state, viewer: encode(
            {"pawns": state.pawns, "obelisk": state.obelisk, "lost": state.lost_by_seat}
        ),
        page={"pawns": AskedPawns, "lost": AskedLost},
    ),
)
"""The question that tables ask most stands first."""

GAME: Final[Game[State]] = declare(
    COVER,
    templates="nile",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    rulings=RULINGS,
    lay_out=setup.lay_out,
    start=state.start,
    before=play.check_goes_on,
    status=views.status,
    put_right=views.put_right,
    may_enter_own=view.may_enter_own,
    view=views.view,
    board=view.tabletop,
    moment=view.moment,
    stands=catching_up.current_standing,
    paper=catching_up.PAPER,
    edition=say("French rulebook, as we read it"),
    sheet=paper.sheet,
    narrate=story.NARRATE,
    labels=story.LABELS,
    value_name=story.value_name,
    box=box.PALMS,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    bgg_id=993,
    starting=opening.starting,
    screen=view.screen,
    lesson=lesson.lesson,
    story=story.story,
    laid_out=setup.LaidOut,
    idle=options.idle,
)
