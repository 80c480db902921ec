"""Every clause of Limits in our own words, with its origin and what the published text leaves open."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import Clause, Origin
from companion.engine.text import Text, say


def _stated(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "stated", silent)


def _derived(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "derived", silent)


def _clause(number: int, text: Text, origin: Origin, silent: Text | None) -> Clause:
    return Clause(f"LI-{number}", text, origin, silent)


_BOX: Final = (
    _stated(
        1,
        say(
            "For 2 to 6 players. The box holds 60 colour cards in red, yellow, green, blue and violet, 28 point cards "
            "(24 ones, 4 fives) and 24 limit cards, whose back says −2."
        ),
        say("That each colour is there 12 times is known from another edition."),
    ),
    _stated(
        2,
        say(
            "Some limit cards go back into the box unseen: 14 with two players, 6 with three or four, 10 with five or "
            "six. So 10, 18 or 14 stay."
        ),
        say("Each round uses up one, so that is also the number of rounds."),
    ),
    _stated(
        3,
        say(
            "The colour cards are shuffled and make the draw pile. Everybody draws five of them, two players six each."
        ),
    ),
    _stated(
        4,
        say("A limit card shows a number for each colour. An X instead of a number means: as many as you like."),
        say(
            "Another edition says that the numbers run from 0 to 9 and that no two cards are alike. Nobody has "
            "published which cards there are, so the card on your table is entered and never guessed."
        ),
    ),
)

_ROUND: Final = (
    _stated(
        10,
        say(
            "A round begins with the top limit card being turned up. Then everybody hides one colour card from the hand "
            "face down before them, two players two cards each. You may look at your own at any time; the others see "
            "it when the round ends."
        ),
        say("So four cards stay in hand."),
    ),
    _stated(11, say("Every hidden card lifts the limit of its own colour by one.")),
    _stated(
        12,
        say("The youngest starts the first round. After that, whoever took the last limit card starts."),
    ),
    _stated(13, say("The turn goes clockwise. On it you do one thing: lay a card, exchange four, or accuse.")),
    _stated(
        14,
        say(
            "Laying: one card face up on the pile, then draw one. If you forget to draw, you can still do it until your "
            "left neighbour has drawn; after that you play the round to its end with a card fewer."
        ),
    ),
    _stated(
        15,
        say(
            "Exchanging: if you hold four cards of one colour you may show them, draw four others and take a one-point "
            "card. Two of the old four go face up on the pile, two face down on the draw pile."
        ),
        say("The two on the pile can break a limit just like a card that is laid."),
    ),
    _stated(
        16,
        say("Don’t look through the pile during the round. Keep it so that no card in it can be recognised."),
        say(
            "So before a verdict the app doesn’t say how many cards of a colour are in it, or what others have hidden."
        ),
    ),
)

_ACCUSATION: Final = (
    _stated(
        20,
        say(
            "On your turn, and only then, you may accuse any other player, not just the one before you, of having "
            "broken a limit with the last card that player laid."
        ),
        say(
            "Whoever has not laid a card in this round cannot be accused, and nobody accuses themselves. A card laid before "
            "the last one is safe."
        ),
    ),
    _stated(
        21,
        say("All hidden cards are turned up. The colour in question is that of the last card the accused laid."),
    ),
    _stated(
        22,
        say(
            "Count the cards of that colour in the pile, up to and including that last card. What anybody laid "
            "afterwards does not count."
        ),
        say("If the accused exchanged last, both cards that went on the pile count."),
    ),
    _stated(
        23,
        say(
            "Allowed are the printed number and one more for every hidden card of that colour. Only a count that is "
            "greater is guilty; reaching the limit is not."
        ),
        say(
            "With an X nobody is ever guilty. A card laid on a limit that was broken already is guilty as well: it does "
            "not help that another broke it first."
        ),
    ),
    _stated(
        24,
        say(
            "Guilty: the accused takes the limit card, the accuser a one-point card. Not guilty: the accuser takes the "
            "limit card, the accused a one-point card."
        ),
    ),
    _stated(
        25,
        say(
            "That ends the round. The pile goes under the draw pile as it is, face down; hidden cards return to the "
            "hands; and hands are filled up to five again."
        ),
        say("With two players hands are filled up to six."),
    ),
    _derived(
        26,
        say(
            "If the draw pile runs out you play on without drawing. An exchange needs four cards to draw. Whoever has no "
            "card left has to accuse."
        ),
    ),
)

_END: Final = (
    _stated(
        30,
        say(
            "The game is over when the last limit card is taken. Count your point cards and take off 2 for each limit "
            "card; most points win."
        ),
        say("Totals can be negative. Equal points are a shared win."),
    ),
    _derived(
        31,
        say(
            "A five-point card is five ones in one: the app keeps points and says which cards to hand over. All point "
            "cards together are worth 44."
        ),
    ),
)

CLAUSES: Final = (*_BOX, *_ROUND, *_ACCUSATION, *_END)
