"""What everybody may see of a match and of its entries: all of it, for nothing is secret here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.definition.files import told
from companion.engine.definition.model import Definition
from companion.engine.definition.scoring import row_values, sides
from companion.engine.game import Move, Options, Setup, SetupSheet, Status, Viewer
from companion.engine.rulings import Json, Reason
from companion.engine.schema.codec import encode
from companion.engine.schema.marks import Seat
from companion.engine.text import names, say
from companion.games.own_game.rules.moves import MOVES, Standing, StandNow
from companion.games.own_game.rules.options import about, definition_of
from companion.games.own_game.rules.state import State


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: what is entered for it in this round, what it got in each, and its pad: what is written, what rows come to."""

    entered: int | None
    rounds: tuple[int, ...]
    cells: Mapping[str, int]
    rows: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: its definition, the rounds that are over, who deals, who scores together."""

    phase: Literal["play", "over"]
    sheet: Definition
    round: int
    dealer: Seat | None
    sides: tuple[tuple[Seat, ...], ...]
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What is known before the first entry: the definition, and who scores together."""

    sheet: Definition
    sides: tuple[tuple[Seat, ...], ...]


def status(state: State) -> Status:
    """Phase, scores, winners and places; nobody's turn is known."""
    if not state.is_over:
        return Status("play", None, state.scores, None, state.by_seat(state.ranks))
    return Status("over", None, state.scores, state.leaders, state.by_seat(state.ranks))


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON, the same for everybody."""
    return {
        "sheet": told(state.definition),
        "round": state.played,
        "dealer": state.dealer,
        "sides": [[*side] for side in state.sides],
        "seats": [_seat(state, state.side_of(seat)) for seat in range(state.seats)],
    }


def _seat(state: State, side: int) -> Json:
    return {
        "entered": state.entered[side],
        "rounds": [record.points[side] for record in state.rounds],
        "cells": {str(row): figure for row, figure in state.cells[side].items()},
        "rows": [*row_values(state.definition.rows, state.cells[side])],
    }


def tell(move: Move, options: Options, viewer: Viewer, revealed: bool) -> Mapping[str, Json]:
    """An entry's move as JSON, the same for everybody."""
    plain = encode(move)
    assert isinstance(plain, dict)
    return {"kind": next(kind for kind, shape in MOVES.items() if shape is type(move)), **plain}


def how_it_stands(state: State) -> StandNow:
    """The present state, as the form for it is filled in at first."""
    return StandNow(tuple(map(Standing, state.scores)), state.played)


def lay_out(setup: Setup) -> SetupSheet:
    """What to agree on before the first entry."""
    definition = definition_of(setup.options)
    together = sides(definition, setup.seats)
    steps = [Reason(about(definition), ("OW-1", "OW-8"))]
    teams = [side for side in together if len(side) > 1]
    if teams:
        pairs = tuple(say("{names}", names=names(side)) for side in teams)
        steps.append(Reason(say("These play together: {teams}.", teams=pairs), ("OW-10",)))
    return SetupSheet({"sheet": told(definition), "sides": [[*side] for side in together]}, tuple(steps))
