"""Both banks of the Nile as drawn, and what is covered, lies or is pencilled there."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from companion.engine.schema.formdata import as_number
from companion.engine.text import Text, say
from companion.games.nile.board.stalls import DrawnPlant
from companion.games.nile.board.taps import LAID_AT, Marks, card, code
from companion.games.nile.rules.components import KINDS, MARKET, ROWS, WORDS
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
