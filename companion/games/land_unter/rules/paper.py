"""A sheet filled in on paper: the points of every round, as the rules allow them (LU-21 to LU-24, LU-32)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import refuse
from companion.engine.game import Setup
from companion.engine.paper import HAS_BEGUN, TYPED_IN, Paper, PaperRow, row
from companion.engine.schema.marks import Between, Length
from companion.engine.text import say
from companion.games.land_unter.rules.components import HAND, PLAYERS, RING_CARDS, TRICKS
from companion.games.land_unter.rules.state import Player, RoundRecord, State

MOST_POINTS: Final = HAND + 1
"""All rings of the best hand kept, and the point for the lowest water."""
Points = Annotated[int, Between(-1, MOST_POINTS, "LU-21", say("Number of points for a round"))]
RoundPoints = Annotated[tuple[Points, ...], Length(PLAYERS[0], PLAYERS[-1])]


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: for each round the points of every seat."""

    said: ClassVar = TYPED_IN

    rounds: Annotated[tuple[RoundPoints, ...], Length(PLAYERS[0], PLAYERS[-1])]


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """A row for each round, as on the printed sheet."""
    seats = range(setup.seats)
    return tuple(
        row(
            say("Round {round}", round=number + 1),
            *(f"rounds.{number}.{seat}" for seat in seats),
            low=-1,
            high=MOST_POINTS,
        )
        for number in range(setup.seats)
    )


PAPER: Final = Paper("from_paper", FromPaper, say("Points of each round, −1 if out. The app adds them up."), rows)


def from_paper(state: State, move: FromPaper, empty: State) -> State:
    """The match as the sheet tells it. Raises `IllegalMove` for points no table can have reached."""
    if state != empty:
        raise refuse(HAS_BEGUN, "LU-30")
    if len(move.rounds) != state.seats:
        text = say("With {seats} players there are {seats} rounds.", seats=state.seats)
        raise refuse(text, "LU-30", path="rounds")
    for number, points in enumerate(move.rounds):
        _check_round(state, number, points)
    _check_hands(state, move.rounds)
    return replace(state, round=state.seats - 1, rounds=tuple(map(_record, move.rounds)))


def _record(points: tuple[int, ...]) -> RoundRecord:
    """A round of which only the points are known."""
    return RoundRecord(tuple(Player(out=one < 0) for one in points), points, (), "noted")


def _check_round(state: State, number: int, points: Sequence[int]) -> None:
    """Nothing; raises `IllegalMove` for a round that cannot have ended like that."""
    path = f"rounds.{number}"
    if len(points) != state.seats:
        text = say("You named {given} players, but {seats} play.", given=len(points), seats=state.seats)
        raise refuse(text, "LU-1", path=path)
    still_in = [one for one in points if one >= 0]
    if still_in and max(still_in) == 0:
        text = say(
            "Round {round}: the lowest water scores 1, so one player still in has at least 1.",
            round=number + 1,
        )
        raise refuse(text, "LU-22", path=path)
    if not still_in and not (state.options["chain"] and state.options["pay_before_early_end"]):
        text = say("Round {round} ends when 2 are left, so not everyone was out.", round=number + 1)
        raise refuse(text, "LU-15", "LU-20", path=path)
    left = _left_at_most(state.seats, len(still_in))
    kept = sum(still_in) - min(len(still_in), max(2, state.seats - 2))
    if kept > left:
        text = say(
            "Round {round}: that makes at least {kept} rings kept. Only {left} of {all} can be left.",
            round=number + 1,
            kept=kept,
            left=left,
            all=RING_CARDS,
        )
        raise refuse(text, "LU-3", "LU-14", "LU-20", path=path)


def _left_at_most(seats: int, still_in: int) -> int:
    """The rings that can be left: each trick costs somebody a ring or puts them out, unless too few are left to play on."""
    return RING_CARDS - (TRICKS - (seats - still_in)) if still_in > 2 else RING_CARDS


def _check_hands(state: State, rounds: Sequence[Sequence[int]]) -> None:
    """Nothing; raises `IllegalMove` if the hands that go round would have had more rings than there are (LU-32)."""
    seats = range(state.seats)
    least = [
        max(max(0, points[(hand + number) % state.seats] - 1) for number, points in enumerate(rounds)) for hand in seats
    ]
    if sum(least) > RING_CARDS:
        text = say(
            "That makes {rings} rings dealt in all hands. All cards show {all}.",
            rings=sum(least),
            all=RING_CARDS,
        )
        raise refuse(text, "LU-3", "LU-32", path="rounds")
