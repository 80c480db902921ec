"""How a seat looks on every page of an evening: its colour, its symbol, its initials, in every match it plays.

Where a game has pieces in colours, its pages show everyone in the colour of their pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flask import Flask, g
from flask_babel import gettext
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.engine.text import Text
from companion.match.snapshot import Snapshot
from companion.store import Table, by_seat
from companion.table.faces import KINDS, Around, worn
from companion.table.initials import initials, seat_letter
from companion.table.tables import MOST_SEATS
from companion.web.app.assets import asset
from companion.web.app.i18n import Names, name_of, root, words
from companion.web.app.services import services
from companion.web.app.templating import folding

SYMBOLS: Final = ("star", "moon", "leaf", "house", "fish", "bell", "heart", "tree")
FIRST_STAND_IN: Final = 0xE000
"""The first of the characters that no one can type (Unicode keeps them for private use)."""
CLASSES: Final = ("pa", "pb", "pc", "pd", "pe", "pf", "pg", "ph")


@dataclass(frozen=True, slots=True, eq=False)
class SeatStyles:
    """How seat n of a page looks: its colour as a class of the style, the name of its symbol, its initials; and who went home.

    Made once for the same places, and compared by identity: parts of pages are recognised by it at every tap.
    """

    classes: Around[str]
    symbols: Around[str]
    initials: Around[str]
    went: frozenset[int] = frozenset()

    def mark(self, seat: int, name: str = "") -> Markup:
        """Return the mark of seat n: its symbol and its initials, on its colour; pale once they went home.

        A reader of the screen hears `name` instead, and nothing where none is given: then the name stands beside it.
        """
        return _mark(self, seat, name, gettext("has left") if seat in self.went else "", root())


@lru_cache(maxsize=512)
def _mark(looks: SeatStyles, seat: int, name: str, left: str, root: str) -> Markup:
    label = ", ".join(filter(None, (name, left)))
    says = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    drawn = Markup('<span class="mark {}" {}><svg><use href="{}#{}"/></svg>{}</span>')
    look, own = looks.classes[seat], looks.initials[seat]
    size = ("", " two", " long")[min(len(own), 3) - 1]
    return drawn.format(f"{look}{size}{' went' if left else ''}", says, asset("icons.svg"), looks.symbols[seat], own)


def init_app(app: Flask) -> None:
    """Let templates ask how a seat looks: as at the table, even if only part of the table plays a match."""
    styles = {"seat_styles": seat_styles, "styles_here": _styles_here, "styles_at": styles_at}
    app.jinja_env.globals.update(**styles, styles_in=styles_in, name_of=_name_of, people_of=people_of)
    app.jinja_env.filters["faced"] = faced


def faced(text: Text, names: Names, looks: SeatStyles, *, is_brief: bool) -> Markup:
    """Return a text with the mark of each player before the name, never on another line; `is_brief`: in its place."""
    stand_ins = {seat: chr(FIRST_STAND_IN + seat) for seat in range(len(names))}
    # Escaped while others stand in for them: what someone is called can be no part of the page.
    said = escape(words(text, tuple(stand_ins.values())))
    for seat, one in stand_ins.items():
        name = name_of(seat, names)
        chip = Markup('<span class="chip">{} <bdi>{}</bdi></span>')
        drawn = looks.mark(seat, name) if is_brief else chip.format(looks.mark(seat), folding(name))
        said = drawn.join(said.split(one))
    return said


@lru_cache(maxsize=256)
def seat_styles(
    places: tuple[int, ...] | None = None,
    faces: tuple[str | None, ...] = (),
    names: tuple[str | None, ...] = (),
    pieces: tuple[int, ...] | None = None,
    went: frozenset[int] = frozenset(),
) -> SeatStyles:
    """Return the looks of those who play, by seat of the match; `places` are their seats at the table.

    Without: of all seats.

    `faces` and `names`: those of everyone at the table; a seat beyond them has its letter. `pieces`: the
    colours of their pieces, by seat of the match. `went`: the table seats of those who went home.
    """
    at_table = worn((*faces, *(None,) * (MOST_SEATS - len(faces))))
    colours, signs = Around(one.colour for one in at_table), Around(one.sign for one in at_table)
    known = Around((*initials(names), *map(seat_letter, range(len(names), MOST_SEATS))))
    if places is None:
        places = tuple(range(len(at_table)))
    else:
        # At a large table two may wear one colour. In one match they are kept apart, as far as there are colours.
        colours, signs = _apart(places, colours), _apart(places, signs)
    return SeatStyles(
        Around(CLASSES[colour] for colour in pieces or colours),
        Around(SYMBOLS[sign] for sign in signs),
        Around(known[place] for place in places),
        frozenset(seat for seat, place in enumerate(places) if place in went),
    )


def _apart(places: Sequence[int], at_table: Sequence[int]) -> Around[int]:
    """Return what each place has at the table, if possible: of two who would share it, the later one takes what is
    free.
    """
    taken: dict[int, int] = {}
    # By their seats at the table and not by who plays first: then a rematch in another order looks the same.
    for place in sorted(places):
        own = at_table[place]
        free = [one for one in range(KINDS) if one not in taken.values()]
        taken[place] = own if own in free or not free else free[0]
    return Around(taken[place] for place in places)


@pass_context
def _styles_here(context: Context) -> SeatStyles:
    """Return the looks on this page: of the match it shows, else of the table, else of seats with the names that are
    known.
    """
    seen, table = context.get("seen"), context.get("table")
    if isinstance(seen, Snapshot):
        return styles_in(seen)
    if isinstance(table, Table):
        return styles_at(table)
    names = context.get("names", ())
    return seat_styles(names=tuple(names) if any(names) else ())


def styles_in(seen: Snapshot) -> SeatStyles:
    """Return the looks of those who play a match."""
    names = by_seat(seen.people, lambda one: one.name)
    pieces = seen.game.pieces
    # Of the game that goes on: in a result they are who they were.
    went = frozenset() if seen.has_ended else frozenset(one.seat for one in seen.people if one.has_left)
    return seat_styles(seen.match.seats, seen.faces, names, pieces and pieces.worn(seen.replay.state), went)


def styles_once(table: Table, colours: Mapping[int, int]) -> SeatStyles:
    """Return the looks of everyone at a table as they will be once these seats wear these colours."""
    names = by_seat(services.tables.seats(table), lambda one: one.name)
    return seat_styles(None, services.faces.once_settled(table, colours), names)


def styles_at(table: Table) -> SeatStyles:
    """Return the looks of everyone at a table, read once for a page."""
    # Every mark on a page of the table asks for it.
    kept: dict[str, SeatStyles] = g.setdefault("styles", {})
    if table.id not in kept:
        people = services.tables.seats(table)
        faces, names = by_seat(people, lambda one: one.face), by_seat(people, lambda one: one.name)
        kept[table.id] = seat_styles(None, faces, names)
    return kept[table.id]


def _places(context: Context) -> tuple[int, ...] | None:
    """Return the table's seats of the match that a page shows; None if it shows none."""
    seen: Any = context.get("seen")
    return None if seen is None else seen.match.seats


def people_of(places: tuple[int, ...], names: Names) -> tuple[str, ...]:
    """Return the names of all who play a match, as they are shown; `places` are their seats at the table."""
    return tuple(_name_at(places, seat, names) for seat in range(len(names)))


@pass_context
def _name_of(context: Context, seat: int, names: Names = ()) -> str:
    return _name_at(_places(context), seat, names)


def _name_at(places: tuple[int, ...] | None, seat: int, names: Names) -> str:
    known = names[seat] if seat < len(names) else None
    return known or name_of(places[seat] if places is not None and seat < len(places) else seat)
