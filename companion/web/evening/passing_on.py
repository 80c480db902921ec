"""Games of one's own passed on from device to device: as files, as links and codes to scan; taken in, and removed."""

import re
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.datastructures import FileStorage

from companion.engine.definition import Definition
from companion.engine.definition_texts import read_link, write_file
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.lan import qr_svg
from companion.match.errors import Unknown
from companion.table.definitions import Kept
from companion.table.library import plain_letters
from companion.table.pads_folder import Damaged, looked_at
from companion.web.app.answers import saved_as
from companion.web.app.device import caller, claiming_device
from companion.web.app.services import services
from companion.web.evening.defining import MOST_IN_A_CODE, finder, link_to, page, the_game
from companion.web.evening.pad_form import typed_of
from companion.web.evening.tables import hosted_table

_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")

blueprint = Blueprint("passing_on", __name__, url_prefix="/t/<code>/another")


@blueprint.post("/remove")
def remove(code: str) -> ResponseReturnValue:
    """Offer one no longer, and say so; matches keep theirs."""
    hosted_table(code)
    gone = request.form.get("of", "")
    services.definitions.remove(claiming_device(), gone)
    return redirect(url_for("defining.form", code=code, removed=gone), 303)


@blueprint.post("/restore")
def restore(code: str) -> ResponseReturnValue:
    """Offer one again that was removed."""
    hosted_table(code)
    services.definitions.restore(claiming_device(), request.form.get("of", ""))
    return redirect(url_for("defining.form", code=code), 303)


@blueprint.get("/<id>.json")
def export(code: str, id: str) -> ResponseReturnValue:
    """One that is kept, as a small file for another device."""
    hosted_table(code)
    kept = services.definitions.get(caller().token_hash, id)
    if kept is None:
        raise Unknown("page")
    return saved_as(
        Response(write_file(kept.definition), mimetype="application/json"), f"{file_name(kept.definition)}.json"
    )


def file_name(definition: Definition) -> str:
    """Return what a file of a game is called: its name in plain small letters, which every system takes."""
    parts = (_NO_LETTERS.sub("", plain_letters(one)) for one in definition.name.split())
    return "-".join(filter(None, parts)) or "tableside-game"


@blueprint.get("/<id>/code")
def scan(code: str, id: str) -> str:
    """One that is kept, as a code that a phone scans: its link, where that is short enough."""
    found = hosted_table(code)
    kept = services.definitions.get(caller().token_hash, id)
    link = "" if kept is None else link_to(kept.definition)
    if not 0 < len(link) <= MOST_IN_A_CODE:
        raise Unknown("page")
    drawn = Markup(qr_svg(link, gettext("Code to scan with a phone: %(link)s", link=link)))
    return render_template("pages/pad_code.html", table=found, game=the_game(), kept=kept, drawn=drawn)


@blueprint.post("/file")
def take_in(code: str) -> ResponseReturnValue:
    """Those that come as files: kept here, and named; each that is damaged is named with its fault."""
    found = hosted_table(code)
    taken, refused = taken_in()
    if not (taken or refused):
        return finder(found, NotAMove("file", say("Choose a file first."))), 400
    if refused:
        return finder(found, refused=refused, taken=taken), 400
    return redirect(url_for("defining.form", code=code, taken=[one.id for one in taken]), 303)


@blueprint.post("/link")
def open_link(code: str) -> ResponseReturnValue:
    """One that comes in a link: shown in the form, and kept only once it is begun."""
    found = hosted_table(code)
    try:
        typed = typed_of(read_link(request.form.get("link", "")))
        return page(found, replace(typed, given={**typed.given, "others": "on"}))
    except NotAMove as error:
        # It has no form yet in which the place is seen, so it is named.
        return finder(found, refused=[Damaged("", "" if error.path == "link" else error.path, error.text)]), 400


def taken_in() -> tuple[list[Kept], list[Damaged]]:
    """Return what the files of this request bring, as it is kept here now, and those that are damaged."""
    found = [_kept_of(one) for one in request.files.getlist("file") if one.filename]
    return [one for one in found if isinstance(one, Kept)], [one for one in found if isinstance(one, Damaged)]


def _kept_of(sent: FileStorage) -> Kept | Damaged:
    """Return what a file brings as it is kept here now, or what is wrong with it."""
    name = sent.filename or ""
    read = looked_at(name, sent.stream, "file")
    if isinstance(read, Damaged):
        return read
    try:
        return services.definitions.keep(claiming_device(), read.definition, is_from_others=True)
    except NotAMove as error:  # no more are kept
        return Damaged(name, "", error.text)
