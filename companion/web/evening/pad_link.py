"""A pad as a link: the definition stands after `#`, which no browser sends; a script puts it into the form that takes it on."""

from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_link, write_link
from companion.engine.errors import NotAMove
from companion.engine.row_signs import how_of
from companion.lan import qr_svg
from companion.store import Table
from companion.web.app.device import caller, claiming_device
from companion.web.app.problems import KINDS, foreseen
from companion.web.app.services import services
from companion.web.evening.defining import MOST_IN_A_CODE, chosen_by, link_to, pad_of, the_game
from companion.web.evening.tables import AN_EVENING, last_tables

blueprint = Blueprint("pad_link", __name__)


@blueprint.get("/pad")
def page() -> str:
    """At which of the tables that this browser hosts is it to be played? Without any, it is shown, as what has just been saved."""
    return _page(None)


@blueprint.post("/pad")
def show() -> ResponseReturnValue:
    """What came, and what can be done with it on this phone: play it, save it, hand it on to the host."""
    try:
        return _shown(read_link(request.form.get("link", "")))
    except NotAMove as error:
        return _page(error), 400


@blueprint.post("/pad/saved")
def save() -> ResponseReturnValue:
    """Keep it on this device, and lead on to a new table if it is to be played."""
    try:
        came = read_link(request.form.get("link", ""))
        kept = services.definitions.keep(claiming_device(), came, is_from_others=True)
    except NotAMove as error:
        return _page(error), 400
    if "play" in request.form:
        return redirect(url_for("pages.new_table", game=the_game().slug, pad=kept.id), 303)
    return redirect(url_for("pad_link.page", saved=kept.id), 303)


def _page(error: NotAMove | None) -> str:
    saved = services.definitions.get(caller().token_hash, request.args.get("saved", ""))
    if saved is not None:
        return _shown(saved.definition, saved.id)
    wrong = None if error is None else replace(foreseen(error), title=KINDS["file"].title)
    tables = [one for one in _tonight() if caller().is_host(one.id)]
    return render_template("pages/pad_link.html", tables=tables, problem=wrong)


def _tonight() -> list[Table]:
    """Return the tables of this evening that this browser is at."""
    return [one for one in last_tables() if datetime.now(UTC) - one.opened_at < AN_EVENING]


def _shown(came: Definition, saved: str = "") -> str:
    """Return the page of a game that came, with the code for the host; once it is `saved` by this id, with the way on."""
    made, link, here = the_game().by(chosen_by(came)), link_to(came), next(iter(_tonight()), None)
    is_guest = here is not None and not caller().is_host(here.id)
    drawn = is_guest and len(link) <= MOST_IN_A_CODE
    return render_template(
        "pages/pad_shown.html",
        game=made,
        came=came,
        rows=[(row.called, how_of(came.rows, row)) for row in came.rows],
        goes=made.options[0].choices[0].who,
        ready=pad_of(came),
        link=write_link(came),
        drawn=Markup(qr_svg(link, gettext("Code to scan with a phone: %(link)s", link=link))) if drawn else "",
        may_play=here is None and services.keeping.may_open(caller()),
        here=here,
        saved=saved,
    )
