"""Limits as a record of what it can do, the disputes it brings to a table, and its journal where one sentence is not enough."""

from collections.abc import Mapping
from typing import Any, Final

from companion.engine.declare import declare
from companion.engine.defaults.narration import value_namer
from companion.engine.defaults.rounds import LABELS
from companion.engine.disputes import dispute
from companion.engine.game import Game, RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.text import SeatName, Text, say
from companion.games.limits import COVER
from companion.games.limits.board import view
from companion.games.limits.board.card import CARDS_OF_THE_BOX, shown, whole_card
from companion.games.limits.paper import sheet
from companion.games.limits.rules import catching_up, options, play, starter, views
from companion.games.limits.rules.accusation import WAYS_TO_ACCUSE, judge_accusation
from companion.games.limits.rules.components import COLOUR_WORDS, LaidOut
from companion.games.limits.rules.score import AskedSeats, judge_score, standings
from companion.games.limits.rules.starter import WAYS_TO_START, judge_starter
from companion.games.limits.rules.state import State, start
from companion.games.limits.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.limits.words.lesson import lesson
from companion.games.limits.words.open_questions import OPEN_QUESTIONS
from companion.games.limits.words.story import story


def _known_accusation(state: State, viewer: Viewer) -> Json:
    """The facts of the last verdict until the next limit card lies there; during a round nothing may be shown."""
    return None if state.is_turned_up or state.last_round is None else dict(state.last_round.ruling.facts)


def _known_starter(state: State, viewer: Viewer) -> Json:
    """Who made the present start player one; nothing where the table named another since, or did not enter the last round."""
    if not state.played:
        return None if state.starter is None else {"youngest": state.starter}
    taker = state.last_round.took_limit_card if state.last_round else None
    return {"took_limit_card": taker} if taker is not None and taker == state.starter else None


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    dispute(
        "accusation",
        say("Was the limit broken?"),
        say("Printed number, hidden cards, pile"),
        judge_accusation,
        ("LI-4", "LI-11", "LI-15", "LI-20", "LI-21", "LI-22", "LI-23", "LI-24", "LI-26"),
        ways=WAYS_TO_ACCUSE,
        options=("accuse", "accuse_when"),
        known=_known_accusation,
        others=say("One French leaflet lets you accuse only the player before you. Some tables play that way."),
    ),
    dispute(
        "starter",
        say("Who starts this round?"),
        say("First the youngest, then the player with the last limit card"),
        judge_starter,
        ("LI-12",),
        ways=WAYS_TO_START,
        known=_known_starter,
    ),
    dispute(
        "score",
        say("Who wins?"),
        say("Point cards, minus 2 for each limit card"),
        judge_score,
        ("LI-30", "LI-31"),
        known=lambda state, viewer: {"seats": encode(standings(state.players))},
        page={"seats": AskedSeats},
    ),
)
"""The question that tables ask most stands first."""

NAMES: Final = {
    **LABELS,
    "round": say("Round"),
    "hand": say("Cards in hand"),
    "starter": say("Who starts?"),
    "turn": say("Whose turn it is"),
    "numbers": say("Limit card"),
    "verdict.accused": say("Who is accused?"),
    "verdict.colour": say("Colour"),
    "verdict.printed": say("On the limit card"),
    "verdict.hidden": say("Hidden cards of this colour"),
    "verdict.counted": say("In the pile"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""
PHASES: Final = {
    "start": say("Say who starts"),
    "limit": say("Turn up the limit card"),
    "hide": say("Everyone hides a card"),
    "play": say("Everyone plays cards"),
    "count": say("Turn up hidden cards and count the pile."),
    "over": say("The game is over"),
}
"""What the table does next, where a correction leads to another phase."""


def _begin(move: Mapping[str, Any]) -> Text:
    name, by = SeatName(move["seat"]), move.get("by")
    if by == "lot":
        return say("{name} was picked at random to start", name=name)
    if by == "turn":
        return say("{name} starts, next in turn", name=name)
    return say("{name} starts, as agreed", name=name) if by else say("{name} is the youngest and starts", name=name)


def _limit_card(numbers: Any) -> Text:
    return shown(whole_card(numbers)).label if isinstance(numbers, dict) else say("The limit card is turned up")


def _verdict(move: Mapping[str, Any]) -> Text:
    hidden = move["hidden"]
    return say(
        "{name} accused {accused}: {colour}, hidden {hidden}, counted {counted}",
        name=SeatName(move["seat"]),
        accused=SeatName(move["accused"]),
        colour=COLOUR_WORDS[move["colour"]],
        # Counted by hand, they may be entered by player or only as a number.
        hidden=sum(hidden.values()) if isinstance(hidden, dict) else hidden,
        counted=move["counted"],
    )


def _catch_up(move: Mapping[str, Any]) -> Text:
    each = tuple(
        say(
            "{name}, points: {points}, limit cards: {cards}",
            name=SeatName(seat),
            points=one["points"],
            cards=one["limit_cards"],
        )
        for seat, one in enumerate(move["seats"])
    )
    return say("Where things stand: {players}", players=each)


GAME: Final[Game[State]] = declare(
    COVER,
    templates="limits",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    before=play.check_time,
    rulings=RULINGS,
    lay_out=options.lay_out,
    start=start,
    status=views.status,
    view=views.view,
    board=view.board,
    hand=view.hand,
    moment=view.moment,
    narrate={
        "start": _begin,
        "limit": lambda move: _limit_card(move.get("numbers")),
        "verdict": _verdict,
        "stand_now": _catch_up,
    },
    labels=NAMES,
    value_name=value_namer(PHASES, own={"numbers": _limit_card, "colour": lambda colour: COLOUR_WORDS[colour]}),
    stands=catching_up.current_standing,
    paper=catching_up.PAPER,
    box=CARDS_OF_THE_BOX,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    starting=starter.starting,
    edition=say("French rulebook"),
    sheet=sheet,
    screen=view.screen,
    put_right=view.put_right,
    may_enter_own=lambda _state, _viewer, _draft: True,  # anybody may accuse
    lesson=lesson,
    story=story,
    laid_out=LaidOut,
)
