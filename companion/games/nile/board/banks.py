"""Both banks of the Nile as drawn: which rows are covered, what lies on each field, what is pencilled there."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.engine.taps import as_number
from companion.engine.text import Text, say
from companion.games.nile.board.stalls import Tile
from companion.games.nile.board.taps import Marks, card, code
from companion.games.nile.rules.components import MARKET, ROWS
from companion.games.nile.rules.fields import BANKS, Board, Field, Ground, fields_in_play, ground, in_words, row_of
from companion.games.nile.rules.water import Edge

COVERED: Final = say("covered")


class Cell(NamedTuple):
    """One field: what lies on it, and what is pencilled: something new there, or water that goes."""

    field: Field
    is_covered: bool
    tiles: tuple[Tile, ...]
    water: tuple[Edge, Edge] | None
    has_desert: bool
    palms: int | None
    is_new: bool
    is_gone: bool
    is_picked: bool
    label: Text

    @property
    def code(self) -> str:
        return code(self.field)


class Banks(NamedTuple):
    """Both banks on either side of the river, line by line from the left; None if a row does not reach."""

    left: tuple[tuple[Cell | None, ...], ...]
    right: tuple[tuple[Cell | None, ...], ...]
    label: Text


def banks(
    players: int, cover: object, board: Board, pencilled: Marks | None = None, picked: Field | None = None
) -> Banks:
    in_play = fields_in_play(players, cover)
    notes = pencilled or Marks({})
    every = [field for bank in BANKS for row in ROWS for field in row_of(Field(bank, row, 0))]
    cells = tuple(
        _cell(field, field not in in_play, _with(ground(board, field), field, notes), picked, notes) for field in every
    )
    covered = sorted({(field.bank, field.row) for field in every if field not in in_play})
    left, right = (_lines([cell for cell in cells if cell.field.bank == bank]) for bank in BANKS)
    rows = tuple(covered_row(bank, row) for bank, row in covered) or say("no row")
    told = say("Both banks of the Nile. Covered: {rows}. {left} fields in play.", rows=rows, left=len(in_play))
    return Banks(left[::-1], right, told)


def _lines(cells: list[Cell]) -> tuple[tuple[Cell | None, ...], ...]:
    """The fields of a bank line by line, from the Nile out; the rows are one below the other."""
    at = {(cell.field.row, cell.field.square): cell for cell in cells}
    return tuple(tuple(at.get((row, square)) for row in ROWS) for square in range(ROWS[-1]))


def covered_row(bank: str, row: int) -> Text:
    if bank == BANKS[0]:
        return say("the row of {row} on the left bank", row=row)
    return say("the row of {row} on the right bank", row=row)


def _cell(field: Field, is_covered: bool, there: Ground, picked: Field | None, notes: Marks) -> Cell:
    is_new = any((verb, field) in notes.by_place for verb in ("lay", "desert", "ripe", "seed", "palms"))
    tiles = tuple(Tile(one.plant, one.seat, "fresh" if one.is_ripe else "seed") for one in there.plants)
    return Cell(
        field=field,
        is_covered=is_covered,
        tiles=tiles,
        water=there.water,
        has_desert=there.has_desert,
        palms=there.palms,
        is_new=is_new,
        is_gone=("take", field) in notes.by_place,
        is_picked=field == picked,
        label=_words(field, there, tiles, is_covered=is_covered),
    )


def _with(there: Ground, field: Field, notes: Marks) -> Ground:
    """The field once the pencilled marks have been entered; the plants that water sends away are gone."""
    value: Mapping[str, str] = {verb: text for (verb, one), text in notes.by_place.items() if one == field}
    palms = as_number(value.get("palms", ""), 1, max(MARKET))
    palms = there.palms if palms is None else palms
    if (edges := card(value.get("lay", ""))) is not None:
        return Ground((), edges, has_desert=False, palms=palms)
    if "desert" in value:
        return Ground((), None, has_desert=True, palms=palms)
    return Ground(there.plants, there.water, there.has_desert, palms)


def _words(field: Field, there: Ground, tiles: tuple[Tile, ...], *, is_covered: bool) -> Text:
    parts: list[Text] = []
    if is_covered:
        parts.append(COVERED)
    if there.water is not None:
        parts.append(say("water"))
    if there.has_desert:
        parts.append(say("Desert"))
    parts.extend(tile.label for tile in tiles)
    if there.palms is not None:
        parts.append(say("{palms} palms", palms=there.palms))
    if not parts:
        return in_words(field)
    return say("{what}: {value}", what=in_words(field), value=tuple(parts))
