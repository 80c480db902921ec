"""Every clause of Limits in our own words, with its origin and what the published text leaves open; the words of the box."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses
from companion.engine.text import say

TEXTS: Final = {
    "LI-1": say(
        "2 to 6 players. The box has 60 colour cards in red, yellow, green, blue and violet, 28 point cards (24 ones, "
        "4 fives) and 24 limit cards with −2 on the back."
    ),
    "LI-2": say(
        "Put some limit cards back in the box unseen. 2 players: 14, so 10 stay. 3 or 4 players: 6, so 18 stay. 5 or 6 "
        "players: 10, so 14 stay."
    ),
    "LI-3": say("Shuffle the colour cards into a draw pile. Everyone draws 5, or 6 with 2 players."),
    "LI-4": say("A limit card shows a number for each colour. X means as many as you like."),
    "LI-10": say(
        "Turn up the top limit card to start a round. Then everyone hides one colour card from "
        "their hand face down, or two with 2 players. You may look at your own. The others see "
        "it when the round ends."
    ),
    "LI-11": say("Each hidden card raises the limit of its colour by 1."),
    "LI-12": say("The youngest starts the first round. After that, the player who took the last limit card starts."),
    "LI-13": say("Play goes clockwise. On your turn, do one thing: play a card, exchange 4, or accuse."),
    "LI-14": say(
        "Play: put one card face up on the pile, then draw one. If you forget to draw, do it before your left "
        "neighbour has drawn. After that, finish the round with one card fewer."
    ),
    "LI-15": say(
        "Exchange: if you hold 4 cards of one colour, show them, draw 4 others and take a one-point card. Put 2 of the "
        "old ones face up on the pile, 2 face down on the draw pile."
    ),
    "LI-16": say("Don’t look through the pile during the round. Keep its cards hidden."),
    "LI-20": say(
        "On your turn, and only then, you may accuse any other player of breaking a limit with their last card."
    ),
    "LI-21": say("Turn up all hidden cards. The colour is that of the accused player’s last card."),
    "LI-22": say("Count that colour in the pile, up to and including that card. Later cards don’t count."),
    "LI-23": say(
        "Allowed: the printed number plus 1 for every hidden card of that colour. Guilty only if there are more. "
        "Reaching the limit is fine."
    ),
    "LI-24": say(
        "Guilty: the accused takes the limit card, the accuser a one-point card. Not guilty: the accuser takes the "
        "limit card, the accused a one-point card."
    ),
    "LI-25": say(
        "That ends the round. Put the pile face down under the draw pile as it is. Take back hidden cards and fill "
        "hands up to 5."
    ),
    "LI-26": say(
        "If the draw pile runs out, play on without drawing. An exchange needs 4 cards to draw. With no cards left you "
        "must accuse."
    ),
    "LI-30": say(
        "The game ends when the last limit card is taken. Count your point cards and subtract 2 for each limit card. "
        "The most points win."
    ),
    "LI-31": say(
        "A five-point card counts as five ones. The app says which cards to hand over. All point cards together are "
        "worth 44."
    ),
}
SILENT: Final = {
    "LI-1": say("Another edition tells us that there are 12 of each colour."),
    "LI-2": say("Each round uses one, so that’s also the number of rounds."),
    "LI-4": say(
        "Another edition says the numbers run from 0 to 9 and no two cards are alike. No list is published, so you "
        "enter your card."
    ),
    "LI-10": say("So 4 cards stay in hand."),
    "LI-15": say("The 2 on the pile can break a limit like any other card."),
    "LI-16": say(
        "So before a ruling the app doesn’t say how many cards of a colour are in it, or what others have hidden."
    ),
    "LI-20": say(
        "You can’t accuse yourself, or a player who hasn’t played this round. Cards before the last one are safe."
    ),
    "LI-22": say("If the accused exchanged last, both cards on the pile count."),
    "LI-23": say(
        "With an X no one is ever guilty. If the limit was already broken, playing that colour again is guilty too."
    ),
    "LI-25": say("With 2 players, fill up to 6."),
    "LI-30": say("Totals can be negative. If points are equal, you share the win."),
}
"""What the published text leaves open, and how we read it."""
CLAUSES: Final = clauses(TEXTS, SILENT, derived=("LI-26", "LI-31"))

TERMS: Final = (say("colour card"), say("Limit card"), say("point card"), say("pile"), say("accuse"))
EDITIONS: Final = (
    Edition(
        "Limits",
        "de",
        "",
        ("Farbkarte", "Limitkarte", "Punktkarte", "Spielstapel", "verdächtigen"),
        frozenset({"Punktkarte", "Spielstapel"}),
    ),
    Edition("Limits", "fr", "", ("carte Couleur", "carte Limite", "carte Points", "pile de jeu", "accuser")),
    Edition("Limits", "en", "", ("", "", "", "", "challenge"), frozenset({"challenge"})),
)
