"""Every clause of Limits in our own words, with its origin and what the published text leaves open; the words of the box."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses, rules
from companion.engine.text import say

TEXTS: Final = {
    "LI-1": say(
        "2 to 6 players. The box has:\n"
        "60 colour cards in red, yellow, green, blue and violet\n"
        "28 point cards: 24 ones and 4 fives\n"
        "24 limit cards with −2 on the back"
    ),
    "LI-2": say(
        "Without looking, put limit cards back in the box. You play as many rounds as cards are left:\n"
        "2 players: 14 go, 10 stay\n"
        "3 or 4 players: 6 go, 18 stay\n"
        "5 or 6 players: 10 go, 14 stay"
    ),
    "LI-3": say("Shuffle the colour cards into a draw pile. Everyone draws 5. With 2 players, draw 6."),
    "LI-4": say("A limit card shows a number for each colour. X means as many as you like."),
    "LI-10": say(
        "To start a round, turn up the top limit card. Everyone hides one colour card from their hand face "
        "down, or two with 2 players. You may look at your own at any time. The others see it when the round "
        "ends."
    ),
    "LI-11": say("Each hidden card raises the limit of its colour by 1."),
    "LI-12": say("The youngest starts the first round. After that, the player who took the last limit card starts."),
    "LI-13": say("Play goes clockwise. On your turn, do one thing: play a card, exchange 4, or accuse."),
    "LI-14": say(
        "Play: put one card face up on the pile, then draw one. If you forget, you can still draw until your "
        "left neighbour has drawn. After that, finish the round with one card fewer."
    ),
    "LI-15": say(
        "Exchange: show 4 cards of one colour, draw 4 new ones and take a one-point card. Put 2 of "
        "the old ones face up on the pile, 2 face down on the draw pile."
    ),
    "LI-16": say("Don’t look through the pile during the round. Keep its cards covered."),
    "LI-20": say("On your turn, you may accuse any other player of breaking a limit with their last card."),
    "LI-21": say("Turn up all hidden cards. The last card of the accused decides the colour."),
    "LI-22": say("Count that colour in the pile, up to and including that card. Later cards don’t count."),
    "LI-23": say("Guilty only if there are more cards than printed plus hidden."),
    "LI-24": say(
        "Guilty: the accused takes the limit card, the accuser a one-point card. Not guilty: the other way round."
    ),
    "LI-25": say(
        "That ends the round. Put the pile face down under the draw pile, unshuffled. Take back your hidden "
        "card and fill your hand up to 5."
    ),
    "LI-26": say(
        "If the draw pile runs out, play on without drawing. An exchange needs 4 cards in it. If you have no "
        "cards left, you must accuse."
    ),
    "LI-30": say(
        "The game ends when the last limit card is taken. Count your points and take off 2 for each limit "
        "card. The most points win."
    ),
    "LI-31": say(
        "A five is change for five ones. The app says which cards to hand over. All point cards together make 44."
    ),
}
SILENT: Final = {
    "LI-1": say("In another edition there are 12 of each colour."),
    "LI-4": say(
        "In another edition the numbers run from 0 to 9 and no two cards are alike. No list is published, so "
        "you enter your card."
    ),
    "LI-10": say("So 4 cards stay in hand."),
    "LI-15": say("The 2 cards on the pile can break a limit, like any other."),
    "LI-16": say("So until a ruling the app doesn’t count the pile’s colours or show hidden cards."),
    "LI-20": say("You can’t accuse yourself, or a player who hasn’t played this round. Their earlier cards are safe."),
    "LI-22": say("If the accused player’s last turn was an exchange, both cards on the pile count."),
    "LI-23": say("With an X, no one is ever guilty. Playing a colour whose limit is already broken is guilty too."),
    "LI-25": say("With 2 players, up to 6."),
    "LI-30": say("Totals can be negative. If points are equal, you share the win."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "LI-1": say("Set-up"),
    "LI-10": say("A round"),
    "LI-20": say("Accuse"),
    "LI-30": say("The end"),
}
CLAUSES: Final = clauses(TEXTS, SILENT, CHAPTERS, derived=("LI-26", "LI-31"))
RULES: Final = rules(CLAUSES)
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
