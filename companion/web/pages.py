"""The way to a match: start page, opening a table, choosing a game and how to play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import NotAMove
from companion.games import covers, games
from companion.service.tables import MOST_SEATS
from companion.store import Grant, Match, Table
from companion.web.attempts import count_opening
from companion.web.choosing import check_enough, field_of
from companion.web.device import caller, claiming_device, forget_caller
from companion.web.fragments import go_to
from companion.web.i18n import chosen_language
from companion.web.invite import invite
from companion.web.join import find_table
from companion.web.scoring import evening_of, picked_words
from companion.web.services import services

blueprint = Blueprint("pages", __name__)
FIRST_FIELDS = max(cover.players[-1] for cover in covers().values())
"""The number of people that the largest game takes."""
Answer = str | tuple[str, int] | BaseResponse


@blueprint.get("/")
def home() -> str:
    """What is on the table tonight?"""
    who = caller()
    may_open = services.keeping.may_open(who)
    shelf = list(covers().values())
    return render_template(
        "pages/home.html", games=shelf, tables=_my_tables(), may_open=may_open, is_owner=who.is_owner
    )


@blueprint.get("/tables/new")
def new_table() -> str:
    """Who sits round the table?"""
    services.keeping.must_open(caller())
    return _new_table_page([], None)


@blueprint.post("/tables")
def open_table() -> Answer:
    """A table opened by this browser, which hosts it, and holds the first seat if its person plays."""
    services.keeping.must_open(caller())
    typed = request.form.getlist("name")[: MOST_SEATS + 1]
    names = [name for name in typed if name.strip()]
    try:
        check_enough(games().get(request.form.get("game", "")), names)
        count_opening()
        opened = services.tables.open(names)
    except NotAMove as error:
        return _new_table_page(typed, error), 400
    now = opened.table.opened_at
    device = claiming_device()
    rights = [Grant(device, "host", "device", now, opened.table.id)]
    if request.form.get("watching") != "true":
        rights.append(Grant(device, "seat", "device", now, opened.table.id, 0))
    services.store.grants.add(*rights)
    services.store.table_settings.set(opened.table.id, "language", chosen_language())
    forget_caller()
    game = request.form.get("game", "")
    if game in covers():
        return redirect(url_for("beginning.choose", code=opened.table.code, slug=game), 303)
    return redirect(url_for("pages.table", code=opened.table.code), 303)


@blueprint.get("/t/<code>")
def table(code: str) -> str:
    """The table: how phones join, who is here, what is played, what could be played."""
    return table_page(code, None)


@blueprint.get("/t/<code>/people")
def people(code: str) -> Answer:
    """The list of seats alone, for a page that asks again; or on to where the asker belongs by now."""
    context = table_context(code)
    moved_to = _moved_to(context)
    return render_template("pages/people.html", **context) if moved_to is None else go_to(moved_to)


def table_page(code: str, error: NotAMove | None) -> str:
    """The table's page, with what is wrong with the name to be added."""
    return render_template("pages/table.html", **table_context(code), error=error, typed=request.form.get("name", ""))


def _new_table_page(typed: list[str], error: NotAMove | None) -> str:
    slug = request.values.get("game", "")
    game = covers().get(slug)
    most = FIRST_FIELDS if game is None else game.players[-1]
    fields = [*typed, *[""] * max(0, most - len(typed))]
    return render_template(
        "pages/new_table.html",
        fields=fields,
        wrong=None if error is None else field_of(error.path, typed),
        error=error,
        slug=slug,
        game=game,
        watching=request.values.get("watching") == "true",
    )


def table_context(code: str) -> dict[str, Any]:
    """What the pages of a table show of it: who is here, what is played and was, how phones get here, the score."""
    found = find_table(code)
    evening = evening_of(found)
    matches = [(one.match, covers()[one.match.game], one.how == "broken_off") for one in evening.shown]
    held = services.seating.held(found, caller())
    is_host, mine = caller().is_host(found.id), caller().seats(found.id)
    return {
        "table": found,
        "held": held,
        "phones": sum(bool(one.devices) and not one.has_left for one in held),
        "matches": matches[::-1],
        "present": next((one for one in matches[::-1] if one[0].ended_at is None), None),
        "games": list(covers().values()),
        "is_host": is_host,
        "mine": mine,
        "is_guest": bool(mine) and not is_host,
        "invitation": invite(found),
        "port": services.settings.port,
        "wifi": services.networks.of(found.id) if is_host else None,
        "offers_wifi": not services.settings.has_other_workers,  # they could not see what is kept in memory only
        "evening": evening,
        "picked": picked_words(found),
    }


def _moved_to(context: Mapping[str, Any]) -> str | None:
    """Where a page drawn for another match, or for another seat, goes now; None if it stays.

    A seat goes to the match that has begun. Others keep the table's page, drawn anew.
    """
    present = context["present"]
    is_match_known = request.args.get("match", present[0].id if present else "") == (present[0].id if present else "")
    seated = "yes" if context["mine"] else "no"
    if is_match_known and request.args.get("seated", seated) == seated:
        return None
    if present and context["is_guest"]:
        return url_for("play.board", match=present[0].id)
    return url_for("pages.table", code=context["table"].code)


def last_tables() -> list[Table]:
    """The last tables this browser was at, the newest first."""
    ids = dict.fromkeys(grant.table_id for grant in caller().grants if grant.table_id)
    found = [services.store.tables.get(table_id) for table_id in ids]
    return sorted((one for one in found if one), key=lambda one: one.opened_at, reverse=True)[:3]


def going_on(table: Table) -> Match | None:
    """The match that a table plays now; None if it plays none."""
    going = [match for match in services.tables.matches(table) if match.ended_at is None]
    return going[-1] if going and going[-1].game in covers() else None


def _my_tables() -> list[tuple[Table, str]]:
    """The last tables this browser was at, each with the title of the game going on there, if any."""
    playing = [(one, going_on(one)) for one in last_tables()]
    return [(one, covers()[match.game].title if match else "") for one, match in playing]
