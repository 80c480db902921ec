"""How fast the table of Down Under answers a finger: a board of 60 tiles in Chromium, on this machine and slowed down.

    python -m bench.tile_taps                     milliseconds from a tap to the tile that stands, and to the traced board
    python -m bench.tile_taps --tracer            milliseconds to trace 64 tiles, without a browser

A tap is answered twice: the page's script places the tile at once (`stands`), then the server's board arrives with
every route traced anew (`traced`). A phone is slower than this machine, so the browser is also slowed down.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import timeit
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games.down_under.board.sketch import Sketch, sketch_pairs
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.tiles import tile_json
from tests.e2e.evening import Evening
from tests.e2e.laying import match
from tests.e2e.stage import BROWSER_ARGUMENTS, Server, phone_context
from tests.games.down_under.full_table import full_table
from tests.servers import tool

FREE = 4
"""How many of 64 cells are left free for taps."""
ROUNDS = 6

CLOCK = """
window.seen = null;
document.addEventListener("pointerdown", event => {
  if (!event.target.id.startsWith("cell-")) return;
  const seen = window.seen = {from: event.timeStamp, stands: null, traced: null};
  delete document.documentElement.dataset.timed;
  const before = drawing();
  const look = () => {
    if (seen.stands === null && drawing() !== before) seen.stands = performance.now() - seen.from;
    told(seen);
    if (seen.stands === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
for (const arrived of ["board:shown", "htmx:afterSettle"]) document.addEventListener(arrived, () => requestAnimationFrame(() => {
  if (window.seen && window.seen.traced === null) window.seen.traced = performance.now() - window.seen.from;
  told(window.seen);
}), true);
function told(seen) {
  if (seen && seen.stands !== null && seen.traced !== null) {
    document.documentElement.dataset.timed = seen.stands + " " + seen.traced;
  }
}
function drawing() {
  const chosen = document.querySelector("#desk .chosen");
  return [...document.querySelectorAll("#desk g.piece")].map(one => {
    const use = one.querySelector("use");
    return one.getAttribute("transform") + (use.getAttribute("transform") || "") + use.getAttribute("href");
  }).join() + chosen.getAttribute("x") + chosen.getAttribute("y");
}
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="From a tap on the table of Down Under to the tile that stands.")
    parser.add_argument("--tracer", action="store_true", help="only the tracing of 64 tiles, without a browser")
    asked = parser.parse_args()
    traced()
    if not asked.tracer:
        tapped()


def traced() -> None:
    """How long the tracing of all tiles of four players takes."""
    tiles = full_table()
    runs = [1000 * seconds for seconds in timeit.repeat(lambda: trace(tiles), number=1, repeat=300)]
    print(f"trace of {len(tiles)} tiles: median {statistics.median(runs):.2f} ms, least {min(runs):.2f} ms")


def tapped() -> None:
    """A match and the judge, each at full speed and four times slower."""
    print("60 tiles, milliseconds       slowed | stands  p50    max | traced  p50    max")
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=tool("chromium chromium-browser", "chromium"), args=list(BROWSER_ARGUMENTS)
        )
        table = sixty_tiles(server)
        for slowed in (1, 4):
            for name, page in (("match", at_match(browser, server, table)), ("judge", at_judge(browser, server))):
                show(name, slowed, measured(page, slowed))
                page.context.close()
        browser.close()


@contextmanager
def serving() -> Iterator[Server]:
    """A server of its own."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def sixty_tiles(server: Server) -> Evening:
    """A match of four, sixty tiles on the table."""
    table = match(server.port, 4, difficulty="easy")
    table.move("stand_now", tiles=[tile_json(tile) for tile in full_table()[:-FREE]], turn=3, done=[])
    return table


def at_match(browser: Browser, server: Server, table: Evening) -> Page:
    """The board of the match on a phone; the last cells are still free."""
    page = phone(browser, server)
    return table.sit(page, 3)


def at_judge(browser: Browser, server: Server) -> Page:
    """The same tiles laid out for the judge."""
    page = phone(browser, server)
    laid = sketch_pairs(Sketch(full_table()[:-FREE]))
    page.goto(f"/judge/down-under/route?{urlencode([*laid, ('_ink', '3')])}")
    return page


def phone(browser: Browser, server: Server) -> Page:
    """A phone with a clock for taps."""
    context = phone_context(browser, base_url=server.url, viewport={"width": 390, "height": 844})
    context.add_init_script(CLOCK)
    return context.new_page()


def measured(page: Page, slowed: int) -> list[tuple[float, float]]:
    """Milliseconds to the tile and to the traced board: taps on free cells, and on the same cell again to turn the tile."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    found = []
    for number in range(ROUNDS * FREE):
        cell = f"cell-{8 - FREE + number // 2 % FREE}-7"
        found.append(one_tap(page, cell))
    return found[2:]


def one_tap(page: Page, cell: str) -> tuple[float, float]:
    """How long one tap took, once the page is at rest again."""
    page.locator(f"#{cell}").tap()
    page.locator("html[data-timed]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    stands, traced_at = (page.locator("html").get_attribute("data-timed") or "").split()
    return float(stands), float(traced_at)


def show(name: str, slowed: int, taps: list[tuple[float, float]]) -> None:
    """One line."""
    stands, traced_at = ([tap[part] for tap in taps] for part in (0, 1))
    figures = [statistics.median(stands), max(stands), statistics.median(traced_at), max(traced_at)]
    print(f"{name:28s} {slowed:5d}x | {figures[0]:11.0f} {figures[1]:6.0f} | {figures[2]:11.0f} {figures[3]:6.0f}")


if __name__ == "__main__":
    main()
