"""What a hand is worth, what a round is, and who wins in the end (LU-3, LU-5, LU-6, LU-21 to LU-24, LU-30)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Final, TypeAlias

from companion.engine.disputes import Judged, Way, judged
from companion.engine.errors import check
from companion.engine.game import Options
from companion.engine.rulings import doubts, each_of, first_of
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.story import best
from companion.engine.text import SeatName, names, say
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import (
    HAND,
    LOW_WATER_BONUS,
    PLAYERS,
    POINTS_IF_OUT,
    Card,
    Symbols,
    half_rings,
    in_rings,
)
from companion.games.land_unter.rules.loss import Seats, check_levels
from companion.games.land_unter.rules.state import Hand, Player, RoundRecord
from companion.games.land_unter.rules.trick import LeadSeat


@dataclass(frozen=True, slots=True)
class RingsAnswer:
    """A hand's worth in half rings, and in rings."""

    half_units: int
    rings: int


def hand_of(cards: Sequence[int] | None, whole: int | None, half: int | None) -> Hand:
    """The hand with these cards or rings, the rings rounded down (LU-5). Raise `IllegalMove` if a number is doubled."""
    # A number entered twice is refused and not doubted: each card is in the box once (LU-1).
    if cards is not None:
        twice = sorted(card for card, times in Counter(cards).items() if times > 1)
        check(twice and says.ENTERED_TWICE(cards=tuple(twice)), path="cards")
        whole, half = count_symbols(cards)
    whole, half = whole or 0, half or 0
    # Rounded down once for the whole hand (LU-5), while the half rings stay exact: all hands together must have 24.
    return Hand(whole + half // 2, 2 * whole + half, None if cards is None else frozenset(cards), whole)


def count_symbols(cards: Iterable[int]) -> tuple[int, int]:
    """The cards with a whole ring, and those with half a ring."""
    halves = [half_rings(card) for card in cards]
    return halves.count(2), halves.count(1)


CardsWithRings: TypeAlias = Annotated[
    tuple[Card, ...],
    Length(1, HAND),
    Prompt(
        say("Which weather cards with rings do you have?"),
        say("You can leave out 1 to 12 and 49 to 60: they have no rings."),
        widget="weather",
    ),
]
"""A hand as the judge's page asks for it: the cards that have rings are enough."""
WAYS_TO_COUNT: Final = (
    Way(say("By card numbers"), ("cards",)),
    Way(say("By the rings on the cards"), ("whole", "half")),
)


def judge_hand(
    options: Options,
    cards: Annotated[tuple[Card, ...], Length(HAND, HAND), Prompt(say("The 12 weather cards"), widget="weather")]
    | None = None,
    whole: Annotated[
        Symbols, Prompt(say("Whole rings"), say("Count only the upper halves."), asks=say("How many did you count?"))
    ]
    | None = None,
    half: Annotated[Symbols, Prompt(say("Half rings"), asks=say("How many did you count?"))] | None = None,
) -> Judged[RingsAnswer]:
    """The rings of a hand, by its twelve numbers or by the whole and half rings counted on it.

    Raise `IllegalMove` if a number is doubled; more symbols than cards are only doubtful.
    """
    hand = hand_of(cards, whole, half)
    facts = {"whole": whole, "half": half} if cards is None else {"cards": cards}
    whole, halves = hand.whole or 0, hand.half_rings or 0
    half = halves - 2 * whole
    because = each_of(
        says.RINGS_PRINTED(whole=whole, half=half, sum=in_rings(halves)),
        halves % 2 and says.HALF_LEFT_OVER(),
    )
    flags = doubts(whole + half > HAND and says.MORE_THAN_A_HAND(whole=whole, half=half, cards=whole + half, hand=HAND))
    headline = says.TAKE_RINGS.filled(count=hand.rings, sum=in_rings(halves))
    return judged("rings", headline, RingsAnswer(halves, hand.rings), because, flags, facts=facts)


@dataclass(frozen=True, slots=True)
class RoundAnswer:
    """Every seat's points for the round, and who has the point for the lowest level in them."""

    points: tuple[int, ...]
    bonus: tuple[Seat, ...]


SeatsWithoutWater: TypeAlias = Annotated[
    tuple[LeadSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))
]
"""What every seat has left, without its water."""
WAYS_TO_SCORE: Final = (
    Way(say("Who has the lowest water?"), ("kept", "lowest")),
    Way(say("Water level"), ("seats",)),
)


