"""What a hand is worth (LU-3, LU-5, LU-6)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.engine.disputes import Judged, judged
from companion.engine.errors import refuse
from companion.engine.game import Options
from companion.engine.rulings import Reason, flag_if
from companion.engine.schema.marks import Length, Prompt
from companion.engine.text import say, say_many
from companion.games.land_unter.rules.components import HAND, Card, Symbols, half_rings, in_rings
from companion.games.land_unter.rules.state import Hand


@dataclass(frozen=True, slots=True)
class HandFacts:
    """A hand by its twelve numbers, or by the whole and half rings counted on it."""

    alternatives: ClassVar = (("cards",), ("whole", "half"))
    way_labels: ClassVar = (say("By card numbers"), say("By the rings on the cards"))

    cards: (
        Annotated[tuple[Card, ...], Length(HAND, HAND), Prompt(say("The twelve weather cards"), widget="weather")]
        | None
    ) = None
    whole: Annotated[Symbols, Prompt(say("Cards with a whole ring"))] | None = None
    half: Annotated[Symbols, Prompt(say("Cards with half a ring"))] | None = None


@dataclass(frozen=True, slots=True)
class RingsAnswer:
    """A hand's worth in half rings, and in rings (LU-5)."""

    half_units: int
    rings: int


def hand_of(facts: HandFacts) -> Hand:
    """The hand with these cards, or with these rings on them. Raises `IllegalMove` if a number is doubled."""
    whole, half, cards = facts.whole or 0, facts.half or 0, None
    if facts.cards is not None:
        twice = sorted(card for card, times in Counter(facts.cards).items() if times > 1)
        if twice:
            text = say("Entered twice: {cards}.", cards=tuple(twice))
            raise refuse(text, "LU-1", path="cards")
        cards = frozenset(facts.cards)
        whole, half = count_symbols(cards)
    return Hand(whole + half // 2, 2 * whole + half, cards, whole)


def count_symbols(cards: Iterable[int]) -> tuple[int, int]:
    """The cards with a whole ring, and those with half a ring (LU-3)."""
    halves = [half_rings(card) for card in cards]
    return halves.count(2), halves.count(1)


def judge_hand(facts: HandFacts, options: Options) -> Judged[RingsAnswer]:
    """The rings of a hand. Raises `IllegalMove` if a number is doubled; more symbols than cards are only doubtful."""
    hand = hand_of(facts)
    whole, halves = hand.whole or 0, hand.half_rings or 0
    half = halves - 2 * whole
    printed = say(
        "{whole} whole and {half} half rings make {sum}.",
        whole=whole,
        half=half,
        sum=in_rings(halves),
    )
    because = [Reason(printed, ("LU-3", "LU-5"))]
    if halves % 2:
        because.append(Reason(say("The half ring left over doesn’t count."), ("LU-5",)))
    text = say(
        "{whole} whole and {half} half rings need {cards} cards. A hand has {hand}.",
        whole=whole,
        half=half,
        cards=whole + half,
        hand=HAND,
    )
    flags = flag_if(whole + half > HAND, text, "LU-4", "LU-6")
    headline = say_many("{sum}: take {count} ring.", "{sum}: take {count} rings.", hand.rings, sum=in_rings(halves))
    return judged("rings", headline, RingsAnswer(halves, hand.rings), because, flags, facts=facts)
