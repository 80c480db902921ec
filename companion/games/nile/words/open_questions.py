"""What real tables ask and the rulebook of An den Ufern des Nils leaves open, with how it is judged here."""

from typing import Final

from companion.engine.rulings import OpenQuestion
from companion.engine.text import say

OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "arrow-at-ebb",
        say("At ebb the first card shows an arrow to Flood. Do we take the second card?"),
        say(
            "Ebb ends when the arrow brings Flood back. Two cards are to be taken, and when to turn them is not quite clear."
        ),
        say("Some turn one card after the other and stop. Others take both and count every arrow."),
        say("No, the second card stays. Taking both is a house rule."),
        ("NI-22", "NI-40"),
        option="ebb_arrow",
    ),
    OpenQuestion(
        "arrow-at-flood",
        say("At flood the first card shows an arrow. Do we place the second card?"),
        say("Only for ebb it says that an arrow ends it. At flood an arrow comes with a flooded desert card."),
        say("Some place both. Others stop, because the marker no longer shows Flood."),
        say("Yes. Ending the flood is a house rule."),
        ("NI-21", "NI-40"),
        option="flood_arrow",
    ),
    OpenQuestion(
        "same-kind",
        say("May two plants of one kind be on a field?"),
        say("A field takes two plants, and not two of one player. Kinds are not mentioned."),
        say("A Japanese site says no. Others allow it."),
        say("Yes. Forbidding it is a house rule."),
        ("NI-12",),
        option="same_kind",
    ),
    OpenQuestion(
        "first-plants",
        say("May I place my first plants on a field with another player’s plant?"),
        say("They go on fields of your choice. Two plants fit on a field, and fields with water or desert are out."),
        say("A German page wants an empty field for each first plant."),
        say("Yes, as when you sow later."),
        ("NI-8", "NI-12"),
    ),
    OpenQuestion(
        "how-many-first-cards",
        say("How many water cards and jokers do we begin with?"),
        say("Everyone places one water card and gets two desert cards as jokers."),
        say("Other pages name other numbers."),
        say("One water card and two jokers each."),
        ("NI-6", "NI-8"),
    ),
    OpenQuestion(
        "water-on-plants",
        say("May my first water card flood a plant or a desert card?"),
        say(
            "First water goes on a free field, before the plants. Whether a desert card leaves it free is not spelled out."
        ),
        say("Some keep clear of both. Others flood from the start."),
        say("No, a free field has neither. Flooding is a house rule."),
        ("NI-8", "NI-10"),
        option="first_water",
    ),
    OpenQuestion(
        "once-with-the-hippo",
        say("I won the extra phase. May I act on a plant I used in my normal phase?"),
        say("A plant can be used once a phase. The hippo brings an extra phase."),
        say("Some say once a phase. Others say once a turn."),
        say("Yes. It is a phase of its own."),
        ("NI-23", "NI-50"),
    ),
    OpenQuestion(
        "joker-in-extra-phase",
        say("May I buy a joker in the extra phase?"),
        say("The rules say no joker there. No spending, no buying, or neither?"),
        say("Some forbid only spending. Others forbid both."),
        say("Yes, but you can’t spend one there. Forbidding it is a house rule."),
        ("NI-23", "NI-50"),
        option="extra_joker",
    ),
    OpenQuestion(
        "no-column-fits",
        say("My ripe plant fits in no column. What can I do with it?"),
        say("It must differ from the last two plants and find a free square. No other way off the field is named."),
        say("Some wait until the column changes. Others throw the plant into the boat."),
        say("It stays on its field until a column is open to it."),
        ("NI-24",),
    ),
    OpenQuestion(
        "desert-pile-empty",
        say("The desert pile is empty. Do we shuffle the spent cards?"),
        say("Spent desert cards are discarded. A new pile is not mentioned."),
        say("Some shuffle them. Others play on without desert cards."),
        say("No new pile. Shuffling is a house rule."),
        ("NI-23", "NI-42"),
        option="desert_reshuffle",
    ),
    OpenQuestion(
        "when-the-boat-is-emptied",
        say("No column is full. Do the plants in the boat still leave the game?"),
        say("It says: before points are scored. That stands in the part about full columns."),
        say("Another edition empties the boat every turn. Some wait for a full column."),
        say("Yes, at the end of every turn. Waiting for a full column is a house rule."),
        ("NI-30",),
        option="purge_every_turn",
    ),
    OpenQuestion(
        "which-water-goes",
        say("Which water cards go at ebb?"),
        say("The start player takes two. Which ones is not mentioned."),
        say("Some take any. Others let the Nile draw back from the desert."),
        say("Any two. From the desert side first is a house rule."),
        ("NI-22",),
        option="ebb_outermost_only",
    ),
    OpenQuestion(
        "waves-sideways",
        say("Do waves have to match sideways too?"),
        say("Water is placed like dominoes. Rows side by side are not mentioned."),
        say("Another edition only matches along the row."),
        say("No. Only the edge to the Nile and the one away from it count."),
        ("NI-10",),
    ),
    OpenQuestion(
        "negative-columns",
        say("My rotten plants cost more than a column pays me. Does the rest count against another column?"),
        say("Each rotten plant costs 1 point, and no pawn goes back. Columns are scored one by one."),
        say("Some move the pawns column by column. Others move them once for all."),
        say("No, each column stands alone. Over all columns is a house rule."),
        ("NI-33",),
        option="rot_balance",
    ),
)
