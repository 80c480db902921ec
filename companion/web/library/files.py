"""Matches as files: complete as JSON, as a table of scores, as plays for Board Game Stats; and imported by the device's owner."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from companion.archive.exports import is_open_to
from companion.archive.facts import facts, play_link, score_sheet
from companion.archive.imports import LARGEST_FILE, ImportResult
from companion.engine.errors import NotAMove
from companion.engine.rulings import Json
from companion.engine.text import say
from companion.games import cover_of
from companion.match.access import must_own
from companion.match.enter import read_once
from companion.match.errors import CannotOpen, Refused
from companion.match.snapshot import Snapshot
from companion.store import Grant, Table
from companion.table.evening import played_in, readable
from companion.web.api.matches import exported, exported_evening
from companion.web.app.answers import saved_as
from companion.web.app.device import caller, claiming_device, forget_caller
from companion.web.app.i18n import words
from companion.web.app.json_requests import parse
from companion.web.app.problems import problem_of
from companion.web.app.services import services
from companion.web.evening.tables import find_table

blueprint = Blueprint("files", __name__)


JSON: Final = "application/json"


@blueprint.get("/m/<match_id>/match.json")
def complete(match_id: str) -> Response:
    """Everything that was entered and what it led to."""
    file = exported(match_id, caller())
    return _kept(match_id, _written(file), JSON, "json")


@blueprint.get("/m/<match_id>/scores.csv")
def scores(match_id: str) -> Response:
    """A line for each player."""
    return _kept(match_id, score_sheet([services.matches.snapshot(match_id, caller())]), "text/csv", "csv")


@blueprint.get("/t/<code>/evening.json")
def complete_evening(code: str) -> Response:
    """Every match of the evening, and who sat there."""
    table = find_table(code)
    return _of_evening(table, _written(exported_evening(table, caller())), JSON, "json")


@blueprint.get("/t/<code>/evening.csv")
def evening_scores(code: str) -> Response:
    """A line for each player of each match of the evening."""
    table = find_table(code)
    return _of_evening(table, score_sheet(_played(table)), "text/csv", "csv")


@blueprint.app_template_global("files_of")
def offered(seen: Snapshot) -> tuple[str | None, bool]:
    """A link to Board Game Stats, if someone has won; whether another device can make the match from this browser's file."""
    about = facts(seen)
    link = play_link(seen, _board(about.variant), _comments(seen, about.rounds)) if about.is_over else None
    return link, is_open_to(seen, seen.viewer) or (about.is_over and caller().is_host(seen.table.id))


def _board(variant: Any) -> str:
    """Return the house rules that differ from the usual ones, in words."""
    return "; ".join(_ruled(words(option.label), words(choice.label)) for option, choice in variant)


def _ruled(rule: str, choice: str) -> str:
    """Return a house rule with its choice; a rule worded as a question has no colon after it."""
    return f"{rule} {choice}" if rule.endswith("?") else f"{rule}: {choice}"


def _comments(seen: Snapshot, rounds: tuple[tuple[int, ...] | None, ...]) -> str:
    """Return what each round brought, player by player: figures, the same in every language."""
    lines = []
    for seat, name in enumerate(seen.names):
        points = ["…" if one is None else str(one[seat]) for one in rounds]
        if points:
            lines.append(f"{name or '?'}: {', '.join(points)}")
    return "\n".join(lines)


def past_scores(matches: Sequence[str], names: Sequence[Sequence[str]]) -> Response:
    """Many matches as one table, with the names used in looking back. They drive no other match from memory."""
    found = []
    for match_id, own in zip(matches, names, strict=True):
        # One damaged match must not keep back the table of all others.
        with suppress(CannotOpen):
            # Under the names as merged here, so that the sheet counts the same people as the page.
            found.append(replace(read_once(services.store, match_id), names=tuple(own)))
    today = datetime.now().astimezone().date().isoformat()
    return saved_as(Response(score_sheet(found), mimetype="text/csv"), f"tableside-{today}.csv")


def _played(table: Table) -> list[Snapshot]:
    found = (readable(services.matches, match, caller()) for match in services.tables.matches(table))
    return [seen for seen in found if seen is not None]


def _written(file: dict[str, Json]) -> str:
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def _of_evening(table: Table, text: str, mimetype: str, end: str) -> Response:
    """Return the answer as a file named after the day and the table."""
    name = f"tableside-{table.opened_at.astimezone().date().isoformat()}-{table.code}.{end}"
    return saved_as(Response(text, mimetype=mimetype), name)


def _kept(match_id: str, text: str, mimetype: str, end: str) -> Response:
    """Return the answer as a file named after the game and the day."""
    seen = services.matches.snapshot(match_id, caller())
    day = facts(seen).began.astimezone().date().isoformat()
    return saved_as(Response(text, mimetype=mimetype), f"{seen.game.slug}-{day}-{seen.match.number}.{end}")


BODY_BYTES_AT: Final = {"/import": LARGEST_FILE, "/api/v1/import": LARGEST_FILE}
"""The largest body, in bytes, that the server lets in at each address that takes files."""


# gzip, ZIP, bzip2, xz and Zstandard.
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")


@blueprint.get("/import")
def import_form() -> str:
    """Which file?"""
    must_own(caller())
    return _page()


@blueprint.post("/import")
def take_in() -> str | tuple[str, int]:
    """What came of the file: its matches, or why it is refused."""
    must_own(caller())
    # Only here, and only for the admin: every other form stays at the usual limit.
    request.max_content_length = LARGEST_FILE
    try:
        done = services.importing.take_in(caller(), _sent())
    except Refused as error:
        return _page(error=error), 422
    services.store.grants.add(Grant(claiming_device(), "host", "device", done.table.opened_at, done.table.id))
    forget_caller()
    return _page(done=done)


def _sent() -> object:
    """Return the JSON of the file that was sent. Raise `Refused` if it is not JSON."""
    sent = request.files.get("file")
    body = b"" if sent is None else sent.read()
    if not body:
        raise Refused(say("Choose a file first."))
    # Browsers and messengers zip files on the way. JSON begins with none of these bytes.
    if body.startswith(_PACKED):
        raise Refused(say("This file is zipped. Unzip it first."))
    try:
        return parse(body)
    except NotAMove as error:
        raise Refused(say("This isn’t a Tableside game.")) from error


def _page(done: ImportResult | None = None, error: Refused | None = None) -> str:
    return render_template(
        "files/import.html",
        done=done,
        matches=()
        if done is None
        else [(one, is_new, played_in(services.matches, one).how) for one, is_new in done.matches],
        cover_of=cover_of,
        problem=problem_of(error),
    )
