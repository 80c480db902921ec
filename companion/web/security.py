"""The order of checks before anything else runs: Host, then Origin; and the headers every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from flask import Flask, request
from werkzeug.wrappers import Response

from companion.lan import is_lan_address
from companion.web.here import present_request
from companion.web.problems import ForeignHost, ForeignOrigin
from companion.web.services import services

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(), payment=()",
}
_LISTED: Final = list(HEADERS.items())
VARY: Final = ("Accept-Language", "Cookie", "HX-Request")
"""What the words and the extent of an answer depend on: the reader, and whether a script asks for a part of a page."""

Answer = TypeVar("Answer", bound=Response)


def init_app(app: Flask) -> None:
    """Check every request and mark every answer of the app."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(add_headers)


def check_host() -> None:
    """Nothing; raises `ForeignHost` where the request names a host that is not this machine (DNS rebinding)."""
    settings = services.settings
    if not settings.any_host and not is_allowed_host(request.host, settings.hosts):
        raise ForeignHost


def is_allowed_host(host: str, allowed: tuple[str, ...]) -> bool:
    """Whether a Host header names this machine: one of its names, or the address of a home network, on any port."""
    name = host.rsplit(":", 1)[0] if host.rsplit(":", 1)[-1].isdecimal() and ":" in host else host
    return name.lower() in allowed or is_lan_address(name)


def check_origin() -> None:
    """Nothing; raises `ForeignOrigin` where an unsafe request comes from a page of another origin.

    The interface ignores cookies, and programs send no `Origin`: a request to it can do nothing its token may not. But
    opening a table needs no token, and a browser would do that for any page whose reader is in this network.
    """
    asked = present_request()
    if asked.method in SAFE_METHODS:
        return
    origin = asked.headers.get("Origin")
    if asked.path.startswith("/api/") and (origin is None or "Authorization" in asked.headers):
        return
    if origin != f"{asked.scheme}://{asked.host}":
        raise ForeignOrigin


def with_headers(start: StartResponse) -> StartResponse:
    """How an answer is begun, with the headers that are the same for every one: put on at the door, whatever it came from."""

    def begin(status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        return start(status, [*headers, *_LISTED], exc_info)

    return begin


def add_headers(response: Answer) -> Answer:
    """The answer with the headers that depend on what was asked."""
    wanted = {}
    asked = present_request()
    if asked.is_secure:  # Over plain http browsers ignore it, and complain in their console on every page.
        wanted["Cross-Origin-Opener-Policy"] = "same-origin"
    if not asked.path.startswith("/static/"):
        wanted["Cache-Control"] = "no-store"
        if "Vary" in response.headers:
            response.vary.update(VARY)
        else:
            wanted["Vary"] = ", ".join(VARY)
    there = {name.lower() for name, _ in response.headers}
    response.headers.extend([(name, wanted[name]) for name in wanted if name.lower() not in there])
    return response


def all_headers(response: Answer) -> list[tuple[str, str]]:
    """All headers of an answer that goes out by another door."""
    return [*add_headers(response).headers.items(), *_LISTED]
