"""Every clause of Limits in our own words, with its origin and what the published text leaves open; the words of the box."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses, rules
from companion.engine.text import say
from companion.games.limits.rules.options import WHOM

TEXTS: Final = {
    "LI-1": say(
        "2 to 6 players. The box has:\n"
        "60 colour cards in red, yellow, green, blue and violet\n"
        "28 point cards: 24 ones and 4 fives\n"
        "24 limit cards with −2 on the back"
    ),
    "LI-2": say(
        "Put some limit cards back in the box without looking. You play one round for each card that "
        "stays:\n"
        "2 players: 14 go, 10 stay\n"
        "3 or 4 players: 6 go, 18 stay\n"
        "5 or 6 players: 10 go, 14 stay"
    ),
    "LI-3": say("Shuffle the colour cards into a draw pile. Everyone draws 5 cards, or 6 with 2 players."),
    "LI-4": say("A limit card shows a number for each colour. X means as many as you like."),
    "LI-10": say(
        "To start a round, turn up the top limit card. Everyone hides 1 colour card from their hand, "
        "face down. With 2 players, everyone hides 2. You may look at your own at any time. The others "
        "see it when the round ends."
    ),
    "LI-11": say("Each hidden card raises the limit of its colour by 1."),
    "LI-12": say("The youngest starts the first round. After that, the player who took the last limit card starts."),
    "LI-13": say("Play goes clockwise. On your turn, do one thing: play a card, exchange 4 cards or accuse a player."),
    "LI-14": say(
        "Play: put one card face up on the pile, then draw one. If you forget, you can still draw until your left "
        "neighbour has. After that, finish the round with one card fewer."
    ),
    "LI-15": say(
        "Exchange: show 4 cards of one colour, draw 4 new ones and take a 1-point card. Put 2 old ones face up on "
        "the pile and 2 face down on the draw pile."
    ),
    "LI-16": say("Don’t look through the pile during the round. Keep its cards covered."),
    "LI-20": WHOM["anyone", "turn"],
    "LI-21": say("Turn up all hidden cards. The last card the accused player played decides the colour."),
    "LI-22": say(
        "Count that colour in the pile up to and including the accused player’s last card. Later cards don’t count."
    ),
    "LI-23": say("You’re guilty if a colour goes over its number plus its hidden cards."),
    "LI-24": say(
        "Guilty: the accused takes the limit card, the accuser a 1-point card. Not guilty: the other way round."
    ),
    "LI-25": say(
        "Then the round is over. Put the pile face down under the draw pile without shuffling. Take back "
        "your hidden card and draw until you have 5."
    ),
    "LI-26": say(
        "You can exchange only if the draw pile has at least 4 cards. If it’s empty, play on without drawing. If "
        "you have no cards left, you must accuse."
    ),
    "LI-30": say(
        "The game ends when the last limit card is taken. Count your points and take off 2 for each limit"
        " card. The player with the most points wins."
    ),
    "LI-31": say(
        "You can change a 5-point card for 5 ones. The app says which cards to hand over. All point cards "
        "together are worth 44."
    ),
}
SILENT: Final = {
    "LI-1": say("In another edition, there are 12 of each colour."),
    "LI-4": say(
        "In another edition, the numbers go from 0 to 9 and no 2 cards are alike. There’s no list of them, so you "
        "enter your card."
    ),
    "LI-10": say("You then have 4 cards in hand."),
    "LI-15": say("The 2 cards on the pile can break a limit, like any other card."),
    "LI-16": say("Before a ruling, the app never counts the colours in the pile or shows hidden cards."),
    "LI-20": say(
        "You can’t accuse yourself or a player who hasn’t played this round. Only a player’s last card counts."
    ),
    "LI-22": say("If the accused player’s last action was an exchange, both cards they put on the pile count."),
    "LI-23": say(
        "If the limit is X, no one is guilty. Playing a colour whose limit is already broken also makes you guilty."
    ),
    "LI-25": say("With 2 players, draw until you have 6."),
    "LI-30": say("Totals can be below 0. If you tie, you share the win."),
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
