"""The track as a large screen draws it: five rows of six, so that pawns are seen from three metres."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from companion.games.nile.rules.components import LAST_SQUARE
from companion.games.nile.rules.state import State

A_ROW: Final = 6
STEP: Final = 62
SIZES: Final = ((34, 50, 1), (25, 37, 2), (18, 26, 3))
"""The size of a piece that is alone, with another, or in a crowd; and how many of them stand side by side."""
OBELISK: Final = -1


@dataclass(frozen=True, slots=True)
class Square:
    """One square: its number, its upper left corner, and whether the number is seen beside what stands there."""

    number: int
    x: int
    y: int
    is_free: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A pawn, or the obelisk where `seat` is -1, with its upper left corner and its size."""

    seat: int
    x: float
    y: float
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ScreenTrack:
    """Every square and every figure; `columns` and `rows` of squares, `STEP` apart."""

    squares: tuple[Square, ...]
    figures: tuple[Figure, ...]
    width: int
    height: int


def screen_track(state: State) -> ScreenTrack:
    """The track with all that stands on it; a pawn that went past the last square is drawn there."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(state.pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[state.obelisk].append(OBELISK)
    squares = tuple(Square(number, *_corner(number), not standing.get(number)) for number in range(1, LAST_SQUARE + 1))
    figures = tuple(figure for number in sorted(standing) for figure in _figures(number, standing[number]))
    return ScreenTrack(squares, figures, A_ROW * STEP, -(-LAST_SQUARE // A_ROW) * STEP)


def _corner(number: int) -> tuple[int, int]:
    """The upper left corner of a square; every other row runs back."""
    row, place = divmod(number - 1, A_ROW)
    return (A_ROW - 1 - place if row % 2 else place) * STEP, row * STEP


def _figures(number: int, seats: list[int]) -> list[Figure]:
    """What stands on one square, row by row."""
    left, top = _corner(number)
    width, height, abreast = SIZES[min(len(seats), len(SIZES)) - 1]
    rows = -(-len(seats) // abreast)
    return [
        Figure(
            seat,
            left + STEP / 2 + (index % abreast - (abreast - 1) / 2) * (width + 1) - width / 2,
            top + STEP / 2 + (index // abreast - (rows - 1) / 2) * (height + 2) - height / 2 - 1,
            width,
            height,
        )
        for index, seat in enumerate(seats)
    ]
