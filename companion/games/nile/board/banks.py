"""Both banks of the Nile as drawn, what is covered, lies or is pencilled there; and the track of 30 squares in rows."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final, NamedTuple

from companion.engine.schema.formdata import as_number
from companion.engine.text import SeatName, Text, say
from companion.games.nile.board.stalls import DrawnPlant
from companion.games.nile.board.taps import LAID_AT, Marks, card, code
from companion.games.nile.rules.components import KINDS, LAST_SQUARE, MARKET, ROWS, WORDS
from companion.games.nile.rules.fields import (
    BANKS,
    Board,
    Field,
    FieldContents,
    Growing,
    fields_in_play,
    ground,
    in_words,
    row_of,
)
from companion.games.nile.rules.state import State
from companion.games.nile.rules.water import Edge

COVERED: Final = say("covered")


class BankCell(NamedTuple):
    """One field: what lies on it, and what is pencilled: something new there, or water that goes. `fits`: some water card
    may be laid there now.
    """

    field: Field
    is_covered: bool
    tiles: tuple[DrawnPlant, ...]
    water: tuple[Edge, Edge] | None
    has_desert: bool
    palms: int | None
    is_new: bool
    is_gone: bool
    is_picked: bool
    fits: bool
    label: Text

    @property
    def code(self) -> str:
        return code(self.field)

    @property
    def is_bare(self) -> bool:
        return not (self.water or self.has_desert or self.tiles)


class Banks(NamedTuple):
    """Both banks on either side of the river, line by line from the left; None if a row does not reach."""

    left: tuple[tuple[BankCell | None, ...], ...]
    right: tuple[tuple[BankCell | None, ...], ...]
    label: Text


def banks(
    players: int,
    cover: object,
    board: Board,
    pencilled: Marks | None = None,
    picked: Field | None = None,
    planter: int | None = None,
    fitting: Collection[Field] = (),
) -> Banks:
    in_play = fields_in_play(players, cover)
    notes = pencilled or Marks({})
    every = [field for bank in BANKS for row in ROWS for field in row_of(Field(bank, row, 0))]
    cells = tuple(
        _cell(field, field not in in_play, _with(ground(board, field), field, notes, planter), picked, notes)._replace(
            fits=field in fitting
        )
        for field in every
    )
    covered = sorted({(field.bank, field.row) for field in every if field not in in_play})
    left, right = (_lines([cell for cell in cells if cell.field.bank == bank]) for bank in BANKS)
    rows = tuple(say("row of {row} ({bank})", row=row, bank=WORDS[bank]) for bank, row in covered) or say("no row")
    about = say("Both banks of the Nile. Covered: {rows}. {left} fields in play.", rows=rows, left=len(in_play))
    # The left bank is drawn mirrored: both run out from the river between them.
    return Banks(left[::-1], right, about)


def _lines(cells: list[BankCell]) -> tuple[tuple[BankCell | None, ...], ...]:
    """The fields of a bank line by line, from the Nile out; the rows are one below the other."""
    at = {(cell.field.row, cell.field.square): cell for cell in cells}
    return tuple(tuple(at.get((row, square)) for row in ROWS) for square in range(ROWS[-1]))


def _cell(field: Field, is_covered: bool, there: FieldContents, picked: Field | None, notes: Marks) -> BankCell:
    is_new = any((verb, field) in notes.by_place for verb in ("lay", "desert", "ripe", "seed", "palms"))
    tiles = tuple(DrawnPlant(one.plant, one.seat, "fresh" if one.ripe else "seed") for one in there.plants)
    return BankCell(
        field=field,
        is_covered=is_covered,
        tiles=tiles,
        water=there.water,
        has_desert=there.has_desert,
        palms=there.palms,
        is_new=is_new,
        is_gone=("take", field) in notes.by_place,
        is_picked=field == picked,
        fits=False,
        label=_words(field, there, tiles, is_covered=is_covered),
    )


def _with(there: FieldContents, field: Field, notes: Marks, planter: int | None) -> FieldContents:
    """The field once the pencilled marks have been entered; the plants that water sends away are gone."""
    value: Mapping[str, str] = {verb: text for (verb, one), text in notes.by_place.items() if one == field}
    palms = as_number(value.get("palms", ""), 1, max(MARKET))
    palms = there.palms if palms is None else palms
    # Water sends plants and desert cards away (NI-11), and a desert card the plants (NI-42).
    if (edges := card(value.get("lay", ""))) is not None:
        return FieldContents((), edges, has_desert=False, palms=palms)
    if "desert" in value:
        return FieldContents((), None, has_desert=True, palms=palms)
    planted = tuple(
        Growing(planter, kind, verb == "ripe")
        for verb in LAID_AT["plants"]
        for kind in KINDS
        if planter is not None and value.get(verb) == kind
    )
    return FieldContents((*there.plants, *planted), there.water, there.has_desert, palms)


def _words(field: Field, there: FieldContents, tiles: tuple[DrawnPlant, ...], *, is_covered: bool) -> Text:
    parts: list[Text] = []
    if is_covered:
        parts.append(COVERED)
    if there.water is not None:
        parts.append(say("water"))
    if there.has_desert:
        parts.append(say("Desert"))
    parts.extend(tile.label for tile in tiles)
    if there.palms is not None:
        parts.append(say("palms: {palms}", palms=there.palms))
    if not parts:
        return in_words(field)
    return say("{what}: {value}", what=in_words(field), value=tuple(parts))


OBELISK: Final = -1
LARGE: Final = (17.0, 25.0)
MIDDLE: Final = (14.0, 20.0)
SMALL: Final = (10.4, 15.0)
CROWD: Final = 3
SCREEN_STEP: Final = 62
ON_SCREEN: Final = ((34, 50, 1), (25, 37, 2), (18, 26, 3))
"""The size of a piece that is alone, with another, or in a crowd; and how many of them stand side by side."""


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


class DrawnTrack(NamedTuple):
    """Every square with its number and place, the places where a piece stands, which show none, and all of it in words."""

    squares: tuple[tuple[int, float, float], ...]
    taken: tuple[tuple[float, float], ...]
    pieces: tuple[DrawnPiece, ...]
    points: tuple[tuple[int, int], ...]
    obelisk: int
    gap: int
    label: Text


def track(state: State) -> DrawnTrack:
    return _drawn(state, 10, 33.6, 0.8, _on_phone)


def screen_track(state: State) -> DrawnTrack:
    return _drawn(state, 6, SCREEN_STEP, 0, _on_screen)


def _drawn(
    state: State, a_row: int, step: float, edge: float, pieces: Callable[[float, float, list[int]], list[DrawnPiece]]
) -> DrawnTrack:
    """The track, so many squares in a row; a pawn that went past the last is drawn there."""
    standing: dict[int, list[int]] = defaultdict(list)
    for seat, square in enumerate(state.pawns):
        standing[min(square, LAST_SQUARE)].append(seat)
    standing[state.obelisk].append(OBELISK)
    squares = _squares(a_row, step, edge)
    corners = {square: squares[square - 1][1:] for square in sorted(standing)}
    order = sorted(range(state.seats), key=lambda seat: (-state.pawns[seat], seat))
    pawns = tuple(say("{name} on {square}", name=SeatName(seat), square=state.pawns[seat]) for seat in order)
    return DrawnTrack(
        squares,
        tuple(corners.values()),
        tuple(piece for square, corner in corners.items() for piece in pieces(*corner, standing[square])),
        tuple((seat, state.pawns[seat] - 1) for seat in order),
        state.obelisk,
        max(0, state.obelisk - max(state.pawns)),
        say("The track: {pawns}. Obelisk on {obelisk}", pawns=pawns, obelisk=state.obelisk),
    )


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
    if len(seats) == 1:
        return [_piece(seats[0], left + 21, top + 31, LARGE)]
    if len(seats) < CROWD:
        return [_piece(seat, left + 9 + 14 * index, top + 31, MIDDLE) for index, seat in enumerate(seats)]
    return [
        _piece(seat, left + 5.6 + 10.4 * (index % 3), top + 15.5 + 16 * (index // 3), SMALL)
        for index, seat in enumerate(seats)
    ]


def _piece(seat: int, middle: float, foot: float, size: tuple[float, float]) -> DrawnPiece:
    return DrawnPiece(seat, round(middle - size[0] / 2, 1), round(foot - size[1], 1), *size)


def _on_screen(left: float, top: float, seats: list[int]) -> list[DrawnPiece]:
    width, height, abreast = ON_SCREEN[min(len(seats), len(ON_SCREEN)) - 1]
    rows = -(-len(seats) // abreast)
    return [
        DrawnPiece(
            seat,
            left + SCREEN_STEP / 2 + (index % abreast - (abreast - 1) / 2) * (width + 1) - width / 2,
            top + SCREEN_STEP / 2 + (index // abreast - (rows - 1) / 2) * (height + 2) - height / 2 - 1,
            width,
            height,
        )
        for index, seat in enumerate(seats)
    ]
