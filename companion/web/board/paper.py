"""A finished paper sheet typed in afterwards: who played, when, by which rules, and the cells as they are on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.archive.paper import PaperSheet, PaperSheets, read_when
from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Choice, Draft, Game, Setup
from companion.engine.options import make_setup
from companion.engine.schema.codec import encode
from companion.engine.schema.formdata import tree
from companion.engine.schema.scalars import whole_number
from companion.engine.sheet import Paper, PaperRow
from companion.games import offered
from companion.match.access import Caller, must_host
from companion.match.correct import PastPlay
from companion.match.judge import find_game
from companion.match.redact import VisibleEntry
from companion.match.snapshot import Snapshot
from companion.store import Grant, Match, Table
from companion.table.tables import read_names
from companion.web.app.device import caller, claiming_device, forget_caller
from companion.web.app.security import count_opening
from companion.web.app.services import services
from companion.web.board import slips
from companion.web.board.forms import entered_values, read_pending
from companion.web.evening.choosing import (
    as_chosen,
    check_enough,
    known_names,
    read_choices,
    read_players,
    usual_choices,
)
from companion.web.evening.tables import find_table

blueprint = Blueprint("paper", __name__)


NOT_A_CELL: Final = frozenset({"name", "seat", "players", "day", "minutes", "anyway", "rows", "who", "as"})

MOST_NAMES: Final = 4
"""Of those who played before, as many as leave the cells in sight on a small phone."""


@dataclass(frozen=True, slots=True)
class Column:
    """One player of the sheet: a seat of the table with its name, or a name that is typed in."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A form on its way: its table (None: a new one), the game, the columns, house options, and what was typed."""

    table: Table | None
    game: Game[Any]
    columns: tuple[Column, ...]
    chosen: Mapping[str, Choice]

    @property
    def paper(self) -> Paper:
        """The game's form."""
        return self.game.paper

    @property
    def setup(self) -> Setup:
        """The number of players and their rules. Raise `IllegalMove` if the game is not for that many."""
        return make_setup(self.game, len(self.columns), dict(self.chosen))


@blueprint.get("/paper")
def start() -> str:
    """Which game, and how many of you?"""
    return _start(None)


@blueprint.get("/t/<code>/paper")
def start_at_table(code: str) -> str:
    """Which game did this table play on paper?"""
    table = find_table(code)
    must_host(caller(), table)
    return _start(table)


@blueprint.get("/paper/<slug>")
def form(slug: str) -> ResponseReturnValue:
    """The empty sheet for people who have no table here yet."""
    services.keeping.must_open(caller())
    return _shown(_new_people(find_game(slug)))


@blueprint.post("/paper/<slug>")
def enter(slug: str) -> ResponseReturnValue:
    """A table opened for those named on the sheet, and the match on it; or the sheet again, with what is wrong."""
    services.keeping.must_open(caller())
    return _entered(_new_people(find_game(slug)))


@blueprint.get("/t/<code>/paper/<slug>")
def form_at_table(code: str, slug: str) -> ResponseReturnValue:
    """The empty sheet for those who sit at the table."""
    return _shown(_people_at(code, find_game(slug)))


@blueprint.post("/t/<code>/paper/<slug>")
def enter_at_table(code: str, slug: str) -> ResponseReturnValue:
    """The match on the sheet as one of this table; or the sheet again, with what is wrong."""
    return _entered(_people_at(code, find_game(slug)))


def says_a_sheet(past: PastPlay) -> bool:
    """Return whether a play is a typed-in paper sheet, for which no board has a form."""
    return type(past.play.move) is past.game.paper.shape


def entered(seen: Snapshot) -> Draft:
    """Return what the cells of a correction say, as it is recorded."""
    draft = entered_values()
    typed = {name: values[0] for name, values in draft.items() if values}
    cells = _counted(seen.game.paper.rows(seen.setup), typed, 1)
    return {**draft, **{name: (text,) for name, text in cells.items()}}


def _counted(rows: Sequence[PaperRow], cells: Mapping[str, str], way: int) -> dict[str, str]:
    """Return the cells with numbers as they are recorded from those on paper; with `way` -1 as on paper from recorded ones."""
    above = {cell.field: row.above for row in rows if row.above for own in row.cells for cell in own}
    read = {field: whole_number(cells.get(field, "")) for field in above}
    return {**cells, **{field: str(one + way * above[field]) for field, one in read.items() if one is not None}}


def correction(
    seen: Snapshot, past: PastPlay, visible: VisibleEntry, entered: Draft, error: Exception | None = None
) -> str:
    """Return the cells of a typed-in sheet, to be corrected: first as they were, then as `entered`."""
    game = seen.game
    rows = game.paper.rows(seen.setup)
    fields = [cell.field for row in rows for own in row.cells for cell in own]
    typed = {name: values[0] for name, values in entered.items() if values}
    # The cells as they are recorded, for a form that was just opened and has none typed.
    before = {field: _at(encode(past.play.move), field) for field in fields}
    return render_template(
        "paper/correct.html",
        seen=seen,
        game=game,
        names=seen.names,
        visible=visible,
        pending=read_pending().as_sent,
        here=url_for("correct.change", match_id=seen.match.id, index=visible.index),
        columns=[Column(name or "", seat) for seat, name in enumerate(seen.names)],
        rows=rows,
        typed=_counted(rows, typed if any(field in typed for field in fields) else before, -1),
        **slips.marked(error, rows).shown,
        can_override=isinstance(error, DoubtfulMove),
    )


