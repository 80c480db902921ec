"""Points as a record of what it can do: one move, two numbers in its state, and what a round scores."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from companion.engine.declare import OPEN, Rounds, declare
from companion.engine.errors import check
from companion.engine.game import Option, OptionChoice, Outcome, Setup
from companion.engine.rulings import Clause, cite
from companion.engine.schema.marks import Between, Length, Prompt
from companion.engine.text import say, say_many
from companion.games.points import COVER

CLAUSES = (
    Clause("PT-1", say("For two to eight players."), "derived"),
    Clause("PT-2", say("Each round, everyone scores from −999 to 999 points."), "derived"),
    Clause("PT-3", say("After the last round, the highest total wins. If you tie, you share the win."), "derived"),
)
OVER = cite(say("The game is over: all rounds have been played."), "PT-3")
ENTER_ALL = cite(say("Enter a number for every player."), "PT-2")
ROUNDS = Option(
    "rounds",
    say("Rounds"),
    tuple(
        OptionChoice(str(count), say_many("{count} round", "{count} rounds", count), who)
        for count, who in (
            (5, say("An hour or so.")),
            (3, say("A short game.")),
            (10, say("A long evening.")),
        )
    ),
    ("PT-3",),
)
Points = Annotated[int, Between(-999, 999, "PT-2", "number of points")]


@dataclass(frozen=True, slots=True)
class Score:
    """What everyone scored in one round (PT-2)."""

    called: ClassVar = say("The points of this round")
    said: ClassVar = say("this round: {points}")

    points: Annotated[tuple[Points, ...], Length(2, 8), Prompt(say("The points of this round"))]


@dataclass(frozen=True, slots=True)
class State:
    """Where a match stands: everyone's points by round."""

    setup: Setup
    rounds: tuple[tuple[int, ...], ...] = ()


def wanted(setup: Setup) -> int:
    """The number of rounds of a match (PT-3)."""
    return int(setup.options["rounds"])


def score(state: State, move: Score) -> Outcome[State]:
    """The state after one more round. Raises `IllegalMove`."""
    check(len(state.rounds) == wanted(state.setup) and OVER())
    check(len(move.points) != state.setup.seats and ENTER_ALL(), path="points")
    return Outcome(replace(state, rounds=(*state.rounds, move.points)))


GAME = declare(
    COVER,
    clauses=CLAUSES,
    options=(ROUNDS,),
    moves={"score": (Score, score)},
    start=State,
    secrets=OPEN,
    rounds=Rounds("score", "points", wanted, scoring="PT-2", winning="PT-3"),
)
