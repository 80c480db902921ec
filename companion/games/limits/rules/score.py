"""What everyone has at the end, and who wins (LI-30, LI-31)."""

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, doubts, first_of
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.story import best, won_with
from companion.engine.text import SeatName, say
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.components import ALL_POINTS, COST_OF_A_LIMIT_CARD, LIMIT_CARDS, PLAYERS, laid_out
from companion.games.limits.rules.state import Player


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat: its point cards, in points, and the limit cards it has taken."""

    points: Annotated[
        # More than all cards are worth is doubted and not refused: a point may be written down when the cards run out
        # (LI-31).
        int,
        Between(0, 99, "LI-31", "number of points"),
        Prompt(say("Points"), say("a 5-point card counts as 5"), asks=say("How many points does {name} have?")),
    ]
    limit_cards: Annotated[
        int,
        Between(0, LIMIT_CARDS, "LI-1", "number of limit cards"),
        Prompt(say("Limit cards"), asks=say("How many limit cards does {name} have?")),
    ]


Seats: TypeAlias = Annotated[tuple[Standing, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]
"""Every seat, clockwise from seat 0."""


@dataclass(frozen=True, slots=True)
class AskedStanding:
    """One seat as the judge's page asks for it: no more points than all point cards are worth, so that each is one tap."""

    points: Annotated[
        int,
        Between(0, ALL_POINTS, "LI-31", "number of points"),
        Prompt(say("Points"), say("a 5-point card counts as 5"), asks=say("How many points does {name} have?")),
    ]
    limit_cards: Annotated[
        int,
        Between(0, LIMIT_CARDS, "LI-1", "number of limit cards"),
        Prompt(say("Limit cards"), asks=say("How many limit cards does {name} have?")),
    ]


AskedSeats: TypeAlias = Annotated[
    tuple[AskedStanding, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))
]


def standings(players: tuple[Player, ...]) -> Seats:
    """Return the points and limit cards of everyone."""
    return tuple(Standing(one.points, one.limit_cards) for one in players)


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """Every seat's total, and who has the highest."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


def judge_score(seats: Seats, options: Options) -> Judged[ScoreAnswer]:
    """The totals and who wins; doubtful if the box does not have that many cards."""
    ruling = score(seats)
    return replace(ruling, flags=(*ruling.flags, *doubts_about_balance(seats)))


def score(seats: Seats) -> Judged[ScoreAnswer]:
    """The ruling on points and limit cards by seat (LI-30)."""
    totals = tuple(one.points - COST_OF_A_LIMIT_CARD * one.limit_cards for one in seats)
    winners = best(totals)
    each = [
        says.TOTAL(name=SeatName(seat), points=one.points, count=one.limit_cards, total=totals[seat])
        for seat, one in enumerate(seats)
    ]
    because = (*each, *first_of(len(winners) == 1 and says.MOST_POINTS_WIN(), says.SHARE_THE_WIN()))
    headline = won_with(winners, totals[winners[0]])
    taken, rounds = sum(one.limit_cards for one in seats), laid_out(len(seats)).rounds
    flags = (
        *doubts_about_points_in_box(sum(one.points for one in seats)),
        *doubts(taken > rounds and says.TOO_MANY_LIMIT_CARDS(count=taken, most=rounds)),
    )
    return judged("score", headline, ScoreAnswer(totals, winners), because, flags, facts={"seats": seats})


def doubts_about_points_in_box(points: int) -> tuple[Doubt, ...]:
    """More points in all hands than all point cards are worth."""
    return doubts(points > ALL_POINTS and says.TOO_MANY_POINTS(count=points))


def doubts_about_balance(seats: Seats) -> tuple[Doubt, ...]:
    """Limit cards without the points they brought: each round gives one of each, and never to the same player."""
    points, taken = sum(one.points for one in seats), sum(one.limit_cards for one in seats)
    too_few = points < taken and says.ONE_OF_BOTH(taken=taken, points=points)
    return doubts(too_few) or doubts(*without_points(seats).values())


def without_points(seats: Seats) -> dict[int, Reason]:
    """Who took more limit cards than the others have points, and the words that say so."""
    points = sum(one.points for one in seats)
    return {
        seat: says.POINTS_OF_OTHERS(name=SeatName(seat), count=one.limit_cards, points=points - one.points)
        for seat, one in enumerate(seats)
        if one.limit_cards > points - one.points
    }
