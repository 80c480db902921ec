"""The evening as a whole: its score, who sits next to whom, who is older than whom, who starts."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import cover_of
from companion.store import Table
from companion.web.app.device import caller
from companion.web.app.services import services
from companion.web.evening.beginning import read_shift, seated
from companion.web.evening.choosing import read_seat
from companion.web.evening.scoring import evening_of, picked_words
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
