"""The disputes Land Unter brings to a table, and who settles each."""

from __future__ import annotations

from typing import Final

from companion.engine.game import RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.text import say
from companion.games.land_unter.rules.hand import HandFacts, judge_hand
from companion.games.land_unter.rules.loss import AskedLoss, LossFacts, judge_loss
from companion.games.land_unter.rules.score import WinnerFacts, judge_round, judge_winner
from companion.games.land_unter.rules.state import State
from companion.games.land_unter.rules.trick import LeadFacts, TakesFacts, judge_lead, judge_takes
from companion.games.land_unter.rules.views import (
    LeadAnswer,
    LossAnswer,
    RingsAnswer,
    RoundAnswer,
    TakesAnswer,
    WinnerAnswer,
)


def _last_trick(state: State, ruling: str) -> Json:
    """The facts of the newest trick; None where they were not entered, as where only losers are."""
    rulings = state.tricks[-1].rulings if state.tricks else ()
    found = next((one for one in rulings if one.name == ruling and one.facts.get("cards") != {}), None)
    return None if found is None else dict(found.facts)


def _known_takes(state: State, viewer: Viewer) -> Json:
    return _last_trick(state, "takes")


def _known_loss(state: State, viewer: Viewer) -> Json:
    return _last_trick(state, "loses")


def _known_round(state: State, viewer: Viewer) -> Json:
    players = state.rounds[-1].players if state.rounds and not state.trick else state.players
    if any(player.rings is None for player in players):
        return None
    return {"seats": [{"rings": p.rings, "level": p.level, "out": p.out} for p in players]}


def _known_leader(state: State, viewer: Viewer) -> Json:
    if not state.options["open_play"] or state.is_counting or state.is_over:
        return None
    return {
        "seats": [{"rings": player.rings, "out": player.out} for player in state.players],
        "losers": [*state.this_round[-1].losers] if state.this_round else [],
    }


def _known_winner(state: State, viewer: Viewer) -> Json:
    return {"seats": [{"points": score} for score in state.scores]} if state.is_over else None


RULINGS: Final[tuple[RulingKind[State], ...]] = (
    RulingKind(
        "loses",
        say("Who loses a ring?"),
        say("Ties, players out, the early end"),
        LossFacts,
        judge_loss,
        ("LU-13", "LU-14", "LU-15", "LU-16", "LU-17", "LU-18", "LU-20"),
        options=("chain", "tie_survivor_pays_again", "pay_before_early_end"),
        known=_known_loss,
        others=say(
            "In Gamewright’s edition and on Board Game Arena, no one else pays once a player is out. At Zum Kuckuck! "
            "tables the next one still pays before a round ends early."
        ),
        answer=LossAnswer,
        asked=AskedLoss,
    ),
    RulingKind(
        "takes",
        say("Who takes which water?"),
        say("Highest and second highest card"),
        TakesFacts,
        judge_takes,
        ("LU-12",),
        known=_known_takes,
        answer=TakesAnswer,
    ),
    RulingKind(
        "rings",
        say("How many rings is a hand worth?"),
        say("Tap the 12 cards, or count the rings on them"),
        HandFacts,
        judge_hand,
        ("LU-3", "LU-4", "LU-5", "LU-6"),
        answer=RingsAnswer,
    ),
    RulingKind(
        "round-score",
        say("What is the round worth?"),
        say("Rings kept, lowest water, out"),
        LossFacts,
        judge_round,
        ("LU-21", "LU-22", "LU-23", "LU-24"),
        known=_known_round,
        answer=RoundAnswer,
    ),
    RulingKind(
        "winner",
        say("Who wins?"),
        say("Points of all rounds, and ties"),
        WinnerFacts,
        judge_winner,
        ("LU-21", "LU-22", "LU-30"),
        known=_known_winner,
        answer=WinnerAnswer,
    ),
    RulingKind(
        "leader",
        say("Who leads?"),
        say("Open play only"),
        LeadFacts,
        judge_lead,
        ("LU-40", "LU-41", "LU-42"),
        options=("open_play", "lays_last"),
        known=_known_leader,
        others=say("Only the French rulebook has open play."),
        answer=LeadAnswer,
    ),
)
"""The question that tables ask most stands first."""
