"""Importing files of matches: for the owner of the device."""

from __future__ import annotations

from flask import Response, jsonify, request

from companion.archive.imports import LARGEST_FILE, Importing
from companion.match.access import must_own
from companion.web.api.blueprint import blueprint
from companion.web.app.json_requests import parse, required_caller
from companion.web.app.services import services


@blueprint.post("/v1/import")
def take_in_file() -> tuple[Response, int]:
    """The matches of a file, each made again as it was; those that are here already stay as they are."""
    who = required_caller()
    must_own(who)
    request.max_content_length = LARGEST_FILE
    done = Importing(services.store, services.seating, services.settings.code_length).take_in(
        who, parse(request.get_data())
    )
    matches = [{"match": match.id, "game": match.game, "is_new": is_new} for match, is_new in done.matches]
    return jsonify({"table": done.table.code, "matches": matches}), 201 if done.new else 200
