"""Answers to a browser: parts of pages, as htmx asks for them, files to save, exceptions as pages or problem objects."""

from typing import NamedTuple, cast

from flask import Flask, Response, current_app, g, jsonify, render_template, request, url_for
from flask_babel import gettext
from htmx_flask import Htmx, make_response
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as BaseResponse

from companion.match.errors import CannotOpen
from companion.server import Limits
from companion.store import Table
from companion.table.tables import read_code
from companion.web.app.device import caller
from companion.web.app.i18n import Names, words
from companion.web.app.problems import Problem, problem_of, unexpected
from companion.web.app.services import services


def init_app(app: Flask) -> None:
    """Let the app tell a tap from a visit, read no larger body than the server does, and answer every exception."""
    Htmx(app)
    # Our own server has refused a larger one before this. It holds under any other WSGI server (`flask run`).
    app.config["MAX_CONTENT_LENGTH"] = Limits().body_bytes
    app.register_error_handler(Exception, answer)


def wants_part() -> bool:
    """Return whether a script of the page asked, and a part of the page is the answer."""
    return bool(cast(HtmxAwareRequest, request).htmx)


def part(html: str, status: int = 200) -> Response:
    return cast(Response, make_response(html, status))


def go_to(address: str) -> Response:
    """Return an answer that makes the page's script load another page, streams and all."""
    return cast(Response, make_response("", redirect=address))


def saved_as(response: Response, name: str) -> Response:
    """Return the answer as a file of this name, which a browser saves."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def answer(error: Exception) -> BaseResponse:
    """Return the answer to an exception.

    One that no one caused who asks is logged with its traceback, and answered without it.
    """
    # Not an error: the router raises it to lead to the address that was meant.
    if isinstance(error, RequestRedirect):
        return error.get_response()
    problem = problem_of(error)
    if problem is None:
        current_app.logger.error("unexpected error", exc_info=error)
        problem = unexpected()
    # Foreseen, but its cause is a fault or a damaged record: the admin needs the traceback.
    elif isinstance(error, CannotOpen):
        current_app.logger.error("the game at %s cannot be opened", request.path, exc_info=error)
    response = as_json(problem) if request.path.startswith("/api/") else as_page(problem)
    response.headers.extend(dict(problem.headers))
    return response


def as_json(problem: Problem) -> Response:
    """Return the problem object of RFC 9457."""
    names: Names = g.get("names", ())
    response = jsonify(
        {
            "type": f"{request.script_root}/api#problem-{problem.name}",
            "title": words(problem.title, names),
            "status": problem.status,
            "detail": " ".join(words(text, names) for text in problem.details),
            **problem.more,
        }
    )
    response.status_code = problem.status
    response.mimetype = "application/problem+json"
    return response


def as_page(problem: Problem) -> Response:
    """Return a page that says what went wrong and where to go on."""
    names: Names = g.get("names", ())
    lost = _lost_table() if problem.name == "not-allowed" else None
    page = render_template("problem.html", problem=problem, names=names, way_on=way_on(problem), lost=lost)
    return Response(page, problem.status, mimetype="text/html")


class Lost(NamedTuple):
    """A table that the asker hosted, of which another phone is the host: who holds that, and whether it is given back at once."""

    table: Table
    host: str | None
    is_given_back: bool


def _lost_table() -> Lost | None:
    """Return the table that was asked about, if the asker hosted it until that passed on."""
    asked, found = request.view_args or {}, services.succession
    table = _table_of(asked.get("match_id", "")) or services.store.tables.by_code(read_code(asked.get("code", "")))
    if table is None or caller().is_host(table.id):
        return None
    is_given_back, heir = found.was_host(table.id, caller()), found.heir(table)
    if not (is_given_back or found.hosted_from(table.id, caller()) or found.hosts_from(table.id, caller())):
        return None
    names = {one.seat: one.name for one in services.store.seats.at(table.id)}
    return Lost(table, names.get(heir.seat) if heir and heir.seat is not None else None, is_given_back)


def _table_of(match_id: str) -> Table | None:
    """Return the table of a match of which no more than its row can be read."""
    table_id = services.store.matches.table_of(match_id)
    return None if table_id is None else services.store.tables.get(table_id)


def way_on(problem: Problem) -> tuple[str, str]:
    """Return where to go from here, as an address and in words: nearest to where the asker came from."""
    asked = request.view_args or {}
    # Where the match or table is the very thing that is not there, the way back to it would lead here again.
    is_known = problem.name != "unknown"
    if problem.name == "cannot-open" and (found := _table_of(asked.get("match_id", ""))) is not None:
        return url_for("pages.table", code=found.code), gettext("Back to the table")
    if is_known and "match_id" in asked:
        return url_for("play.board", match_id=asked["match_id"]), gettext("Back to the game")
    if is_known and "code" in asked:
        return url_for("pages.table", code=asked["code"]), gettext("Back to the table")
    if not is_known and ("code" in asked or request.path.startswith("/join/")):
        return url_for("join.code_page"), gettext("Join a table")
    return url_for("pages.home"), gettext("Start page")
