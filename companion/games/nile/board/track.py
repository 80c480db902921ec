"""The track of 30 squares as drawn: where pawns and obelisk stand, and how a scoring moves them."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules.components import LAST_SQUARE
from companion.games.nile.rules.state import State

OBELISK: Final = -1
CROWD: Final = 3
SCREEN_STEP: Final = 62
ON_SCREEN: Final = ((34.0, 50.0), (27.0, 40.0), (24.0, 35.0))
ON_PHONE: Final = ((22.0, 32.0), (17.0, 26.0), (16.0, 22.0))
"""The size of a piece that is alone, with another, or in a crowd, half of which stands in front of the others."""
PHONE_STEP: Final = 33.6
LINE_STEP: Final = 40
LINE_FOOT: Final = 60


class Sign(NamedTuple):
    """The left upper corner of a square, and its side."""

    x: float
    y: float
    size: float


class DrawnPiece(NamedTuple):
    """A pawn, or the obelisk where `seat` is -1, with its place and size in the drawing."""

    seat: int
    x: float
    y: float
    width: float
    height: float

    @property
    def sign(self) -> Sign:
        """Where its player's sign stands: on its foot, which has no room for initials."""
        size = self.width * 0.6
        return Sign(
            round(self.x + (self.width - size) / 2, 1), round(self.y + self.height * 0.92 - size, 1), round(size, 1)
        )


Corner: TypeAlias = tuple[float, float]
Placed: TypeAlias = Callable[[float, float, list[int]], list[DrawnPiece]]
"""The pieces on a square with this corner."""


class DrawnTrack(NamedTuple):
    """Every square with its number and place, the places where a piece stands, which show none, and all of it in words."""

    squares: tuple[tuple[int, float, float], ...]
    taken: tuple[Corner, ...]
    pieces: tuple[DrawnPiece, ...]
    points: tuple[tuple[int, int], ...]
    obelisk: int
    gap: int
    label: Text


class Race(NamedTuple):
    """Every square, those where a piece stands after a scoring, each piece with how far off it stood before and when it goes."""

    squares: tuple[tuple[int, float, float], ...]
    taken: tuple[Corner, ...]
    pieces: tuple[tuple[DrawnPiece, Corner, int], ...]


def track(state: State) -> DrawnTrack:
    return _drawn(state, _squares(10, PHONE_STEP, 0.8), _on_phone)


def screen_track(state: State) -> DrawnTrack:
    return _drawn(state, _squares(6, SCREEN_STEP, 0), _on_screen)


def race(pawns: Sequence[tuple[int, int]], obelisk: tuple[int, int], *, in_a_line: bool) -> Race:
    """What a scoring moves, on the board's own track or, on a television, in one line."""
    squares = _squares(LAST_SQUARE, LINE_STEP, 0) if in_a_line else _squares(10, PHONE_STEP, 0.8)
    was = {OBELISK: obelisk[0], **{seat: min(before, LAST_SQUARE) for seat, (before, _) in enumerate(pawns)}}
    taken, pieces = _placed([after for _, after in pawns], obelisk[1], squares, _in_line if in_a_line else _on_phone)

    def off(seat: int) -> Corner:
        stood, stands = (squares[square - 1][1:] for square in (was[seat], now[seat]))
        return round(stood[0] - stands[0], 1), round(stood[1] - stands[1], 1)

    now = {OBELISK: obelisk[1], **{seat: min(after, LAST_SQUARE) for seat, (_, after) in enumerate(pawns)}}
    # Who gains most goes first, the obelisk last of all.
    ahead = {seat: after - before for seat, (before, after) in enumerate(pawns) if after > before}
    turns = [*sorted(ahead, key=lambda seat: -ahead[seat]), OBELISK]
    goes = {seat: turn for turn, seat in enumerate(turns)}
    return Race(squares, taken, tuple((one, off(one.seat), goes.get(one.seat, 0)) for one in pieces))


def _drawn(state: State, squares: tuple[tuple[int, float, float], ...], pieces: Placed) -> DrawnTrack:
    """The track of these squares; a pawn that went past the last is drawn there."""
    order = sorted(range(state.seats), key=lambda seat: (-state.pawns[seat], seat))
    pawns = tuple(say("{name} on {square}", name=SeatName(seat), square=state.pawns[seat]) for seat in order)
    return DrawnTrack(
        squares,
        *_placed(state.pawns, state.obelisk, squares, pieces),
        tuple((seat, state.pawns[seat] - 1) for seat in order),
        state.obelisk,
        max(0, state.obelisk - max(state.pawns)),
        say("The track: {pawns}. Obelisk on {obelisk}", pawns=pawns, obelisk=state.obelisk),
    )


def _placed(
    pawns: Sequence[int], obelisk: int, squares: tuple[tuple[int, float, float], ...], pieces: Placed
) -> tuple[tuple[Corner, ...], tuple[DrawnPiece, ...]]:
    """The squares on which a piece stands, and all pieces."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[obelisk].append(OBELISK)
    corners = {square: squares[square - 1][1:] for square in sorted(standing)}
    placed = tuple(piece for square, corner in corners.items() for piece in pieces(*corner, standing[square]))
    return tuple(corners.values()), placed


@cache
def _squares(a_row: int, step: float, edge: float) -> tuple[tuple[int, float, float], ...]:
    """Every square with its number and corner: every other row runs back."""
    found = []
    for number in range(1, LAST_SQUARE + 1):
        row, place = divmod(number - 1, a_row)
        # The track winds as on the board: every other row is read from the right.
        column = a_row - 1 - place if row % 2 else place
        found.append((number, round(edge + column * step, 1), round(edge + row * step, 1)))
    return tuple(found)


def _on_phone(left: float, top: float, seats: list[int]) -> list[DrawnPiece]:
    """On a square that is drawn larger than the empty ones."""
    return _in_rows(seats, ON_PHONE, left + 16, (top + 20, top + 33), 18, 33)


def _in_line(left: float, top: float, seats: list[int]) -> list[DrawnPiece]:
    """Two stand side by side, of a crowd three, in two rows."""
    if len(seats) == 1:
        return [_piece(seats[0], left + LINE_STEP / 2, top + LINE_FOOT, (30.0, 44.0))]
    abreast, size = (2, (18.0, 27.0)) if len(seats) <= 2 * 2 else (CROWD, (12.0, 18.0))
    apart = size[0] + 0.8
    return [
        _piece(
            seat,
            left + LINE_STEP / 2 + apart * (index % abreast - (abreast - 1) / 2),
            top + LINE_FOOT - (size[1] + 1) * (index // abreast),
            size,
        )
        for index, seat in enumerate(seats)
    ]


def _piece(seat: int, middle: float, foot: float, size: tuple[float, float]) -> DrawnPiece:
    return DrawnPiece(seat, round(middle - size[0] / 2, 1), round(foot - size[1], 1), *size)


def _on_screen(left: float, top: float, seats: list[int]) -> list[DrawnPiece]:
    return _in_rows(seats, ON_SCREEN, left + 30, (top + 36, top + 58), 29, 52)


def _in_rows(
    seats: list[int], sizes: Sequence[Corner], middle: float, feet: Corner, apart: float, across: float
) -> list[DrawnPiece]:
    size = sizes[min(len(seats), len(sizes)) - 1]
    behind = seats[: len(seats) // 2] if len(seats) >= CROWD else []
    return [
        _piece(seat, middle + (index - (len(row) - 1) / 2) * min(apart, across / len(row)), foot, size)
        for row, foot in zip((behind, seats[len(behind) :]), feet, strict=True)
        for index, seat in enumerate(row)
    ]
