"""A game of nothing but putting coins into a purse, to try the engine without any rules in the way.

More than 5 coins at once are doubtful (TO-2); more than 20 in all purses are forbidden (TO-3); showing the purses reveals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeAlias

from companion.engine.declare import OPEN, Rounds, declare
from companion.engine.errors import check
from companion.engine.game import Game, Option, OptionChoice, Outcome, Setup, Status, Viewer
from companion.engine.present import Cover
from companion.engine.rulings import Clause, Doubt, Json, Reason
from companion.engine.schema.marks import Between, Seat
from companion.engine.text import say

Purses: TypeAlias = tuple[int, ...]
MOST = 20
DOUBTFUL = 5


@dataclass(frozen=True, slots=True)
class Put:
    said: ClassVar = say("{seat} puts {coins}")

    seat: Seat
    coins: Annotated[int, Between(0, 9, "TO-1", "number of coins")]


@dataclass(frozen=True, slots=True)
class Show:
    said: ClassVar = say("all purses are opened")


@dataclass(frozen=True, slots=True)
class Purse:
    purses: tuple[int, ...]


def start(setup: Setup) -> Purses:
    return (0,) * setup.seats


def play(purses: Purses, move: Any) -> Outcome[Purses]:
    if isinstance(move, Show):
        return Outcome(purses, reveals=True)
    after = tuple(coins + move.coins * (seat == move.seat) for seat, coins in enumerate(purses))
    check(sum(after) > MOST and Reason(say("There are only {most} coins.", most=MOST), ("TO-3",)))
    doubts = (Doubt(say("A handful is {most} at most.", most=DOUBTFUL), ("TO-2",)),) if move.coins > DOUBTFUL else ()
    return Outcome(after, flags=doubts)


def status(purses: Purses) -> Status:
    return Status("coins", None, purses, None)


def view(purses: Purses, viewer: Viewer) -> Mapping[str, Json]:
    return {"purses": [*purses]}


SETUP = Setup(2, {"shiny": False, "metal": "gold"})
GAME: Game[Purses] = declare(
    Cover("coins", "to", "Coins", 9, (2, 3), say("Coins.")),
    clauses=(
        Clause("TO-1", say("For two or three."), "stated"),
        Clause("TO-2", say("A handful."), "derived"),
        Clause("TO-3", say("The coins."), "stated"),
    ),
    options=(
        Option(
            "shiny",
            say("Are the coins shiny?"),
            (OptionChoice(False, say("No"), say("Most.")), OptionChoice(True, say("Yes"), say("Some."))),
            ("TO-3",),
        ),
        Option(
            "metal",
            say("Of what are they made?"),
            (OptionChoice("gold", say("Gold"), say("The rich.")), OptionChoice("tin", say("Tin"), say("The poor."))),
            ("TO-3",),
        ),
    ),
    moves={"put": (Put, play), "show": (Show, play)},
    start=start,
    secrets=OPEN,
    status=status,
    view=view,
    shown=Purse,
    rounds=Rounds(
        "put", "coins", lambda setup: 1, "TO-2", "TO-3", played=lambda purses: (purses,), setup=lambda purses: SETUP
    ),
)
