"""How things stand now: for a table that forgot to enter some rounds, or that played without the app until now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.errors import refuse
from companion.engine.rulings import Flag
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.text import SeatName, say
from companion.games.limits.rules.change import Purse
from companion.games.limits.rules.components import (
    FIVES,
    IN_HAND,
    LIMIT_CARDS,
    ONES,
    PLAYERS,
    draw_pile,
    limit_cards_left,
)
from companion.games.limits.rules.score import doubts_about_balance, doubts_about_points
from companion.games.limits.rules.state import Player, State

Points = Annotated[int, Between(0, 99, "LI-31", say("Number of points"))]
LimitCards = Annotated[int, Between(0, LIMIT_CARDS, "LI-1", say("Number of limit cards"))]


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: its point cards, in points, and the limit cards it has taken."""

    points: Annotated[Points, Prompt(say("Points"), say("a 5-point card counts 5"))]
    limit_cards: Annotated[LimitCards, Prompt(say("Limit cards"))]


@dataclass(frozen=True, slots=True)
class StandNow:
    """Where the match stands: what every seat has, and who starts the round.

    The limit cards taken say which round it is: each round leaves one with somebody. While it is the same round as before,
    its limit card and its pile stay.
    """

    seats: Annotated[tuple[Standing, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]
    starter: (
        Annotated[Seat, Prompt(say("Who starts this round?"), say("the player with the last limit card"), "seat")]
        | None
    ) = None


def stand_now(state: State, move: StandNow) -> tuple[State, tuple[Flag, ...]]:
    """The state as the table says it is, and what the box finds doubtful about it. Raises `IllegalMove`."""
    played = sum(one.limit_cards for one in move.seats)
    _check(state, move, played)
    cards = purses(state, tuple(one.points for one in move.seats))
    players = tuple(
        replace(player, purse=purse, limit_cards=one.limit_cards)
        for player, purse, one in zip(state.players, cards, move.seats, strict=True)
    )
    paid = replace(state, players=players, handed=None)
    flags = (*doubts_about_points(sum(one.points for one in move.seats)), *_further_doubts(move, played))
    if played == state.played:
        return _same_round(paid, move.starter), flags
    return _other_round(paid, move.starter, played), flags


def how_it_stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first."""
    return StandNow(tuple(Standing(one.points, one.limit_cards) for one in state.players), state.starter)


def _check(state: State, move: StandNow, played: int) -> None:
    """Nothing; raises `IllegalMove` for another number of players, a match that would be over, nobody to start."""
    if len(move.seats) != state.seats:
        text = say("You named {given} players, but {seats} play.", given=len(move.seats), seats=state.seats)
        raise refuse(text, "LI-2", path="seats")
    rounds = limit_cards_left(state.seats)
    if played >= rounds:
        text = say(
            "All {rounds} rounds are over: {taken} limit cards are taken. Enter how the last one started.",
            taken=played,
            rounds=rounds,
        )
        raise refuse(text, "LI-2", "LI-30", path="seats")
    if move.starter is None and played != state.played:
        raise refuse(say("Who starts this round?"), "LI-12", path="starter")


def _further_doubts(move: StandNow, played: int) -> tuple[Flag, ...]:
    """Limit cards without points, or a starter who has taken none (LI-12, LI-24); recorded matches may hold them."""
    flags = [*doubts_about_balance(tuple((one.points, one.limit_cards) for one in move.seats))]
    if played and move.starter is not None and not move.seats[move.starter].limit_cards:
        text = say("{name} has no limit card. The player who took the last one starts.", name=SeatName(move.starter))
        flags.append(Flag(text, ("LI-12",)))
    return tuple(replace(flag, spares_recorded=True) for flag in flags)


def _same_round(state: State, starter: int | None) -> State:
    """The same round; who starts it can still be said while nothing was laid."""
    if state.pile or starter is None:
        return state
    return replace(state, starter=starter, next_seat=starter)


def _other_round(state: State, starter: int | None, played: int) -> State:
    """The beginning of another round, before its limit card. Rounds that were entered and lie before it stay."""
    known = state.rounds if played > state.played else tuple(one for one in state.rounds if one.number <= played)
    return replace(
        state,
        players=tuple(Player(one.purse, one.limit_cards, hand=IN_HAND) for one in state.players),
        starter=starter,
        next_seat=starter,
        is_turned_up=False,
        numbers=None,
        pile=(),
        draw_pile=draw_pile(state.seats),
        rounds=known,
        unrecorded=played - len(known),
    )


def purses(state: State, points: tuple[int, ...]) -> tuple[Purse, ...]:
    """The point cards of everybody: as they are known, else ones while the box has them, then fives (LI-31)."""
    if points == tuple(one.points for one in state.players):
        return tuple(one.purse for one in state.players)
    found = [Purse(one) for one in points]
    for _ in range(FIVES):
        richest = max(range(len(found)), key=lambda seat: found[seat].ones)
        if sum(purse.ones for purse in found) <= ONES or found[richest].ones < 5:
            break
        found[richest] = Purse(found[richest].ones - 5, found[richest].fives + 1)
    return tuple(found)
