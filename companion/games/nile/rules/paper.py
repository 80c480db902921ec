"""A sheet filled in on paper: pawns, obelisk and lost plants at the end (NI-30, NI-33, NI-35)."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import refuse
from companion.engine.game import Outcome, Setup
from companion.engine.paper import HAS_BEGUN, TYPED_IN, Paper, PaperRow, check_all_named, row
from companion.engine.rulings import Flag
from companion.engine.schema.marks import Between, Length
from companion.engine.text import say
from companion.games.nile.rules.columns import SHARES
from companion.games.nile.rules.components import LAST_SQUARE, MARKET, PLANTS_EACH, PLAYERS, Obelisk, PlantCount
from companion.games.nile.rules.obelisk import EndFacts, end
from companion.games.nile.rules.state import State, start

MOST_POINTS: Final = LAST_SQUARE - 2 + SHARES[1][0] * len(MARKET)
"""A pawn just short of an obelisk that never went back, and in the last scoring all that every column pays."""
Points = Annotated[int, Between(0, MOST_POINTS, "NI-33", "number of points")]


@dataclass(frozen=True, slots=True)
class Noted:
    """One seat at the end: the points its pawn has gone, and how many of its plants are out of the game."""

    points: Points
    lost: PlantCount


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: everybody's points and lost plants, and the square of the obelisk."""

    said: ClassVar = TYPED_IN

    seats: Annotated[tuple[Noted, ...], Length(PLAYERS[0], PLAYERS[-1])]
    obelisk: Obelisk


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """Points, lost plants, and the obelisk, as they stand at the end of the printed sheet."""
    seats = range(setup.seats)
    return (
        row(
            say("Points"),
            *(f"seats.{seat}.points" for seat in seats),
            high=MOST_POINTS,
            hint=say("the pawn’s square (it started on 1)"),
        ),
        row(say("Plants lost for good"), *(f"seats.{seat}.lost" for seat in seats), high=PLANTS_EACH),
        row(say("Square of the obelisk"), "obelisk", low=1, high=LAST_SQUARE, hint=say("it started on 30")),
    )


PAPER: Final = Paper("from_paper", FromPaper, say("Pawns and obelisk when they met, and plants lost."), rows)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """The match as the sheet tells it, who wins, and what is doubtful. Raises `IllegalMove` if it is not over."""
    if state != start(Setup(state.seats, state.options)):
        raise refuse(HAS_BEGUN, "NI-35")
    check_all_named(len(move.seats), state.seats, "NI-1", "seats")
    pawns = tuple(one.points + 1 for one in move.seats)
    lost = tuple(one.lost for one in move.seats)
    result = end(EndFacts(pawns, move.obelisk, lost))
    if not result.answer.over:
        text = say(
            "The leading pawn is on {pawn}, the obelisk on {obelisk}. They haven’t met, so the game isn’t over.",
            pawn=max(pawns),
            obelisk=move.obelisk,
        )
        raise refuse(text, "NI-35", path="obelisk")
    over = replace(state, pawns=pawns, obelisk=move.obelisk, lost_unnamed=lost, winners=result.answer.winners)
    return Outcome(over, (result,), _doubts(move.obelisk, lost))


def _doubts(obelisk: int, lost: tuple[int, ...]) -> tuple[Flag, ...]:
    """An obelisk that cannot have gone so far: one square for each player who loses plants in a scoring (NI-30)."""
    gone, least, most = LAST_SQUARE - obelisk, sum(one > 0 for one in lost), sum(lost)
    if least <= gone <= most or (obelisk == 1 and most >= gone):
        return ()
    text = say(
        "With {lost} plants lost the obelisk goes {least} to {most} squares, not {gone}.",
        lost=most,
        least=least,
        most=most,
        gone=gone,
    )
    return (Flag(text, ("NI-30",)),)
