"""Who lays the first card of a round, and which cards may be drawn (LI-12, LI-14, LI-15, LI-26)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options, Setup
from companion.engine.present import How, Starting
from companion.engine.rulings import Json, Reason, flag_if
from companion.engine.schema.marks import Between, Named, Prompt, Seat
from companion.engine.text import SeatName, Text, say
from companion.games.limits.rules.components import (
    COPIES_OF_A_COLOUR,
    EXCHANGED,
    IN_HAND,
    LAID_BY_AN_EXCHANGE,
    CardCount,
)


@dataclass(frozen=True, slots=True)
class StarterFacts:
    """The youngest player, in the first round; in every other, whoever took the limit card of the round before."""

    alternatives: ClassVar = (("youngest",), ("took_limit_card",))

    youngest: Annotated[Seat, Prompt(say("The youngest"), say("in the first round"), "seat")] | None = None
    took_limit_card: (
        Annotated[Seat, Prompt(say("Who took the last limit card"), say("in every later round"), "seat")] | None
    ) = None


@dataclass(frozen=True, slots=True)
class StarterAnswer:
    """Who starts the round (LI-12)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class ExchangeFacts:
    """How many cards of one colour are in hand, and how many there are to draw."""

    cards: Annotated[
        int,
        Between(0, COPIES_OF_A_COLOUR, "LI-1", "number of colour cards"),
        Prompt(say("Cards of one colour in your hand")),
    ]
    draw_pile: Annotated[CardCount, Prompt(say("Cards in the draw pile"), say("more than 4: a guess will do"))]


@dataclass(frozen=True, slots=True)
class ExchangeAnswer:
    """Whether four cards may be exchanged, and what is drawn, laid and gained by it (LI-15, LI-26)."""

    may: bool
    draws: int
    to_pile: int
    to_draw_pile: int
    points: int


@dataclass(frozen=True, slots=True)
class ForgottenFacts:
    """Whether the left neighbour of the player who forgot to draw has drawn since."""

    left_neighbour: Annotated[
        Literal["waits", "has_drawn"],
        Named((say("hasn’t drawn yet"), say("has drawn"))),
        Prompt(say("Your left neighbour")),
    ]


@dataclass(frozen=True, slots=True)
class ForgottenAnswer:
    """Whether a card that was not drawn may still be drawn (LI-14)."""

    may_draw: bool


def starting(setup: Setup) -> Starting:
    """The youngest starts the first round (LI-12)."""
    return Starting("youngest", ("LI-12",), "start", _begin)


def _begin(seat: int, how: How) -> Mapping[str, Json]:
    return {"kind": "start", "seat": seat} if how == "rule" else {"kind": "start", "seat": seat, "by": how}


def judge_starter(facts: StarterFacts, options: Options) -> Judged[StarterAnswer]:
    if facts.youngest is not None:
        return first_starts(facts.youngest)
    assert facts.took_limit_card is not None
    return taker_starts(facts.took_limit_card)


def first_starts(seat: int, by: Literal["lot", "turn", "agreed"] | None = None) -> Judged[StarterAnswer]:
    """The ruling for the first round; `by`: the table did not ask who is the youngest."""
    name = SeatName(seat)
    if by is None:
        return _starts(seat, "youngest", say("{what}: {value}", what=say("The youngest"), value=name))
    text = {
        "lot": say("The draw picked {name}.", name=name),
        "turn": say("You take turns from game to game: {name} is next.", name=name),
        "agreed": say("You agreed on {name}.", name=name),
    }[by]
    return _starts(seat, "starter", say("By the rules the youngest starts."), text)


def taker_starts(seat: int) -> Judged[StarterAnswer]:
    return _starts(seat, "took_limit_card", say("{name} took the last limit card and starts.", name=SeatName(seat)))


def _starts(seat: int, fact: str, *why: Text) -> Judged[StarterAnswer]:
    headline, because = say("{name} starts.", name=SeatName(seat)), tuple(Reason(text, ("LI-12",)) for text in why)
    return judged("starter", headline, StarterAnswer(seat), because, facts={fact: seat})


def judge_exchange(facts: ExchangeFacts, options: Options) -> Judged[ExchangeAnswer]:
    """Whether four cards may be exchanged now, and what happens to them; doubtful with more cards than a hand has."""
    cards, pile = say("You have at least 4 of one colour."), say("The draw pile has at least 4 cards.")
    if facts.cards < EXCHANGED:
        cards = say("You need 4 cards of one colour, not {cards}.", cards=facts.cards)
    if facts.draw_pile < EXCHANGED:
        pile = say("You need 4 cards to draw. The draw pile has {cards}.", cards=facts.draw_pile)
    headline, answer = say("You can’t exchange."), ExchangeAnswer(False, 0, 0, 0, 0)
    because = [Reason(cards, ("LI-15",)), Reason(pile, ("LI-26",))]
    if facts.cards >= EXCHANGED and facts.draw_pile >= EXCHANGED:
        headline = say("You may exchange.")
        answer = ExchangeAnswer(True, EXCHANGED, LAID_BY_AN_EXCHANGE, EXCHANGED - LAID_BY_AN_EXCHANGE, 1)
        because += [
            Reason(say("Show the 4, draw 4 others and take a one-point card."), ("LI-15",)),
            Reason(say("Put 2 of them face up on the pile, 2 face down on the draw pile."), ("LI-15",)),
            Reason(say("The 2 cards on the pile can break a limit, like any other."), ("LI-15", "LI-22")),
        ]
    text = say("You hold {hand} cards, not counting hidden ones.", hand=IN_HAND)
    flags = flag_if(facts.cards > IN_HAND, text, "LI-10")
    return judged("exchange", headline, answer, because, flags, facts=facts)


def judge_forgotten(facts: ForgottenFacts, options: Options) -> Judged[ForgottenAnswer]:
    may = facts.left_neighbour == "waits"
    if may:
        headline = say("You may still draw.")
        because = [Reason(say("Your left neighbour hasn’t drawn yet."), ("LI-14",))]
    else:
        headline = say("It’s too late to draw.")
        because = [
            Reason(say("Your left neighbour has already drawn."), ("LI-14",)),
            Reason(say("Play this round with one card fewer."), ("LI-14", "LI-25")),
        ]
    return judged("forgotten-draw", headline, ForgottenAnswer(may), because, facts=facts)
