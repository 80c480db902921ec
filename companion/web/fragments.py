"""Pages and parts of pages: the one place that knows how htmx asks and what it understands."""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, request
from htmx_flask import Htmx, make_response
from htmx_flask.requests import HtmxAwareRequest


def init_app(app: Flask) -> None:
    """Let requests tell a tap that wants a part from a visit that wants the page."""
    Htmx(app)
    app.after_request(vary)


def wants_part() -> bool:
    """Whether a script of the page asked, and a part of it is the answer."""
    return bool(cast(HtmxAwareRequest, request).htmx)


def part(html: str, status: int = 200) -> Response:
    """A part of a page."""
    return cast(Response, make_response(html, status))


def go_to(address: str) -> Response:
    """An answer that makes the page's script load another page, streams and all."""
    return cast(Response, make_response("", redirect=address))


def vary(response: Response) -> Response:
    """The answer, marked as depending on who asked: the extension itself does not say so."""
    response.vary.add("HX-Request")
    return response
