"""The first-round guide in eight cards, and one for the hippo (NI-8 to NI-53)."""

from companion.engine.game import Options, Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.nile.rules.components import ACTION_POINTS
from companion.games.nile.rules.options import OPTIONS
from companion.games.nile.rules.setup import HIGHEST_BID, HIPPO
from companion.games.nile.words.clauses import STATED

PAYS = say("A full column pays 6 points. 1 player: 6. 2 players: 4 and 2. 3 or more: 3, 2 and 1.")
GOAL = LessonCard(
    say("Along the Nile"),
    (
        Reason(say("Sow plants, let them ripen, harvest them and sell them at the market."), ("NI-23", "NI-24")),
        Reason(say("Pawns run forward, and the obelisk comes to meet them."), ("NI-30", "NI-31")),
        Reason(say("When they meet, the game is over and the leading pawn wins."), ("NI-35",)),
    ),
    "goal",
)
TIDE = LessonCard(
    say("Flood and ebb"),
    (
        Reason(
            say("Only the start player does this. Flood: place 2 water cards. Plants there go in the boat."),
            ("NI-20", "NI-21", "NI-11"),
        ),
        Reason(say("Ebb: take 2 water cards off and turn them over. Their events happen."), ("NI-22",)),
        Reason(say("An arrow moves the marker on by one."), ("NI-40",)),
    ),
    "tide",
)
WAVES = LessonCard(
    say("Wave to wave"),
    (
        Reason(
            say("Water runs from the Nile along a row. A single wave meets a single, and a double meets a double."),
            ("NI-10",),
        ),
        Reason(say("The Nile counts as a single wave. Place nothing next to an edge without a wave."), ("NI-10",)),
    ),
    "waves",
)
ACTIONS = LessonCard(
    say("Your actions"),
    (
        Reason(
            say("You have {points} action points, and 1 more for each joker you spend.", points=ACTION_POINTS),
            ("NI-23",),
        ),
        Reason(say("Sow, ripen, harvest: 1 each, or 2 if another player’s plant is there."), ("NI-23",)),
        Reason(say("A joker or your own seed from the boat costs 1. Use a plant only once a phase."), ("NI-23",)),
    ),
    "actions",
)
EVENTS = LessonCard(
    say("Events"),
    (
        Reason(
            say("Palms: 2 plants in one column get worse: fresh to spoiled, or spoiled to rotten."),
            ("NI-41",),
        ),
        Reason(say("A rotten one doesn’t count and costs you 1 point."), ("NI-32", "NI-33")),
        Reason(say("Desert: put a desert card on a field in that row. Plants there go in the boat."), ("NI-42",)),
    ),
    "rot",
)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    options = usual(OPTIONS) if setup is None else setup.options
    hippo = (LessonCard(say("The hippo"), (Reason(HIPPO, ("NI-50",)),), "hippo"),) if options["hippo"] else ()
    return (GOAL, _begin(options), TIDE, WAVES, ACTIONS, _market(options), EVENTS, *hippo, _scoring(options))


def _begin(options: Options) -> LessonCard:
    oldest = Reason(
        say("The oldest starts. In turn, everyone puts 2 plants of their choice in the boat, seed side up."),
        ("NI-8",),
    )
    return LessonCard(
        say("To begin with"),
        (
            HIGHEST_BID if options["start_bid"] else oldest,
            Reason(say("Then everyone places one water card, then one ripe plant and one seed on fields."), ("NI-8",)),
        ),
        "begin",
    )


def _market(options: Options) -> LessonCard:
    palms = say("Count the field’s palms: with 3 palms, you may sell in any of the 3 right-hand columns.")
    return LessonCard(
        say("To market"),
        (
            Reason(palms, ("NI-24",)),
            Reason(say("It can’t be the same kind as either of the last 2 plants in the column."), ("NI-24", "NI-25")),
            *((STATED["NI-53"],) if options["joker_heals"] else ()),
        ),
        "market",
    )


def _scoring(options: Options) -> LessonCard:
    return LessonCard(say("At the end of a round"), (emptying(options), Reason(PAYS, ("NI-31", "NI-32"))), "scoring")


def emptying(options: Options) -> Reason:
    """When plants left in the boat leave the game, by the house rules of this table."""
    # The rulebook says so of full columns alone, another edition of every round (NI-30).
    every_turn = say("Plants left in the boat leave the game. The obelisk goes back 1 square per player who lost any.")
    when_full = say(
        "If a column is full, plants left in the boat leave the game. The obelisk goes back 1 square per player "
        "who lost any."
    )
    return Reason(every_turn if options["purge_every_turn"] else when_full, ("NI-30",))
