"""The first-round guide in eight cards (LI-2 to LI-30)."""

from __future__ import annotations

from companion.engine.game import Options, Setup
from companion.engine.lesson import LessonCard
from companion.engine.options import usual
from companion.engine.rulings import Reason
from companion.engine.text import Text, say, say_many
from companion.games.limits.rules.components import hand, hidden_each, limit_cards_left
from companion.games.limits.rules.options import OPTIONS


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards, with the numbers and house rules of this set-up, or of the usual game if there is none."""
    options = usual(OPTIONS) if setup is None else setup.options
    return (_goal(), _hold(setup), _limit(), _hide(setup), _turn(), _exchange(), _accuse(options), _verdict())


def _goal() -> LessonCard:
    return LessonCard(
        say("Up to the limit, not beyond"),
        (
            Reason(say("Everybody lays on one pile, and each colour has its limit."), ("LI-14", "LI-4")),
            Reason(say("Lay up to it, and accuse whoever lays beyond."), ("LI-20",)),
            Reason(say("Whoever is wrong takes a limit card: 2 points off."), ("LI-24", "LI-30")),
        ),
        "goal",
        say("Three yellow cards on a pile; the dashed limit runs after the second, and the third lies beyond it"),
    )


def _hold(setup: Setup | None) -> LessonCard:
    return LessonCard(
        say("What you begin with"),
        (
            Reason(_draw(setup), ("LI-3",)),
            Reason(_rounds(setup), ("LI-2",)),
            Reason(say("Keep the point cards at hand."), ("LI-1",)),
        ),
        "hold",
        say("A stack of limit cards whose backs say −2, the draw pile, and a hand of cards in five colours"),
    )


def _draw(setup: Setup | None) -> Text:
    if setup is None:
        return say("Everybody draws five colour cards, two players six each.")
    return say("Everybody draws {hand} colour cards.", hand=hand(setup.seats))


def _rounds(setup: Setup | None) -> Text:
    if setup is None:
        return say("Some limit cards go back into the box unseen. Each of the others is a round: 10, 14 or 18 of them.")
    return say("{left} limit cards stay in the game, and each is a round.", left=limit_cards_left(setup.seats))


def _limit() -> LessonCard:
    return LessonCard(
        say("The limit card"),
        (
            Reason(
                say("Turn up the top one. It says how many cards of each colour the pile may hold."), ("LI-10", "LI-4")
            ),
            Reason(say("An X means: as many as you like."), ("LI-4",)),
        ),
        "limit",
        say("A limit card: red 3, yellow 1, green X, blue 5, violet 0"),
    )


def _hide(setup: Setup | None) -> LessonCard:
    return LessonCard(
        say("Hide a card"),
        (
            Reason(_hides(setup), ("LI-10",)),
            Reason(say("Each hidden card lifts the limit of its own colour by one."), ("LI-11",)),
            Reason(say("Only its owner may look at it until the round ends."), ("LI-10",)),
        ),
        "hide",
        say("A card face down and the same card seen by its owner, a yellow one: the yellow limit goes from 1 to 2"),
    )


def _hides(setup: Setup | None) -> Text:
    if setup is None:
        return say("Everybody lays one colour card face down, with two players two each.")
    return say_many(
        "Everybody lays {count} colour card face down.",
        "Everybody lays {count} colour cards face down.",
        hidden_each(setup.seats),
    )


def _turn() -> LessonCard:
    return LessonCard(
        say("Your turn: one of three"),
        (
            Reason(
                say("Clockwise: lay a card face up on the pile and draw one, or exchange, or accuse."),
                ("LI-13", "LI-14"),
            ),
            Reason(say("The youngest starts, later whoever took the last limit card."), ("LI-12",)),
        ),
        "turn",
        say("A card laid on the pile, four cards of one colour, a pair of scales"),
    )


def _exchange() -> LessonCard:
    return LessonCard(
        say("Four of a colour"),
        (
            Reason(say("You may show four cards of one colour, draw four new ones and take 1 point."), ("LI-15",)),
            Reason(
                say("Two of the old go on the pile, where they can break the limit, two face down on the draw pile."),
                ("LI-15",),
            ),
        ),
        "exchange",
        say("Four green cards: two go face up on the pile, two face down on the draw pile; a one-point card comes in"),
    )


def _accuse(options: Options) -> LessonCard:
    anyone = say("On your turn you may say of anybody: your last card broke the limit.")
    previous = say("On your turn you may say of the player before you: your last card broke the limit.")
    return LessonCard(
        say("Accuse"),
        (
            Reason(previous if options["accuse"] == "previous" else anyone, ("LI-20",)),
            Reason(say("All hidden cards are turned up."), ("LI-21",)),
            Reason(say("Count that colour in the pile, up to that very card."), ("LI-21", "LI-22")),
        ),
        "accuse",
        say(
            "A row of laid cards; the accused's last card is marked, and the yellow ones up to it are counted: 1, 2, 3"
        ),
    )


def _verdict() -> LessonCard:
    return LessonCard(
        say("Guilty or not"),
        (
            Reason(say("More than printed and hidden together is guilty; just as many is not."), ("LI-23",)),
            Reason(say("Whoever is wrong takes the limit card, the other one 1 point."), ("LI-24",)),
            Reason(say("After the last limit card most points win."), ("LI-30",)),
        ),
        "verdict",
        say("3 cards laid against a limit of 1 and 1 hidden card: one too many"),
    )
