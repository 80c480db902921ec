"""How evenly what moves on a board moves on a slow phone: frames a second, and the longest of them.

    python -m bench.motion

Chromium, its processor slowed four times, follows a whole game of Land Unter, Limits, the Nile and Down Under on a phone
of 390 by 844 where things may move, and the Nile on a television too. Frames are those the page itself draws while an
animation runs, told by `requestAnimationFrame`; what the browser moves without the page can only be more even. What
moves begins when the new board is laid out and painted; how long that took is told beside it.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.e2e.boards import until
from tests.e2e.evening import beginning
from tests.e2e.stage import BROWSER_ARGUMENTS, Server, chromium, phone_context

SLOWED = 4
PHONE, TELEVISION = (390, 844), (1920, 1080)
PLAYED = {"land_unter": [PHONE], "limits": [PHONE], "nile": [PHONE, TELEVISION], "down_under": [PHONE]}
"""Where each game is followed: the Nile's tide walks on the television, a phone has it folded away."""
MOTIONS = ("water", "rings", "cards", "tide", "pawns", "routes", "end")
READY = "document.getElementById('view').dataset.state === 'live' && window.isMoving"
RECORDER = """
window.taken = [];
window.recording = 0;
function kindOf(one) {
  const moves = (one.closest("[data-moves]") || one.querySelector("[data-moves]") || { dataset: {} }).dataset.moves || "";
  if (one.closest(".won")) return "end";
  if (/^tank/.test(moves)) return one.matches(".f-water, .s-water") ? "water" : "rings";
  return { "walk tide": "tide", route: "routes" }[moves] || { walk: "pawns", route: "routes" }[moves.split(" ")[0]] || "cards";
}
async function record(came) {
  const frames = [];
  let isOver = false;
  let moving = [];
  const look = now => {
    frames.push(performance.now());
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  await new Promise(requestAnimationFrame);
  moving = document.getAnimations().map(one => [one, kindOf(one.effect.target)]);
  await Promise.allSettled(moving.map(([one]) => one.finished));
  isOver = true;
  const spans = moving.map(([one, kind]) => {
    const { delay, activeDuration } = one.effect.getComputedTiming();
    return [kind, one.startTime + delay, one.startTime + delay + activeDuration];
  });
  window.recording -= 1;
  window.taken.push({ began: Math.min(...moving.map(([one]) => one.startTime)) - came, frames, spans });
}
document.addEventListener("DOMContentLoaded", () => {
  let came = 0;
  const view = document.getElementById("view");
  if (!view) return;
  view.addEventListener("board:before", () => (came = came || performance.now()));
  view.addEventListener("board:shown", () => {
    const began = came;
    came = 0;
    window.recording += 1;
    queueMicrotask(() => record(began));
  });
});
new PerformanceObserver(list => {
  window.isMoving = window.isMoving || list.getEntries().some(one => one.name.includes("motion") && one.responseEnd);
}).observe({ type: "resource", buffered: true });
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How evenly boards move on a slow phone.")
    parser.add_argument("--games", nargs="+", choices=PLAYED, default=PLAYED)
    asked = parser.parse_args()
    taken: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(BROWSER_ARGUMENTS))
        try:
            for game, (width, height) in [(one, size) for one in asked.games for size in PLAYED[one]]:
                context = phone_context(browser, base_url=server.url, viewport={"width": width, "height": height})
                context.add_init_script(RECORDER)
                page = context.new_page()
                page.emulate_media(reduced_motion="no-preference")
                context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
                taken += play(page, server, game)
                context.close()
        finally:
            browser.close()
            server.stop()
    print("motion     plays   frames a second   worst frame ms   begins after ms, median and worst")
    for motion in MOTIONS:
        show(motion, [(one["began"], [*lengths(one, motion)]) for one in taken])


def play(page: Page, server: Server, game: str) -> list[dict[str, Any]]:
    """What moved after each move of a whole game: its frames, and from when to when which motion ran."""
    evening, left = beginning(server, game, 0)
    if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        evening.sit(page, 0)
    else:
        page.goto(f"/tv/{evening.table}")
    until(page, READY)
    for number, move in enumerate(left, 1):
        evening.move(**move)
        until(page, f"Number(document.getElementById('shown').dataset.version) === {number} && !window.recording")
    taken: list[dict[str, Any]] = page.evaluate("window.taken")
    return taken


def lengths(one: dict[str, Any], motion: str) -> Iterator[float]:
    """Milliseconds of each frame that this motion had."""
    spans = [(start, end) for kind, start, end in one["spans"] if kind == motion]
    for before, now in pairwise(one["frames"]):
        if any(start <= before < end for start, end in spans):
            yield now - before


def show(motion: str, plays: Sequence[tuple[float, list[float]]]) -> None:
    """One line."""
    moved = [(came, frames) for came, frames in plays if frames]
    if not moved:
        return
    frames = [length for _, found in moved for length in found]
    came = [came for came, _ in moved]
    a_second = 1000 * len(frames) / sum(frames)
    print(
        f"{motion:10} {len(moved):5} {a_second:17.1f} {max(frames):16.0f} {statistics.median(came):22.0f} {max(came):8.0f}"
    )


if __name__ == "__main__":
    main()
