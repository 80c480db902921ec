"""Every clause of An den Ufern des Nils in our own words, with its origin and what the published text leaves open."""

from typing import Final

from companion.engine.game import Edition
from companion.engine.rulings import Reason, clauses
from companion.engine.text import say, say_as

TEXTS: Final = {
    "NI-1": say(
        "2 to 5 players. The box has:\n"
        "30 desert cards and 45 water cards\n"
        "75 plants: for each player 5 flax, 4 wheat, 3 grapes, 2 onions and 1 aubergine\n"
        "5 pawns, the obelisk, the pillar, the flood and ebb marker and 3 cover strips\n"
        "the board and 5 summary cards"
    ),
    "NI-2": say("Each bank has 4 rows, with 2, 3, 4 and 5 fields. That makes 28 in all."),
    "NI-3": say(
        "Cover rows of fields:\n"
        "2 players: both rows of 2 and one row of 3, 21 fields left\n"
        "3 players: both rows of 2, 24 left\n"
        "4 players: one row of 2, 26 left\n"
        "5 players: none, 28 left"
    ),
    "NI-4": say("Each field shows 1 to 4 palms. Next to the desert, it’s 1 or 2."),
    "NI-5": say(
        "Pawns start on the first of 30 squares, the obelisk on the last. The marker starts on Flood. The market "
        "has 4 columns, for 4, 3, 2 and 1 palms from left to right. They have 3, 4, 4 and 5 squares."
    ),
    "NI-6": say(
        "Put 3 desert cards on any fields next to the desert. Everyone gets 2 more as jokers. Put the "
        "rest face down on one of the board’s 2 card spaces."
    ),
    "NI-7": say(
        "Deal out the water cards, waves up. Don’t look at the events. Everyone makes 2 piles of about equal "
        "height.\n"
        "2 players: 22 each, 1 left over\n"
        "3 players: 15 each\n"
        "4 players: 11 each, 1 left over\n"
        "5 players: 9 each"
    ),
    "NI-8": say(
        "The oldest starts and takes the pillar. Then go round the table once for each step:\n"
        "Everyone puts 2 plants of their choice in the boat, seed side up.\n"
        "Everyone places 1 water card on a free field.\n"
        "Everyone places 1 ripe plant and 1 seed on fields."
    ),
    "NI-10": say(
        "A field holds one water card. Waves must match: single to single, double to double. The "
        "Nile counts as single. Place nothing next to an edge without a wave."
    ),
    "NI-11": say(
        "Plants on a flooded field go in the boat. If you flood a desert card, turn it over and "
        "play its event. Then keep it as a joker."
    ),
    "NI-12": say("Don’t place plants on water or desert. A field holds 2 plants, but never 2 of your own."),
    "NI-20": say(
        "A round has 4 phases:\n"
        "Flood or ebb, by the start player alone\n"
        "Actions, one player at a time\n"
        "The pillar moves to the left\n"
        "Scoring"
    ),
    "NI-21": say(
        "Flood: place 2 water cards, one after the other. Each time, take the top card of either of your "
        "piles.\n"
        "If none fits, move the marker to Ebb 1 and play the ebb at once.\n"
        "If only one fits, the next start player plays the ebb."
    ),
    "NI-22": say(
        "Ebb 1 or Ebb 2: take 2 water cards off, turn them over, play their events and discard them.\n"
        "If there are none, move the marker to Flood and play the flood at once.\n"
        "If there’s only one, the next start player plays the flood.\n"
        "If an arrow moves the marker to Flood, the ebb ends."
    ),
    "NI-23": say(
        "You have 3 action points, and 1 more for each joker you spend. A spent joker has no event. Take your "
        "actions in any order and as often as you like. Unused points are lost. Use each plant once a phase: you "
        "can’t sow and ripen it in the same phase.\n"
        "Sow, ripen or harvest one of your plants: 1 point, or 2 if another player’s plant is on the field\n"
        "Take your own seed back from the boat: 1 point\n"
        "Buy a joker: 1 point, once a phase"
    ),
    "NI-24": say(
        "Harvest: count the palms on the field. With 3 palms, sell the plant in one of the 3 right-hand "
        "columns. It goes on the topmost free square. It can’t be the same kind as either of the last 2 "
        "plants there. The third from last may be the same."
    ),
    "NI-25": say("A rotten plant still counts as a plant of its kind."),
    "NI-30": say(
        "First, every plant in the boat leaves the game for good. The obelisk goes back 1 square for each"
        " player who lost plants."
    ),
    "NI-31": say(
        "Then each full column pays 6 points, one column after the other:\n"
        "1 player there: 6\n"
        "2 players: 4 and 2\n"
        "3 or more: 3, 2 and 1 for the first three"
    ),
    "NI-32": say(
        "The player with the most plants in the column is first. Rotten ones don’t count. If players tie, the one "
        "who placed a plant last is ahead, even if it’s rotten. If all your plants there are rotten, you get "
        "nothing."
    ),
    "NI-33": say("Each rotten plant costs its owner 1 point, but pawns never move back."),
    "NI-34": say(
        "After the last column, all plants in the full columns go in the boat. You can buy them back next round."
    ),
    "NI-35": say(
        "The game ends when a pawn has met or passed the obelisk after scoring. The pawn in front wins. "
        "In a tie, the player who lost fewer plants wins."
    ),
    "NI-40": say("Each arrow moves the marker one step, in the order Flood, Ebb 1, Ebb 2."),
    "NI-41": say(
        "Palms: if the card shows 3 palms, for example, the start player picks one of the 3 right-hand "
        "columns. It may be empty. 2 plants there get one step worse:\nFresh becomes spoiled: turn it "
        "seed side up.\nSpoiled becomes rotten: turn it by 45 degrees.\nRotten stays rotten."
    ),
    "NI-42": say(
        "Desert: put the top desert card in the row the water came from, next to the desert or another desert "
        "card. Plants there go in the boat."
    ),
    "NI-43": say("Hippo: nothing happens, unless you play with the hippo."),
    "NI-50": say(
        "Hippo: bid for an extra phase of 3 action points.\n"
        "Everyone secretly hides some of their plants in their hand. Then all show them at once. Your plants in "
        "the boat count too.\n"
        "The highest total wins. In a tie, the player who hid more plants wins. If that’s a tie too, no one wins.\n"
        "Only the winner’s hand goes in the boat.\n"
        "The winner plays the phase at once, without jokers. Then the round goes on."
    ),
    "NI-51": say(
        "Bidding for the start: hide plants in your hand. The highest bidder starts. If players tie, bid "
        "again. All plants you bid go in the boat. They replace the 2 plants from NI-8."
    ),
    "NI-52": say("You may buy other players’ seeds from the boat for 2 action points."),
    "NI-53": say("A joker freshens a spoiled plant, but never a rotten one."),
}
SILENT: Final = {
    "NI-2": say("A row runs from the Nile to the desert. The rulebook doesn’t say so, but that’s how water is placed."),
    "NI-3": say("In two German summaries, 2 players cover one row of 2 and one of 3, leaving 23 fields."),
    "NI-4": say("There’s no list of where the palms are. Enter them if you want the app to check."),
    "NI-6": say(
        "With 2, 3, 4 or 5 players, that leaves 23, 21, 19 or 17 in the pile. The other space is for spent cards."
    ),
    "NI-10": say("Another edition says: waves match only along the row, never sideways."),
    "NI-20": say("The French rulebook says obelisk instead of pillar, surely by mistake."),
    "NI-21": say(
        "If the first card has an arrow, move the marker first. If no second card fits, the marker then goes to Ebb 1."
    ),
    "NI-22": say(
        "If the first card’s arrow ends the ebb, leave the second card in place. If neither flood nor ebb can be "
        "played, go on to the actions. The rulebook doesn’t say which cards to take, so take any 2."
    ),
    "NI-23": say("If you take a seed back from the boat, you may sow it in the same phase."),
    "NI-30": say(
        "This happens every round, even if no column is full. That’s from another edition. The obelisk "
        "stops at the first square."
    ),
    "NI-32": say("If all plants in a column are rotten, no one scores."),
    "NI-33": say("In each column, take the losses off the gains. Anything below 0 counts as 0."),
    "NI-34": say("The whole column is cleared, rotten plants too."),
    "NI-35": say(
        "Lost plants are those that left the game from the boat. Players who lost equally many share the win."
        " Pawns may run past the last square. The game also ends if only the obelisk moved to meet a pawn."
    ),
    "NI-41": say("The start player also picks the plants: 2 different ones, or fewer if there aren’t 2."),
    "NI-42": say(
        "If the event is on a flooded desert card, use the row you flooded. If every possible field "
        "there has water, nothing happens."
    ),
    "NI-51": say("Only the deciding bids go in the boat. After a tie, take yours back."),
    "NI-52": say("Seeds return to their owners."),
    "NI-53": say("Use it on your turn, on any plant. It costs no action points."),
}
"""What the published text leaves open, and how we read it."""
CHAPTERS: Final = {
    "NI-1": say("Set-up"),
    "NI-10": say("Water"),
    "NI-20": say_as("of the Nile", "A round"),
    "NI-30": say("Scoring"),
    # Translators: a heading of the rules: what the cards of events do
    "NI-40": say("Events"),
    "NI-50": say("Variants"),
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
