"""Catching up: where the match stands now, with turns forgotten or played without the app; or the end, from a sheet on paper."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import check
from companion.engine.game import Outcome, Setup
from companion.engine.rulings import doubts
from companion.engine.schema.marks import Between, Length, Prompt, Seat
from companion.engine.sheet import TYPED_IN, Paper, PaperRow, check_all_named, row
from companion.engine.text import names, say
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.audit import doubts_about_obelisk, doubts_about_standing
from companion.games.nile.rules.columns import SHARES
from companion.games.nile.rules.components import (
    DESERT_CARDS,
    FIRST_SQUARE,
    LAST_SQUARE,
    MARKET,
    PLANTS,
    PLANTS_EACH,
    PLAYERS,
    WATER_CARDS,
    ColumnName,
    Obelisk,
    Plant,
    PlantCount,
    numbered,
)
from companion.games.nile.rules.obelisk import end
from companion.games.nile.rules.rot import SomeColumn
from companion.games.nile.rules.sale import check_squares, doubts_about_columns
from companion.games.nile.rules.state import State, Turn, start
from companion.games.nile.rules.tide import Marker

TurnNumber = Annotated[int, Between(1, 99, "NI-20", "number of the turn")]
Square = Annotated[int, Between(FIRST_SQUARE, LAST_SQUARE, "NI-5", "square of the pawn", above=FIRST_SQUARE)]
Jokers = Annotated[int, Between(0, DESERT_CARDS, "NI-1", "number of jokers")]
Deserts = Annotated[int, Between(0, DESERT_CARDS, "NI-1", "number of desert cards")]
Water = Annotated[int, Between(0, WATER_CARDS, "NI-1", "number of water cards")]


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat now: where its pawn stands, how many jokers it has, how many of its plants are out of the game."""

    pawn: Annotated[Square, Prompt(say("Pawn’s square"))]
    jokers: Annotated[Jokers, Prompt(say("Jokers"))]
    lost: Annotated[PlantCount, Prompt(say("Plants lost for good"))]


