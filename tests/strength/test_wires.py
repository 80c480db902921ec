"""A phone whose wire is cut again and again, at any moment: its page is right within five seconds each time."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, call, land_unter
from tests.e2e.stage import BROWSER_ARGUMENTS, Server, phone_context
from tests.servers import tool
from tests.strength.scale import times

CUTS = times(4, 500)
RIGHT_SECONDS = 5.0


# For this file only: while Playwright runs, no other test of the process could run an event loop of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    executable = tool("chromium chromium-browser", "chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=BROWSER_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app."""
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


def contest(evening: Evening) -> int:
    """The version after an entry by the host, from another phone on another wire."""
    path = f"/matches/{evening.match}/contest"
    version: int = call(evening.port, path, {"index": 0, "reason": "rule"}, evening.host)["version"]
    return version


def is_right(page: Page, version: int) -> bool:
    """Whether the page shows this version in time."""
    try:
        expect(page.locator("#shown")).to_have_attribute("data-version", str(version), timeout=RIGHT_SECONDS * 1000)
    except AssertionError:
        return False
    return True


def cut_and_mend(wire: CuttingProxy, evening: Evening, dice: random.Random) -> int:
    """The version after an entry made around a cut: before it, in the middle of it, or after it."""
    pause = threading.Event()
    moment = dice.randrange(3)
    versions = [contest(evening)] if moment == 0 else []
    if dice.random() < 0.5:
        wire.cut()
    else:
        wire.fall_silent()
    pause.wait(dice.uniform(0, 0.4))
    versions += [contest(evening)] if moment == 1 else []
    pause.wait(dice.uniform(0, 0.2))
    wire.mend()
    versions += [contest(evening)] if moment == 2 else []
    return versions[0]


@pytest.mark.parametrize(("javascript", "cuts", "stays_right"), [(True, CUTS, True), (False, 1, False)])
def test_the_page_is_right_within_five_seconds_of_each_cut(
    browser: Browser, server: Server, javascript: bool, cuts: int, stays_right: bool
) -> None:
    evening, dice = land_unter(server.port), random.Random(cuts)
    evening.move("count_rings", seat=0, rings=5)
    with CuttingProxy(server.port) as wire:
        context = phone_context(browser, base_url=wire.url, java_script_enabled=javascript)
        page = evening.sit(context.new_page(), 1)
        wrong = [n for n in range(cuts) if not is_right(page, cut_and_mend(wire, evening, dice))]
        context.close()
    assert (wrong == []) is stays_right, wrong
