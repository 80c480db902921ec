"""What a browser test looks for on a board, does there, and keeps back on its way to the server."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Locator, Page, Route

from tests.e2e.stage import drawn
from tests.servers import wait_until
from tests.there import there

LOST = (r"net::ERR_\w+",)
"""What a browser says of a wire that was cut."""
REFUSED = (r"status of 4(09|22|00)",)
"""What it says of an answer that did not take an entry."""


def version(page: Page) -> Locator:
    return page.locator("#shown")


def shows(page: Page, number: int) -> None:
    page.locator(f"#shown[data-version='{number}']").wait_for(state="attached")


def entered(page: Page) -> int:
    """The version that the page shows: how many entries there are."""
    return int(version(page).get_attribute("data-version") or 0)


def seconds_until_shown(page: Page, number: int, since: float) -> float:
    """How long after `since` (of `time.monotonic`) the page is seen to show this version; looked for without a pause.

    Playwright itself looks ever more seldom: what is expected next after 350 and 850 ms, what is waited for after 170 and 270.
    """
    shown = page.locator(f"#shown[data-version='{number}']")
    wait_until(lambda: shown.count() == 1, f"version {number} is shown")
    return time.monotonic() - since


def takes_less_than_a_second(story: Callable[[], float]) -> bool:
    """Whether the quickest of a few tries does, in seconds: what else the machine does is not the app's doing."""
    return any(story() < 1 for _ in range(3))


def is_in_state(page: Page, state: str) -> None:
    page.locator(f"#view[data-state='{state}']").wait_for(state="attached")


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def tap(page: Page, name: str, value: object, *, has_script: bool = True) -> None:
    """Tap a number or a player on a board; with a script, until the board with it is there."""
    for face in faces(page, name, value):
        with drawn(page) if has_script else nullcontext():
            face.click()


def touch(page: Page, what: Locator) -> None:
    """A finger on the middle of it, and no more: Playwright's own taps scroll the page first, now and then."""
    box = there(what.bounding_box())
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_until_drawn(target: Locator) -> None:
    with drawn(target.page):
        target.tap()


def faces(page: Page, name: str, value: object) -> list[Locator]:
    """What is tapped for a choice, one after the other. A tank is a button for two cards: a highest one is untapped first."""
    if name not in ("highest", "second"):
        return [page.locator(f":is(.nums,.pick,.said) input[name='{name}'][value='{value}'] + .face")]
    label = page.locator(
        f".tank.tap:has(input[name={name}][value='{value}']) .whole.{'first' if name == 'highest' else name}"
    )
    before = page.locator(".tank.tap:has(input[name=highest]:checked) .whole.first")
    return [before, label] if name == "highest" and before.count() else [label]


def number(page: Page, name: str, value: int | str) -> Locator:
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


def below(page: Page, *those: str, edge: str = ".foot") -> list[str]:
    """What of these does not stand above or beside that edge, within the screen, and which selectors find nothing in sight."""
    found: list[str] = page.evaluate(BELOW, [those, edge])
    return found


BELOW = """([those, edge]) => {
  const { top, left } = document.querySelector(edge).getBoundingClientRect();
  const isSunk = (box) => box.top < 0 || box.bottom > (box.right <= left ? innerHeight : top) + 0.5;
  return those.flatMap(each => {
    const all = [...document.querySelectorAll(each)].filter(one => one.checkVisibility({ visibilityProperty: true }));
    const sunk = all.filter(one => isSunk(one.getBoundingClientRect()));
    return all.length ? sunk.map(one => `${each} ${one.textContent.trim().slice(0, 40)}`) : [each];
  });
}"""


def record(page: Page) -> None:
    page.locator(".foot").locator("#record, .btn.main:not([id])").click()


def until(page: Page, condition: str) -> None:
    """Nothing; returns once this is so in the page, whose policy lets nobody evaluate a text there again and again."""
    page.evaluate(
        f"() => new Promise(so => {{ const look = () => ({condition}) ? so() : setTimeout(look, 20); look() }})"
    )
