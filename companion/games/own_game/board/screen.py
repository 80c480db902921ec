"""What the table screen says of a match: the round, who is awaited, what the last round brought."""

from __future__ import annotations

from companion.engine.screen import Screen
from companion.engine.text import SeatName, Text, names, say
from companion.games.own_game.board.view import ending, leads, rows
from companion.games.own_game.rules.state import State


def screen(state: State) -> Screen:
    """What is shown round the scores, or round the pad."""
    definition, last = state.definition, state.rounds[-1] if state.rounds else None
    is_counted = definition.ends == "rounds" and not state.is_over
    return Screen(
        place=_place(state),
        within=None if state.dealer is None else say("{name} deals", name=SeatName(state.dealer)),
        steps=(state.played, definition.at) if is_counted else None,
        call=None if state.is_over else _call(state),
        turn=None,
        awaited=_awaited(state),
        verdict=_verdict(state),
        counted=say("Points") if state.is_over or not definition.hidden else None,
        gains=() if last is None or state.is_over or definition.hidden else state.by_seat(last.points),
        more=rows(state),
    )


def _place(state: State) -> Text:
    if state.is_over:
        return say("The game is over")
    return say("The pad") if state.definition.is_pad else say("Round {round}", round=state.played + 1)


def _call(state: State) -> Text:
    if state.definition.is_pad:
        return say("Fill in the pad")
    entered = any(one is not None for one in state.entered)
    return say("Missing: {names}", names=names(state.missing)) if entered else say("Enter the points")


def _awaited(state: State) -> tuple[int, ...]:
    is_half_entered = any(one is not None for one in state.entered)
    return state.missing if is_half_entered and not state.is_over else ()


def _verdict(state: State) -> tuple[Text, ...]:
    if state.is_over:
        return (ending(state).headline,)
    found = leads(state)
    return () if found is None else (found,)
