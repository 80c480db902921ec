"""What the table screen says of a match: what to do now, who is awaited, what the last trick brought."""

from typing import NamedTuple

from companion.engine.present import Screen
from companion.engine.story import best, who_won
from companion.engine.text import SeatName, Text, say
from companion.games.land_unter.board.verdicts import last_round, last_verdict, sentences
from companion.games.land_unter.rules.components import TRICKS
from companion.games.land_unter.rules.state import State


class WaterCard(NamedTuple):
    """One of the two water cards of a trick: its level, and whoever took it; None while the trick is played."""

    level: int
    taker: int | None


def screen(state: State) -> Screen:
    return Screen(
        place=_place(state),
        within=None if state.is_over else say("Round {round} of {rounds}", round=state.round + 1, rounds=state.seats),
        steps=(state.trick, TRICKS) if not (state.is_over or state.is_counting) else None,
        call=_call(state),
        turn=None if state.asks_lowest else state.turn,
        awaited=awaited(state),
        verdict=_verdict(state),
        counted=say("Points") if last_round(state) or state.is_over else None,
        gains=state.rounds[-1].points if last_round(state) and not state.is_over else (),
        more=_waters(state),
    )


def awaited(state: State) -> tuple[int, ...]:
    """Who has rings to count, or a card to lay if cards are entered one by one (LU-5, LU-11)."""
    if state.is_over:
        return ()
    if state.is_counting:
        return tuple(seat for seat in range(state.seats) if state.hands[state.hand_of(seat)] is None)
    laid = dict(state.laid)
    return tuple(seat for seat in state.still_in if seat not in laid) if laid and state.turn is None else ()


def _place(state: State) -> Text:
    if state.is_over:
        return say("The game is over")
    if state.is_counting:
        return say("Counting rings")
    if state.asks_lowest:
        return say("End of the round")
    return say("Trick {trick} of {tricks}", trick=state.trick + 1, tricks=TRICKS)


def _call(state: State) -> Text | None:
    if state.is_over:
        return None
    if state.is_counting:
        return say("Count your rings")
    if state.laid and len(state.laid) == len(state.still_in) and state.levels is None:
        return say("Everyone has played. Enter the water.")
    if state.asks_lowest:
        return say("Who shows the lowest water?")
    turn = state.turn
    if state.options["open_play"]:
        return say("Play a card face up") if turn is None else say("{name} plays a card face up", name=SeatName(turn))
    return say("Play a card face down")


def _verdict(state: State) -> tuple[Text, ...]:
    if state.is_over:
        return (who_won(best(state.scores), max(state.scores)),)
    last, done = last_verdict(state), last_round(state)
    if last is None:
        return ()
    if done is None:
        return sentences(last.who_loses.headline)
    passed = (say("Pass hands and rings to the left."),) if done.passed else ()
    return (say("Round {round} is over.", round=done.number), *sentences(last.who_loses.headline), *passed)


def _waters(state: State) -> tuple[WaterCard, ...]:
    """The water that lies there, the highest player's card first; once taken, who took it."""
    if state.levels is not None:
        return tuple(WaterCard(level, None) for level in sorted(state.levels))
    last = last_verdict(state)
    if last is None or state.is_over or last_round(state):
        return ()
    return tuple(sorted(WaterCard(level, seat) for seat, level in last.takes.items()))
