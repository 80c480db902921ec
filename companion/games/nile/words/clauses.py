"""Every clause of An den Ufern des Nils in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import Reason, clauses
from companion.engine.text import say

TEXTS: Final = {
    "NI-1": say(
        "2 to 5 players. The box has:\n"
        "30 desert cards and 45 water cards\n"
        "75 plants: for each player 5 flax, 4 wheat, 3 grapes, 2 onions and 1 aubergine\n"
        "5 pawns, the obelisk, the pillar, the flood and ebb marker and 3 cover strips\n"
        "the board and 5 summary cards"
    ),
    "NI-2": say("Each bank has 4 rows of fields, of 2, 3, 4 and 5. That makes 28 fields."),
    "NI-3": say(
        "Cover rows of fields:\n"
        "2 players: both rows of 2 and one row of 3, 21 fields left\n"
        "3 players: both rows of 2, 24 left\n"
        "4 players: one row of 2, 26 left\n"
        "5 players: none, 28 left"
    ),
    "NI-4": say("Fields show 1 to 4 palms. Next to the desert they show 1 or 2."),
    "NI-5": say(
        "Pawns start on the first of 30 squares, the obelisk on the last. The marker is on Flood. From left "
        "to right, the 4 market columns are for 4, 3, 2 and 1 palms. They have 3, 4, 4 and 5 squares."
    ),
    "NI-6": say(
        "Put 3 desert cards on fields of your choice next to the desert. Everyone gets 2 more as jokers. The "
        "rest go face down on one of the 2 spaces."
    ),
    "NI-7": say(
        "Deal out the water cards, waves up and events unseen. Everyone makes two piles of about the same height.\n"
        "2 players: 22 each, 1 is out of the game\n"
        "3 players: 15 each\n"
        "4 players: 11 each, 1 is out of the game\n"
        "5 players: 9 each"
    ),
    "NI-8": say(
        "The oldest starts and takes the pillar. Then three times round, everyone in turn:\n"
        "puts 2 plants of their choice in the boat, seed side up\n"
        "places 1 water card on a free field\n"
        "places 1 ripe plant and 1 seed on fields"
    ),
    "NI-10": say(
        "A field takes one water card. Next to a single wave, place only a single wave. The Nile counts as "
        "single. Next to a double wave, place only a double. Place nothing next to an edge without a wave."
    ),
    "NI-11": say(
        "Plants on a flooded field go in the boat. Turn up a flooded desert card and play its event. The "
        "start player keeps it as a joker."
    ),
    "NI-12": say("Don’t place plants on water or desert. A field takes 2 plants, but never 2 of your own."),
    "NI-20": say(
        "A turn has 4 phases:\n"
        "Flood or ebb, by the start player alone\n"
        "Actions, player after player\n"
        "The pillar goes left\n"
        "Scoring"
    ),
    "NI-21": say(
        "Flood: place two water cards, one after the other. Choose from the tops of your two piles and what "
        "they reveal.\n"
        "If none fits, the marker goes to Ebb 1 and you play ebb at once.\n"
        "If only one fits, the next start player plays ebb."
    ),
    "NI-22": say(
        "Ebb 1 or Ebb 2: take two water cards off, turn them over, play their events and discard them.\n"
        "If there are none, the marker goes to Flood and you play flood at once.\n"
        "If there is only one, the next start player plays flood.\n"
        "If an arrow brings the marker to Flood, the ebb ends."
    ),
    "NI-23": say(
        "You have 3 action points, and 1 more for each joker you spend. Such a joker has no event. Unused "
        "points are lost. Spend them all before the next player, in any order and as often as you like. Use each plant once a "
        "phase, so you can’t sow and ripen it at once.\n"
        "Sow, ripen or harvest one of your plants: 1 point, or 2 if another player’s plant is on the field\n"
        "Take your own seed back from the boat: 1 point\n"
        "Buy a joker: 1 point, once a phase"
    ),
    "NI-24": say(
        "Count the field’s palms. With 3 palms, sell in any of the 3 right-hand columns, on the topmost free "
        "square. The kind must differ from the last two plants there. The third from the end may be the same."
    ),
    "NI-25": say("A rotten plant keeps its kind."),
    "NI-30": say(
        "First, every plant in the boat leaves the game for good. The obelisk goes back 1 square for each "
        "colour among them, at most 5."
    ),
    "NI-31": say(
        "Then each full column pays 6 points, one column after the other:\n"
        "1 player there: 6\n"
        "2 players: 4 and 2\n"
        "3 or more: 3, 2 and 1 for the first three"
    ),
    "NI-32": say(
        "The player with the most plants in the column is first. Rotten ones don’t count. Of tied players, "
        "the one who placed the last plant is first, even if it’s rotten. With only rotten plants, you get "
        "no share."
    ),
    "NI-33": say("Each rotten plant costs its owner 1 point, but no pawn goes back."),
    "NI-34": say("After the last column, the sold plants go in the boat together. You can buy them back next turn."),
    "NI-35": say(
        "The game ends when, after scoring, the obelisk and a pawn share a square or have passed each "
        "other. The pawn in front wins. If tied, the player who lost fewer plants wins."
    ),
    "NI-40": say("An arrow also moves the marker one step, in the order Flood, Ebb 1, Ebb 2."),
    "NI-41": say(
        "Palms: the start player picks one of that many columns from the right, even an empty one. Two "
        "plants there get one step worse:\n"
        "Fresh becomes spoiled: turn it seed side up\n"
        "Spoiled becomes rotten: turn it by 45 degrees\n"
        "Rotten stays rotten"
    ),
    "NI-42": say(
        "Desert: put the top desert card in the row the water came from, next to the desert or another desert "
        "card. Plants there go in the boat."
    ),
    "NI-43": say("Hippo: nothing happens, unless you play its variant."),
    "NI-50": say(
        "Hippo: bid for an extra phase of 3 action points.\n"
        "Everyone takes plants in hand and shows them at once. Count your plants already in the boat too.\n"
        "The highest total wins. If tied, the larger hand wins. If still tied, no one does.\n"
        "Only the winner’s hand goes in the boat.\n"
        "The winner plays the phase at once, without jokers. Then the turn continues."
    ),
    "NI-51": say(
        "Bidding for the start: the player with the most plants in hand starts. If tied, bid again. All "
        "plants bid go in the boat, so skip the two plants of the set-up."
    ),
    "NI-52": say("You may buy other players’ seeds from the boat for 2 action points."),
    "NI-53": say("A joker makes a spoiled plant fresh, but never a rotten one."),
}
SILENT: Final = {
    "NI-2": say("A row runs from the Nile to the desert. The rulebook doesn’t say so, but water is placed that way."),
    "NI-3": say("In two German summaries, 2 players cover only one row of 2 and one of 3. That leaves 23 fields."),
    "NI-4": say("No one lists the palms. Enter them if you want the app to check them."),
    "NI-6": say(
        "That leaves 23, 21, 19 or 17 in the pile with 2, 3, 4 or 5 players. The other space is for spent cards."
    ),
    "NI-10": say("In another edition waves only have to match along the row, never sideways."),
    "NI-20": say("The French rules say obelisk instead of pillar, surely a slip."),
    "NI-21": say(
        "If the first card brings an arrow, move the marker for it first. If the second card is missing, the "
        "marker then goes to Ebb 1."
    ),
    "NI-22": say(
        "If so, a second card stays. If neither flood nor ebb works, try each once and start the actions. "
        "The rules don’t say which cards, so take any two."
    ),
    "NI-23": say("You may sow a seed taken back from the boat in the same phase."),
    "NI-30": say(
        "This happens every turn, as in another edition, even if no column is full. The obelisk "
        "stops at the first square."
    ),
    "NI-32": say("If all plants in a column are rotten, no one scores."),
    "NI-33": say("So gains and losses are added up in each column, and less than 0 counts as 0."),
    "NI-34": say("The whole column is cleared, rotten plants too."),
    "NI-35": say(
        "Lost plants are those the boat took out of the game. If still tied, share the win. Pawns keep "
        "counting past square 30. The app checks after every scoring, even if only the obelisk moved."
    ),
    "NI-41": say("The start player also picks the plants: two different ones, or fewer if there aren’t two."),
    "NI-42": say(
        "If the event comes from a flooded desert card, use the flooded row. If every such field has water, "
        "nothing happens."
    ),
    "NI-51": say("Only the deciding bids go in the boat. After a tie, take yours back."),
    "NI-52": say("Seeds return to their owner."),
    "NI-53": say("On your turn, use it on any plant. It’s free."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "NI-1": say("Set-up"),
    "NI-10": say("Water"),
    "NI-20": say("Turn"),
    "NI-30": say("How it is scored"),
    # Translators: a heading of the rules: what the cards of events do
    "NI-40": say("Events"),
    "NI-50": say("Variant"),
}
CLAUSES: Final = clauses(TEXTS, SILENT, CHAPTERS, edition=("NI-2",), derived=("NI-25",))
STATED: Final = {one.id: Reason(one.text, (one.id,)) for one in CLAUSES}
"""Each clause as one step, where a card or a sheet says it in full."""

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
