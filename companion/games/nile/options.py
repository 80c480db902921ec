"""The house options, each with a sentence on who plays it so."""

from __future__ import annotations

from typing import Final

from companion.engine.game import Option, OptionChoice
from companion.engine.text import say

DEPTH: Final = Option(
    "depth",
    say("What the app keeps track of"),
    (
        OptionChoice("market", say("Market, boat and points"), say("Quick to enter: most tables will want this.")),
        OptionChoice(
            "board",
            say("The fields along the Nile too"),
            say("For those who want every field checked and do not mind a few more taps."),
        ),
    ),
    ("NI-2", "NI-4", "NI-5"),
)

TWO_PLAYER_COVER: Final = Option(
    "two_player_cover",
    say("With two players, cover"),
    (
        OptionChoice("seed", say("Three rows: 2, 2 and 3"), say("So say the French rules; 21 fields are left.")),
        OptionChoice("german", say("Two rows: 2 and 3"), say("Two German summaries play it so; 23 fields are left.")),
    ),
    ("NI-3",),
)

EBB_OUTERMOST: Final = Option(
    "ebb_outermost_only",
    say("At ebb the water goes"),
    (
        OptionChoice(False, say("From any field"), say("The rules do not say which cards may go.")),
        OptionChoice(True, say("From the desert side first"), say("Tables that let the Nile draw back in order.")),
    ),
    ("NI-22",),
)

PURGE_EVERY_TURN: Final = Option(
    "purge_every_turn",
    say("Plants left in the boat leave the game"),
    (
        OptionChoice(True, say("At the end of every turn"), say("An edition says so, and we take it as the rule.")),
        OptionChoice(
            False, say("Only when a column is full"), say("Tables that read the purge as a part of the selling.")
        ),
    ),
    ("NI-30",),
)

ROT_BALANCE: Final = Option(
    "rot_balance",
    say("Rotten plants are set off against gains"),
    (
        OptionChoice("column", say("Column by column"), say("We read the rules so: columns are sold one by one.")),
        OptionChoice("phase", say("Over all columns of the turn"), say("For tables that move the pawns only once.")),
    ),
    ("NI-33",),
)

HIPPO: Final = Option(
    "hippo",
    say("The hippo"),
    (
        OptionChoice(False, say("Does nothing"), say("The usual game.")),
        OptionChoice(True, say("Puts an extra phase up for auction"), say("A variant of the rulebook, for bidders.")),
    ),
    ("NI-43", "NI-50"),
)

START_BID: Final = Option(
    "start_bid",
    say("Who starts"),
    (
        OptionChoice(False, say("The oldest"), say("The usual game.")),
        OptionChoice(True, say("Whoever bids most plants"), say("A variant of the rulebook.")),
    ),
    ("NI-8", "NI-51"),
)

BUY_OTHERS: Final = Option(
    "buy_others",
    say("Seeds of others may be bought from the boat"),
    (
        OptionChoice(False, say("No, only one's own"), say("The usual game.")),
        OptionChoice(True, say("Yes, for 2 points"), say("A variant of the rulebook: it slows the end down.")),
    ),
    ("NI-52",),
)

JOKER_HEALS: Final = Option(
    "joker_heals",
    say("A joker makes a spoiled plant fresh again"),
    (
        OptionChoice(False, say("No"), say("The usual game.")),
        OptionChoice(True, say("Yes"), say("A variant of the rulebook, kinder to the market.")),
    ),
    ("NI-53",),
)

OPTIONS: Final = (
    DEPTH,
    TWO_PLAYER_COVER,
    EBB_OUTERMOST,
    PURGE_EVERY_TURN,
    ROT_BALANCE,
    HIPPO,
    START_BID,
    BUY_OTHERS,
    JOKER_HEALS,
)
