"""What each pair of eyes may see of a match: a bid is its owner's alone until all have bid."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Status, Viewer
from companion.engine.ranking import ranked
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode
from companion.games.nile.rules.components import MARKET
from companion.games.nile.rules.fields import BARE, Board, Field, Ground
from companion.games.nile.rules.state import State


def status(state: State) -> Status:
    """Phase, turn, points (squares gone by the pawn) and winners."""
    points = tuple(square - 1 for square in state.pawns)
    return Status(state.phase, whose_turn(state), points, state.winners, None if state.winners is None else rank(state))


def rank(state: State) -> tuple[int, ...]:
    """The place of each seat: whose pawn is furthest first, of those tied who has lost fewest plants (NI-35)."""
    return ranked(list(zip((-square for square in state.pawns), state.lost_by_seat, strict=True)))


def whose_turn(state: State) -> int | None:
    """Who acts next; None at the end, and at the start while nobody has the pillar or all put plants in."""
    if state.winners is not None or state.starter is None:
        return None
    if state.phase == "boat":
        order = ((state.starter + step) % state.seats for step in range(state.seats))
        return next(seat for seat in order if seat not in state.ready)
    return state.starter if state.turn is None else state.turn.seat


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state as JSON as this viewer may see it."""
    shown: dict[str, Json] = {
        "round": state.round,
        "starter": state.starter,
        "marker": state.marker,
        "ap": None if state.turn is None else state.turn.ap,
        "extra": state.turn is not None and state.turn.is_extra,
        "market": {str(column): encode(state.column(column)) for column in MARKET},
        "full": [*state.full_columns],
        "boat": encode(state.boat),
        "pawns": [*state.pawns],
        "obelisk": state.obelisk,
        "lost": [*state.lost_by_seat],
        "desert_pile": state.desert_pile,
        "water_lying": state.water_lying,
        "bids": [*sorted(state.bids)],
        "seats": [_seat(state, seat, viewer) for seat in range(state.seats)],
    }
    if state.tracks_board:
        shown["board"] = _board(state.board)
    return shown


def _seat(state: State, seat: int, viewer: Viewer) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "pawn": state.pawns[seat],
        "jokers": state.jokers[seat],
        "lost": state.lost_by_seat[seat],
        "water_laid": state.water_laid[seat],
        "ready": seat in state.ready,
    }
    if seat in viewer.seats and seat in state.bids:
        shown["bid"] = [*state.bids[seat]]
    return shown


def _board(board: Board) -> Json:
    return [_field(field, board[field]) for field in sorted(board) if board[field] != BARE]


def _field(field: Field, there: Ground) -> Json:
    return {
        "field": encode(field),
        "plants": [{"seat": one.seat, "plant": one.plant, "ripe": one.is_ripe} for one in there.plants],
        "water": None if there.water is None else [*there.water],
        "desert": there.has_desert,
        "palms": there.palms,
    }
