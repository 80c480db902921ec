"""The first-round guide in eight cards (LU-3 to LU-41)."""

from companion.engine.game import Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say
from companion.games.land_unter.rules.components import HAND
from companion.games.land_unter.rules.options import OPTIONS

RINGS = LessonCard(
    say("Count your rings"),
    (
        Reason(
            say("The middle numbers have a ring, those beside them half a ring, the lowest and highest none."),
            ("LU-3",),
        ),
        Reason(say("Add up the rings on your cards, round down and take that many."), ("LU-5",)),
    ),
    "bands",
    say(
        "The weather cards in five bands: 1 to 12 no ring, 13 to 24 half a ring, 25 to 36 a whole one, 37 to 48 half a "
        "ring, 49 to 60 none"
    ),
)
TAKES = LessonCard(
    say("Who takes the water"),
    (
        Reason(
            say("The highest weather card takes the lower water card. The second highest takes the other."), ("LU-12",)
        ),
    ),
    "takes",
    say("Cards 58, 31 and 12 with water 4 and 9: the 58 takes the 4, the 31 takes the 9, the 12 takes nothing"),
)
STAYS = LessonCard(
    say("Water stays"),
    (
        Reason(
            say("Put each water card you take on top of your last one and leave it there. Only the top one counts."),
            ("LU-13",),
        ),
    ),
    "stays",
    say("A water card 2 covers an 11: from now on the 2 counts"),
)
PAYS = LessonCard(
    say("Highest water loses a ring"),
    (
        Reason(
            say("Now the player with the highest water loses a ring, even if they took no water this trick."),
            ("LU-14",),
        ),
        Reason(say("If 2 players tie for the highest water, each loses a ring."), ("LU-15",)),
    ),
    "pays",
    say("Three players with water 6, 11 and 3: the one with 11 loses a ring"),
)
POINTS = LessonCard(
    say("What a round scores"),
    (
        Reason(say("A round ends after 12 tricks, or as soon as only 2 players are left."), ("LU-20",)),
        Reason(say("Each ring kept: 1 point. Lowest water, or no card: 1 more. Out: −1."), ("LU-21", "LU-22", "LU-23")),
        Reason(say("Pass your hand left, with the rings it started with."), ("LU-32",)),
    ),
    "points",
    say("Three rings and low water score 4 points, two rings score 2, out scores −1"),
)
FACE_DOWN = (
    Reason(say("Turn up two water cards to start a trick."), ("LU-10",)),
    Reason(say("Everyone still in plays one weather card face down. Then turn them all over together."), ("LU-11",)),
)
FACE_UP = (
    Reason(say("Turn up two water cards. Clockwise, everyone plays one weather card face up."), ("LU-10", "LU-40")),
    Reason(
        say("The player with the most rings leads the first trick. After that, the left neighbour of the loser leads."),
        ("LU-40", "LU-41"),
    ),
)
CHAIN = Reason(
    say(
        "When a player goes out, the player who now has the highest water loses a ring too. Repeat "
        "until no one else goes out."
    ),
    ("LU-17",),
)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards, with the numbers and house rules of this set-up, or of the usual game if there is none."""
    options = usual(OPTIONS) if setup is None else setup.options
    goal = LessonCard(
        say("Keep your rings dry"),
        (
            Reason(say("You hold {cards} weather cards and a few rings.", cards=HAND), ("LU-4", "LU-5")),
            Reason(say("Each trick brings water. The highest water loses a ring."), ("LU-14",)),
            Reason(say("Play as many rounds as there are players. Then the most points win."), ("LU-30",)),
        ),
        "goal",
        say("A peg with three rings, the water rising behind them"),
    )
    lay = LessonCard(
        say("Play one card"),
        FACE_UP if options["open_play"] else FACE_DOWN,
        "lay_open" if options["open_play"] else "lay",
        say("Two water cards, 4 and 9, and one weather card from each of three players"),
    )
    out = LessonCard(
        say("Out of rings"),
        (
            Reason(
                say("Without rings you keep playing. You’re out only if you must give one and have none."), ("LU-16",)
            ),
            *((CHAIN,) if options["chain"] else ()),
        ),
        "out",
        say("A bare peg under high water, beside another with two rings"),
    )
    return (goal, RINGS, lay, TAKES, STAYS, PAYS, out, POINTS)
