"""The track of 30 squares: where the pawns and the obelisk stand in the drawing, and how far they are apart."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules.components import LAST_SQUARE
from companion.games.nile.rules.state import State

A_ROW: Final = 10
STEP: Final = 33.6
EDGE: Final = 0.8
LARGE: Final = (17.0, 25.0)
MIDDLE: Final = (14.0, 20.0)
SMALL: Final = (10.4, 15.0)
CROWD: Final = 3
OBELISK: Final = -1


@dataclass(frozen=True, slots=True)
class Piece:
    """A pawn, or the obelisk where `seat` is -1, with its place and size in the drawing; `size` is that of its letter."""

    seat: int
    x: float
    y: float
    width: float
    height: float

    @property
    def size(self) -> float:
        """The height of its letter."""
        return round(self.width * 0.62, 1)

    @property
    def middle(self) -> float:
        """The middle of the piece, from the left."""
        return round(self.x + self.width / 2, 1)

    @property
    def foot(self) -> float:
        """Where its letter stands."""
        return round(self.y + self.height * 0.88, 1)


@dataclass(frozen=True, slots=True)
class Track:
    """Every square with its number and place (where a piece stands it shows none), the pieces, and all of it in words."""

    squares: tuple[tuple[int, float, float, bool], ...]
    pieces: tuple[Piece, ...]
    points: tuple[tuple[int, int], ...]
    obelisk: int
    gap: int
    label: Text


def track(state: State) -> Track:
    """The track with everything on it; a pawn that went past the last square is drawn there."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(state.pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[state.obelisk].append(OBELISK)
    squares = tuple((number, *_corner(number), not standing.get(number)) for number in range(1, LAST_SQUARE + 1))
    pieces = tuple(piece for square in sorted(standing) for piece in _pieces(square, standing[square]))
    order = sorted(range(state.seats), key=lambda seat: (-state.pawns[seat], seat))
    pawns = tuple(say("{name} on {square}", name=SeatName(seat), square=state.pawns[seat]) for seat in order)
    return Track(
        squares,
        pieces,
        tuple((seat, state.pawns[seat] - 1) for seat in order),
        state.obelisk,
        max(0, state.obelisk - max(state.pawns)),
        say("The track: {pawns}. Obelisk on {obelisk}", pawns=pawns, obelisk=state.obelisk),
    )


def _corner(square: int) -> tuple[float, float]:
    """The upper left corner of a square; the middle row runs back."""
    row, place = divmod(square - 1, A_ROW)
    column = A_ROW - 1 - place if row % 2 else place
    return round(EDGE + column * STEP, 1), round(EDGE + row * STEP, 1)


def _pieces(square: int, seats: list[int]) -> list[Piece]:
    left, top = _corner(square)
    if len(seats) == 1:
        return [_piece(seats[0], left + 21, top + 31, LARGE)]
    if len(seats) < CROWD:
        return [_piece(seat, left + 9 + 14 * index, top + 31, MIDDLE) for index, seat in enumerate(seats)]
    return [
        _piece(seat, left + 5.6 + 10.4 * (index % 3), top + 15.5 + 16 * (index // 3), SMALL)
        for index, seat in enumerate(seats)
    ]


def _piece(seat: int, middle: float, foot: float, size: tuple[float, float]) -> Piece:
    return Piece(seat, round(middle - size[0] / 2, 1), round(foot - size[1], 1), *size)
