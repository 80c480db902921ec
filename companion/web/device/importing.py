"""A match as a file, imported by the owner of the device: uploaded, checked, and at home at its table."""

from typing import Final

from flask import Blueprint, render_template, request

from companion.archive.imports import LARGEST_FILE, Importing, TakenIn
from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.games import cover_of
from companion.match.access import must_own
from companion.match.errors import Refused
from companion.store import Grant, Match
from companion.table.evening import How, played_in
from companion.web.app.device import caller, claiming_device, forget_caller
from companion.web.app.json_requests import parse
from companion.web.app.problems import problem_of
from companion.web.app.services import services

blueprint = Blueprint("importing", __name__)
BODY_BYTES_AT: Final = {"/import": LARGEST_FILE, "/api/v1/import": LARGEST_FILE}
"""The largest body, in bytes, that the server lets in at each address that takes files."""


_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")


@blueprint.get("/import")
def form() -> str:
    """Which file?"""
    must_own(caller())
    return _page()


@blueprint.post("/import")
def take_in() -> str | tuple[str, int]:
    """What came of the file: its matches, or why it is refused."""
    must_own(caller())
    request.max_content_length = LARGEST_FILE
    try:
        done = Importing(services.store, services.seating, services.settings.code_length).take_in(caller(), _sent())
    except Refused as error:
        return _page(error=error), 422
    services.store.grants.add(Grant(claiming_device(), "host", "device", done.table.opened_at, done.table.id))
    forget_caller()
    return _page(done=done)


def _sent() -> object:
    """The JSON of the file that was sent. Raises `Refused` if it is not JSON."""
    sent = request.files.get("file")
    body = b"" if sent is None else sent.read()
    if not body:
        raise Refused(say("Choose a file first."))
    if body.startswith(_PACKED):
        raise Refused(say("This file is zipped. Unzip it first and use the file that ends in .json."))
    try:
        return parse(body)
    except NotAMove as error:
        raise Refused(say("This isn’t a Tableside game.")) from error


def _how(match: Match) -> How:
    """How the match went."""
    return played_in(services.matches, match).how


def _page(done: TakenIn | None = None, error: Refused | None = None) -> str:
    return render_template(
        "files/import.html",
        done=done,
        matches=() if done is None else [(one, is_new, _how(one)) for one, is_new in done.matches],
        cover_of=cover_of,
        problem=None if error is None else problem_of(error),
    )
