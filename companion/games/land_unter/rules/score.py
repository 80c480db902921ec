"""What a round is worth, and who wins in the end (LU-21 to LU-24, LU-30)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.game import Options
from companion.engine.ranking import best
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules.afterwards import MOST_POINTS, Points
from companion.games.land_unter.rules.components import PLAYERS
from companion.games.land_unter.rules.loss import LossFacts, check_levels
from companion.games.land_unter.rules.state import Player, RoundRecord


def judge_round(facts: LossFacts, options: Options) -> Ruling:
    """The points of a round from its last seats. Raises `IllegalMove` for a level that shows too often."""
    check_levels(facts.seats)
    players = tuple(Player(seat.rings, seat.level, seat.out) for seat in facts.seats)
    flags = (*audit.doubts_about_rings(players), *audit.doubts_about_water(players))
    return replace(round_score(players)[1], flags=flags)


def round_score(players: tuple[Player, ...], told: tuple[int, ...] | None = None) -> tuple[RoundRecord, Ruling]:
    """A round's points and the ruling on them: rings kept, the bonus for the lowest water, -1 for the eliminated.

    `told`: who shows the lowest water, if the table said so instead of entering the water.
    """
    bonus = lowest(players) if told is None else told
    points = tuple(_points(player, seat in bonus) for seat, player in enumerate(players))
    because = [_kept(seat, player) for seat, player in enumerate(players)]
    because.append(_bonus_reason(players, bonus) if told is None else _told_reason(bonus))
    ruling = Ruling(
        "round-score",
        _headline(points),
        {"points": [*points], "bonus": [*bonus]},
        tuple(because),
        facts={"seats": [{"rings": p.rings, "level": p.level, "out": p.out} for p in players]},
    )
    return RoundRecord(players, points, bonus, is_told=told is not None), ruling


def lowest(players: tuple[Player, ...]) -> tuple[int, ...]:
    """The seats still in with the lowest water; no water card is lowest of all (LU-22, LU-23)."""
    levels = {seat: player.level or 0 for seat, player in enumerate(players) if not player.out}
    return tuple(seat for seat, level in levels.items() if level == min(levels.values()))


def _points(player: Player, has_bonus: bool) -> int:
    return -1 if player.out else (player.rings or 0) + has_bonus


def _kept(seat: int, player: Player) -> Reason:
    if player.out:
        return Reason(say("{name} is out: −1.", name=SeatName(seat)), ("LU-21",))
    rings = player.rings or 0
    text = say_many(
        "{name} kept {count} ring: {count}.", "{name} kept {count} rings: {count}.", rings, name=SeatName(seat)
    )
    return Reason(text, ("LU-21",))


def _bonus_reason(players: tuple[Player, ...], bonus: tuple[int, ...]) -> Reason:
    if not bonus:
        return Reason(say("No one is left, so no one scores for the lowest water."), ("LU-24",))
    level = players[bonus[0]].level
    if level is None:
        text = say_many(
            "{names} has no water card, the lowest of all: +1.",
            "{names} have no water card, the lowest of all: +1 each.",
            len(bonus),
            names=names(bonus),
        )
    else:
        text = say_many(
            "{names} has the lowest water, {level}: +1.",
            "{names} share the lowest water, {level}: +1 each.",
            len(bonus),
            names=names(bonus),
            level=level,
        )
    return Reason(text, ("LU-22",))


def _told_reason(bonus: tuple[int, ...]) -> Reason:
    if not bonus:
        return Reason(say("No one is left, so no one scores for the lowest water."), ("LU-24",))
    text = say_many(
        "{names} shows the lowest water: +1.",
        "{names} share the lowest water: +1 each.",
        len(bonus),
        names=names(bonus),
    )
    return Reason(text, ("LU-22",))


def _headline(points: tuple[int, ...]) -> Text:
    best = max(points)
    seats = [seat for seat, value in enumerate(points) if value == best]
    return say_many(
        "{names} scores the most: {points}.",
        "{names} score the most: {points} each.",
        len(seats),
        names=names(seats),
        points=best,
    )


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
