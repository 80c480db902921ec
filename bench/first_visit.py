"""What a phone loads on its first visit, and when it shows something: Chromium, its processor slowed 6 times, on a network like 3G.

    python -m bench.first_visit

The start page, the page of a table, and a board of Land Unter, each in a browser that knows nothing yet. Bytes are those that came
over the line, packed; the time is that of the first contentful paint.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.processes import running
from bench.screens import NAMES
from tests.e2e.stage import BROWSER_ARGUMENTS
from tests.servers import tool

SLOWER = 6
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""Milliseconds a round trip, bytes a second: what browsers call fast 3G."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@dataclass(frozen=True, slots=True)
class Visit:
    """One first visit: bytes that came over the line, requests, milliseconds to the first paint and to everything loaded."""

    page: str
    bytes: int
    requests: int
    painted_ms: float
    loaded_ms: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A phone's first visit.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, help="a file that the figures are added to")
    asked = parser.parse_args()
    print("page       KB over the line   requests   painted ms   loaded ms")
    for one in measure(asked.runs):
        print(f"{one.page:10} {one.bytes / 1000:16.1f} {one.requests:10} {one.painted_ms:12.0f} {one.loaded_ms:11.0f}")
        if asked.json:
            with asked.json.open("a") as kept:
                kept.write(json.dumps(asdict(one)) + "\n")


def measure(runs: int) -> Iterator[Visit]:
    """So many first visits of each page."""
    with running("default") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("chromium", "chromium"), args=BROWSER_ARGUMENTS)
        pages = _open_evening(browser, server.url)
        for _ in range(runs):
            for name, address in pages.items():
                yield _visit(browser, name, address)
        browser.close()


def _open_evening(browser: Browser, url: str) -> dict[str, str]:
    page = browser.new_page()
    page.goto(f"{url}/tables/new?game=land-unter")
    for seat, name in enumerate(NAMES):
        page.fill(f"#name-{seat}", name)
    page.click(".foot .btn.main")
    code = page.url.split("/t/")[1].split("/")[0]
    page.click(".foot .btn.main")
    match = page.url.split("/m/")[1].split("/")[0]
    page.close()
    return {"start": f"{url}/", "table": f"{url}/t/{code}", "board": f"{url}/m/{match}"}


def _visit(browser: Browser, name: str, address: str) -> Visit:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    came: dict[str, float] = {}
    wire.on("Network.loadingFinished", lambda told: came.update({told["requestId"]: told["encodedDataLength"]}))
    for command, given in _slow_and_strange():
        wire.send(command, given)
    page.goto(address, wait_until="load")
    page.wait_for_function(PAINTED)
    painted = page.evaluate(PAINTED)
    loaded = page.evaluate("() => performance.timing.loadEventEnd - performance.timing.navigationStart")
    context.close()
    return Visit(name, int(sum(came.values())), len(came), painted, loaded)


def _slow_and_strange() -> list[tuple[str, dict[str, Any]]]:
    return [
        ("Network.enable", {}),
        ("Network.emulateNetworkConditions", NETWORK),
        ("Emulation.setCPUThrottlingRate", {"rate": SLOWER}),
    ]


if __name__ == "__main__":
    main()
