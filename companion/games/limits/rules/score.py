"""What everybody has at the end (LI-30, LI-31)."""

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.story import best
from companion.engine.text import SeatName, names, say, say_many
from companion.games.limits.rules.components import (
    ALL_POINTS,
    COST_OF_A_LIMIT_CARD,
    LIMIT_CARDS,
    PLAYERS,
    limit_cards_left,
)


@dataclass(frozen=True, slots=True)
class ScoreSeat:
    """One seat's point cards, in points, and limit cards."""

    points: Annotated[
        int,
        Between(0, 99, "LI-31", "number of points"),
        Prompt(say("Points"), say("a 5-point card counts 5")),
    ]
    limit_cards: Annotated[int, Between(0, LIMIT_CARDS, "LI-1", "number of limit cards"), Prompt(say("Limit cards"))]


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """Every seat, clockwise from seat 0."""

    seats: Annotated[tuple[ScoreSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """Every seat's total, and who has the highest (LI-30)."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


def judge_score(facts: ScoreFacts, options: Options) -> Judged[ScoreAnswer]:
    """The totals and who wins; doubtful if the box does not have that many cards."""
    seats = tuple((seat.points, seat.limit_cards) for seat in facts.seats)
    ruling = score(seats)
    return replace(ruling, flags=(*ruling.flags, *doubts_about_balance(seats)))


def score(seats: tuple[tuple[int, int], ...]) -> Judged[ScoreAnswer]:
    """The ruling on points and limit cards by seat (LI-30)."""
    totals = tuple(points - COST_OF_A_LIMIT_CARD * cards for points, cards in seats)
    winners = best(totals)
    because = [_total(seat, *seats[seat], totals[seat]) for seat in range(len(seats))]
    why = say("They have the same total and share the win.")
    because.append(Reason(say("The most points win.") if len(winners) == 1 else why, ("LI-30",)))
    headline = say_many(
        "{names} wins with {points}.",
        "{names} share the win with {points}.",
        len(winners),
        names=names(winners),
        points=totals[winners[0]],
    )
    flags = (*doubts_about_points(sum(points for points, _ in seats)), *_limit_cards(seats))
    facts = ScoreFacts(tuple(ScoreSeat(*seat) for seat in seats))
    return judged("score", headline, ScoreAnswer(totals, winners), because, flags, facts=facts)


def doubts_about_points(points: int) -> tuple[Flag, ...]:
    """More points in all hands than all point cards are worth (LI-31)."""
    if points <= ALL_POINTS:
        return ()
    text = say(
        "That makes {points} points in all. All point cards together are worth {most}.", points=points, most=ALL_POINTS
    )
    return (Flag(text, ("LI-31",)),)


def doubts_about_balance(seats: tuple[tuple[int, int], ...]) -> tuple[Flag, ...]:
    """Limit cards without the points they brought: each round gives one of each, and never to the same player (LI-24)."""
    points, taken = sum(points for points, _ in seats), sum(cards for _, cards in seats)
    if points < taken:
        text = say(
            "{taken} limit cards and {points} points don’t match. Each round brings one of each.",
            taken=taken,
            points=points,
        )
        return (Flag(text, ("LI-24",)),)
    return tuple(
        Flag(
            say_many(
                "{name} took {count} limit card, so someone else got a point. The others have {points}.",
                "{name} took {count} limit cards, so the others got a point each time. The others have {points}.",
                cards,
                name=SeatName(seat),
                points=points - own,
            ),
            ("LI-24",),
        )
        for seat, (own, cards) in enumerate(seats)
        if cards > points - own
    )


def _limit_cards(seats: tuple[tuple[int, int], ...]) -> tuple[Flag, ...]:
    taken, most = sum(cards for _, cards in seats), limit_cards_left(len(seats))
    if taken <= most:
        return ()
    players = len(seats)
    text = say(
        "That makes {taken} limit cards. With {players} players there are {most}.",
        taken=taken,
        players=players,
        most=most,
    )
    return (Flag(text, ("LI-2",)),)


def _total(seat: int, points: int, cards: int, total: int) -> Reason:
    text = say_many(
        "{name}: {points} points, minus 2 for {count} limit card, makes {total}.",
        "{name}: {points} points, minus 2 for each of {count} limit cards, makes {total}.",
        cards,
        name=SeatName(seat),
        points=points,
        total=total,
    )
    return Reason(text, ("LI-30",))
