"""What a browser test looks for on a board, does there, and keeps back on its way to the server."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.e2e.stage import drawn

LOST = (r"net::ERR_\w+", r"htmx:(sendError|afterRequest)")
"""What a browser says of a wire that was cut."""
REFUSED = (r"status of 4(09|22|00)",)
"""What it says of an answer that did not take an entry."""


def version(page: Page) -> Locator:
    """The board that is shown."""
    return page.locator("#shown")


def shows(page: Page, number: int, within: float = 10_000) -> None:
    """Wait until the page shows this version of the match."""
    expect(version(page)).to_have_attribute("data-version", str(number), timeout=within)


def is_in_state(page: Page, state: str) -> None:
    """Wait until the badge says so."""
    expect(page.locator("#view")).to_have_attribute("data-state", state, timeout=15_000)


def tap(page: Page, name: str, value: int) -> None:
    """Tap a number of the entry, and wait until the board with it is there."""
    with drawn(page):
        page.locator(f"input[name={name}][value='{value}'] + .face").click()


def number(page: Page, name: str, value: int | str) -> Locator:
    """A choice of the entry."""
    return page.locator(f"input[name='{name}'][value='{value}']")


def answered(route: Route, port: int) -> APIResponse:
    """The server's answer to a request; the page has not seen it yet."""
    asked = urlsplit(route.request.url)
    headers = {**route.request.all_headers(), "host": asked.netloc}
    return route.fetch(url=asked._replace(netloc=f"127.0.0.1:{port}").geturl(), headers=headers)


def held_back(page: Page, path: str, tapped: Callable[[], None]) -> Route:
    """What a tap asks the server, on its way there."""
    held: list[Route] = []
    page.route(f"**/{path}", lambda route: held.append(route), times=1)
    with page.expect_request(f"**/{path}"):
        tapped()
    page.title()  # By its answer we have heard all that the browser said before.
    return held[0]


def record(page: Page) -> None:
    """Tap the one large button."""
    page.locator(".foot .btn.main").click()
