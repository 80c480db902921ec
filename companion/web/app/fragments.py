"""Pages and parts of pages: the one place that knows how htmx asks and what it understands."""

from typing import cast

from flask import Flask, Response, request
from htmx_flask import Htmx, make_response
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property

from companion.server import Limits


class TablesideRequest(HtmxAwareRequest):  # type: ignore[misc]  # the extension has no types
    """A request that reads its cookies straight from the environ: the library would search all headers for them.

    Its limits are those of the class: the library would look them up in the app's settings each time it reads a body.
    """

    max_content_length = Limits().body_bytes
    """The server has a limit of its own; this one holds without it."""
    max_form_memory_size = 500_000
    max_form_parts = 1_000

    @cached_property
    def cookies(self) -> MultiDict[str, str]:
        """What the browser stores for us."""
        return parse_cookie(self.environ.get("HTTP_COOKIE", ""), ImmutableMultiDict)


def init_app(app: Flask) -> None:
    """Let requests tell a tap that wants a part from a visit that wants the page."""
    Htmx(app)
    app.request_class = TablesideRequest


def wants_part() -> bool:
    """Whether a script of the page asked, and a part of the page is the answer."""
    return bool(cast(HtmxAwareRequest, request).htmx)


def part(html: str, status: int = 200) -> Response:
    """A part of a page."""
    return cast(Response, make_response(html, status))


def go_to(address: str) -> Response:
    """An answer that makes the page's script load another page, streams and all."""
    return cast(Response, make_response("", redirect=address))
