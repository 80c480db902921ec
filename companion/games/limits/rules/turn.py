"""Who lays the first card of a round, and which cards may be drawn (LI-12, LI-14, LI-15, LI-26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.engine.game import Options, Setup
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.marks import Between, Named, Prompt, Seat
from companion.engine.starting import How, Starting
from companion.engine.text import SeatName, say
from companion.games.limits.rules.components import (
    COPIES_OF_A_COLOUR,
    EXCHANGED,
    IN_HAND,
    LAID_BY_AN_EXCHANGE,
    CardCount,
)


@dataclass(frozen=True, slots=True)
class ExchangeFacts:
    """How many cards of one colour are in hand, and how many there are to draw."""

    cards: Annotated[
        int,
        Between(0, COPIES_OF_A_COLOUR, "LI-1", say("number of colour cards")),
        Prompt(say("Cards of one colour in your hand")),
    ]
    draw_pile: Annotated[CardCount, Prompt(say("Cards in the draw pile"), say("roughly: only 4 or fewer matter"))]


@dataclass(frozen=True, slots=True)
class ForgottenFacts:
    """Whether the left neighbour of the player who forgot to draw has drawn since."""

    left_neighbour: Annotated[
        Literal["waits", "has_drawn"],
        Named((say("hasn’t drawn yet"), say("has drawn"))),
        Prompt(say("Your left neighbour")),
    ]


def judge_exchange(facts: ExchangeFacts, options: Options) -> Ruling:
    """Whether four cards may be exchanged now, and what happens to them; doubtful with more cards than a hand has."""
    may = facts.cards >= EXCHANGED and facts.draw_pile >= EXCHANGED
    because = _wanted(facts)
    if may:
        because += [
            Reason(say("Show the 4, draw 4 others and take a one-point card."), ("LI-15",)),
            Reason(say("Put 2 of them face up on the pile, 2 face down on the draw pile."), ("LI-15",)),
            Reason(say("The 2 on the pile count like any other and can break the limit."), ("LI-15", "LI-22")),
        ]
    verdict: dict[str, Json] = {
        "may": may,
        "draws": EXCHANGED if may else 0,
        "to_pile": LAID_BY_AN_EXCHANGE if may else 0,
        "to_draw_pile": EXCHANGED - LAID_BY_AN_EXCHANGE if may else 0,
        "points": int(may),
    }
    headline = say("You may exchange.") if may else say("You may not exchange.")
    asked: dict[str, Json] = {"cards": facts.cards, "draw_pile": facts.draw_pile}
    return Ruling("exchange", headline, verdict, tuple(because), _too_many_in_hand(facts.cards), asked)


def judge_forgotten(facts: ForgottenFacts, options: Options) -> Ruling:
    """Whether a card that was not drawn may still be drawn."""
    may = facts.left_neighbour == "waits"
    if may:
        headline = say("You may still draw.")
        because = [Reason(say("Your left neighbour hasn’t drawn yet, so draw your card now."), ("LI-14",))]
    else:
        headline = say("It’s too late to draw.")
        because = [
            Reason(say("Your left neighbour has already drawn."), ("LI-14",)),
            Reason(say("Play this round with one card fewer. Fill up after it."), ("LI-14", "LI-25")),
        ]
    return Ruling(
        "forgotten-draw", headline, {"may_draw": may}, tuple(because), facts={"left_neighbour": facts.left_neighbour}
    )


def _wanted(facts: ExchangeFacts) -> list[Reason]:
    """What an exchange takes, and whether it is there."""
    if facts.cards < EXCHANGED:
        cards = say("An exchange takes 4 cards of one colour. You have {cards}.", cards=facts.cards)
    else:
        cards = say("You have 4 cards of one colour.")
    if facts.draw_pile < EXCHANGED:
        pile = say("You need 4 cards to draw. The draw pile has {cards}.", cards=facts.draw_pile)
    else:
        pile = say("The draw pile has 4 cards to draw.")
    return [Reason(cards, ("LI-15",)), Reason(pile, ("LI-26",))]


def _too_many_in_hand(cards: int) -> tuple[Flag, ...]:
    if cards <= IN_HAND:
        return ()
    text = say("On your turn you hold {hand} cards. Hidden cards don’t count.", hand=IN_HAND)
    return (Flag(text, ("LI-10",)),)


@dataclass(frozen=True, slots=True)
class StarterFacts:
    """The youngest player, in the first round; in every other, whoever took the limit card of the round before."""

    alternatives: ClassVar = (("youngest",), ("took_limit_card",))

    youngest: Annotated[Seat, Prompt(say("The youngest"), say("in the first round"), "seat")] | None = None
    took_limit_card: (
        Annotated[Seat, Prompt(say("Who took the last limit card"), say("in every later round"), "seat")] | None
    ) = None


def judge_starter(facts: StarterFacts, options: Options) -> Ruling:
    """Who starts the round."""
    if facts.youngest is not None:
        return youngest_starts(facts.youngest)
    assert facts.took_limit_card is not None
    return taker_starts(facts.took_limit_card)


def youngest_starts(seat: int) -> Ruling:
    """The ruling for the first round."""
    text = say("The youngest starts the first round, and that’s {name}.", name=SeatName(seat))
    return _ruling(seat, Reason(text, ("LI-12",)), "youngest")


def table_starts(seat: int, by: Literal["lot", "turn", "agreed"]) -> Ruling:
    """The ruling for the first round at a table that does not ask who is the youngest."""
    name = SeatName(seat)
    found = {
        "lot": say("By the rules the youngest starts. You drew lots, and {name} came up.", name=name),
        "turn": say(
            "By the rules the youngest starts. You take turns from game to game, and now it’s {name}.",
            name=name,
        ),
        "agreed": say("By the rules the youngest starts. You agreed on {name}.", name=name),
    }
    return _ruling(seat, Reason(found[by], ("LI-12",)), "starter")


def starting(setup: Setup) -> Starting:
    """The youngest starts the first round (LI-12)."""
    return Starting("youngest", ("LI-12",), "start", _start)


def _start(seat: int, how: How) -> Mapping[str, Json]:
    return {"kind": "start", "seat": seat} if how == "rule" else {"kind": "start", "seat": seat, "by": how}


def taker_starts(seat: int) -> Ruling:
    """The ruling for every later round."""
    text = say("{name} took the last limit card and starts.", name=SeatName(seat))
    return _ruling(seat, Reason(text, ("LI-12",)), "took_limit_card")


def _ruling(seat: int, because: Reason, fact: str) -> Ruling:
    return Ruling(
        "starter", say("{name} starts.", name=SeatName(seat)), {"starter": seat}, (because,), (), {fact: seat}
    )
