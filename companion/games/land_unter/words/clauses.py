"""Every clause of Land Unter in our own words, with its origin and what the published text leaves open; the words of the box."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses
from companion.engine.text import say

TEXTS: Final = {
    "LU-1": say(
        "3 to 5 players, age 10 and up, 20 to 40 minutes. The box has 60 weather cards, 24 water cards and 24 ring "
        "cards."
    ),
    "LU-2": say("Water cards run from 1 to 12, each twice."),
    "LU-3": say(
        "Rings on weather cards: none on 1 to 12, half on 13 to 24, one on 25 to 36, half on 37 to 48, none on 49 to "
        "60. That makes 24 rings."
    ),
    "LU-4": say("Deal 12 weather cards to each player. 3 players leave 24 in the box, 4 players 12, 5 players none."),
    "LU-5": say(
        "Add up the rings printed on your hand and drop a half ring left over. Take that many ring cards face up. The "
        "rest go back in the box."
    ),
    "LU-6": say(
        "A hand has 0 to 12 rings, all hands together at most 24. 5 hands show exactly 24 with halves, 22 to 24 "
        "without. 4 hands make at least 10, 3 hands at least 5. Otherwise, count again."
    ),
    "LU-7": say("Shuffle the water cards again for every round and put them face down in the middle."),
    "LU-10": say("Turn up two water cards to start a trick."),
    "LU-11": say("Everyone still in plays one weather card face down. Then turn them all over together."),
    "LU-12": say("The highest weather card takes the lower water card. The second highest takes the other."),
    "LU-13": say(
        "Put the water card you take on top of your last one. Only the top one counts. It stays from trick to trick."
    ),
    "LU-14": say("The player with the highest water now loses a ring, even without taking water in this trick."),
    "LU-15": say("Two players tied at the highest water lose a ring each."),
    "LU-16": say(
        "Giving your last ring doesn’t put you out. If you must give a ring and have none, you’re out of the round. "
        "Turn your weather and water cards face down."
    ),
    "LU-17": say("If a player goes out, the next highest gives a ring too, and so on until no one else goes out."),
    "LU-18": say("This ends when no one still in has a water card."),
    "LU-19": say("Put your played weather cards in your own face-down pile. You need the hand again."),
    "LU-20": say("A round ends after 12 tricks, or as soon as only 2 players are left in it."),
    "LU-21": say("Each ring kept: 1 point. Still in without rings: 0. Out: −1."),
    "LU-22": say("The lowest water scores 1 more point, for everyone who shares it. No card is lowest of all."),
    "LU-23": say("A player who is out has no water. They don’t get this point and don’t block it."),
    "LU-24": say("If no one is left, everyone has −1 and no one scores for low water. Scores can be negative."),
    "LU-30": say("Play as many rounds as there are players. Then the most points win."),
    "LU-32": say("Between rounds, everyone passes their 12 weather cards left, with the rings that hand started with."),
    "LU-40": say(
        "Open play: play weather cards face up, one by one, clockwise. The player with the most rings leads the first "
        "trick."
    ),
    "LU-41": say(
        "Open play: after that, the left neighbour of the player who lost a ring leads, so the loser plays last. Of "
        "two losers, the one with fewer rings counts."
    ),
    "LU-42": say(
        "Open play: if rings are equal, you choose who leads. Skip players who are out. Losers are players who gave a "
        "ring in the trick. If no one gave one, they are the players who went out. Each round starts again with the "
        "most rings. A card played too early or out of turn is doubted, never refused."
    ),
}
SILENT: Final = {
    "LU-1": say("Another edition tells us that the weather cards are numbered 1 to 60, once each."),
    "LU-2": say("So at most two players can have the same level."),
    "LU-11": say("Open play is different: see LU-40."),
    "LU-12": say("If both water cards are equal, it makes no difference."),
    "LU-15": say("Everyone at that level first pays or goes out. Then check again."),
    "LU-16": say("With no rings dealt you still play, and go out at your first loss."),
    "LU-17": say(
        "By default, a tied player who has just paid doesn’t pay again. Read literally, the "
        "rulebooks say they do. Gamewright’s has no second payment."
    ),
    "LU-20": say(
        "The Spanish rulebook ends it at once. The French one says it can end early. If several go out together, fewer "
        "than 2 can be left."
    ),
    "LU-22": say("Several players without a card each get it. So can a player without rings who is still in."),
    "LU-30": say("If points are equal, you share the win."),
    "LU-32": say("So no one has to count again."),
    "LU-41": say("Compare rings after paying."),
}
"""What the published text leaves open, and how we read it."""
CLAUSES: Final = clauses(TEXTS, SILENT, edition=("LU-2", "LU-3"), derived=("LU-6", "LU-18", "LU-23", "LU-24", "LU-42"))

TERMS: Final = (
    say("weather card"),
    say("water card"),
    say("life ring"),
    say("Trick"),
    say("Round"),
    say("hand of cards"),
)
EDITIONS: Final = (
    Edition(
        "Land Unter",
        "de",
        "Berliner Spielkarten",
        ("Wetterkarte", "Wasserstandskarte", "Rettungsring", "Runde", "Durchgang", "Blatt"),
        frozenset({"Wasserstandskarte", "Runde"}),
    ),
    Edition(
        "Land Unter",
        "de",
        "Amigo",
        ("Wetterkarte", "Flutkarte", "Rettungsring", "Runde", "Durchgang", "Blatt"),
        frozenset({"Wetterkarte", "Rettungsring", "Runde"}),
    ),
    Edition(
        "Turn the Tide", "en", "Gamewright", ("weather card", "Tide Level card", "life preserver", "hand", "round", "")
    ),
    Edition(
        "Inondation",
        "fr",
        "Berliner Spielkarten",
        ("carte temps", "carte niveau d’eau", "bouée de sauvetage", "pli", "manche", ""),
    ),
    Edition("Bajo el agua", "es", "", ("carta de tiempo", "carta de nivel de agua", "salvavidas", "mano", "ronda", "")),
    Edition("Zum Kuckuck!", "de"),
)
