"""A phone whose wire is cut again and again, at any moment: its page is right within five seconds each time."""

import random
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import browser as browser
from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, call, land_unter
from tests.e2e.stage import Server, at_work, phone_context
from tests.strength.scale import times

CUTS = times(4, 500)
COMPARED_EVERY = 10
RIGHT_SECONDS = 5.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with at_work(Server(tmp_path_factory.mktemp("data"))) as running:
        yield running


def contest(evening: Evening) -> int:
    """The version after an entry by the host, from another phone on another wire."""
    path = f"/matches/{evening.match_id}/contest"
    return call(evening.port, path, {"index": 0, "reason": "rule"}, evening.host)["version"]


def is_right(page: Page, version: int, seconds: float) -> bool:
    """Whether the page shows this version in time."""
    try:
        expect(page.locator("#shown")).to_have_attribute("data-version", str(version), timeout=seconds * 1000)
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


def looks_like_a_new_one(page: Page) -> bool:
    """Whether the page says what it says when it is loaded anew, which is what it does here."""
    said = board_of(page)
    page.reload()
    return board_of(page) == said


def board_of(page: Page) -> str:
    """All that the board says, once the badge in it says that it is live."""
    expect(page.locator("#badge")).to_have_text("live", timeout=RIGHT_SECONDS * 1000)
    return page.locator("#view").inner_text()


def wrong_after_cuts(
    context: BrowserContext, wire: CuttingProxy, evening: Evening, cuts: int, seconds: float = RIGHT_SECONDS
) -> list[int]:
    """After which of so many cuts the page of Ben's phone was not right in time."""
    dice, wrong = random.Random(cuts), list[int]()
    page = evening.sit(context.new_page(), 1)
    for number in range(cuts):
        is_well = is_right(page, cut_and_mend(wire, evening, dice), seconds)
        if number % COMPARED_EVERY == COMPARED_EVERY - 1 or number == cuts - 1:
            is_well = is_well and looks_like_a_new_one(page)
        wrong += [] if is_well else [number]
    return wrong


@pytest.fixture
def evening(server: Server) -> Evening:
    """A match under way."""
    begun = land_unter(server.port)
    begun.move("count_rings", seat=0, rings=5)
    return begun


@pytest.fixture
def wire(server: Server) -> Iterator[CuttingProxy]:
    """The wire between the phone and the server."""
    with CuttingProxy(server.port) as laid:
        yield laid


@pytest.fixture
def phone(browser: Browser, wire: CuttingProxy) -> Iterator[BrowserContext]:
    context = phone_context(browser, base_url=wire.url)
    yield context
    context.close()


def test_the_page_is_right_within_five_seconds_of_each_cut(
    phone: BrowserContext, wire: CuttingProxy, evening: Evening
) -> None:
    assert wrong_after_cuts(phone, wire, evening, CUTS) == []
