"""The house options, each with a sentence on who plays it so."""

from typing import Final

from companion.engine.game import OptionChoice, Options, option
from companion.engine.text import say
from companion.games.nile.rules.components import PLAYERS


def idle(options: Options, seats: int) -> frozenset[str]:
    """The options that change nothing: those on fields that are not tracked, on two players, on a hippo that sleeps."""
    found = {"ebb_outermost_only", "first_water", "same_kind"} if options["depth"] == "market" else set()
    if seats != PLAYERS[0]:
        found.add("two_player_cover")
    if not options["hippo"]:
        found.add("extra_joker")
    return frozenset(found)


OPTIONS: Final = (
    option(
        "depth",
        say("You enter"),
        ("NI-2", "NI-4", "NI-5"),
        OptionChoice("market", say("Market and boat"), say("3 taps each.")),
        OptionChoice("board", say("The fields too"), say("Drawn, more taps.")),
        pictures=("boat", "ni"),
    ),
    option(
        "two_player_cover",
        say("Which rows do 2 players cover?"),
        ("NI-3",),
        OptionChoice("seed", say("Three rows: 2, 2 and 3"), say("As in the rulebook. 21 fields are left.")),
        OptionChoice(
            "german",
            say("2 players cover 2 rows"),
            say("23 fields are left."),
            say("German summaries"),
            departs=True,
        ),
        sign="table",
        is_rare=True,
    ),
    option(
        "first_water",
        say("Where do the first water cards go?"),
        ("NI-8", "NI-10"),
        OptionChoice("free", say("On free fields"), say("As in the rulebook.")),
        OptionChoice("any", say("First water anywhere"), departs=True),
        # Older matches had the first water on any field, and are replayed so.
        before="any",
        sign="wave",
        is_rare=True,
    ),
    option(
        "ebb_outermost_only",
        say("In an ebb, which water do you take?"),
        ("NI-22",),
        OptionChoice(False, say("From any field"), say("The rulebook doesn’t say.")),
        OptionChoice(True, say("The water nearest the desert first"), departs=True),
        sign="wave",
        is_rare=True,
    ),
    option(
        "ebb_arrow",
        say("In an ebb, what does an arrow to Flood on the first card do?"),
        ("NI-22", "NI-40"),
        OptionChoice("first", say("Ends the ebb, and the second card stays"), say("Our reading")),
        OptionChoice("all", say("In an ebb, take both cards"), departs=True),
        # Both cards were taken in matches from before this option, and a journal is replayed as it was played.
        before="all",
        sign="turn",
        is_rare=True,
    ),
    option(
        "flood_arrow",
        say("In a flood, what does an arrow on the first card do?"),
        ("NI-21", "NI-40"),
        OptionChoice(False, say("Only moves the marker"), say("The rulebook doesn’t say.")),
        OptionChoice(True, say("An arrow ends the flood"), departs=True),
        before=False,
        sign="turn",
        is_rare=True,
    ),
    option(
        "same_kind",
        say("May a field have 2 plants of the same kind?"),
        ("NI-12",),
        OptionChoice(True, say("Allowed"), say("The rulebook doesn’t say.")),
        OptionChoice(
            False, say("Two kinds on a field"), say("As in some summaries."), say("other summaries"), departs=True
        ),
        before=True,
        sign="wheat",
        is_rare=True,
    ),
    option(
        "desert_reshuffle",
        say("What if the desert pile is empty?"),
        ("NI-23", "NI-42"),
        OptionChoice(False, say("No desert cards left to take"), say("The rulebook doesn’t say.")),
        OptionChoice(True, say("Spent desert cards come back"), departs=True),
        before=False,
        sign="ni",
        is_rare=True,
    ),
    option(
        "purge_every_turn",
        say("When do plants left in the boat leave the game?"),
        ("NI-30",),
        OptionChoice(True, say("At the end of every round"), say("As in another edition."), say("another edition")),
        OptionChoice(False, say("The boat empties only when a column is full"), departs=True),
        sign="boat",
        is_rare=True,
    ),
    option(
        "rot_balance",
        say("How do rotten plants count?"),
        ("NI-33",),
        OptionChoice("column", say("Column by column"), say("Our reading: each column is scored on its own.")),
        OptionChoice("phase", say("Rotten plants count across all columns"), departs=True),
        sign="aubergine",
        is_rare=True,
    ),
    option(
        # It and the three variants below are in the rulebook: a table that plays them does not depart from it.
        "hippo",
        say("The hippo"),
        ("NI-43", "NI-50"),
        OptionChoice(False, say("Does nothing"), say("The usual game.")),
        OptionChoice(True, say("Auctions with the hippo"), say("A variant in the rulebook.")),
        sign="lots",
    ),
    option(
        "extra_joker",
        say("May you buy a joker in the hippo’s extra phase?"),
        ("NI-23", "NI-50"),
        OptionChoice(True, say("Allowed"), say("The rulebook only forbids spending jokers there.")),
        OptionChoice(False, say("No jokers in the extra phase"), departs=True),
        before=True,
        sign="star",
    ),
    option(
        "start_bid",
        say("Who starts?"),
        ("NI-8", "NI-51"),
        OptionChoice(False, say("The oldest"), say("The usual game.")),
        OptionChoice(True, say("Bid for the start"), say("A variant in the rulebook.")),
        sign="hands",
    ),
    option(
        "buy_others",
        say("May you buy other players’ seeds from the boat?"),
        ("NI-52",),
        OptionChoice(False, say("No, only your own"), say("The usual game.")),
        OptionChoice(True, say("Buy other players’ seeds"), say("A variant in the rulebook.")),
        sign="grapes",
    ),
    option(
        "joker_heals",
        say("Does a joker make a spoiled plant fresh again?"),
        ("NI-53",),
        OptionChoice(False, say("No"), say("The usual game.")),
        OptionChoice(True, say("A joker freshens a plant"), say("A variant in the rulebook.")),
        sign="leaf",
    ),
)
