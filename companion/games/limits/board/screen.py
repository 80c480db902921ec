"""What the table screen says of a match: what to do now, who is awaited, the verdict. Nothing a hand or the pile hides (LI-16)."""

from __future__ import annotations

from companion.engine.screen import Screen
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.limits.board.verdicts import last_verdict
from companion.games.limits.board.view import ending
from companion.games.limits.rules.components import hidden_each, limit_cards_left
from companion.games.limits.rules.state import State


def screen(state: State) -> Screen:
    """What is shown round the limit card, or round the verdict until the next one is turned up."""
    rounds = limit_cards_left(state.seats)
    shows_verdict = state.phase == "limit" and state.last_round is not None
    number = state.played if shows_verdict or state.is_over else state.played + 1
    turn = state.next_seat if state.phase == "play" and state.is_logged else None
    return Screen(
        place=say("The game is over")
        if state.is_over
        else say("Round {round} of {rounds}", round=max(1, number), rounds=rounds),
        within=_within(state),
        steps=None if state.is_over else (number - (not shows_verdict), rounds),
        call=_call(state, turn),
        turn=turn,
        awaited=state.not_hidden if state.phase == "hide" else (),
        verdict=_verdict(state),
        counted=say("Points") if shows_verdict or state.is_over else None,
        gains=_gains(state) if shows_verdict else (),
    )


def _gains(state: State) -> tuple[int, ...]:
    """What the last accusation brought each seat (LI-24)."""
    last = last_verdict(state)
    brought = {one.seat: one.after - one.before for one in last.payments} if last else {}
    return tuple(brought.get(seat, 0) for seat in range(state.seats))


def _within(state: State) -> Text | None:
    if state.starter is None or state.is_over:
        return None
    return say("{name} starts.", name=SeatName(state.starter))


def _call(state: State, turn: int | None) -> Text | None:
    if state.is_over:
        return None
    last = last_verdict(state) if state.phase == "limit" else None
    if last is not None:
        return last.accuses
    if state.phase == "start":
        return say("Who is the youngest?") if state.is_logged else say("The youngest player starts.")
    if state.phase == "limit" and state.is_logged:
        return say("Turn up the next limit card") if state.played else say("Turn up the first limit card")
    if state.phase == "hide":
        return say_many("Everyone hides {count} card", "Everyone hides {count} cards", hidden_each(state.seats))
    return say("Play, exchange or accuse") if turn is None else say("{name} to play", name=SeatName(turn))


def _verdict(state: State) -> tuple[Text, ...]:
    if state.is_over:
        return (ending(state).headline,)
    last = last_verdict(state)
    return () if last is None else last.lines
