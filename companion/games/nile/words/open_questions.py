"""What real tables ask and the rulebook of An den Ufern des Nils leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "arrow-at-ebb",
        say("In an ebb, the first card has an arrow to Flood. Do we still take the second card?"),
        say(
            "You take 2 water cards off the board. An arrow to Flood ends the ebb. The rulebook doesn’t say if you turn the "
            "cards over one by one."
        ),
        say("Some turn over one card at a time and stop at the arrow. Others take both and count every arrow."),
        say("No, the second card stays."),
        ("NI-22", "NI-40"),
        option="ebb_arrow",
    ),
    OpenQuestion(
        "arrow-at-flood",
        say("In a flood, the first card has an arrow. Do we still place the second card?"),
        say(
            "The rulebook says only that an arrow ends the ebb. In a flood, an arrow comes from a desert card you "
            "flood."
        ),
        say("Some place both. Others stop, because the marker is no longer on Flood."),
        say("Yes."),
        ("NI-21", "NI-40"),
        option="flood_arrow",
    ),
    OpenQuestion(
        "same-kind",
        say("May a field have 2 plants of the same kind?"),
        say("A field takes 2 plants, but not 2 from one player. The rulebook doesn’t mention kinds."),
        say("A Japanese site says no. Others allow it."),
        say("Yes."),
        ("NI-12",),
        option="same_kind",
    ),
    OpenQuestion(
        "first-plants",
        say("May I place my first plants next to another player’s plant, on the same field?"),
        say("You may choose any field without water or desert. A field holds 2 plants."),
        say("A German site says your first plants need empty fields."),
        say("Yes, just like sowing later on."),
        ("NI-8", "NI-12"),
    ),
    OpenQuestion(
        "how-many-first-cards",
        say("How many water cards and jokers do we start with?"),
        say("Everyone places one water card and gets 2 desert cards as jokers."),
        say("Other sites give other numbers."),
        say("One water card and 2 jokers each."),
        ("NI-6", "NI-8"),
    ),
    OpenQuestion(
        "water-on-plants",
        say("May my first water card flood a plant or a desert card?"),
        say(
            "The first water card goes on a free field, before the plants. The rulebook doesn’t say if a field "
            "with a desert card is free."
        ),
        say("Some avoid both. Others flood from the start."),
        say("No, a free field has neither."),
        ("NI-8", "NI-10"),
        option="first_water",
    ),
    OpenQuestion(
        "once-with-the-hippo",
        say("I won the extra phase. May I reuse a plant from my normal phase?"),
        say("You can use a plant once a phase. The hippo brings an extra phase."),
        say("Some say once a phase. Others say once a round."),
        say("Yes, it’s a phase of its own."),
        ("NI-23", "NI-50"),
    ),
    OpenQuestion(
        "joker-in-extra-phase",
        say("May I buy a joker in the extra phase?"),
        say("The rulebook allows no jokers there. That may mean no spending, no buying or both."),
        say("Some only forbid spending it. Others forbid buying it too."),
        say("Yes, but you can’t spend one there."),
        ("NI-23", "NI-50"),
        option="extra_joker",
    ),
    OpenQuestion(
        "no-column-fits",
        say("My ripe plant doesn’t fit in any column. What can I do with it?"),
        say(
            "A plant needs a free square. It must differ from the last 2 plants in that column. "
            "There’s no other way to get rid of it."
        ),
        say("Some wait until the column changes. Others throw the plant in the boat."),
        say("The plant stays on its field until a column takes it."),
        ("NI-24",),
    ),
    OpenQuestion(
        "desert-pile-empty",
        say("The desert pile is empty. Do we shuffle the spent cards?"),
        say("Spent desert cards are discarded. The rulebook doesn’t mention shuffling them again."),
        say("Some shuffle them. Others play on without desert cards."),
        say("No, play on without desert cards."),
        ("NI-23", "NI-42"),
        option="desert_reshuffle",
    ),
    OpenQuestion(
        "when-the-boat-is-emptied",
        say("No column is full. Do the plants in the boat still leave the game?"),
        say("Plants in the boat leave the game before scoring. But the rulebook says so only for full columns."),
        say("Another edition empties the boat every round. Some wait for a full column."),
        say("Yes, at the end of every round."),
        ("NI-30",),
        option="purge_every_turn",
    ),
    OpenQuestion(
        "which-water-goes",
        say("Which water cards do we take off the board in an ebb?"),
        say("The start player takes two. The rulebook doesn’t say which."),
        say("Some take any 2. Others take the water nearest the desert first."),
        say("Any two."),
        ("NI-22",),
        option="ebb_outermost_only",
    ),
    OpenQuestion(
        "sow-and-ripen",
        say("May I sow a plant and let it ripen in the same phase?"),
        say("You can use each plant only once a phase. The rulebook gives this very example."),
        say("Some do it by mistake, because they have points for both."),
        say("No. Let it ripen in a later phase."),
        ("NI-23",),
    ),
    OpenQuestion(
        "event-of-a-joker",
        say("I spend a joker. Does its event happen?"),
        say("You discard a spent joker, and its event has no effect."),
        say("Some turn it over first. Only the events on cards you flood or take in an ebb count."),
        say("No."),
        ("NI-23",),
    ),
    OpenQuestion(
        "buy-back-sold-plants",
        say("May I buy my sold plants back at once?"),
        say("Plants in full columns go in the boat after scoring. You can buy them next round."),
        say("Some take them back at once. Others wait for their next actions."),
        say("No. Buy them back next round, before the boat is emptied again."),
        ("NI-23", "NI-30", "NI-34"),
    ),
    OpenQuestion(
        "waves-sideways",
        say("Do waves have to match sideways too?"),
        say("You place water like dominoes. The rulebook doesn’t say if neighbouring rows must match."),
        say("In another edition, only the row counts."),
        say("No. Only the edge towards the Nile and the edge opposite count."),
        ("NI-10",),
    ),
    OpenQuestion(
        "negative-columns",
        say("My rotten plants cost more than the column pays. Does another column pay the rest?"),
        say("Each rotten plant costs 1 point, but pawns never move back. Columns are scored one by one."),
        say("Some move the pawns after each column. Others move them once at the end."),
        say("No, each column is scored on its own."),
        ("NI-33",),
        option="rot_balance",
    ),
)
