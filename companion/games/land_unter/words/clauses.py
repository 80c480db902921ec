"""Every clause of Land Unter in our own words, with its origin and what the published text leaves open."""

from __future__ import annotations

from typing import Final

from companion.engine.rulings import Clause, Origin
from companion.engine.text import Text, say


def _stated(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "stated", silent)


def _derived(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "derived", silent)


def _edition(number: int, text: Text, silent: Text | None = None) -> Clause:
    return _clause(number, text, "edition", silent)


def _clause(number: int, text: Text, origin: Origin, silent: Text | None) -> Clause:
    return Clause(f"LU-{number}", text, origin, silent)


_BOX: Final = (
    _stated(
        1,
        say(
            "For 3 to 5 players from 10 years on, 20 to 40 minutes. The box holds 60 weather cards, 24 water level cards "
            "and 24 life ring cards."
        ),
        say("That the weather cards carry the numbers 1 to 60, each once, is known from another edition."),
    ),
    _edition(
        2,
        say("The water level cards run from 1 to 12, and each level is there twice."),
        say("So no more than two players can ever show the same level."),
    ),
    _edition(
        3,
        say(
            "Rings printed on the weather cards: none on 1 to 12, half a ring on 13 to 24, a whole one on 25 to 36, "
            "half a ring on 37 to 48, none on 49 to 60. That makes 24 rings."
        ),
    ),
    _stated(
        4,
        say(
            "Everybody is dealt 12 weather cards. With three players 24 stay in the box, with four players 12, "
            "with five players none."
        ),
    ),
    _stated(
        5,
        say(
            "Add up the rings printed on your hand; half a ring left over is dropped. Lay that many ring cards "
            "face up before you and put the others back into the box."
        ),
    ),
    _derived(
        6,
        say(
            "A hand is worth 0 to 12 rings and all hands together 24 at most. Five hands show exactly 24 with their "
            "halves and 22 to 24 without; four hands make 10 at least, three hands 5. Anything else was miscounted."
        ),
    ),
    _stated(7, say("The water level cards are shuffled afresh for every round and lie face down in the middle.")),
)

_TRICK: Final = (
    _stated(10, say("A trick begins with two water level cards being turned up.")),
    _stated(
        11,
        say("Everybody still in lays one weather card face down; then all are turned over together."),
        say("Open play does this differently: see LU-40."),
    ),
    _stated(
        12,
        say("Whoever laid the highest weather card takes the lower water card; the second highest takes the other."),
        say("Where both water cards are equal it makes no difference."),
    ),
    _stated(
        13,
        say(
            "A water card taken goes on top of the one you had. Only the top one counts; it stays from trick to trick."
        ),
    ),
    _stated(
        14,
        say("Whoever then shows the highest water level loses a ring, even without having taken water in this trick."),
    ),
    _stated(
        15,
        say("Two players tied at the highest level lose a ring each."),
        say("We let all at that level pay or go out together before anything else is looked at."),
    ),
    _stated(
        16,
        say(
            "Giving the last ring puts nobody out. Whoever has to give a ring and has none is out of the round and turns "
            "their weather and water cards face down."
        ),
        say("So a player dealt no ring at all plays along, and is out at the first loss."),
    ),
    _stated(
        17,
        say(
            "After somebody has gone out, whoever shows the highest level now has to give a ring too, and so on while "
            "players go out."
        ),
        say(
            "By default a player who was tied at that level and has just paid is not asked again. The wording of the "
            "rulebooks would ask again; Gamewright's edition knows no such chain."
        ),
    ),
    _derived(18, say("The chain ends when nobody still in shows a water card.")),
    _stated(19, say("Weather cards played are put aside face down, each player's apart: the hand is needed again.")),
)

_ROUND: Final = (
    _stated(
        20,
        say("A round ends after twelve tricks, or as soon as only two players are left in it."),
        say(
            "The Spanish rulebook ends it at once, the French says that it can end early. Fewer than two may be left "
            "where several go out together."
        ),
    ),
    _stated(21, say("Each ring kept is worth 1 point. No ring but still in: 0. Eliminated: −1.")),
    _stated(
        22,
        say(
            "The lowest water level showing is worth 1 more point, for everybody who shares it. No card is lowest of all."
        ),
        say("Several players without a card each get it, and one without rings who is still in can get it too."),
    ),
    _derived(
        23,
        say("Whoever has been eliminated shows no water: that player neither gets this point nor stands in the way."),
    ),
    _derived(
        24, say("If nobody is left, everybody has −1 and nobody gets the point for low water. Scores can be negative.")
    ),
    _stated(
        30,
        say("As many rounds are played as there are players. Most points after the last one win."),
        say("Equal points are a shared win."),
    ),
    _stated(
        32,
        say(
            "Between rounds everybody passes the hand of twelve weather cards to the left, and with it the number of "
            "rings that hand had at first."
        ),
        say("So nobody has to count again: rings go with the hand."),
    ),
)

_OPEN_PLAY: Final = (
    _stated(40, say("Open play: weather cards are laid face up in turn, clockwise. Most rings lead the first trick.")),
    _stated(
        41,
        say(
            "Open play: after that the left neighbour of whoever lost a ring leads, so that the loser lays last. Of two "
            "losers the one with fewer rings counts."
        ),
        say("The rings are compared after paying."),
    ),
    _derived(
        42,
        say(
            "Open play: where rings are equal the table picks who leads. Players who are out are passed over. Losers are "
            "those who gave a ring in the trick; if nobody gave one, those who went out. Each round begins with most "
            "rings again. A card played before a leader is named, or out of turn, is doubtful but never refused."
        ),
    ),
)

CLAUSES: Final = (*_BOX, *_TRICK, *_ROUND, *_OPEN_PLAY)
