"""The order of checks before anything else runs: Host, Origin, what another site loads; and the headers every answer carries.

Also what one address may not do any number of times: try codes and tokens, and on a public host open tables.
"""

from typing import Final, TypeVar

from flask import Flask, request
from werkzeug.wrappers import Response

from companion.lan import is_lan_address
from companion.web.app.device import caller
from companion.web.app.problems import ForeignHost, ForeignOrigin, TooManyGuesses, TooManyTables
from companion.web.app.rate_limits import asker
from companion.web.app.services import services

AnyResponse = TypeVar("AnyResponse", bound=Response)
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# Nothing but what is named here: markup that came in with a name could neither run nor load anything. `blob:` is a
# photo or a picture that a script has made here (static/js/reader.js).
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
OF_ANY_FILE: Final = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
NO_DOCUMENT: Final = (
    "text/css",
    "text/javascript",
    "application/javascript",
    "image/png",
    "audio/",
    "application/manifest+json",
)
"""Static files that are no document when opened by themselves: the other headers rule nothing there, and weigh more than some."""
WORKER: Final = "/reader.js"
"""A script that runs apart from any page: its own policy holds it."""
VARY: Final = ("Accept-Language", "Cookie", "HX-Request")
"""What the words and the extent of an answer depend on: the reader, and whether a script asks for a part of a page."""


def init_app(app: Flask) -> None:
    """Check each request before anything else runs. Call it before the others: what is registered first acts last, too."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.before_request(check_site)
    app.after_request(complete)


def check_host() -> None:
    """Raise `ForeignHost` if the request names a host that is not this machine (DNS rebinding)."""
    settings = services.settings
    # A page of another site may have its own name lead here (DNS rebinding). Browsers then take the two for one site, and
    # only the name in the request tells (O6).
    if not settings.any_host and not is_allowed_host(request.host, settings.hosts):
        raise ForeignHost


def is_allowed_host(host: str, allowed: tuple[str, ...]) -> bool:
    """Return whether a Host header names this machine: one of its names, or the address of a home network, on any port."""
    # An IPv6 address has colons too; only figures after the last one are a port.
    name = host.rsplit(":", 1)[0] if host.rsplit(":", 1)[-1].isdecimal() and ":" in host else host
    return name.lower() in allowed or is_lan_address(name)


def check_origin() -> None:
    """Raise `ForeignOrigin` if an unsafe request comes from a page of another origin.

    The interface ignores cookies, and programs send no `Origin`: a request to it can do nothing its token may not. But
    opening a table needs no token, and a browser would do that for any page if its reader is in this network.
    """
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    # A page of another site can send neither without a CORS preflight, which nothing here allows.
    # Programs send no `Origin`. With a token in a header, no cookie decides who asks, so there is nothing for another site to
    # borrow.
    if request.path.startswith("/api/") and (origin is None or "Authorization" in request.headers):
        return
    # Also where it is missing or `null`: browsers send it with every POST, sandboxed frames and redirects as `null`.
    if origin != f"{request.scheme}://{request.host}":
        raise ForeignOrigin


def check_site() -> None:
    """Raise `ForeignOrigin` if a page of another site has this loaded, as by a picture or a frame in it.

    That needs no consent of the reader, and an answer may take long to work out. A link there may be followed.
    """
    asked = request.headers
    # A link in a message leads here and must work. A frame is a navigation too, but its destination is no document.
    is_followed = asked.get("Sec-Fetch-Mode") == "navigate" and asked.get("Sec-Fetch-Dest", "document") == "document"
    if asked.get("Sec-Fetch-Site") == "cross-site" and not is_followed:
        raise ForeignOrigin


def complete(response: AnyResponse) -> AnyResponse:
    """Return the answer with every header that it lacks. What a page varies by is extended."""
    is_file = request.path.startswith("/static/")
    kind = response.headers.get("Content-Type", "")
    if is_file and kind.startswith(NO_DOCUMENT) and not request.path.endswith(WORKER):
        wanted = {name: HEADERS[name] for name in OF_ANY_FILE}
    else:
        # Pages are for one pair of eyes: the back button of a shared phone must not bring another person's hand up.
        wanted = HEADERS if is_file else {**HEADERS, "Cache-Control": "no-store"}
        if (
            request.is_secure
        ):  # Over plain http browsers ignore it, and complain about it in their console on every page.
            wanted = {**wanted, "Cross-Origin-Opener-Policy": "same-origin"}
    # Never twice: of two policies browsers apply both, of two lengths a proxy breaks off.
    given = {name.lower() for name, _ in response.headers}
    response.headers.extend([(name, value) for name, value in wanted.items() if name.lower() not in given])
    if not is_file:
        response.vary.update(VARY)
    return response


def check_guesses() -> None:
    """Raise `TooManyGuesses` if this address has guessed wrong too often."""
    wait = services.guesses.wait_seconds(asker())
    if wait:
        raise TooManyGuesses(wait)


def note_wrong_guess() -> None:
    """Count a wrong code or token; raises `TooManyGuesses` if this address has guessed wrong too often before."""
    # Counted once it was wrong: right codes use nothing up.
    wait = services.guesses.take(asker())
    if wait:
        raise TooManyGuesses(wait)


def count_opening() -> None:
    """Count a table about to be opened; raises `TooManyTables` if this address has opened its share.

    The owner of the host may open any number.
    """
    # Without a limit, as in a home network, nothing is counted, and on several workers nothing is written.
    if caller().is_owner or not services.settings.tables_per_hour:
        return
    wait = services.openings.take(asker())
    if wait:
        raise TooManyTables(wait)
