"""A sheet filled in on paper: the points and the limit cards of everybody at the end (LI-2, LI-24, LI-30)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import refuse
from companion.engine.game import Setup
from companion.engine.paper import HAS_BEGUN, TYPED_IN, Paper, PaperRow, row
from companion.engine.rulings import Flag, Ruling
from companion.engine.schema.marks import Length
from companion.engine.text import SeatName, say, say_many
from companion.games.limits.rules.catching_up import LimitCards, Points, purses
from companion.games.limits.rules.components import ALL_POINTS, PLAYERS, limit_cards_left
from companion.games.limits.rules.score import doubts_about_points, score
from companion.games.limits.rules.state import Player, State


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
    _check(state, move)
    points = tuple(one.points for one in move.seats)
    players = tuple(
        Player(purse, one.limit_cards) for purse, one in zip(purses(state, points), move.seats, strict=True)
    )
    ruling = score(tuple((one.points, one.limit_cards) for one in move.seats))
    over = replace(state, players=players, unrecorded=limit_cards_left(state.seats))
    return over, (replace(ruling, flags=()),), doubts_about_points(sum(points))


def _check(state: State, move: FromPaper) -> None:
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
