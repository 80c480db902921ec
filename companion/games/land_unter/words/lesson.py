"""The first-round guide in eight cards (LU-3 to LU-41)."""

from companion.engine.game import Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.land_unter.rules.options import OPTIONS
from companion.games.land_unter.words.clauses import (
    LEADS,
    PASSES,
    ROUND_SCORES,
    RULES,
    WITHOUT_RINGS,
    chain,
    end_of_round,
)

RINGS = LessonCard(
    say("Count your rings"),
    (
        Reason(say("The middle numbers have a ring, those beside them half a ring."), ("LU-3",)),
        Reason(
            say("Add up the rings in the upper halves of your cards. Round down and take that many rings."), ("LU-5",)
        ),
    ),
    "bands",
)
TAKES = LessonCard(say("Who takes the water"), (RULES["LU-12"],), "takes")
STAYS = LessonCard(say("Water stays"), (RULES["LU-13"],), "stays")
PAYS = LessonCard(say("Highest water loses a ring"), (RULES["LU-14"], RULES["LU-15"]), "pays")
FACE_DOWN = (RULES["LU-10"], RULES["LU-11"])
FACE_UP = (
    Reason(say("Turn up 2 water cards. Clockwise, everyone plays one weather card face up."), ("LU-10", "LU-40")),
    LEADS,
)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards, with the numbers and house rules of this set-up, or of the usual game if there is none."""
    options = usual(OPTIONS) if setup is None else setup.options
    goal = LessonCard(
        say("Keep your rings dry"),
        (
            Reason(say("Each trick brings water. The player with the highest water loses a ring."), ("LU-14",)),
            RULES["LU-30"],
        ),
        "goal",
    )
    lay = LessonCard(
        say("Play one card"),
        FACE_UP if options["open_play"] else FACE_DOWN,
        "lay_open" if options["open_play"] else "lay",
    )
    out = LessonCard(say("Out of rings"), (WITHOUT_RINGS, *chain(options)), "out")
    points = LessonCard(say("What a round scores"), (end_of_round(options), ROUND_SCORES, PASSES), "points")
    return (goal, RINGS, lay, TAKES, STAYS, PAYS, out, points)
