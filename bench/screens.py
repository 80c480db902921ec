"""Photograph the running app: the README's pictures, or every page on phone and laptop, light and dark.

make screens                                  docs/screens/, as the README shows them
python -m bench.screens --all DIRECTORY       every page in every size, theme and (--language de) language
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from tests.e2e.evening import open_by_hand
from tests.e2e.stage import BROWSER_ARGUMENTS, ROOT, Server
from tests.servers import tool

PHONE = (390, 844)
LAPTOP = (1280, 800)
TELEVISION = (1920, 1080)
NAMES = ("Ana", "Anton", "Cara", "Cleo")
RINGS = (5, 4, 3, 6)
README = ROOT / "docs" / "screens"

POST = "([path, form]) => fetch(path, {method: 'POST', body: new URLSearchParams(form)}).then(answer => answer.status)"
GET = "path => fetch(path).then(answer => answer.json())"

Trick = tuple[tuple[int, int], int, int]
FIRST_TRICKS: tuple[Trick, ...] = (((4, 11), 1, 2), ((3, 9), 0, 3), ((6, 10), 3, 1), ((2, 5), 2, 0), ((8, 12), 1, 3))


class Evening:
    """One table in one browser: it opens it, plays it, and is photographed."""

    def __init__(self, page: Page, url: str, shoot: Callable[[str], None]) -> None:
        self.page = page
        self.url = url
        self.shoot = shoot
        self.match_id = ""
        self.code = ""

    def open(self) -> None:
        """Names, the game, its options, the set-up sheet."""
        self.visit("/")
        self.shoot("home")
        self.visit("/tables/new?game=land-unter")
        self.page.fill("#name", NAMES[0])
        self.shoot("names")
        self.code = open_by_hand(self.page, "land-unter", *NAMES, at=self.url)
        self.shoot("options")
        self.page.click(".foot .btn.main")
        found = re.search(r"/m/([^/]+)$", self.page.url)
        assert found
        self.match_id = found[1]
        self.page.click(".tabs a:nth-child(2)")
        self.shoot("setup")

    def people(self) -> None:
        """The join page and what phones see first."""
        self.visit(f"/t/{self.code}")
        self.shoot("join")
        own = (("cards", "cards"), ("host", "host"), ("first", "first"))
        for name, path in (("seats", "join"), ("that-you", "join/1"), ("seat", "seats/1"), *own):
            self.visit(f"/t/{self.code}/{path}")
            self.shoot(name)

    def count(self) -> None:
        """Rings: by cards first, as the picture shows it, then the rest by number."""
        self.visit(f"/m/{self.match_id}")
        self.shoot("rings-start")
        for seat, rings in enumerate(RINGS[:-1]):
            self.enter(f"kind=count_rings&seat={seat}&rings={rings}")
        self.visit(f"/m/{self.match_id}")
        way = self.page.locator('button[name="_rings_way"][value="cards"]')
        if way.count():
            way.first.click()
        for card in (3, 8, 14, 19, 26, 27, 33, 35, 38):
            self.page.click(f'label:has(input[name="cards"][value="{card}"])')
        self.page.wait_for_load_state("networkidle")
        self.shoot("rings")
        self.enter(f"kind=count_rings&seat=3&rings={RINGS[3]}")

    def play(self) -> None:
        """Some tricks, one of them half entered; then the whole rest of the match."""
        for trick in FIRST_TRICKS:
            self.trick(trick)
        self.visit(f"/m/{self.match_id}")
        self.shoot("verdict")
        self.television("trick")
        self.visit(f"/m/{self.match_id}")
        for name, value in (("levels", 4), ("levels", 9), ("highest", 1), ("second", 2)):
            # By keyboard: the last choice by finger would record the trick.
            self.page.locator(f'input[name="{name}"][value="{value}"]').first.press("Space")
        self.page.wait_for_selector("#record:not(.wait)")
        self.shoot("trick")
        for path in ("end", "journal", "correct/5", "contest/6", "judge"):
            self.visit(f"/m/{self.match_id}/{path}")
            self.shoot(path.replace("/", "-"))

    def finish(self) -> None:
        """The end of a round, and the end."""
        rounds = 0
        for number in range(60):
            levels = (1 + (5 * number) % 12, 1 + (7 * number + 3) % 12)
            state = self.state()
            if state["phase"] == "over":
                break
            if state["round"] > rounds:
                rounds = state["round"]
                self.visit(f"/m/{self.match_id}")
                self.shoot(f"round-{rounds}")
            seats = state["seats"]
            alive = [seat for seat, one in enumerate(seats) if not one["out"]]
            self.trick((levels, alive[number % len(alive)], alive[(number + 1) % len(alive)]))
        self.visit(f"/m/{self.match_id}")
        self.shoot("end")
        self.visit(f"/m/{self.match_id}/result")
        self.shoot("result")
        self.visit(f"/m/{self.match_id}/sheet")
        self.shoot("sheet")
        self.television("end")

    def television(self, moment: str) -> None:
        """The table screen as it stands, as large as a television."""
        size = self.page.viewport_size
        assert size
        self.page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
        self.visit(f"/tv/{self.code}")
        self.shoot(f"tv-{moment}")
        self.page.set_viewport_size(size)

    def next_match(self) -> None:
        """After the match: the score of the evening, and the form of the next one."""
        for name, path in (("evening", "evening"), ("again", "new/land-unter"), ("other-game", "new/limits")):
            self.visit(f"/t/{self.code}/{path}")
            self.shoot(name)

    def elsewhere(self) -> None:
        """Pages that need no table."""
        for name, path in (
            ("judge", "/judge"),
            ("dispute", "/judge/land-unter/loses"),
            ("rules", "/rules/land-unter"),
            ("teach", "/teach"),
            *((f"teach-{slug}", f"/teach/{slug}") for slug in ("land-unter", "limits", "down-under", "nile")),
            ("paper", "/paper"),
            ("paper-sheet", "/paper/land-unter?players=4"),
            ("sheets", "/print"),
            ("sheet-choose", "/print/land-unter"),
            ("sheet-blank", "/print/land-unter/blank?players=4"),
            ("history", "/history"),
            ("forget", "/forget"),
            ("settings", "/settings"),
            ("code", "/join"),
            ("api", "/api"),
            ("nothing-here", "/nowhere"),
        ):
            self.visit(path)
            self.shoot(name)

    def own(self, token: str) -> None:
        """The owner's pages: tables, backups, what a backup holds."""
        self.page.context.add_cookies([{"name": "device", "value": token, "url": self.url}])
        self.visit("/owner")
        self.shoot("owner")
        with self.page.expect_download() as download:
            self.page.click(".foot .btn.main")
        self.visit(f"/owner/tables/{self.code}")
        self.shoot("owner-table")
        self.visit("/owner/restore")
        self.page.set_input_files("#backup", download.value.path())
        self.page.click(".foot .btn.main")
        self.shoot("owner-offer")
        self.page.click(".foot .btn.main")
        self.shoot("owner-restored")
        self.visit("/owner/restore")
        letter: FilePayload = {"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear aunt, "}
        self.page.set_input_files("#backup", letter)
        self.page.click(".foot .btn.main")
        self.shoot("owner-restore")

    def visit(self, path: str) -> None:
        """Go there, until a page that follows the table hears of it."""
        self.page.goto(self.url + path)
        self.page.wait_for_load_state("load")
        if self.page.locator("#view[data-stream]").count():
            self.page.wait_for_selector("#view[data-state=live]")

    def trick(self, trick: Trick) -> None:
        """Enter a trick, whatever the box says to it."""
        (low, high), highest, second = trick
        self.enter(f"kind=trick&levels={low}&levels={high}&highest={highest}&second={second}&anyway=true")

    def enter(self, form: str) -> None:
        """Send an entry as the page would."""
        status = self.page.evaluate(POST, [f"/m/{self.match_id}/moves", form])
        assert status == 200, (form, status)

    def state(self) -> dict[str, Any]:
        """The state as the interface tells it."""
        answer: dict[str, Any] = self.page.evaluate(GET, f"/api/v1/matches/{self.match_id}")
        state: dict[str, Any] = answer["state"]
        return state


