"""Parts of pages, the one place that knows how htmx asks and what it understands; and files to save."""

from typing import Final, cast

from flask import Flask, Response, request
from htmx_flask import Htmx, make_response
from htmx_flask.requests import HtmxAwareRequest

from companion.server import Limits

PART: Final = "X-Part"
"""The header by which a script of the page asks."""

def init_app(app: Flask) -> None:
    """Let requests tell a tap that wants a part from a visit that wants the page, and read no larger body than the server."""
    Htmx(app)
    app.config["MAX_CONTENT_LENGTH"] = Limits().body_bytes


def wants_part() -> bool:
    """Whether a script of the page asked, and a part of the page is the answer."""
    return request.headers.get(PART) == "true"


def part(html: str, status: int = 200) -> Response:
    return cast(Response, make_response(html, status))


def go_to(address: str) -> Response:
    """An answer that makes the page's script load another page, streams and all."""
    return cast(Response, make_response("", redirect=address))


def saved_as(response: Response, name: str) -> Response:
    """The answer as a file of this name, which a browser saves."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
