"""The track of 30 squares as it is drawn: in three rows on a phone, in five on a screen seen from three metres."""

from collections import defaultdict
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules.components import LAST_SQUARE
from companion.games.nile.rules.state import State

OBELISK: Final = -1
LARGE: Final = (17.0, 25.0)
MIDDLE: Final = (14.0, 20.0)
SMALL: Final = (10.4, 15.0)
CROWD: Final = 3
SCREEN_STEP: Final = 62
ON_SCREEN: Final = ((34, 50, 1), (25, 37, 2), (18, 26, 3))
"""The size of a piece that is alone, with another, or in a crowd; and how many of them stand side by side."""


class Piece(NamedTuple):
    """A pawn, or the obelisk where `seat` is -1, with its place and size in the drawing; `size` is that of its letter."""

    seat: int
    x: float
    y: float
    width: float
    height: float

    @property
    def size(self) -> float:
        return round(self.width * 0.62, 1)

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def foot(self) -> float:
        return round(self.y + self.height * 0.88, 1)


class Track(NamedTuple):
    """Every square with its number and place (where a piece stands it shows none), the pieces, and all of it in words."""

    squares: tuple[tuple[int, float, float, bool], ...]
    pieces: tuple[Piece, ...]
    points: tuple[tuple[int, int], ...]
    obelisk: int
    gap: int
    label: Text


def track(state: State) -> Track:
    return _drawn(state, 10, 33.6, 0.8, _on_phone)


def screen_track(state: State) -> Track:
    return _drawn(state, 6, SCREEN_STEP, 0, _on_screen)


def _drawn(
    state: State, a_row: int, step: float, edge: float, pieces: Callable[[float, float, list[int]], list[Piece]]
) -> Track:
    """The squares, so many in a row, of which every other one runs back; a pawn that went past the last is drawn there."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(state.pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[state.obelisk].append(OBELISK)
    corners = {}
    for number in range(1, LAST_SQUARE + 1):
        row, place = divmod(number - 1, a_row)
        column = a_row - 1 - place if row % 2 else place
        corners[number] = (round(edge + column * step, 1), round(edge + row * step, 1))
    order = sorted(range(state.seats), key=lambda seat: (-state.pawns[seat], seat))
    pawns = tuple(say("{name} on {square}", name=SeatName(seat), square=state.pawns[seat]) for seat in order)
    return Track(
        tuple((number, *corner, number not in standing) for number, corner in corners.items()),
        tuple(piece for square in sorted(standing) for piece in pieces(*corners[square], standing[square])),
        tuple((seat, state.pawns[seat] - 1) for seat in order),
        state.obelisk,
        max(0, state.obelisk - max(state.pawns)),
        say("The track: {pawns}. Obelisk on {obelisk}", pawns=pawns, obelisk=state.obelisk),
    )


def _on_phone(left: float, top: float, seats: list[int]) -> list[Piece]:
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


def _on_screen(left: float, top: float, seats: list[int]) -> list[Piece]:
    width, height, abreast = ON_SCREEN[min(len(seats), len(ON_SCREEN)) - 1]
    rows = -(-len(seats) // abreast)
    return [
        Piece(
            seat,
            left + SCREEN_STEP / 2 + (index % abreast - (abreast - 1) / 2) * (width + 1) - width / 2,
            top + SCREEN_STEP / 2 + (index // abreast - (rows - 1) / 2) * (height + 2) - height / 2 - 1,
            width,
            height,
        )
        for index, seat in enumerate(seats)
    ]
