"""What a phone loads on its first visit, and when it shows something: Chromium, its processor slowed 6 times, on a network like 3G.

    python -m bench.first_visit

The start page, the page of a table, where one joins, where a dispute is settled, a verdict, and the board of each game in
the middle of it, each in a browser without a cache. Bytes are those that
came over the line, packed: of page, styles and scripts by themselves, then of everything, with headers, icons and
symbols. They are counted when nothing but the endless stream is on its way any more. The time is that of the first
contentful paint.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.processes import running
from bench.screens import NAMES
from tests.conformance.playing import PACKAGES, golden
from tests.e2e.evening import Evening, match_of, open_by_hand
from tests.e2e.stage import BROWSER_ARGUMENTS, HOST
from tests.servers import tool

SLOWER = 6
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""Milliseconds a round trip, bytes a second: what browsers call fast 3G."""
WEIGHED = ("Document", "Stylesheet", "Script")
ENDLESS = "EventSource"
QUIET_SECONDS = 0.6
"""Longer than a round trip on that network: until then something may still be requested."""
GIVES_UP_SECONDS = 30.0
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@dataclass(frozen=True, slots=True)
class Visit:
    """One first visit: bytes that came over the line, requests, milliseconds to the first paint and to everything loaded.

    `weighed` are the bytes of page, styles and scripts without headers; `bytes` all there were.
    """

    page: str
    weighed: int
    bytes: int
    requests: int
    painted_ms: float
    loaded_ms: float


class Line:
    """What comes over the line, told by the browser request by request."""

    def __init__(self, wire: CDPSession) -> None:
        self._kinds: dict[str, str] = {}
        self._headers: dict[str, float] = {}
        self._came: dict[str, float] = {}
        self._told_at = time.monotonic()
        wire.on("Network.requestWillBeSent", self._begins)
        wire.on("Network.responseReceived", self._answers)
        wire.on("Network.loadingFinished", self._ends)
        wire.on("Network.loadingFailed", self._fails)

    @property
    def requests(self) -> int:
        """How many have been answered in full."""
        return len(self._came)

    def wait_until_quiet(self, page: Page) -> None:
        """Return when everything requested has come and nothing more is requested. Raises TimeoutError."""
        deadline = time.monotonic() + GIVES_UP_SECONDS
        while self._waits() or time.monotonic() < self._told_at + QUIET_SECONDS:
            if time.monotonic() > deadline:
                raise TimeoutError(f"still on their way: {self._waits()}")
            page.wait_for_timeout(50)

    def weight(self, kinds: Collection[str]) -> int:
        """Bytes of the answers of these kinds, without their headers."""
        return int(sum(came - self._headers[one] for one, came in self._came.items() if self._kinds[one] in kinds))

    def weight_in_all(self) -> int:
        """Bytes of all answers, with their headers."""
        return int(sum(self._came.values()))

    def _waits(self) -> list[str]:
        return [kind for one, kind in self._kinds.items() if one not in self._came and kind != ENDLESS]

    def _begins(self, told: dict[str, Any]) -> None:
        self._told_at = time.monotonic()
        self._kinds[told["requestId"]] = told.get("type", "Other")

    def _answers(self, told: dict[str, Any]) -> None:
        self._told_at = time.monotonic()
        self._kinds[told["requestId"]] = told["type"]
        self._headers[told["requestId"]] = told["response"]["encodedDataLength"]

    def _ends(self, told: dict[str, Any]) -> None:
        self._told_at = time.monotonic()
        self._came[told["requestId"]] = told["encodedDataLength"]

    def _fails(self, told: dict[str, Any]) -> None:
        raise RuntimeError(f"could not be loaded: {told['type']}, {told['errorText']}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A phone's first visit.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, help="a file that the figures are added to")
    asked = parser.parse_args()
    print("page                 KB page, styles, scripts   KB over the line   requests   painted ms   loaded ms")
    for one in measure(asked.runs):
        weights = f"{one.weighed / 1000:25.1f} {one.bytes / 1000:18.1f}"
        print(f"{one.page:20} {weights} {one.requests:10} {one.painted_ms:12.0f} {one.loaded_ms:11.0f}")
        if asked.json:
            with asked.json.open("a") as kept:
                kept.write(json.dumps(asdict(one)) + "\n")


def measure(runs: int) -> Iterator[Visit]:
    """That many first visits of each page."""
    with running("default", variables={"TABLESIDE_ALLOWED_HOSTS": HOST}) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("chromium", "chromium"), args=BROWSER_ARGUMENTS)
        pages = _open_evening(browser, server.url)
        for _ in range(runs):
            for name, address in pages.items():
                yield _visit(browser, name, address)
        browser.close()


def _open_evening(browser: Browser, url: str) -> dict[str, str]:
    page = browser.new_page()
    code = open_by_hand(page, "land-unter", *NAMES, at=url)
    page.close()
    boards = {f"board of {package}": f"{url}{_half_played(package, url).board}" for package in PACKAGES}
    judged = {
        f"judge {package} {ruling.name}": f"{url}/judge/{game.slug}/{ruling.name}"
        for package, game in PACKAGES.items()
        for ruling in game.rulings[:1]
    }
    return {"start": f"{url}/", "table": f"{url}/t/{code}", "join": f"{url}/t/{code}/join", **judged, **boards}


def _half_played(package: str, url: str) -> Evening:
    one = golden(package)[0]
    evening = match_of(int(url.rsplit(":", 1)[1]), PACKAGES[package].slug, one["players"], **one["options"])
    for move in one["moves"][: len(one["moves"]) // 2]:
        evening.move(**move)
    return evening


def _visit(browser: Browser, name: str, address: str) -> Visit:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    line = Line(wire)
    for command, given in _slow_and_strange():
        wire.send(command, given)
    page.goto(address, wait_until="load")
    page.wait_for_function(PAINTED)
    line.wait_until_quiet(page)
    painted = page.evaluate(PAINTED)
    loaded = page.evaluate("() => performance.timing.loadEventEnd - performance.timing.navigationStart")
    context.close()
    return Visit(name, line.weight(WEIGHED), line.weight_in_all(), line.requests, painted, loaded)


def _slow_and_strange() -> list[tuple[str, dict[str, Any]]]:
    return [
        ("Network.enable", {}),
        ("Network.emulateNetworkConditions", NETWORK),
        ("Emulation.setCPUThrottlingRate", {"rate": SLOWER}),
    ]


if __name__ == "__main__":
    main()
