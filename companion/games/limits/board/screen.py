"""What the table screen says of a match: what to do now, who is awaited, the verdict. Nothing a hand or the pile hides (LI-16)."""

from companion.engine.present import Screen
from companion.engine.story import best, who_won
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.limits.board.verdicts import last_verdict
from companion.games.limits.rules.components import hidden_each, limit_cards_left
from companion.games.limits.rules.state import State


def screen(state: State) -> Screen:
    """What is shown round the limit card, or round the verdict until the next one is turned up."""
    rounds, last = limit_cards_left(state.seats), last_verdict(state)
    shows_verdict = state.phase == "limit" and last is not None
    number = state.played if shows_verdict or state.is_over else state.played + 1
    starts = state.starter is not None and not state.is_over
    over, place = say("The game is over"), say("Round {round} of {rounds}", round=max(1, number), rounds=rounds)
    return Screen(
        place=over if state.is_over else place,
        within=say("{name} starts.", name=SeatName(state.starter or 0)) if starts else None,
        steps=None if state.is_over else (number - (not shows_verdict), rounds),
        call=_call(state, last.accuses if last else None),
        turn=state.turn,
        awaited=state.not_hidden if state.phase == "hide" else (),
        verdict=(who_won(best(state.scores), max(state.scores)),) if state.is_over else last.lines if last else (),
        counted=say("Points") if state.is_over else None,
    )


def _call(state: State, accuses: Text | None) -> Text | None:
    if state.is_over:
        return None
    if state.phase == "limit" and accuses is not None:
        return accuses
    if state.phase == "start":
        return say("Who is the youngest?") if state.is_logged else say("The youngest player starts.")
    if state.phase == "limit" and state.is_logged:
        return say("Turn up the limit card")
    if state.phase == "hide":
        return say_many("Everyone hides {count} card", "Everyone hides {count} cards", hidden_each(state.seats))
    return say("Play, exchange or accuse") if state.turn is None else say("{name} to play", name=SeatName(state.turn))
