"""Who wins in the end (LU-30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.game import Options
from companion.engine.ranking import best
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import SeatName, names, say, say_many
from companion.games.land_unter.rules.catching_up import Points
from companion.games.land_unter.rules.components import PLAYERS
from companion.games.land_unter.rules.paper import MOST_POINTS


@dataclass(frozen=True, slots=True)
class WinnerSeat:
    """One seat's points of all rounds together."""

    points: Annotated[Points, Prompt(say("Points"))]


@dataclass(frozen=True, slots=True)
class WinnerFacts:
    """Every seat after the last round, clockwise from seat 0."""

    seats: Annotated[tuple[WinnerSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


def judge_winner(facts: WinnerFacts, options: Options) -> Ruling:
    """Who has most points; doubtful if no hand can have brought that many or that few."""
    points = [seat.points for seat in facts.seats]
    winners = best(points)
    because = [
        Reason(
            say_many("{name} has {count} point.", "{name} has {count} points.", one, name=SeatName(seat)), ("LU-30",)
        )
        for seat, one in enumerate(points)
    ]
    if len(winners) == 1:
        because.append(Reason(say("The most points win."), ("LU-30",)))
    else:
        because.append(Reason(say("They have the same points and share the win."), ("LU-30",)))
    headline = say_many(
        "{names} wins with {total}.",
        "{names} share the win with {total}.",
        len(winners),
        names=names(winners),
        total=points[winners[0]],
    )
    verdict: dict[str, Json] = {"winners": [*winners]}
    asked: dict[str, Json] = {"seats": [{"points": one} for one in points]}
    return Ruling("winner", headline, verdict, tuple(because), _doubts(points), asked)


def _doubts(points: list[int]) -> tuple[Flag, ...]:
    """Points that so many rounds cannot bring: each takes 1 off at most, and adds the rings of a hand and 1 (LU-21, LU-22)."""
    rounds = len(points)
    wrong = [seat for seat, one in enumerate(points) if not -rounds <= one <= MOST_POINTS * rounds]
    if not wrong:
        return ()
    text = say(
        "{rounds} rounds make {low} to {high} points each. Check {names}.",
        rounds=rounds,
        low=-rounds,
        high=MOST_POINTS * rounds,
        names=names(wrong),
    )
    return (Flag(text, ("LU-21", "LU-22", "LU-30")),)
