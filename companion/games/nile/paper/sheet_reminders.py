"""The rules that tables forget, for the foot of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Options
from companion.engine.rulings import Reason
from companion.engine.text import say


def reminders(options: Options) -> tuple[Reason, ...]:
    """The rules to look up while playing, by the house rules of this table."""
    return (*_turn(), *_tide(options), *_scoring(options), *_variants(options))


def _turn() -> Iterator[Reason]:
    yield Reason(
        say("The start player alone plays the tide; after all actions the pillar goes to the left."), ("NI-20",)
    )
    yield Reason(say("3 action points and 1 for each joker; 2 for a field with another player's plant."), ("NI-23",))
    sale = say(
        "From q palms to one of the q rightmost columns, unlike both plants before it; rotten ones keep their kind."
    )
    yield Reason(sale, ("NI-24", "NI-25"))


def _tide(options: Options) -> Iterator[Reason]:
    if options["ebb_arrow"] == "first":
        yield Reason(say("At ebb an arrow to Flood ends the ebb: a second card stays."), ("NI-22", "NI-40"))
    if options["flood_arrow"]:
        yield Reason(say("An arrow on the first card ends the flood: a second card stays."), ("NI-21", "NI-40"))


def _scoring(options: Options) -> Iterator[Reason]:
    if options["purge_every_turn"]:
        boat = say("First the boat is emptied for good: the obelisk goes back one for each colour in it.")
    else:
        boat = say(
            "If a column is full, first the boat is emptied for good: the obelisk goes back one for each colour in it."
        )
    yield Reason(boat, ("NI-30",))
    yield Reason(say("A full column pays 6 to one, 4 and 2 to two, 3, 2 and 1 to more."), ("NI-31",))
    tie = say("A tie goes to whoever laid the last plant of those tied, even a rotten one; only rotten ones: nothing.")
    yield Reason(tie, ("NI-32",))
    if options["rot_balance"] == "phase":
        yield Reason(say("Each rotten plant costs 1, over all columns of the turn; no pawn goes back."), ("NI-33",))
    else:
        yield Reason(say("Each rotten plant costs 1, column by column; no pawn goes back."), ("NI-33",))
    yield Reason(say("Then all of a full column goes to the boat, rotten ones too: ~ spoiled, × rotten."), ("NI-34",))
    yield Reason(say("The end: a pawn meets or has passed the obelisk. Tied: whoever lost fewer plants."), ("NI-35",))


def _variants(options: Options) -> Iterator[Reason]:
    if options["hippo"]:
        yield Reason(
            say("Hippo: most plants in hand and boat plays 3 action points at once, without jokers."), ("NI-50",)
        )
    if options["buy_others"]:
        yield Reason(
            say("Another player's seed from the boat: 2 action points; it goes back to its owner."), ("NI-52",)
        )
    if options["joker_heals"]:
        yield Reason(say("A joker makes a spoiled plant fresh, a rotten one never."), ("NI-53",))
