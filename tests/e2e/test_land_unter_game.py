"""Land Unter on one phone: quick taps, and a level of the water that came twice."""

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import faces, tap, tap_until_drawn
from tests.e2e.evening import Evening, land_unter
from tests.e2e.stage import OpenPhone, Server

SLOW = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
"""A network on which the news of an entry comes before its answer."""


@pytest.mark.ring("test")
def test_a_quick_tap_is_kept_where_news_of_an_entry_comes_before_its_answer(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(evening.host_on(phone()), 0)
    tap_until_drawn(page.get_by_role("button", name="Card numbers"))
    for card in range(1, 13):
        tap(page, "cards", card)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    page.get_by_role("button", name="Take 0 rings").click()
    expect(page.get_by_text("Still to count: Ben, Cleo, Dora and Emil")).to_be_attached()
    page.locator("#_rings_way-rings").click()
    faces(page, "rings", 0)[0].click()
    expect(page.get_by_role("button", name="Ben takes 0 rings")).to_be_visible()


@pytest.mark.ring("test")
def test_a_second_tap_says_that_a_level_came_twice_and_the_third_takes_both_back_as_the_second_does_of_the_last_one(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4, rings=9)
    page = evening.sit(phone(), 0)
    key, twice, said = (page.locator(one) for one in ("#levels-12", "#twice-12", ".ask.water i"))
    for text, count in (("12 and ?", 0), ("", 1), ("", 0), ("12 and ?", 0), ("", 1)):
        tap_until_drawn(page.locator("#levels-12 + .face"))
        expect(said).to_have_text(text)
        expect(key).to_be_checked(checked=bool(text or count))
        expect(twice.and_(page.locator(":checked"))).to_have_count(count)
    tap_until_drawn(page.locator(".twice .face"))
    expect(said).to_have_text("12 and ?")
    evening.move("trick", levels=[12, 5], highest=0, second=1)
    page = evening.sit(phone(), 0)
    for text in ("12 and ?", ""):
        tap_until_drawn(page.locator("#levels-12 + .face"))
        expect(page.locator(".ask.water i")).to_have_text(text)