@contextmanager
def serving() -> Iterator[Server]:
    """The app with empty records."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@cache
def owner_of(browser: Browser, server: Server) -> str:
    """The token of a browser that opened the owner's link, which works once."""
    with browser.new_context() as context:
        page = context.new_page()
        token = server.find(r"/owner/(\S+)")
        page.goto(f"{server.url}/owner/{token}")
        page.click(".foot .btn.main")
        page.wait_for_url(f"{server.url}/")
        return next(str(cookie["value"]) for cookie in context.cookies() if cookie["name"] == "device")


def photograph(
    browser: Browser,
    server: Server,
    target: Path,
    size: tuple[int, int],
    theme: str,
    language: str,
    wanted: set[str],
) -> None:
    """Play an evening and keep the pictures that are wanted; all if none are named."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
        has_touch=size == PHONE,
        reduced_motion="reduce",
    )
    page = context.new_page()
    kind = "" if wanted else ("-phone" if size == PHONE else "-laptop")

    def shoot(name: str) -> None:
        if not wanted or name in wanted:
            page.screenshot(path=target / f"{name}{kind}-{theme}.png", full_page=not wanted)

    evening = Evening(page, server.url, shoot)
    evening.open()
    evening.people()
    evening.count()
    evening.play()
    evening.finish()
    evening.next_match()
    if not wanted:
        evening.elsewhere()
        evening.own(owner_of(browser, server))
    context.close()


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description="Photograph the running app.")
    parser.add_argument("--all", type=Path, help="every page, into this directory")
    parser.add_argument("--language", default="en", help="en, fr, es or de")
    given = parser.parse_args()
    target: Path = given.all or README
    target.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=tool("chromium chromium-browser", "chromium"), args=list(BROWSER_ARGUMENTS)
        )
        for theme in ("light", "dark"):
            if given.all:
                for size in (PHONE, LAPTOP):
                    photograph(browser, server, target, size, theme, given.language, set())
            else:
                photograph(browser, server, target, LAPTOP, theme, given.language, {"join", "tv-trick", "sheet"})
                shown = {"rings", "verdict", "trick", "end"}
                photograph(browser, server, target, PHONE, theme, given.language, shown)
        browser.close()
    print(f"{len(list(target.glob('*.png')))} pictures in {target}")


if __name__ == "__main__":
    main()