def _at(move: Any, field: str) -> str:
    """Return the value of a field in a move as JSON, as a form shows it."""
    for name in field.split("."):
        move = move[int(name)] if isinstance(move, list) else move.get(name)
    return "" if move is None else str(move).lower()


def _start(table: Table | None) -> str:
    return render_template("paper/start.html", games=offered(), table=table)


def _new_people(game: Game[Any]) -> SheetForm:
    """Return as many columns as were asked for, with the names typed so far."""
    typed = request.form.getlist("name")[: game.players[-1]]
    # From the address at first, from the form later; a number the game is not for falls back to its least.
    wanted = request.values.get("players", type=int) or game.players[0]
    count = wanted if wanted in game.players else game.players[0]
    names = [*typed, *[""] * count][:count]
    if "as" in request.form and "" in names:
        names[names.index("")] = request.form["as"]
    chosen = read_choices(game, request.values)
    return SheetForm(None, as_chosen(game, chosen), tuple(Column(name) for name in names), chosen)


def _people_at(code: str, game: Game[Any]) -> SheetForm:
    """Return a column for everyone ticked at the table; at first for all who are there, as far as the game takes them."""
    table = find_table(code)
    must_host(caller(), table)
    people = services.tables.seats(table)
    ticked = read_players(request.form)
    if ticked is None:
        # Those who are there, up to as many as can play: for most sheets nothing has to be ticked.
        ticked = [one.seat for one in people if not one.has_left][: game.players[-1]]
    columns = tuple(Column(one.name or "", one.seat) for one in people if one.seat in ticked)
    chosen = read_choices(game, request.form) if "who" in request.form else usual_choices(table, game)
    return SheetForm(table, as_chosen(game, chosen), columns, chosen)


def _shown(page: SheetForm) -> ResponseReturnValue:
    try:
        return _page(page)
    except IllegalMove as error:
        return _page(page, error), 422


def _entered(page: SheetForm) -> ResponseReturnValue:
    # Another number of players, one more name, or another rule that makes other rows: the sheet is laid out anew, and nothing
    # is recorded.
    if "rows" in request.form or "as" in request.form:
        return _shown(page)
    try:
        sheet = _sheet(page)
        match = _recorded(page, sheet, anyway=request.form.get("anyway") == "true")
    except (NotAMove, IllegalMove, DoubtfulMove) as error:
        return _page(page, error), slips.status_of(error)
    return redirect(url_for("results.page", match_id=match.id), 303)


def _sheet(page: SheetForm) -> PaperSheet:
    """Return what was typed.

    Raise `Slips` for a name, a day or cells that cannot be, before the rules read the cells.
    """
    options = {option.name for option in page.game.options}
    typed = {name: text.strip() for name, text in request.form.items() if name not in (*NOT_A_CELL, *options)}
    cells = _counted(_rows(page), typed, 1)
    day = (request.form.get("day", ""), request.form.get("minutes", ""), datetime.now().astimezone().date())
    slips.check(_rows(page), cells, partial(_check_names, page), partial(read_when, *day))
    when = read_when(*day)
    seats = tuple(number if one.seat is None else one.seat for number, one in enumerate(page.columns))
    return PaperSheet(seats, dict(page.chosen), *when, tree(cells.items()))


def _check_names(page: SheetForm) -> None:
    """Raise `NotAMove` for a name that cannot be, where a table is opened for those named."""
    if page.table is None:
        check_enough(page.game, read_names([column.name for column in page.columns]))


def _recorded(page: SheetForm, sheet: PaperSheet, *, anyway: bool) -> Match:
    sheets = PaperSheets(services.store, services.live)
    if page.table is not None:
        return sheets.take_in(page.table, caller(), page.game, sheet, anyway=anyway)
    names = [column.name for column in page.columns]
    sheets.check(page.game, len(names), sheet, anyway=anyway)  # before a table is opened for it
    # As for any table: otherwise a form of sheets would be a way round the limit of a public host.
    count_opening()
    opened = services.tables.open(names)
    device = claiming_device()
    services.store.grants.add(Grant(device, "host", "device", opened.table.opened_at, opened.table.id))
    # The rights of this request were read before the table was there.
    forget_caller()
    return sheets.take_in(
        opened.table, Caller(device, services.store.grants.of(device)), page.game, sheet, anyway=anyway
    )


def _page(page: SheetForm, error: Exception | None = None) -> str:
    """Return the form with what was typed; a reason appears at its cell."""
    typed = {name: text for name, text in request.form.items() if name not in NOT_A_CELL}
    rows, names = _rows(page), [column.name for column in page.columns]
    today = datetime.now().astimezone().date()
    return render_template(
        "paper/sheet.html",
        page=page,
        table=page.table,
        game=page.game,
        columns=page.columns,
        rows=rows,
        people=() if page.table is None else services.tables.seats(page.table),
        known=known_names(caller(), names)[:MOST_NAMES] if page.table is None and "" in names else (),
        chosen={option.name: page.chosen.get(option.name, option.default) for option in page.game.options},
        typed=typed,
        day=request.form.get("day") or today.isoformat(),
        today=today,
        minutes=request.form.get("minutes", ""),
        **slips.marked(error, rows).shown,
        can_override=isinstance(error, DoubtfulMove),
    )


def _rows(page: SheetForm) -> Sequence[PaperRow]:
    try:
        return page.paper.rows(page.setup)
    except IllegalMove:
        return ()
