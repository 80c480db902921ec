"""The browser in front of us: its token, its rights, its theme and text size."""

from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, g, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games import covers
from companion.match.access import Caller, fresh_token
from companion.store import token_hash
from companion.web.app.services import services

TOKEN_COOKIE: Final = "device"
SECURE_TOKEN_COOKIE: Final = "__Host-device"
"""Under TLS: browsers accept it from this very host only, never over plain http, and from no neighbouring domain."""
ACTING_COOKIE: Final = "acting"
"""The seat that the phone was passed to, and in which match."""
OWN_COOKIE: Final = "own"
"""Whose phone it is at which table: the one seat that it held when it took a second or was first passed on."""
CHOICES: Final = {
    "theme": ("system", "light", "dark"),
    "size": ("normal", "large", "larger"),
    "awake": ("off", "on"),
    "sound": ("off", "on"),
    "buzz": ("off", "on"),
}
"""What a device chooses, each in a cookie of that name; the first until someone does: phones are silent and still."""
A_YEAR: Final = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Give pages the device's looks, and give a new device its token once it claims something."""
    app.context_processor(display_settings)
    app.after_request(send_token)
    app.after_request(note_awake)


def display_settings() -> dict[str, str]:
    """Theme, text size, whether to keep the screen on, to sound and to vibrate, as chosen on this device."""
    given = request.cookies
    chosen = {name: given[name] if given.get(name) in known else known[0] for name, known in CHOICES.items()}
    return {"text_size": chosen.pop("size"), **chosen}


def title_cookie(slug: str) -> str:
    """Return the name under which this browser keeps the title of its box."""
    return f"box-{slug}"


Titles = tuple[tuple[str, str], ...]
"""Slugs of games, each with the title on the box."""


def chosen_titles() -> Titles:
    """Return the titles on the reader's boxes: as chosen on this device, else as the owner chose for the household."""
    if "titles" not in g:
        here, at_home = request.cookies, services.titles
        g.titles = tuple(
            (slug, wanted)
            for slug, cover in covers().items()
            if (wanted := here.get(title_cookie(slug)) or at_home.get(slug))
            # A cookie may say anything: only a title that the game is sold under is ever shown.
            and wanted in [title for _, title in cover.titles]
        )
    known: Titles = g.titles
    return known


def caller() -> Caller:
    """The caller with this browser's token, the seat the browser was passed to, and whose it is."""
    if "caller" not in g:
        # Once a request: it is asked for by checks, views and templates, and a claim looks again (`forget_caller`).
        found = services.tables.caller(request.cookies.get(token_cookie()))
        g.caller = replace(
            found, passed_to=request.cookies.get(ACTING_COOKIE, ""), own=request.cookies.get(OWN_COOKIE, "")
        )
    known: Caller = g.caller
    return known


def token_cookie() -> str:
    # Two names, so that a cookie planted over plain http by a neighbour on the network is not the one that TLS reads.
    return SECURE_TOKEN_COOKIE if request.is_secure else TOKEN_COOKIE


def claiming_device() -> str:
    """Return the hash of this browser's token, for claiming something; a browser without one gets one with this answer."""
    # One token for all claims of a request: the answer can set only one.
    token = request.cookies.get(token_cookie()) or g.get("new_token")
    if not token:
        token = g.new_token = fresh_token()
    return token_hash(token)


def forget_caller() -> None:
    """Look the rights up again: they have just changed."""
    g.pop("caller", None)


def send_token(response: Response) -> Response:
    """Return the answer, with the new token if one was made and the request succeeded."""
    token = g.get("new_token")
    # A refused claim leaves nothing behind, so it needs no token.
    if token and response.status_code < HTTPStatus.BAD_REQUEST:
        # No script may read it: one that got into a page, or a browser's extension, could take the seat along.
        keep_cookie(response, token_cookie(), token, http_only=True)
    return response


def note_awake(response: Response) -> Response:
    """Return the answer; a host who asked for it is not away, on whatever page."""
    if "caller" in g:
        services.succession.note_awake(g.caller, datetime.now(UTC))
    return response


def keep_cookie(response: AnyResponse, name: str, value: str, *, http_only: bool = False) -> None:
    # Lax: a link in a message opens with this device's rights, but a form on another site is sent without them.
    response.set_cookie(
        name, value, max_age=A_YEAR, httponly=http_only, samesite="Lax", secure=request.is_secure, path="/"
    )


def keep_while_open(response: AnyResponse, name: str, value: str) -> None:
    """Keep something for as long as the browser is open."""
    # Without `max_age`: whose hand a phone is in is forgotten with the evening's browser.
    response.set_cookie(name, value, httponly=True, samesite="Lax", secure=request.is_secure)


def is_secure() -> bool:
    """Return whether browsers allow on this connection what they keep for secure pages: TLS, or this very device."""
    return request.is_secure or request.host.rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")
