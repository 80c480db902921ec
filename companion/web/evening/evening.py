"""The evening as a whole: its score, who sits next to whom, who is older than whom, who starts, in sentences for everybody."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.games import cover_of, covers
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.table.evening import Evening, evening
from companion.table.next_match import Started, said_of
from companion.web.app.device import caller
from companion.web.app.i18n import isolated
from companion.web.app.services import services
from companion.web.evening.choosing import read_seat, read_shift, seated
from companion.web.evening.tables import find_table, hosted_table

blueprint = Blueprint("evening", __name__)


@blueprint.get("/t/<code>/evening")
def page(code: str) -> str:
    """The score of the evening, match by match, to look at and to print."""
    table = find_table(code)
    return render_template("evening/evening.html", table=table, evening=evening_of(table), cover_of=cover_of)


@blueprint.get("/t/<code>/first")
def first(code: str) -> str:
    """Who starts? The youngest, the oldest, or the lot; and, once for the evening, who is older than whom."""
    table = hosted_table(code)
    return _first_page(table, wanted=request.args.get("wanted", ""))


@blueprint.post("/t/<code>/first")
def pick(code: str) -> ResponseReturnValue:
    """The start player picked and shown on every phone; if ages decide and are not known, they are asked first."""
    table = find_table(code)
    how = request.form.get("how", "")
    if services.picking.pick(table, caller(), how, request.form.get("after")) is None:
        return _first_page(table, wanted=how)
    return redirect(url_for("evening.first", code=table.code), 303)


@blueprint.post("/t/<code>/ages")
def age(code: str) -> ResponseReturnValue:
    """Somebody placed among the others by age; once everybody is, on to the match that has waited for it."""
    table = find_table(code)
    match = request.form.get("match", "")
    if match:
        services.tables.match(table, match)
    if "shift" in request.form:
        services.picking.age(table, caller(), *read_shift(request.form["shift"]))
    elif "seat" in request.form:
        services.picking.age(table, caller(), read_seat(request.form["seat"]))
    else:
        services.picking.forget_ages(table, caller())
    if match and services.beginnings.start_by_age(table, caller(), match):
        return redirect(url_for("beginning.set_up_sheet", match=match), 303)
    wanted = request.form.get("wanted", "")
    if wanted and services.picking.pick(table, caller(), wanted):
        return redirect(url_for("evening.first", code=table.code), 303)
    return redirect(
        url_for("evening.first", code=table.code, match=match or None, wanted=wanted or None) + "#ages", 303
    )


@blueprint.post("/t/<code>/order")
def order(code: str) -> ResponseReturnValue:
    """Somebody moved one place round the table."""
    table = find_table(code)
    services.picking.shift(table, caller(), *read_shift(request.form.get("shift", "")))
    return redirect(url_for("hosting.page", code=table.code) + "#round", 303)


def _first_page(table: Table, *, wanted: str) -> str:
    names = {one.seat: one.name for one in services.tables.seats(table)}
    ages = [seat for seat in services.picking.by_age(table) if seat in {one.seat for one in seated(table)}]
    return render_template(
        "evening/first.html",
        table=table,
        names=names,
        ages=ages,
        unplaced=[one.seat for one in seated(table) if one.seat not in ages],
        picked=picked_words(table),
        after=services.picking.picked(table),
        match=request.values.get("match", ""),
        wanted=wanted if wanted in ("youngest", "oldest") else "",
    )


@blueprint.app_template_filter("in_points")
def in_points(halves: int) -> str:
    """Points counted in halves, as people write them: 0, ½, 1, 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def evening_of(table: Table) -> Evening:
    """The evening of a table, as far as it has come."""
    known = [match for match in services.tables.matches(table) if match.game in covers()]
    return evening(services.matches, table, services.tables.seats(table), known)


def picked_words(table: Table) -> str | None:
    """Who was picked to start whatever comes next, in a sentence; None if nobody was."""
    found = services.picking.picked(table)
    if found is None:
        return None
    names = {one.seat: one.name for one in services.tables.seats(table)}
    started = Started("lot" if found.how == "lot" else "rule", found.seat)
    return _sentence(started, found.how, names[found.seat] or gettext("(forgotten)"))


def sentence_of(seen: Snapshot) -> str | None:
    """Who starts and how that was found; None if the app was not asked, or while it is not known."""
    found = services.beginnings.started(seen.match)
    if found is None or found.seat is None or found.seat not in seen.match.seats:
        return None
    name = seen.names[seen.match.seats.index(found.seat)] or gettext("(forgotten)")
    said = said_of(seen.game, seen.setup)
    return _sentence(found, "oldest" if said is not None and said.by_age == "oldest" else "youngest", name)


def sentence_at_start(seen: Snapshot) -> str | None:
    """The same, while nothing else has been entered."""
    if seen.version > 1:
        return None
    said = said_of(seen.game, seen.setup)
    return sentence_of(seen) if said is not None and seen.version == (said.move is not None) else None


def _sentence(found: Started, by_age: str, name: str) -> str:
    apart = isolated(name)
    if found.how == "lot":
        return str(gettext("%(name)s came up in the draw and starts.", name=apart))
    if found.how == "turn":
        return str(gettext("%(name)s is next and starts.", name=apart))
    if found.how == "agreed":
        return str(gettext("%(name)s starts, as you agreed.", name=apart))
    if by_age == "oldest":
        return str(gettext("%(name)s starts as the oldest.", name=apart))
    return str(gettext("%(name)s starts as the youngest.", name=apart))
