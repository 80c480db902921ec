"""Parts of pages, the one place that knows how htmx asks and what it understands; and files to save."""

from typing import Final, cast

from flask import Flask, Request, Response, make_response, request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property

from companion.server import Limits

PART: Final = "X-Part"
"""The header by which a script of the page asks."""


class TablesideRequest(Request):
    """A request that reads its cookies straight from the environ: the library would search all headers for them.

    Its limits are those of the class: the library would look them up in the app's settings each time it reads a body.
    """

    max_content_length = Limits().body_bytes
    """The server has a limit of its own; this one holds without it."""
    max_form_memory_size = 500_000
    max_form_parts = 1_000

    @cached_property
    def cookies(self) -> MultiDict[str, str]:
        return parse_cookie(self.environ.get("HTTP_COOKIE", ""), ImmutableMultiDict)


def init_app(app: Flask) -> None:
    """Let the app take requests as ours."""
    app.request_class = TablesideRequest


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
