"""Plants that rot on the market, as they are tapped: the palms on the card, the column, the two plants (NI-41)."""

from typing import Final, NamedTuple

from companion.engine.schema.formdata import as_number, number, numbers
from companion.engine.text import Text, say, say_many
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules.components import MARKET
from companion.games.nile.rules.rot import PLANTS_HIT, can_get_worse, rot
from companion.games.nile.rules.state import State

PALMS: Final = "palms"


class RotEntry(NamedTuple):
    """The form: which columns may be picked and why, the one picked, the squares that can get worse there and those tapped.

    `palms` is None where a column was picked without them: the card is not asked for, its effect is.
    """

    palms: int | None
    columns: tuple[int, ...]
    column: int | None
    squares: tuple[int, ...]
    chosen: tuple[int, ...]
    reach: Text
    main: Text
    is_complete: bool


def event_step(state: State, taps: Taps) -> str:
    """The step an event belongs to: over as soon as one has been entered, though the game stays at the same one."""
    return f"{taps.moment}d{state.events}"


def rot_entry(state: State, taps: Taps) -> RotEntry | None:
    """The form for plants that rot; None if neither palms nor a column have been tapped."""
    step = event_step(state, taps)
    palms = _palms(taps, step)
    column = _column(taps, step, palms)
    if palms is None and column is None:
        return None
    # Where the card's palms are not entered, any column may have been picked: 4 palms reach all of them (NI-41).
    ruling = rot(palms or max(MARKET), state.market)
    if column is None and len(ruling.answer.columns) == 1:
        column = ruling.answer.columns[0]
    squares = () if column is None else can_get_worse(state.market[column])
    chosen = _chosen(taps, column, squares)
    missing = min(PLANTS_HIT, len(squares)) - len(chosen)
    return RotEntry(
        palms,
        ruling.answer.columns,
        column,
        squares,
        chosen,
        ruling.because[0].text,
        _main(column, missing, chosen),
        column is not None and not missing,
    )


def _palms(taps: Taps, step: str) -> int | None:
    tapped = taps.aside("_event", step)
    name, _, palms = (tapped or "").partition(".")
    if name == PALMS:
        return as_number(palms, 1, max(MARKET))
    if taps.kind != "rot" or tapped is not None:
        return None
    return number(taps.draft, "palms", 1, max(MARKET))


def rotting(state: State) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The columns in which plants can get worse, each with the squares of those plants."""
    found = ((column, can_get_worse(state.market[column])) for column in MARKET)
    return tuple((column, squares) for column, squares in found if squares)


def _column(taps: Taps, step: str, palms: int | None) -> int | None:
    tapped = taps.aside("_pick", step)
    if tapped is not None:
        # A column tapped for other palms counts no more.
        return next((one for one in MARKET if tapped == (f"{one}" if palms is None else f"{one}.{palms}")), None)
    is_meant = taps.kind == "rot" and taps.aside("_event", step) != ""
    return number(taps.draft, "column", 1, max(MARKET)) if is_meant else None


def _chosen(taps: Taps, column: int | None, squares: tuple[int, ...]) -> tuple[int, ...]:
    """The squares tapped; if there is no choice, all that can get worse."""
    if len(squares) <= PLANTS_HIT:
        return squares
    # Those tapped in the column that was picked before count no more.
    is_meant = taps.kind == "rot" and number(taps.draft, "column", 1, max(MARKET)) == column
    tapped = numbers(taps.draft, "plants", 0, max(squares)) if is_meant else ()
    return tuple(square for square in squares if square in tapped)


def _main(column: int | None, missing: int, chosen: tuple[int, ...]) -> Text:
    if column is None:
        return say("Tap the column")
    if missing > 0:
        return say_many("Tap {count} more plant", "Tap {count} more plants", missing)
    if missing < 0:
        return say("Only 2 plants get worse")
    if not chosen:
        return say("Column {column}: nothing rots", column=column)
    return say_many(
        "{count} plant in column {column} gets worse",
        "{count} plants in column {column} get worse",
        len(chosen),
        column=column,
    )
