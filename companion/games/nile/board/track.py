"""The track of 30 squares as drawn: where pawns and obelisk stand, and how a scoring moves them."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.engine.text import SeatName, Text, say
from companion.games.nile.rules.components import LAST_SQUARE, numbered
from companion.games.nile.rules.state import State

OBELISK: Final = -1
CROWD: Final = 3
ON_SCREEN: Final = ((30.0, 44.0), (24.0, 35.0), (18.0, 27.0), (16.0, 23.0))
ON_PHONE: Final = ((22.0, 32.0), (17.0, 26.0), (16.0, 22.0))
"""The sizes of pieces, of which a square takes the largest that stand side by side; a crowd stands in two rows."""
DOCK: Final = 3
"""The first square, where all begin, is as wide as so many others."""


class Sign(NamedTuple):
    """The left upper corner of a square, and its side."""

    x: float
    y: float
    size: float


class DrawnPiece(NamedTuple):
    """A pawn, or the obelisk where `seat` is -1, its place and size in the drawing, and the number beside it, if any."""

    seat: int
    x: float
    y: float
    width: float
    height: float
    number: int | None = None

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def sign(self) -> Sign:
        """Where its player's sign stands: on its foot, which has no room for initials."""
        size = self.width * 0.6
        return Sign(
            round(self.x + (self.width - size) / 2, 1), round(self.y + self.height * 0.92 - size, 1), round(size, 1)
        )


Corner: TypeAlias = tuple[float, float]


class Square(NamedTuple):
    """Its number, its left upper corner and its width."""

    number: int
    x: float
    y: float
    width: float


Placed: TypeAlias = Callable[[Square, list[int]], list[DrawnPiece]]
"""The pieces on this square."""


class DrawnTrack(NamedTuple):
    """Every square, those where a piece stands, which show no number, and all of it in words."""

    squares: tuple[Square, ...]
    taken: tuple[Square, ...]
    pieces: tuple[DrawnPiece, ...]
    points: tuple[tuple[int, int], ...]
    obelisk: int
    gap: int
    label: Text


class Race(NamedTuple):
    """Every square, those taken after a scoring, and each piece then, with how far off it stood before, how large it was by
    what it is then, and when it goes.
    """

    squares: tuple[Square, ...]
    taken: tuple[Square, ...]
    pieces: tuple[tuple[DrawnPiece, Corner, float, int], ...]


def track(state: State) -> DrawnTrack:
    return _drawn(state, PHONE, _on_phone)


def screen_track(state: State) -> DrawnTrack:
    return _drawn(state, SCREEN, _on_screen)


def race(pawns: Sequence[tuple[int, int]], obelisk: tuple[int, int], *, is_far: bool) -> Race:
    """What a scoring moves, on the board's own track or that of a television."""
    squares, placed = (SCREEN, _on_screen) if is_far else (PHONE, _on_phone)
    was = {one.seat: one for one in _placed([before for before, _ in pawns], obelisk[0], squares, placed)[1]}
    taken, pieces = _placed([after for _, after in pawns], obelisk[1], squares, placed)

    def large(stands: DrawnPiece) -> float:
        return round(was[stands.seat].width / stands.width, 3)

    def off(stands: DrawnPiece) -> Corner:
        stood, by = was[stands.seat], large(stands)
        foot = stood.y + stood.height - by * (stands.y + stands.height)
        return round(stood.middle - by * stands.middle, 1), round(foot, 1)

    # Who gains most goes first, the obelisk last of all; who stays moves up once the others have left.
    ahead = {seat: after - before for seat, (before, after) in enumerate(pawns) if after > before}
    turns = [*sorted(ahead, key=lambda seat: -ahead[seat]), OBELISK]
    goes = {seat: turn for turn, seat in enumerate(turns)}
    return Race(squares, taken, tuple((one, off(one), large(one), goes.get(one.seat, len(ahead))) for one in pieces))


def _drawn(state: State, squares: tuple[Square, ...], pieces: Placed) -> DrawnTrack:
    """The track of these squares; a pawn that went past the last is drawn there."""
    order = sorted(range(state.seats), key=lambda seat: (-state.pawns[seat], seat))
    pawns = tuple(say("{name} on {square}", name=SeatName(seat), square=numbered(state.pawns[seat])) for seat in order)
    return DrawnTrack(
        squares,
        *_placed(state.pawns, state.obelisk, squares, pieces),
        tuple((seat, numbered(state.pawns[seat])) for seat in order),
        numbered(state.obelisk),
        max(0, state.obelisk - max(state.pawns)),
        say("The track: {pawns}. Obelisk on {obelisk}", pawns=pawns, obelisk=numbered(state.obelisk)),
    )


def _placed(
    pawns: Sequence[int], obelisk: int, squares: tuple[Square, ...], pieces: Placed
) -> tuple[tuple[Square, ...], tuple[DrawnPiece, ...]]:
    """The squares on which a piece stands, and all pieces."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[obelisk].append(OBELISK)
    taken = tuple(squares[square - 1] for square in sorted(standing))
    return taken, tuple(piece for square in taken for piece in pieces(square, standing[square.number]))


def _squares(a_row: int, step: float, rise: float) -> tuple[Square, ...]:
    """Every square: every other row runs back; the last fills what is left of its row."""
    found, cell = [], 0
    rows = -(-(LAST_SQUARE + DOCK - 1) // a_row)
    for number in range(1, LAST_SQUARE + 1):
        wide = {1: DOCK, LAST_SQUARE: rows * a_row - cell}.get(number, 1)
        row, place = divmod(cell, a_row)
        # The track winds as on the board: every other row is read from the right.
        column = a_row - wide - place if row % 2 else place
        found.append(Square(number, round(column * step, 1), round(row * rise, 1), round(wide * step - 2, 1)))
        cell += wide
    return tuple(found)


PHONE: Final = _squares(11, 30.5, 33.6)
SCREEN: Final = _squares(17, 34, 52)


def _on_phone(square: Square, seats: list[int]) -> list[DrawnPiece]:
    return _in_rows(seats, ON_PHONE, square, (20, 33))


def _on_screen(square: Square, seats: list[int]) -> list[DrawnPiece]:
    return _in_rows(seats, ON_SCREEN, square, (26, 46))


def _in_rows(seats: list[int], sizes: Sequence[Corner], square: Square, feet: Corner) -> list[DrawnPiece]:
    """Side by side as large as they fit, with a little over its edges; a crowd that does not has half of it in front."""
    room = square.width + 6
    # The obelisk tapers: it takes half the room of a pawn, and alone on a wide square it leaves the number of that in sight.
    count = len(seats) - 0.45 * (OBELISK in seats and len(seats) > 1)
    size = next((one for one in sizes if count * one[0] <= room), sizes[-1])
    is_beside = seats == [OBELISK] and square.width > 2 * size[0]
    aside, number = (size[0] * 0.7, numbered(square.number)) if is_beside else (0, None)
    # On the dock they spread out, so that none lies over another before all walk.
    apart = room if square.number == 1 else size[0] + 1
    behind = seats[: len(seats) // 2] if len(seats) >= CROWD and len(seats) * size[0] > room else []
    return [
        DrawnPiece(
            seat,
            round(
                square.x
                + aside
                + (square.width - size[0]) / 2
                + (index - (len(row) - 1) / 2) * min(apart, room / len(row)),
                1,
            ),
            round(square.y + foot - size[1], 1),
            *size,
            number,
        )
        for row, foot in zip((behind, seats[len(behind) :]), feet, strict=True)
        for index, seat in enumerate(row)
    ]
