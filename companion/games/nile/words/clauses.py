"""Every clause of An den Ufern des Nils in our own words, with its origin and what the published text leaves open."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.engine.rulings import Clause, Origin
from companion.engine.text import Text, say


def _stated(number: int, text: Text, silent: Text | None = None, origin: Origin = "stated") -> Clause:
    return Clause(f"NI-{number}", text, origin, silent)


_derived = partial(_stated, origin="derived")
_edition = partial(_stated, origin="edition")

_BOX: Final = (
    _stated(
        1,
        say(
            "For 2 to 5 players. In the box: 30 desert cards, 45 water cards and 75 plants. Everybody has 5 flax, 4 wheat, "
            "3 grapes, 2 onions and 1 aubergine. Then 5 pawns, the obelisk, the tide marker, the pillar, 3 cover strips."
        ),
    ),
    _edition(
        2,
        say("Each bank of the Nile has four rows of fields, with 2, 3, 4 and 5 squares: 28 fields in all."),
        say("That a row runs from the river out to the desert follows from how water is laid; no text says it."),
    ),
    _stated(
        3,
        say(
            "Cover with two players both rows of 2 and one row of 3 (21 fields are left), with three both rows of 2 (24), "
            "with four one row of 2 (26), with five nothing (28)."
        ),
        say(
            "Two German summaries cover only one row of 2 and one of 3 with two players, so that 23 fields are left: an option."
        ),
    ),
    _stated(
        4,
        say("Each field shows 1 to 4 palms, those next to the desert 1 or 2."),
        say("No text lists the palms field by field, so a table enters them where it wants them checked."),
    ),
    _stated(
        5,
        say(
            "Pawns begin on the first of 30 squares, the obelisk on the last, the tide marker on Flood. The market has four "
            "columns, from left to right for quality 4, 3, 2 and 1, with 3, 4, 4 and 5 squares."
        ),
    ),
    _stated(
        6,
        say("Three desert cards go on fields of choice next to the desert; everybody gets two more as jokers."),
        say("What is left in the pile is a sum: 23, 21, 19 or 17 for two to five players."),
    ),
    _stated(
        7,
        say(
            "The water cards are dealt out evenly and nobody looks at them: 22, 15, 11 or 9 each for two to five players. "
            "Everybody makes two piles of about the same height. A card that is left over leaves the game."
        ),
    ),
    _stated(
        8,
        say(
            "The oldest starts and takes the pillar. Then in turn: everybody puts two plants of choice into the boat, seed "
            "side up; then everybody lays one water card; then everybody lays one ripe plant and one seed on fields."
        ),
    ),
)

_WATER: Final = (
    _stated(
        10,
        say(
            "One water card a field at most. Next to a single wave, and the Nile is one, only a single wave may lie; next to "
            "a double wave only a double one; next to an edge without a wave nothing."
        ),
        say("That waves are matched along the row only, never to the side, is taken from another edition."),
    ),
    _stated(
        11,
        say(
            "Plants on a flooded field go into the boat. A flooded desert card is turned up, its event happens, and the "
            "start player keeps it as a joker."
        ),
    ),
    _stated(
        12,
        say(
            "No plant on water or desert; two plants a field at most; nobody has two plants of their own on one field."
        ),
    ),
)

_TURN: Final = (
    _stated(
        20,
        say(
            "A turn: first the tide, which the start player alone plays; then the actions, player after player; then the "
            "pillar goes to the left; then the scoring."
        ),
        say("The French text lets the obelisk go to the left here, which must be a slip for the pillar."),
    ),
    _stated(
        21,
        say(
            "Flood: lay two water cards one after the other, from the tops of your two piles and what is then revealed. If none "
            "can be laid the marker goes to Ebb 1 and you play ebb at once. If only one can, the next start player plays ebb."
        ),
        say("An arrow met on the way counts first; being short of a card then sets the marker to Ebb 1."),
    ),
    _stated(
        22,
        say(
            "Ebb 1 or Ebb 2: take two water cards off, turn them over, let their events happen, discard them. If there is none "
            "the marker goes to Flood and you play flood at once. If there is only one the next start player plays flood. "
            "Ebb also ends when an arrow brings the marker back to Flood."
        ),
        say(
            "Then a second card of that phase stays. If neither flood nor ebb can be played, each is tried once and the "
            "actions begin. Which cards may go is not said: any, or by an option the one nearest the desert first."
        ),
    ),
    _stated(
        23,
        say(
            "Everybody has 3 action points, and 1 more for each joker spent; such a joker has no event. What is not spent is "
            "lost. Sowing a plant of your own, turning it to its ripe side and harvesting cost 1 each, or 2 if a plant of somebody "
            "else is on the field. Taking a seed of your own back from the boat costs 1. Buying a joker costs 1, once a phase. A "
            "plant can be acted on once a phase."
        ),
        say("A seed taken back from the boat may be sown in the same phase."),
    ),
    _stated(
        24,
        say(
            "A ripe plant from a field of so many palms goes into any of that many columns from the right, on the topmost free "
            "square. It must differ in kind from the last two plants in that column; the third from the end may be alike."
        ),
    ),
    _derived(25, say("A rotten plant keeps its kind when the last two plants of a column are looked at.")),
)

_SCORING: Final = (
    _stated(
        30,
        say(
            "First every plant still in the boat leaves the game for good, and the obelisk goes back one square for each "
            "colour among them, five at most."
        ),
        say(
            "That this happens at the end of every turn, also when no column is full, is taken from another edition: an "
            "option. The obelisk does not go below the first square."
        ),
    ),
    _stated(
        31,
        say(
            "Then every full column pays 6 points, one by one: all to a player who is alone, 4 and 2 to two, 3, 2 and 1 to "
            "the first three of more."
        ),
    ),
    _stated(
        32,
        say(
            "Most plants in the column come first; rotten ones do not count. Of those tied, whoever laid the last plant, even "
            "a rotten one, comes first. A player with rotten plants only is left out."
        ),
        say("If all plants in a column are rotten nobody scores."),
    ),
    _stated(
        33,
        say("Each rotten plant costs its owner 1 point, but no pawn ever goes back."),
        say("So gains and losses are set off within a column and less than nothing counts as nothing: an option."),
    ),
    _stated(
        34,
        say("After the last column the sold plants go into the boat together."),
        say("The whole column is cleared, its rotten plants too."),
    ),
    _stated(
        35,
        say(
            "The game ends when after a scoring the obelisk and a pawn are on one square or have passed each other. The "
            "furthest pawn wins; of those tied, whoever has lost fewer plants."
        ),
        say(
            "Lost means gone from the game by the boat. Still tied: a shared win. Pawns are counted past square 30. We look "
            "after every scoring, also when only the obelisk has moved."
        ),
    ),
)

_EVENTS: Final = (
    _stated(40, say("An arrow also moves the tide marker one step round Flood, Ebb 1, Ebb 2.")),
    _stated(
        41,
        say(
            "Palms: the start player picks one of as many columns from the right, an empty one is allowed. Two plants there "
            "get worse by one step: fresh to spoiled, which is seed side up, spoiled to rotten, which is turned by 45 "
            "degrees. Rotten ones stay as they are."
        ),
        say("The start player also picks the plants: two different ones, or fewer if there are fewer."),
    ),
    _stated(
        42,
        say(
            "Desert: the top desert card goes on a field of the row the water came from, next to the desert or to another "
            "desert card. Plants there go into the boat."
        ),
        say(
            "If a flooded desert card shows it, the row is the flooded one. If no such field is free of water nothing happens."
        ),
    ),
    _stated(43, say("Hippo: nothing happens, unless its variant is played.")),
)

_VARIANTS: Final = (
    _stated(
        50,
        say(
            "Hippo: an extra phase of 3 action points is auctioned. Everybody takes plants in hand, all show them at once, and "
            "each adds their own plants in the boat. The highest number wins; of those tied the larger hand; still tied, nobody. "
            "The winner alone puts the hand into the boat and plays at once, without jokers; then whoever was acting goes on."
        ),
    ),
    _stated(
        51,
        say(
            "Bidding for the start: the most plants in hand decide who starts; on a tie everybody bids again. All plants bid "
            "go into the boat, and the two plants of the set-up are not put there."
        ),
        say("Only the bids that decide go into the boat; those of a tie are taken back."),
    ),
    _stated(
        52,
        say("Buying for others: a seed of another player costs 2 action points from the boat."),
        say("It goes back to the player it belongs to."),
    ),
    _stated(
        53,
        say("Healing: a joker turns a spoiled plant fresh again, but never a rotten one."),
        say("We let the player whose turn it is do it, to any plant, without spending an action point."),
    ),
)

CLAUSES: Final = (*_BOX, *_WATER, *_TURN, *_SCORING, *_EVENTS, *_VARIANTS)
