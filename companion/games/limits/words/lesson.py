"""The first-round guide in eight cards (LI-2 to LI-30)."""

from companion.engine.game import Setup
from companion.engine.options import usual
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.text import say, say_many
from companion.games.limits.rules.components import laid_out
from companion.games.limits.rules.options import OPTIONS, whom
from companion.games.limits.words.clauses import RULES

GOAL = LessonCard(
    say("Up to the limit, not over it"),
    (
        Reason(say("Everyone plays onto one pile. Each colour has its own limit."), ("LI-14", "LI-4")),
        Reason(say("Play up to the limit, and accuse anyone over it."), ("LI-20",)),
        Reason(say("If you’re wrong, you take a limit card: −2 points."), ("LI-24", "LI-30")),
    ),
    "goal",
)
LIMIT = LessonCard(
    say("The limit card"),
    (
        Reason(
            say("Turn up the top one. It shows how many cards of each colour the pile may have."), ("LI-10", "LI-4")
        ),
        Reason(say("X means as many as you like."), ("LI-4",)),
    ),
    "limit",
)
TURN = LessonCard(
    say("Your turn: do one of three things"),
    (
        Reason(
            say("Go clockwise. Play a card face up and draw one, or exchange 4 cards, or accuse a player."),
            ("LI-13", "LI-14"),
        ),
        RULES["LI-12"],
    ),
    "turn",
)
EXCHANGE = LessonCard(
    say("4 of a colour"),
    (RULES["LI-15"], Reason(say("The 2 cards on the pile can break a limit, like any other card."), ("LI-15",))),
    "exchange",
)
VERDICT = LessonCard(
    say("Guilty or not"),
    (
        RULES["LI-23"],
        RULES["LI-24"],
        Reason(say("The player with the most points wins."), ("LI-30",)),
    ),
    "verdict",
)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards, with the numbers and house rules of this set-up, or of the usual game if there is none."""
    options = usual(OPTIONS) if setup is None else setup.options
    if setup is None:
        draw = say("Everyone draws 5 colour cards, or 6 with 2 players.")
        rounds = say(
            "Put some limit cards back in the box without looking. Each one left is a round: 10, 14 "
            "or 18, depending on the number of players."
        )
        hides = say("Everyone hides one colour card face down, or two with 2 players.")
    else:
        draw = say("Everyone draws {hand} colour cards.", hand=laid_out(setup.seats).hand)
        rounds = say("{left} limit cards stay in the game. Each is a round.", left=laid_out(setup.seats).rounds)
        hides = say_many(
            "Everyone hides {count} colour card face down.",
            "Everyone hides {count} colour cards face down.",
            laid_out(setup.seats).hidden,
        )
    hold = LessonCard(say("What you start with"), (Reason(draw, ("LI-3",)), Reason(rounds, ("LI-2",))), "hold")
    hide = LessonCard(
        say("Hide a card"),
        (
            Reason(hides, ("LI-10",)),
            RULES["LI-11"],
            Reason(say("Only you may look at yours until the round ends."), ("LI-10",)),
        ),
        "hide",
    )
    accuse = LessonCard(
        say("Accuse"),
        (
            whom(options),
            Reason(say("Turn up all hidden cards."), ("LI-21",)),
            Reason(RULES["LI-22"].text, ("LI-21", "LI-22")),
        ),
        "accuse",
    )
    return (GOAL, hold, LIMIT, hide, TURN, EXCHANGE, accuse, VERDICT)
