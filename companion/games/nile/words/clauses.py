"""Every clause of An den Ufern des Nils in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import clauses
from companion.engine.text import say

TEXTS: Final = {
    "NI-1": say(
        "2 to 5 players. The box has 30 desert cards, 45 water cards and 75 plants. Everyone has 5 flax, 4 wheat, 3 "
        "grapes, 2 onions and 1 aubergine. Also 5 pawns, the obelisk, the flood and ebb marker, the pillar and 3 cover "
        "strips."
    ),
    "NI-2": say("Each bank has 4 rows of fields, with 2, 3, 4 and 5 squares: 28 fields in all."),
    "NI-3": say(
        "Cover rows. 2 players: both rows of 2 and one row of 3 (21 fields left). 3 players: both rows of 2 (24). 4 "
        "players: one row of 2 (26). 5 players: none (28)."
    ),
    "NI-4": say("Each field shows 1 to 4 palms, those next to the desert 1 or 2."),
    "NI-5": say(
        "Pawns start on the first of 30 squares, the obelisk on the last, the marker on Flood. The market has 4 "
        "columns, from left to right for 4, 3, 2 and 1 palms, with 3, 4, 4 and 5 squares."
    ),
    "NI-6": say("Put 3 desert cards on fields of your choice next to the desert. Everyone gets 2 more as jokers."),
    "NI-7": say(
        "Deal the water cards evenly, unseen: 22, 15, 11 or 9 each for 2 to 5 players. Everyone makes two piles of "
        "about the same height. A card left over is out of the game."
    ),
    "NI-8": say(
        "The oldest starts and takes the pillar. Then, in turn: everyone puts 2 plants of their choice in the boat, "
        "seed side up. Everyone places 1 water card. Everyone places 1 ripe plant and 1 seed on fields."
    ),
    "NI-10": say(
        "One water card per field at most. Match single waves to single (the Nile is single), "
        "double to double. Place nothing next to an edge with no wave."
    ),
    "NI-11": say(
        "Plants on a flooded field go in the boat. Turn up a flooded desert card and play its event. The start player "
        "keeps it as a joker."
    ),
    "NI-12": say("No plant on water or desert. At most 2 plants a field. Never 2 of your own on one field."),
    "NI-20": say(
        "A turn: 1. Flood or ebb, by the start player alone. 2. Actions, player after player. 3. The pillar goes left. "
        "4. Scoring."
    ),
    "NI-21": say(
        "Flood: place two water cards one by one, from the tops of your two piles and what they reveal. If none fits, "
        "the marker goes to Ebb 1 and you play ebb at once. If only one fits, the next start player plays ebb."
    ),
    "NI-22": say(
        "Ebb 1 or Ebb 2: take two water cards, turn them over, play their events, discard them. If there is none, the "
        "marker goes to Flood and you play flood at once. If there is only one, the next start player plays flood. Ebb "
        "also ends when an arrow brings the marker to Flood."
    ),
    "NI-23": say(
        "You have 3 action points, plus 1 for each joker you spend. Unused points are lost. Sow, ripen or harvest one "
        "of your plants: 1 point, or 2 if another player’s plant is on the field. Take your own seed back from the "
        "boat: 1. Buy a joker: 1, once a phase. Use each plant once a phase. A joker spent for a point has no event."
    ),
    "NI-24": say(
        "Count the field’s palms: with 3 palms you may sell in any of the 3 right-hand columns, on the topmost free "
        "square. The kind must differ from the last two plants in that column. The third from the end may be the same."
    ),
    "NI-25": say("A rotten plant keeps its kind for this check."),
    "NI-30": say(
        "First every plant in the boat leaves the game for good. The obelisk goes back 1 square for each colour among "
        "them, at most 5."
    ),
    "NI-31": say(
        "Then every full column pays 6 points, one by one. 1 player: 6. 2 players: 4 and 2. 3 or more: 3, 2 and 1 to "
        "the first three."
    ),
    "NI-32": say(
        "The most plants in the column come first. Rotten ones don’t count. If tied, the player who placed the last "
        "plant comes first, even a rotten one. With only rotten plants you get no share."
    ),
    "NI-33": say("Each rotten plant costs you 1 point, but no pawn ever goes back."),
    "NI-34": say("After the last column, all sold plants go in the boat together."),
    "NI-35": say(
        "The game ends when, after scoring, the obelisk and a pawn are on one square or have passed. The leading pawn "
        "wins. If tied, fewer plants lost wins."
    ),
    "NI-40": say("An arrow also moves the marker one step: Flood, Ebb 1, Ebb 2."),
    "NI-41": say(
        "Palms: the start player picks one of that many columns from the right, even an empty one. Two plants there "
        "get worse by one step: fresh to spoiled (seed side up), spoiled to rotten (turned 45 degrees). Rotten ones "
        "stay."
    ),
    "NI-42": say(
        "Desert: put the top desert card on a field of the row the water came from, next to the desert or another "
        "desert card. Plants there go in the boat."
    ),
    "NI-43": say("Hippo: nothing happens without its variant."),
    "NI-50": say(
        "Hippo: auction an extra phase of 3 action points. Everyone takes plants in hand, shows them at once and adds "
        "their own plants in the boat. The highest number wins. If tied, the larger hand wins. If still tied, no one "
        "does. Only the winner’s hand goes in the boat. The winner plays at once, without jokers. Then the turn "
        "continues."
    ),
    "NI-51": say(
        "Bidding for the start: the most plants in hand starts. If tied, everyone bids again. All plants bid go in the "
        "boat, and you skip the two plants of the set-up."
    ),
    "NI-52": say("Buying from others: another player’s seed in the boat costs 2 action points."),
    "NI-53": say("Healing: a joker turns a spoiled plant fresh again, but never a rotten one."),
}
SILENT: Final = {
    "NI-2": say("The rules don’t say that rows run from river to desert. It follows from how water is placed."),
    "NI-3": say(
        "Two German summaries cover only one row of 2 and one of 3 for 2 players, so 23 fields are left: a house rule."
    ),
    "NI-4": say("The rules don’t list the palms. Enter them if you want them checked."),
    "NI-6": say("That leaves 23, 21, 19 or 17 in the pile for 2 to 5 players."),
    "NI-10": say("Another edition says that waves match along the row only, never to the side."),
    "NI-20": say("The French text moves the obelisk left here. It must mean the pillar."),
    "NI-21": say("An arrow on the way counts first. Then a missing card sets the marker to Ebb 1."),
    "NI-22": say(
        "Then a second card of that phase stays. If neither flood nor ebb works, try each once and start the actions. "
        "The rules don’t say which cards may go: any, or as a house rule the one nearest the desert first."
    ),
    "NI-23": say("You may sow a seed taken back from the boat in the same phase."),
    "NI-30": say(
        "Another edition does this at the end of every turn, even if no column is full: a house rule. The obelisk "
        "never goes past the first square."
    ),
    "NI-32": say("If all plants in a column are rotten, no one scores."),
    "NI-33": say("So gains and losses count together in each column, never below 0: a house rule."),
    "NI-34": say("The whole column is cleared, rotten plants too."),
    "NI-35": say(
        "“Lost” means plants the boat took out of the game. If still tied, share the win. Pawns "
        "past square 30 count. We check after every scoring, even if only the obelisk moves."
    ),
    "NI-41": say("The start player also picks the plants: two different ones, or fewer if there aren’t two."),
    "NI-42": say("On a flooded desert card, it means the flooded row. If every such field has water, nothing happens."),
    "NI-51": say("Only the deciding bids go in the boat. Take back the bids of a tie."),
    "NI-52": say("It goes back to its owner."),
    "NI-53": say("We let the player whose turn it is use it on any plant, without an action point."),
}
"""What the published text leaves open, and how we read it."""
CLAUSES: Final = clauses(TEXTS, SILENT, edition=("NI-2",), derived=("NI-25",))

TERMS: Final = (
    say("Flood"),
    say("Ebb"),
    say("Field"),
    say("Palms"),
    say("The boat"),
    say("Market"),
    say("Obelisk"),
    say("action point"),
    say("Start player"),
)
EDITIONS: Final = (
    Edition(
        "An den Ufern des Nils",
        "de",
        "Abacus",
        ("Flut", "Ebbe", "Feld", "Palmen", "Boot", "Markt", "Obelisk", "Aktionspunkt", "Startspieler"),
        frozenset({"Feld", "Aktionspunkt"}),
    ),
    Edition(
        "An den Ufern des Nils",
        "fr",
        "",
        ("flux", "reflux", "champ", "palmiers", "bateau", "marché", "obélisque", "point d’action", "premier joueur"),
    ),
)