def judge_round(
    options: Options,
    kept: SeatsWithoutWater | None = None,
    lowest: Annotated[
        tuple[Seat, ...], Length(0, PLAYERS[-1], "LU-1"), Prompt(say("Who has the lowest water?"), widget="seats")
    ]
    | None = None,
    seats: Seats | None = None,
) -> Judged[RoundAnswer]:
    """The points of a round, by the rings of its last seats and who shows the lowest water, or by all their water.

    Raise `IllegalMove` for a level that shows too often, for a lowest water of no one, or of a player who is out.
    """
    if kept is not None and lowest is not None:
        players = tuple(Player(seat.rings, None, seat.out) for seat in kept)
        still_in = [seat for seat, player in enumerate(players) if not player.out]
        # While one player is left, one shows the lowest water; only with none left does no one (LU-24).
        check(still_in and not lowest and says.WHOSE_WATER_IS_LOW(), path="lowest")
        for seat in lowest:
            check(seat >= len(players) and says.NO_SUCH_SEAT(value=seat, last=len(players) - 1), path="lowest")
            check(seat not in still_in and says.IS_OUT_OF_ROUND(name=SeatName(seat)), path="lowest")
        ruling = round_score(players, tuple(sorted({*lowest})))[1]
        return replace(ruling, flags=audit.doubts_about_rings(players))
    assert seats is not None
    check_levels(seats)
    players = tuple(Player(seat.rings, seat.level, seat.out) for seat in seats)
    flags = (*audit.doubts_about_rings(players), *audit.doubts_about_water(players))
    return replace(round_score(players)[1], flags=flags)


def round_score(
    players: tuple[Player, ...], entered: tuple[int, ...] | None = None
) -> tuple[RoundRecord, Judged[RoundAnswer]]:
    """Return a round's points and the ruling on them (LU-21 to LU-24), in which no house rule has a say.

    `entered`: who shows the lowest water, where the table enters that and not the water.
    """
    bonus = with_lowest_water(players) if entered is None else entered
    points = tuple(
        POINTS_IF_OUT if player.out else (player.rings or 0) + LOW_WATER_BONUS * (seat in bonus)
        for seat, player in enumerate(players)
    )
    of_each = [
        first_of(
            player.out and says.OUT_SCORES(name=SeatName(seat)),
            says.KEPT(name=SeatName(seat), count=player.rings or 0),
        )
        for seat, player in enumerate(players)
    ]
    level, who = players[bonus[0]].level if bonus else None, names(bonus)
    low = first_of(
        not bonus and says.NO_ONE_LEFT(),
        entered is not None and says.SHOWS_LOWEST(names=who),
        level is None and says.HAS_NO_WATER(names=who),
        says.LOWEST_WATER(names=who, level=level or 0),
    )
    headline = says.SCORE_MOST.filled(names=names(best(points)), points=max(points))
    facts = {"seats": players}
    ruling = judged("round-score", headline, RoundAnswer(points, bonus), [*chain(*of_each, low)], facts=facts)
    return RoundRecord(players, points, bonus, is_lowest_entered=entered is not None), ruling


def with_lowest_water(players: tuple[Player, ...]) -> tuple[int, ...]:
    """The seats still in with the lowest water; no water card is lowest of all (LU-22, LU-23)."""
    # Levels begin at 1, so 0 stands below every card.
    levels = {seat: player.level or 0 for seat, player in enumerate(players) if not player.out}
    return tuple(seat for seat, level in levels.items() if level == min(levels.values()))
