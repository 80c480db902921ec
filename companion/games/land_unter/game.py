"""Land Unter as a record of what it can do, and the disputes it brings to a table, with who settles each."""

from typing import Final

from companion.engine.declare import declare
from companion.engine.defaults.narration import value_namer
from companion.engine.defaults.rounds import LABELS
from companion.engine.disputes import dispute
from companion.engine.game import Game, RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.text import say
from companion.games.land_unter import COVER
from companion.games.land_unter.board import view
from companion.games.land_unter.paper import sheet
from companion.games.land_unter.rules import catching_up, options, play, views
from companion.games.land_unter.rules.loss import AskedSeats, judge_loss
from companion.games.land_unter.rules.moves import CountRings
from companion.games.land_unter.rules.score import WAYS_TO_COUNT, WAYS_TO_SCORE, CardsWithRings, judge_hand, judge_round
from companion.games.land_unter.rules.state import State, start
from companion.games.land_unter.rules.trick import WAYS_TO_TAKE, judge_lead, judge_takes
from companion.games.land_unter.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.land_unter.words.lesson import lesson
from companion.games.land_unter.words.open_questions import OPEN_QUESTIONS
from companion.games.land_unter.words.story import story


def _known_takes(state: State, viewer: Viewer) -> Json:
    """The water of the newest trick with its cards, or else with who laid the highest two; None where only losers are entered."""
    if not state.tricks or len(state.tricks[-1].takes) != 2:
        return None
    last = state.tricks[-1]
    if last.cards:
        return {"levels": [*last.levels], "cards": {str(seat): card for seat, card in last.cards.items()}}
    # The highest card has taken the lower water (LU-12).
    highest, second = sorted(last.takes, key=lambda seat: last.takes[seat])
    return {"levels": [*last.levels], "highest": highest, "second": second}


def _known_hand(state: State, viewer: Viewer) -> Json:
    """The viewer's own hand as it was counted, until it is passed on; no one else's."""
    # With several seats on one phone, it is not known about whose hand it asks.
    hand = state.hands[min(viewer.seats)] if len(viewer.seats) == 1 and not state.round else None
    if hand is None or hand.whole is None or hand.half_rings is None:
        return None
    if hand.cards:
        return {"cards": [*sorted(hand.cards)]}
    # `half_rings` has each whole ring as two halves.
    return {"whole": hand.whole, "half": hand.half_rings - 2 * hand.whole}


def _known_round(state: State, viewer: Viewer) -> Json:
    # Until a trick of the new round is played, people ask about the round that is just over.
    players = state.rounds[-1].players if state.rounds and not state.trick else state.players
    if any(player.rings is None for player in players):
        return None
    return {"seats": encode(players)}


def _known_leader(state: State, viewer: Viewer) -> Json:
    if not state.options["open_play"] or state.is_counting or state.is_over:
        return None
    return {
        "seats": [{"rings": player.rings, "out": player.out} for player in state.players],
        "losers": [*state.this_round[-1].losers] if state.this_round else [],
    }


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    dispute(
        "loses",
        say("Who loses a ring?"),
        say("Ties, players out, ending early"),
        judge_loss,
        ("LU-13", "LU-14", "LU-15", "LU-16", "LU-17", "LU-18", "LU-20"),
        options=("chain", "tie_survivor_pays_again", "pay_before_early_end"),
        known=lambda state, viewer: dict(state.tricks[-1].who_loses.facts) if state.tricks else None,
        others=say(
            "In Gamewright’s edition and on Board Game Arena, if a player goes out, no one else loses a ring. In "
            "Zum Kuckuck! the next-highest player still does."
        ),
        page={"seats": AskedSeats},
    ),
    dispute(
        "takes",
        say("Who takes which water?"),
        say("The 2 highest cards"),
        judge_takes,
        ("LU-12",),
        ways=WAYS_TO_TAKE,
        known=_known_takes,
    ),
    dispute(
        "rings",
        say("How many rings is a hand worth?"),
        say("Tap the cards with rings, or count the rings"),
        judge_hand,
        ("LU-3", "LU-4", "LU-5", "LU-6"),
        ways=WAYS_TO_COUNT,
        known=_known_hand,
        page={"cards": CardsWithRings | None},
    ),
    dispute(
        "round-score",
        say("What is the round worth?"),
        say("Rings kept, lowest water, out"),
        judge_round,
        ("LU-21", "LU-22", "LU-23", "LU-24"),
        ways=WAYS_TO_SCORE,
        known=_known_round,
    ),
    dispute(
        "leader",
        say("Who leads?"),
        say("Open play only"),
        judge_lead,
        ("LU-40", "LU-41", "LU-42"),
        options=("open_play", "lays_last"),
        known=_known_leader,
        others=say("Only the French rulebook has open play."),
        assumes={"open_play": True},
    ),
)
"""The question that tables ask most stands first."""

NAMES: Final = {
    **LABELS,
    "round": say("Round"),
    "trick": say("Trick"),
    "leader": say("Who leads"),
    "rings": say("Rings"),
    "highest": say("highest"),
    "second": say("second highest"),
    "level": say("Water level"),
    "levels": say("Water turned up"),
    "out": say("Out of this round"),
    "by_round": say("Points by round"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""
PHASES: Final = {"rings": say("Counting rings"), "trick": say("Playing tricks"), "over": say("The game is over")}
GAME: Final[Game[State]] = declare(
    COVER,
    templates="land_unter",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    before=play.check_time,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=start,
    status=views.status,
    view=views.view,
    redact={CountRings: views.shown_to_others},
    narrate={"loses": views.who_loses},
    board=view.board,
    moment=view.moment,
    labels=NAMES,
    value_name=value_namer(PHASES, ("round", "trick")),
    stands=catching_up.current_standing,
    paper=catching_up.PAPER,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    edition=options.edition,
    idle=options.idle,
    sheet=sheet,
    screen=view.screen,
    put_right=views.put_right,
    may_enter_own=view.may_enter_own,
    lesson=lesson,
    story=story,
    laid_out=options.LaidOut,
)
