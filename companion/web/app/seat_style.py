"""How a seat looks on every page of an evening: its colour, its symbol, its letter, in every match it plays.

Where a game deals out pieces in colours by the order of play, its pages show everybody in the colour of their pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flask import Flask, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.table.tables import MOST_SEATS
from companion.web.app.assets import asset
from companion.web.app.i18n import Names, letter, name_of

SYMBOLS: Final = ("star", "moon", "leaf", "house", "fish", "bell")
CLASSES: Final = ("pa", "pb", "pc", "pd", "pe", "pf")


@dataclass(frozen=True, slots=True, eq=False)
class SeatStyles:
    """How seat n of a page looks: its colour as a class of the style, the name of its symbol, its letter.

    Made once for the same places, and told apart by identity: parts of pages are recognised by it at every tap.
    """

    classes: tuple[str, ...]
    symbols: tuple[str, ...]
    letters: tuple[str, ...]

    def mark(self, seat: int) -> Markup:
        """The mark of seat n: its symbol and its letter, on its colour."""
        return _mark(self, seat, request.script_root)


@lru_cache(maxsize=512)
def _mark(looks: SeatStyles, seat: int, root: str) -> Markup:
    drawn = Markup('<span class="mark {}"><svg aria-hidden="true"><use href="{}#{}"/></svg>{}</span>')
    return drawn.format(looks.classes[seat], asset("icons.svg"), looks.symbols[seat], looks.letters[seat])


def init_app(app: Flask) -> None:
    """Let templates ask how a seat looks: as at the table, even if only part of the table plays a match."""
    parts = {"seat_styles": seat_styles, "letter": _letter, "name_of": _name_of, "people_of": people_of}
    app.jinja_env.globals.update(parts)


@lru_cache(maxsize=256)
def seat_styles(places: tuple[int, ...] | None = None, *, by_pieces: bool = False) -> SeatStyles:
    """The looks of those who play, by seat of the match; `places` are their seats at the table. Without: of all seats.

    `by_pieces`: in the colours of their pieces, which go by the seats of the match.
    """
    if places is None:
        places = tuple(range(MOST_SEATS))
        colours = tuple(place % len(CLASSES) for place in places)
    else:
        colours = _colours(places)
    return SeatStyles(
        tuple(CLASSES[seat if by_pieces else colour] for seat, colour in enumerate(colours)),
        tuple(SYMBOLS[colour] for colour in colours),
        tuple(letter(place) for place in places),
    )


def _colours(places: Sequence[int]) -> tuple[int, ...]:
    """A colour for each place, its own if possible: of two who would share one, the later one takes a free colour."""
    taken: dict[int, int] = {}
    for place in sorted(places):
        own = place % len(CLASSES)
        free = [colour for colour in range(len(CLASSES)) if colour not in taken.values()]
        taken[place] = own if own in free or not free else free[0]
    return tuple(taken[place] for place in places)


def _places(context: Context) -> tuple[int, ...] | None:
    """The table's seats of the match that a page shows; None if it shows none."""
    seen: Any = context.get("seen")
    return None if seen is None else seen.match.seats


@pass_context
def _letter(context: Context, seat: int) -> str:
    places = _places(context)
    return letter(places[seat] if places is not None and seat < len(places) else seat)


def people_of(places: tuple[int, ...], names: Names) -> tuple[str, ...]:
    """The names of all who play a match, as they are shown; `places` are their seats at the table."""
    return tuple(_name_at(places, seat, names) for seat in range(len(names)))


@pass_context
def _name_of(context: Context, seat: int, names: Names = ()) -> str:
    return _name_at(_places(context), seat, names)


def _name_at(places: tuple[int, ...] | None, seat: int, names: Names) -> str:
    known = names[seat] if seat < len(names) else None
    return known or name_of(places[seat] if places is not None and seat < len(places) else seat)
