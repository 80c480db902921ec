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
    yield Reason(say("Only the start player plays flood and ebb. After all actions the pillar goes left."), ("NI-20",))
    yield Reason(say("3 action points, plus 1 per joker. Pay 2 on a field with another player’s plant."), ("NI-23",))
    sale = say(
        "With 3 palms you may sell in the 3 right-hand columns. The kind must differ from the last "
        "two plants, rotten ones too."
    )
    yield Reason(sale, ("NI-24", "NI-25"))


def _tide(options: Options) -> Iterator[Reason]:
    if options["ebb_arrow"] == "first":
        yield Reason(say("An arrow that leads to Flood ends the ebb. The second card stays."), ("NI-22", "NI-40"))
    if options["flood_arrow"]:
        yield Reason(say("An arrow on the first card ends the flood. The second card stays."), ("NI-21", "NI-40"))


def _scoring(options: Options) -> Iterator[Reason]:
    if options["purge_every_turn"]:
        boat = say("First empty the boat for good. The obelisk goes back 1 for each colour in it.")
    else:
        boat = say("If a column is full, first empty the boat for good. The obelisk goes back 1 for each colour in it.")
    yield Reason(boat, ("NI-30",))
    yield Reason(
        say("A full column pays 6 points. 1 player: 6. 2 players: 4 and 2. 3 or more: 3, 2 and 1."), ("NI-31",)
    )
    tie = say(
        "Tied? The player with the last plant of those tied wins it, even if rotten. Only rotten plants: nothing."
    )
    yield Reason(tie, ("NI-32",))
    if options["rot_balance"] == "phase":
        yield Reason(say("Each rotten plant costs 1, over all columns of the turn. No pawn goes back."), ("NI-33",))
    else:
        yield Reason(say("Each rotten plant costs 1, column by column. No pawn goes back."), ("NI-33",))
    yield Reason(
        say("Then the whole full column goes in the boat, rotten plants too. ~ spoiled, × rotten."), ("NI-34",)
    )
    yield Reason(say("The end: a pawn meets or passes the obelisk. Tied: fewer plants lost wins."), ("NI-35",))


def _variants(options: Options) -> Iterator[Reason]:
    if options["hippo"]:
        yield Reason(
            say(
                "Hippo: the player with the most plants in hand and boat plays 3 action points at once, without jokers."
            ),
            ("NI-50",),
        )
    if options["buy_others"]:
        yield Reason(
            say("Another player’s seed from the boat: 2 action points. It goes back to its owner."), ("NI-52",)
        )
    if options["joker_heals"]:
        yield Reason(say("A joker makes a spoiled plant fresh, but never a rotten one."), ("NI-53",))
