"""The disputes Limits brings to a table, and who settles each."""

from typing import Final

from companion.engine.disputes import dispute
from companion.engine.game import RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.engine.text import say
from companion.games.limits.rules.accusation import judge_accusation
from companion.games.limits.rules.score import ScoreFacts, judge_score, standings
from companion.games.limits.rules.state import State
from companion.games.limits.rules.turn import judge_exchange, judge_forgotten, judge_starter


def _known_accusation(state: State, viewer: Viewer) -> Json:
    """The facts of the last verdict until the next limit card lies there; during a round nothing may be told (LI-16)."""
    return None if state.is_turned_up or state.last_round is None else dict(state.last_round.ruling.facts)


def _known_starter(state: State, viewer: Viewer) -> Json:
    if state.last_round:
        return {"took_limit_card": state.last_round.took_limit_card}
    return None if state.starter is None or state.played else {"youngest": state.starter}


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    dispute(
        "accusation",
        say("Was the limit broken?"),
        say("Printed number, hidden cards, pile up to the accused player’s last card"),
        judge_accusation,
        ("LI-4", "LI-11", "LI-15", "LI-20", "LI-21", "LI-22", "LI-23", "LI-24", "LI-26"),
        options=("accuse", "accuse_when"),
        known=_known_accusation,
        others=say(
            "One French leaflet says that you may only accuse the player before you. It’s taken for a "
            "misprint, but some tables play it."
        ),
    ),
    dispute(
        "exchange",
        say("May I exchange 4 cards?"),
        say("4 of one colour, 4 to draw"),
        judge_exchange,
        ("LI-15", "LI-26"),
    ),
    dispute(
        "forgotten-draw",
        say("I forgot to draw. May I still?"),
        say("Until your left neighbour has drawn"),
        judge_forgotten,
        ("LI-14", "LI-25"),
    ),
    dispute(
        "starter",
        say("Who starts this round?"),
        say("First the youngest, then the player with the last limit card"),
        judge_starter,
        ("LI-12",),
        known=_known_starter,
    ),
    dispute(
        "score",
        say("Who wins?"),
        say("Point cards, minus 2 for each limit card"),
        judge_score,
        ("LI-30", "LI-31"),
        known=lambda state, viewer: encode(ScoreFacts(standings(state.players))),
    ),
)
"""The question that tables ask most stands first."""
