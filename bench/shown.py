"""How long a slow phone takes to show an entry: from the event of its stream, or from its own tap, to the next frame.

    python -m bench.shown

Land Unter in Chromium, its processor slowed six times, five at the table, one round a match. Every other trick is
somebody else's; the others are tapped on this phone, and the clock runs from the tap on the main button.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.adapters.tableside import PLAYERS, evening
from tests.e2e.evening import land_unter
from tests.e2e.stage import BROWSER_ARGUMENTS, Server, phone_context
from tests.servers import tool

SLOWED = 6
ROUND = 12
WARM = 2

CLOCK = """
window.began = null;
const Stream = window.EventSource;
window.EventSource = class extends Stream {
  constructor(...given) {
    super(...given);
    this.addEventListener("board", () => { window.began = window.began ?? performance.now(); });
  }
};
document.addEventListener("click", event => {
  if (event.target.closest("#record")) window.began = event.timeStamp;
}, true);
for (const done of ["board:shown", "htmx:afterSettle"]) document.addEventListener(done, () => {
  if (window.began === null) return;
  requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset.took = performance.now() - window.began;
    window.began = null;
  }));
}, true);
"""
TAP = """([levels, highest, second]) => {
  // As by keyboard: what is chosen last by finger records by itself.
  document.getElementById("view").dispatchEvent(new Event("keydown"));
  const tap = (name, value) => document.querySelector(`input[name=${name}][value="${value}"]`).click();
  levels.forEach(level => tap("levels", level));
  tap("highest", highest);
  tap("second", second);
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="From an event, or a tap, to what a slow phone shows.")
    parser.add_argument("--rounds", type=int, default=4)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=tool("chromium chromium-browser", "chromium"), args=list(BROWSER_ARGUMENTS)
        )
        try:
            context = phone_context(browser, base_url=server.url, viewport={"width": 390, "height": 844})
            context.add_init_script(CLOCK)
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            others, own = measured(page, server.port, asked.rounds)
        finally:
            browser.close()
            server.stop()
    show("somebody else's entry", others)
    show("its own tap", own)


def measured(page: Page, port: int, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds to each entry of others, and to each of one's own."""
    others: list[float] = []
    own: list[float] = []
    forms = islice(evening(len(PLAYERS)), len(PLAYERS), None)
    for _ in range(rounds):
        match = land_unter(port, len(PLAYERS))
        match.sit(page, 1)
        version = match.count_all_rings(8)
        page.locator(f'#shown[data-version="{version}"]').wait_for(state="attached")
        for trick, (_, form) in enumerate([*islice(forms, ROUND)][:-1]):
            (_, low), (_, high), (_, highest), (_, second) = form[1:]
            is_own = trick % 2 == 1 and low != high
            page.evaluate("delete document.documentElement.dataset.took")
            if is_own:
                page.evaluate(TAP, [[low, high], highest, second])
                page.locator("#record:not(.wait)").wait_for()
                page.wait_for_load_state("networkidle")
                page.evaluate("delete document.documentElement.dataset.took")
                page.locator("#record").tap()
            else:
                match.move("trick", levels=[low, high], highest=highest, second=second)
            page.locator("html[data-took]").wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            (own if is_own else others).append(float(page.locator("html").get_attribute("data-took") or 0))
    return others[WARM:], own[WARM:]


def show(name: str, taken: Sequence[float]) -> None:
    """One line."""
    p95 = statistics.quantiles(taken, n=20, method="inclusive")[-1]
    print(
        f"{name:24} {len(taken):3} entries  p50 {statistics.median(taken):6.0f}  p95 {p95:6.0f}  max {max(taken):6.0f} ms"
    )


if __name__ == "__main__":
    main()
