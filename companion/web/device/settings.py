"""What each device chooses for itself: language, theme, text size, the box it has."""

import json
from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.games import covers
from companion.table.definitions import Kept
from companion.table.pads_folder import Damaged
from companion.web.app.device import CHOICES, caller, is_secure, keep_cookie, title_cookie
from companion.web.app.i18n import LANGUAGE_COOKIE, LANGUAGES
from companion.web.app.services import TITLES, read_titles, services
from companion.web.app.templating import title_of
from companion.web.evening.passing_on import taken_in

blueprint = Blueprint("settings", __name__)


@blueprint.get("/settings")
def page() -> str:
    """The choices of this device, the way back, and a place for pads."""
    return _page()


@blueprint.post("/settings/pads")
def take_in_pads() -> ResponseReturnValue:
    """The same with the pads that came as files: those that are kept here now, and each damaged one with its fault."""
    taken, refused = taken_in()
    return _page(taken, refused), 400 if refused or not taken else 200


def _page(taken: Sequence[Kept] = (), refused: Sequence[Damaged] = ()) -> str:
    return render_template(
        "pages/settings.html",
        boxes=[cover for cover in covers().values() if cover.titles],
        photographed=[cover for cover in covers().values() if cover.reads_photos],
        back=safe_way_back(request.args.get("back", "")),
        is_secure=is_secure(),
        is_owner=caller().is_owner,
        taken=taken,
        refused=refused,
        version=__version__,
    )


@blueprint.post("/settings")
def change() -> ResponseReturnValue:
    """Back to where the reader was, with the choice kept in this browser."""
    response = redirect(safe_way_back(request.form.get("back", "")), 303)
    for cookie, choices in {LANGUAGE_COOKIE: LANGUAGES, **CHOICES}.items():
        value = request.form.get(cookie, "")
        if value in choices:
            keep_cookie(response, cookie, value)
    for cover in covers().values():
        title = request.form.get(title_cookie(cover.slug), "")
        # Only what was changed: the form sends the title of every box, and would turn all into choices.
        if title != title_of(cover) and title in [sold for _, sold in cover.titles]:
            choose_title(response, cover.slug, title)
    return response


def choose_title(response: BaseResponse, slug: str, title: str) -> None:
    """Keep which box the reader has: the owner of a device at home for all its phones, all others in this browser."""
    if not caller().is_owner or services.settings.public_url:
        keep_cookie(response, title_cookie(slug), title)
        return
    known = services.store.settings.change(
        TITLES, lambda now: json.dumps({**read_titles(now), slug: title}, ensure_ascii=False)
    )
    services.titles = read_titles(known)
    response.delete_cookie(title_cookie(slug))


def safe_way_back(path: str) -> str:
    """Return the path, if it is one of ours; otherwise the start page."""
    # Browsers take `//host` and `/\host` for another site: a link to these settings could lead away with the tap on Save.
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and "\\" not in path
    return path if is_ours and path.isprintable() else f"{request.script_root}/"
