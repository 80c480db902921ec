"""How a match went, as its result tells it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Viewer
from companion.engine.story import Highlight, Step, Story, placings
from companion.engine.text import Text, say, say_as, say_many, signs
from companion.games.own_game.boards import board
from companion.games.own_game.standing import OF, decided, half_entered, level, notes
from companion.games.own_game.state import State


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went: with its pad as a viewer without a seat sees it, and teams in one line."""
    usual, definition, so_far = OF.story(state, steps), state.definition, half_entered(state)
    # As all phones say it, with the round under way.
    ranked = usual.places if so_far is None else placings(so_far.places or (), so_far.scores)
    teams = {seat: side for side in state.sides if len(side) > 1 for seat in side}
    known, text = _beside_ranks(state), level(state)
    # No round decided anything, and the headline says who won.
    has_none = definition.falls_as_it_comes or definition.is_won_at_once
    last = say_as("of any game", "Round {round}", round=state.played)
    several = [Highlight(last, text, ("OW-9",), step.index) for step in steps[-1:] if text is not None]
    words: dict[str, Any] = {"course": say("The scores"), "stretch": signs("#")}
    return replace(
        usual,
        places=tuple(replace(one, team=teams.get(one.seat, ()), note=known.get(one.seat)) for one in ranked),
        highlights=() if has_none else (*usual.highlights, *several),
        drawn=board(state, Viewer(), {}),
        since={seat: at - 1 for seat, at in state.joined.items()},
        is_race=definition.writes == "places",
        **(words if definition.falls_as_it_comes else {}),
    )


def _beside_ranks(state: State) -> dict[int, Text]:
    """What is said beside the rank of a side, by its first seat: what broke a tie, and who no longer plays."""
    ties = {seat: say("{what}: {value}", what=say("Breaks ties"), value=one) for seat, one in decided(state).items()}
    # Where the last one in wins, the ranking itself says who is out.
    out = {seat: one for seat, one in notes(state).items() if state.definition.wins != "last" or seat in state.gone}
    # A score that all play for has no ranking in which its points are seen.
    points = {0: say_many("{count} point", "{count} points", state.scores[0])}
    return {**ties, **out, **(points if state.definition.must_reach and state.is_over else {})}
