"""How things stand now: for a table that forgot to enter some tricks, or that played without the app until now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.errors import refuse
from companion.engine.rulings import Flag
from companion.engine.schema.marks import Between, Length, Prompt
from companion.engine.text import SeatName, names, say
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules.components import COPIES_OF_A_LEVEL, PLAYERS, TRICKS, Level, Rings
from companion.games.land_unter.rules.state import Hand, Player, RoundRecord, State

Number = Annotated[int, Between(1, PLAYERS[-1], "LU-30", say("Round"))]
Tricks = Annotated[int, Between(0, TRICKS - 1, "LU-20", say("Number of tricks"))]
Points = Annotated[int, Between(-PLAYERS[-1], 70, "LU-21", say("score"))]


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: rings left, water showing, out or not, points of the rounds before, and the hand's rings when dealt."""

    score: Annotated[Points, Prompt(say("Points of earlier rounds"))]
    rings: Annotated[Rings, Prompt(say("Rings now"))]
    level: Annotated[Level, Prompt(say("Water level"), widget="level")] | None = None
    out: Annotated[bool, Prompt(say("Out of this round"))] = False
    dealt: Annotated[Rings, Prompt(say("Rings at the start of this hand"))] | None = None


@dataclass(frozen=True, slots=True)
class StandNow:
    """Where the match stands: which round (the first is 1), how many of its tricks are done, and every seat."""

    round_number: Annotated[Number, Prompt(say("Which round is it?"))]
    tricks_done: Annotated[Tricks, Prompt(say("How many tricks have been played?"))]
    seats: Annotated[tuple[Standing, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


def stand_now(state: State, move: StandNow) -> tuple[State, tuple[Flag, ...]]:
    """The state as the table says it is, and what the box finds doubtful about it. Raises `IllegalMove`."""
    _check(state, move)
    index = move.round_number - 1
    players = tuple(Player(0 if one.out else one.rings, None if one.out else one.level, one.out) for one in move.seats)
    jumped = replace(
        state,
        players=players,
        round=index,
        trick=move.tricks_done,
        levels=None,
        laid=(),
        leader=None,
        candidates=(),
        may_lead=(),
        rounds=_rounds(state, move, index),
        tricks=tuple(record for record in state.tricks if record.round < index)
        if index < state.round
        else state.tricks,
    )
    stands = replace(jumped, hands=_hands(state, jumped, move))
    return stands, (*_levels(move), *_rings(move), *_together(move, stands))


def how_it_stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first."""
    seats = tuple(
        Standing(score, player.rings or 0, player.level, player.out, _dealt(state, seat))
        for seat, (score, player) in enumerate(zip(state.scores, state.players, strict=True))
    )
    return StandNow(min(state.round + 1, state.seats), min(state.trick, TRICKS - 1), seats)


def _check(state: State, move: StandNow) -> None:
    if len(move.seats) != state.seats:
        text = say("You named {given} players, but {seats} play.", given=len(move.seats), seats=state.seats)
        raise refuse(text, "LU-1", path="seats")
    if move.round_number > state.seats:
        text = say("With {seats} players there are {seats} rounds.", seats=state.seats)
        raise refuse(text, "LU-30", path="round_number")
    if sum(not one.out for one in move.seats) <= 2:
        text = say("This round is over. Enter how the next one starts.")
        raise refuse(text, "LU-20", path="seats")
    unknown = [
        seat for seat in range(state.seats) if move.seats[seat].dealt is None and _known(state, move, seat) is None
    ]
    if unknown and move.round_number < state.seats:
        text = say("How many rings did {names} start this hand with?", names=names(unknown))
        raise refuse(text, "LU-32", path=f"seats.{unknown[0]}.dealt")


def _hands(state: State, jumped: State, move: StandNow) -> tuple[Hand | None, ...]:
    hands = list(state.hands)
    for seat, one in enumerate(move.seats):
        held = jumped.hand_of(seat)
        known = hands[held]
        if one.dealt is not None and (known is None or known.rings != one.dealt):
            hands[held] = Hand(one.dealt)
        elif known is None:
            hands[held] = Hand(one.rings)
    return tuple(hands)


def _rounds(state: State, move: StandNow, index: int) -> tuple[RoundRecord, ...]:
    """The rounds before: as they are known, or as one sum in the last of them."""
    scores = tuple(one.score for one in move.seats)
    if index == len(state.rounds) and scores == state.scores:
        return state.rounds
    if not index:
        return ()
    nothing = (0,) * state.seats
    seats = (Player(),) * state.seats
    blank = [RoundRecord(seats, nothing, (), "blank")] * (index - 1)
    return (*blank, RoundRecord(seats, scores, (), "sum"))


def _known(state: State, move: StandNow, seat: int) -> Hand | None:
    return state.hands[(seat - (move.round_number - 1)) % state.seats]


def _dealt(state: State, seat: int) -> int | None:
    hand = state.hands[state.hand_of(seat)]
    return None if hand is None else hand.rings


def _levels(move: StandNow) -> list[Flag]:
    shown = [one.level for one in move.seats if one.level is not None and not one.out]
    flags = []
    for level in sorted({level for level in shown if shown.count(level) > COPIES_OF_A_LEVEL}):
        text = say("That shows level {level} {times} times. The box has two.", level=level, times=shown.count(level))
        flags.append(Flag(text, ("LU-2",)))
    return flags


def _together(move: StandNow, stands: State) -> list[Flag]:
    """What no table can show at once: more rings than there are, a player out with rings, tricks that brought no water."""
    players = tuple(Player(one.rings, one.level, one.out) for one in move.seats)
    flags = [*audit.doubts_about_rings(players), *audit.doubts_about_dealt(stands.hands)]
    if move.tricks_done:
        flags += audit.doubts_about_water(players)
    return [replace(flag, spares_recorded=True) for flag in flags]


def _rings(move: StandNow) -> list[Flag]:
    flags = []
    for seat, one in enumerate(move.seats):
        if one.dealt is not None and one.rings > one.dealt:
            text = say(
                "{name} can’t have {rings} rings. This hand started with {dealt}.",
                name=SeatName(seat),
                rings=one.rings,
                dealt=one.dealt,
            )
            flags.append(Flag(text, ("LU-5", "LU-14")))
    return flags