@dataclass(frozen=True, slots=True)
class Cards:
    """How many water cards lie on fields, and how many desert cards are left in the pile."""

    water_lying: Annotated[Water, Prompt(say("Water cards on the fields"))]
    desert_pile: Annotated[Deserts, Prompt(say("Desert cards in the pile"))]


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Where the match stands: pillar and tide, every seat, the obelisk, the market, the boat.

    `acting`: whose actions come next; None if the tide has still to be played.
    """

    turn_number: Annotated[TurnNumber, Prompt(say("Which round are you in?"))]
    marker: Annotated[Marker, Prompt(say("The marker is on"))]
    seats: Annotated[tuple[Standing, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]
    obelisk: Annotated[Obelisk, Prompt(say("Obelisk’s square"))]
    market: Annotated[
        Mapping[ColumnName, SomeColumn],
        Prompt(say("The market"), say("each column in the order the plants were placed"), "market"),
    ]
    boat: Annotated[tuple[Plant, ...], Length(0, PLANTS), Prompt(say("The boat"))]
    starter: Annotated[Seat, Prompt(say("Who is the start player?"), widget="seat")] | None = None
    acting: (
        Annotated[Seat, Prompt(say("Whose actions come next?"), say("no one’s, if flood or ebb comes first"))] | None
    ) = None
    cards: Annotated[Cards, Prompt(say("Water and desert"))] | None = None


def catch_up(state: State, move: CatchUp) -> Outcome[State]:
    """Return the match as the table says it stands, and what is doubtful about it.

    Raise `IllegalMove` for another number of players, a pillar that no one has, a column with too many plants.
    """
    check_all_named(len(move.seats), state.seats, "NI-1", "seats")
    check(move.starter is None and says.WHO_HAS_PILLAR(), path="starter")
    check_squares(move.market, "market")
    lost, unnamed = _lost(state, move)
    cards = move.cards or Cards(state.water_lying, state.desert_pile)
    standing = replace(
        state,
        starter=move.starter,
        marker=move.marker,
        round=move.turn_number - 1,
        turn=None if move.acting is None else Turn(move.acting),
        interrupted=None,
        tried=(),
        bids={},
        # A table that has a pillar and a tide is past the start, in whatever round.
        ready=frozenset(range(state.seats)),
        first_water_done=frozenset(range(state.seats)),
        first_plants_done=frozenset(range(state.seats)),
        pawns=tuple(one.pawn for one in move.seats),
        jokers=tuple(one.jokers for one in move.seats),
        obelisk=move.obelisk,
        market={column: move.market.get(column, ()) for column in MARKET},
        boat=move.boat,
        lost=lost,
        lost_unnamed=unnamed,
        # Of plants on fields only those that the board shows are still known: turns were forgotten.
        sown=tuple(one.as_plant for field in sorted(state.board) for one in state.board[field].plants),
        # Who laid how many stays known; those that lie there no more were taken off.
        water_taken=sum(state.water_laid) - cards.water_lying,
        desert_pile=cards.desert_pile,
    )
    met = [seat for seat, one in enumerate(move.seats) if one.pawn >= move.obelisk]
    flags = (
        *doubts(move.turn_number > says.LATEST_ROUND and says.LATE_ROUND(count=move.turn_number)),
        *doubts_about_columns(standing.market.items(), (*standing.boat, *standing.lost)),
        *doubts(met and says.HAVE_MET(names=names(met))),
        *doubts_about_standing(standing),
    )
    return Outcome(standing, flags=flags)


def current_standing(state: State) -> CatchUp:
    """Return the present state, as the form for catching up is filled in at first."""
    lost = state.lost_by_seat
    # Pawns are counted past the last square (NI-35), but the form asks for a square that the table can see.
    seats = tuple(Standing(min(state.pawns[at], LAST_SQUARE), state.jokers[at], lost[at]) for at in range(state.seats))
    acting = None if state.turn is None else state.turn.seat
    return CatchUp(
        turn_number=state.round + 1,
        marker=state.marker,
        seats=seats,
        obelisk=state.obelisk,
        market=dict(state.market),
        boat=state.boat,
        starter=state.starter,
        acting=acting,
        cards=Cards(max(0, state.water_lying), state.desert_pile),
    )


def _lost(state: State, move: CatchUp) -> tuple[tuple[Plant, ...], tuple[int, ...]]:
    """The lost plants of known kind, and how many more each seat has lost."""
    left = [one.lost for one in move.seats]
    known = []
    for plant in state.lost:
        # No more than the table says were lost: its word counts over what was entered before.
        if left[plant.seat]:
            left[plant.seat] -= 1
            known.append(plant)
    return tuple(known), tuple(left)


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
    """A finished sheet: everyone's points and lost plants, and the square of the obelisk."""

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
            hint=say("Pawn’s square"),
        ),
        row(say("Plants lost for good"), *(f"seats.{seat}.lost" for seat in seats), high=PLANTS_EACH),
        row(
            say("Obelisk’s square"),
            "obelisk",
            low=FIRST_SQUARE,
            high=LAST_SQUARE,
            above=FIRST_SQUARE,
            hint=say("it started on 29"),
        ),
    )


PAPER: Final = Paper("from_paper", FromPaper, say("Pawns and obelisk when they met, and plants lost."), rows)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """Return the match as the sheet has it, who wins, and what is doubtful. Raise `IllegalMove` if it is not over."""
    check(state != start(Setup(state.seats, state.options)) and says.SHEET_AFTER_A_MOVE())
    check_all_named(len(move.seats), state.seats, "NI-1", "seats")
    # A pawn starts on square 1, which is no point.
    pawns = tuple(one.points + 1 for one in move.seats)
    lost = tuple(one.lost for one in move.seats)
    result = end(pawns, move.obelisk, lost)
    not_over = not result.answer.over and says.SHEET_NOT_OVER(pawn=numbered(max(pawns)), obelisk=numbered(move.obelisk))
    check(not_over, path="obelisk")
    over = replace(state, pawns=pawns, obelisk=move.obelisk, lost_unnamed=lost, winners=result.answer.winners)
    return Outcome(over, (result,), doubts_about_obelisk(move.obelisk, lost))
