"""What is told afterwards: how things stand now, or the sums of a sheet filled in on paper (LI-2, LI-24, LI-30)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import refuse
from companion.engine.game import Setup
from companion.engine.paper import HAS_BEGUN, TYPED_IN, Paper, PaperRow, row
from companion.engine.rulings import Flag, Ruling
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.text import SeatName, say, say_many
from companion.games.limits.rules.components import (
    ALL_POINTS,
    FIVES,
    IN_HAND,
    LIMIT_CARDS,
    ONES,
    PLAYERS,
    draw_pile,
    limit_cards_left,
)
from companion.games.limits.rules.score import doubts_about_balance, doubts_about_points, score
from companion.games.limits.rules.state import Player, Purse, State

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
    _check_stand(state, move, played)
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


def _check_stand(state: State, move: StandNow, played: int) -> None:
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


@dataclass(frozen=True, slots=True)
class Noted:
    """One seat at the end: its point cards, in points, and the limit cards it has taken."""

    points: Points
    limit_cards: LimitCards


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: its sums, seat by seat."""

    said: ClassVar = TYPED_IN

    seats: Annotated[tuple[Noted, ...], Length(PLAYERS[0], PLAYERS[-1])]


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """The sums at the foot of the printed sheet."""
    seats = range(setup.seats)
    left = limit_cards_left(setup.seats)
    return (
        row(
            say("Points"),
            *(f"seats.{seat}.points" for seat in seats),
            high=ALL_POINTS,
            hint=say("a 5-point card counts 5"),
        ),
        row(
            say("Limit cards"),
            *(f"seats.{seat}.limit_cards" for seat in seats),
            high=left,
            hint=say("{left} in all, one for each round", left=left),
        ),
    )


PAPER: Final = Paper(
    "from_paper",
    FromPaper,
    say("Enter the sums from the foot of the sheet. The app takes 2 off for each limit card."),
    rows,
)


def from_paper(state: State, move: FromPaper, empty: State) -> tuple[State, tuple[Ruling, ...], tuple[Flag, ...]]:
    """The match as the sheet tells it, who wins, and what is doubtful. Raises `IllegalMove` for sums no table can have."""
    if state != empty:
        raise refuse(HAS_BEGUN, "LI-2")
    _check_sheet(state, move)
    points = tuple(one.points for one in move.seats)
    players = tuple(
        Player(purse, one.limit_cards) for purse, one in zip(purses(state, points), move.seats, strict=True)
    )
    ruling = score(tuple((one.points, one.limit_cards) for one in move.seats))
    over = replace(state, players=players, unrecorded=limit_cards_left(state.seats))
    return over, (replace(ruling, flags=()),), doubts_about_points(sum(points))


def _check_sheet(state: State, move: FromPaper) -> None:
    if len(move.seats) != state.seats:
        text = say("You named {given} players, but {seats} play.", given=len(move.seats), seats=state.seats)
        raise refuse(text, "LI-2", path="seats")
    taken, rounds = sum(one.limit_cards for one in move.seats), limit_cards_left(state.seats)
    if taken != rounds:
        text = say(
            "That makes {taken} limit cards. With {players} players there are {rounds} when the game is over.",
            taken=taken,
            players=state.seats,
            rounds=rounds,
        )
        raise refuse(text, "LI-2", "LI-30", path="seats")
    _check_points(move, rounds)


def _check_points(move: FromPaper, rounds: int) -> None:
    """Nothing; raises `IllegalMove` if the limit cards taken brought others more points than they have (LI-24)."""
    points = sum(one.points for one in move.seats)
    if points < rounds:
        text = say(
            "That makes {points} points. {rounds} rounds bring one point each.",
            points=points,
            rounds=rounds,
        )
        raise refuse(text, "LI-24", path="seats")
    for seat, one in enumerate(move.seats):
        if one.limit_cards > points - one.points:
            text = say_many(
                "{name} took {count} limit card, so someone else got a point. The others have {points}.",
                "{name} took {count} limit cards, so the others got a point each time. The others have {points}.",
                one.limit_cards,
                name=SeatName(seat),
                points=points - one.points,
            )
            raise refuse(text, "LI-24", path=f"seats.{seat}.limit_cards")
