"""Land Unter on one phone: no system keyboard, quick taps, and a trick entered by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import faces, tap
from tests.e2e.evening import begin_by_hand, land_unter, open_by_hand
from tests.e2e.stage import OpenPhone, Server, drawn
from tests.there import there

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture
def page(phone: OpenPhone) -> Page:
    """The host's phone, on which hands are to be counted."""
    page = phone()
    open_by_hand(page, "land-unter", *NAMES)
    begin_by_hand(page)
    return page


def press(page: Page, name: str) -> None:
    """Press the button that begins so, until its form is there."""
    with drawn(page):
        page.get_by_role("button", name=name).click()


def test_no_board_ever_calls_the_system_keyboard(page: Page) -> None:
    typed = page.locator("#view :is(input:not([type=hidden],[type=radio],[type=checkbox]),textarea,select)")
    expect(typed).to_have_count(0)
    for way in ("Count rings", "Tap your cards", "Enter the total"):
        page.get_by_role("button", name=way).click()
        expect(page.locator(".tabs button[aria-current]")).to_have_text(way)
        expect(typed).to_have_count(0)


SLOW = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
"""A network on which the news of an entry comes before its answer."""


@pytest.mark.ring("test")
def test_a_quick_tap_is_not_lost_where_the_news_of_an_entry_comes_before_its_answer(page: Page) -> None:
    press(page, "Cards")
    for card in range(1, 13):
        tap(page, "cards", card)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    page.get_by_role("button", name="Take 0 rings").click()
    expect(page.get_by_text("Still to count: Ben, Cleo, Dora and Emil")).to_be_attached()
    page.get_by_role("button", name="Count rings").click()
    for name, value in (("whole", 0), ("half", 1)):
        faces(page, name, value)[0].click()
    expect(page.get_by_role("button", name="Ben takes 0 rings")).to_be_visible()


@pytest.mark.ring("test")
def test_what_was_counted_last_lies_over_nobody_whose_rings_are_tapped(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 3)
    for rings in range(5):
        evening.move("count_rings", seat=0, rings=rings)
    page = evening.sit(phone(size=(360, 640)), 1)
    bar, people = (there(page.locator(one).bounding_box()) for one in (".undo", ".pick"))
    assert people["y"] >= bar["y"] + bar["height"]


@pytest.mark.ring("test")
def test_a_second_tap_says_that_a_level_came_twice_and_the_third_takes_both_back(
    phone: OpenPhone, server: Server
) -> None:
    page = land_unter(server.port, 4, rings=9).sit(phone(), 0)
    key, twice, said = (page.locator(one) for one in ("#levels-12", "#twice-12", ".ask.water i"))
    for text, count in (("12 and ?", 0), ("", 1), ("", 0), ("12 and ?", 0), ("", 1)):
        with drawn(page):
            page.locator("#levels-12 + .face").click()
        expect(said).to_have_text(text)
        expect(key).to_be_checked(checked=bool(text or count))
        expect(twice.and_(page.locator(":checked"))).to_have_count(count)
    with drawn(page):
        page.locator(".twice .face").click()
    expect(said).to_have_text("12 and ?")


def test_a_level_of_which_one_is_left_is_taken_back_by_a_second_tap(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, rings=9)
    evening.move("trick", levels=[12, 5], highest=0, second=1)
    page = evening.sit(phone(), 0)
    for text in ("12 and ?", ""):
        with drawn(page):
            page.locator("#levels-12 + .face").click()
        expect(page.locator(".ask.water i")).to_have_text(text)
