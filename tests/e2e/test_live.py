"""Phones round a table see what the others do, whatever their wire does."""

import os
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import (
    BEFORE_IT_ASKS_MS,
    LOST,
    REFUSED,
    answered,
    held_back,
    is_in_state,
    number,
    record,
    seconds_until_shown,
    shows,
    takes_less_than_a_second,
    tap,
    version,
)
from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, faces, land_unter
from tests.e2e.stage import OpenPhone, Server

A_MINUTE_SECONDS = 60
REAL_MINUTE = "TABLESIDE_REAL_MINUTE"
"""Set to wait a minute by the wall clock instead of by the phones' own."""


def hide(page: Page, hidden: bool) -> None:
    """Put the phone away, or take it up again."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


@pytest.mark.ring("test")
def test_six_phones_see_a_tap_at_once(phone: OpenPhone, server: Server) -> None:
    def until_all_see_it() -> float:
        evening = land_unter(server.port, 5)
        pages = [evening.sit(phone(), seat) for seat in range(5)]
        onlooker = phone()
        onlooker.goto(evening.board)
        for page in (*pages, onlooker):
            is_in_state(page, "live")
        tap(pages[1], "whole", 4)
        tap(pages[1], "half", 2)
        since = time.monotonic()
        record(pages[1])
        seconds = max(seconds_until_shown(page, 1, since) for page in (*pages, onlooker))
        for page in (*pages, onlooker):
            expect(page.locator("#told")).to_contain_text("Ben")
        return seconds

    assert takes_less_than_a_second(until_all_see_it)


@pytest.mark.ring("test")
def test_a_phone_that_was_put_away_is_right_within_a_second(phone: OpenPhone, server: Server) -> None:
    def until_it_is_right() -> float:
        evening = land_unter(server.port)
        page = evening.sit(phone(), 1)
        is_in_state(page, "live")
        hide(page, True)
        evening.move("count_rings", seat=0, rings=5)
        evening.move("count_rings", seat=2, rings=5)
        expect(version(page)).to_have_attribute("data-version", "0")
        since = time.monotonic()
        hide(page, False)
        seconds = seconds_until_shown(page, 2, since)
        is_in_state(page, "live")
        return seconds

    assert takes_less_than_a_second(until_it_is_right)


def a_minute_passes(pages: list[Page]) -> None:
    """A minute by the phones' own clocks; by the wall clock where that is asked for."""
    if os.environ.get(REAL_MINUTE):
        time.sleep(A_MINUTE_SECONDS)
        return
    for page in pages:
        page.clock.fast_forward("01:00")


def test_three_phones_out_of_reach_for_a_minute_are_right_within_a_second_of_return(
    phone: OpenPhone, server: Server, proxy: CuttingProxy
) -> None:
    def until_all_are_right() -> float:
        evening = land_unter(server.port)
        pages = [phone(at=proxy.url, expects=LOST) for _ in range(3)]
        for seat, page in enumerate(pages, 1):
            if not os.environ.get(REAL_MINUTE):
                page.clock.install()
            evening.sit(page, seat)
            is_in_state(page, "live")
        tap(pages[0], "whole", 4)
        proxy.cut()
        for page in pages:
            is_in_state(page, "off")
        for seat in (0, 2, 3, 4):
            evening.move("count_rings", seat=seat, rings=5)
        evening.move("count_rings", seat=1, rings=3)
        a_minute_passes(pages)
        for page in pages:
            expect(page.locator("#shown")).to_have_attribute("data-version", "0")
            expect(page.locator("#badge")).to_have_text(re.compile(r"as\sof \d\d:\d\d"))
        since = time.monotonic()
        proxy.mend()
        seconds = max(seconds_until_shown(page, 5, since) for page in pages)
        for page in pages:
            is_in_state(page, "live")
        return seconds

    assert takes_less_than_a_second(until_all_are_right)


def test_a_hidden_page_holds_no_stream(phone: OpenPhone, evening: Evening, proxy: CuttingProxy) -> None:
    page = evening.sit(phone(at=proxy.url), 1)
    is_in_state(page, "live")
    opened = sum("/stream" in line for line in proxy.requests)
    hide(page, True)
    page.evaluate("dispatchEvent(new Event('online'))")
    evening.move("count_rings", seat=0, rings=5)
    expect(version(page)).to_have_attribute("data-version", "0")
    assert sum("/stream" in line for line in proxy.requests) == opened


@pytest.mark.ring("test")
def test_a_cut_wire_keeps_the_half_made_entry_and_comes_back(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    proxy.cut()
    is_in_state(page, "off")
    expect(page.locator("#badge")).to_have_text(re.compile(r"as\sof \d\d:\d\d"))
    expect(page.locator("#told")).to_contain_text("No connection")
    page.locator("input[name=half][value='2'] + .face").click()
    evening.move("count_rings", seat=0, rings=5)
    proxy.mend()
    shows(page, 1)
    is_in_state(page, "live")
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "half", 2)).to_be_checked()
    expect(page.locator(".foot .btn.main")).to_contain_text("5")
    record(page)
    shows(page, 2)


def test_an_entry_that_does_not_get_through_is_said_and_sent_by_itself_once_there_is_a_connection(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    ana, page = evening.sit(phone(), 0), evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    proxy.cut()
    is_in_state(page, "off")
    page.locator("input[name='half'][value='2'] + .face").click()
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Not saved yet")
    expect(number(page, "whole", 4)).to_be_checked()
    evening.move("count_rings", seat=0, rings=3)
    proxy.mend()
    shows(page, 2)
    shows(ana, 2)
    expect(page.locator("#unsent")).to_be_hidden()
    expect(ana.get_by_text("5 rings for Ben").first).to_be_attached()


def test_an_entry_whose_answer_was_lost_is_kept_once(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    tap(page, "half", 2)
    held = held_back(page, "moves", lambda: record(page))
    answered(held, evening.port)
    with page.expect_response("**/moves") as again:
        held.abort()
    assert (again.value.status, again.value.headers["x-version"]) == (204, "1")
    shows(page, 1)
    expect(page.locator("#unsent")).to_be_hidden()


def test_an_entry_sent_later_that_others_were_quicker_with_is_shown_beside_theirs(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    evening.count_all_rings()
    page = evening.sit(phone(at=proxy.url, expects=(*LOST, *REFUSED)), 1)
    is_in_state(page, "live")
    for name, value in (("levels", 4), ("levels", 9), ("highest", 1)):
        tap(page, name, value)
    proxy.cut()
    is_in_state(page, "off")
    faces(page, "second", 2)[0].click()
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Not saved yet")
    evening.move("trick", levels=[3, 7], highest=0, second=1)
    proxy.mend()
    expect(page.locator(".beside")).to_contain_text("Saved: Water 3 and 7")
    expect(page.locator(".beside")).to_contain_text("4 and 9")
    expect(page.locator("#unsent")).to_be_hidden()
    shows(page, 6)


def test_an_entry_kept_for_later_outlives_its_page_and_is_dropped_by_another_tap(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    tap(page, "half", 2)
    proxy.cut()
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Not saved yet")
    proxy.mend()
    page.reload()
    shows(page, 1)
    page.get_by_role("button", name="Undo", exact=True).click()
    shows(page, 2)
    proxy.cut()
    record(page)
    expect(page.locator("#unsent")).to_contain_text("Not saved yet")
    page.locator("input[name='whole'][value='3'] + .face").click()
    proxy.mend()
    is_in_state(page, "live")
    expect(page.locator("#unsent")).to_be_hidden()
    expect(number(page, "whole", 3)).to_be_checked()
    shows(page, 2)


def test_a_link_tapped_without_a_connection_keeps_the_board_and_says_so(
    phone: OpenPhone, evening: Evening, proxy: CuttingProxy
) -> None:
    page = evening.sit(phone(at=proxy.url, expects=LOST), 1)
    is_in_state(page, "live")
    proxy.cut()
    is_in_state(page, "off")
    log = page.locator(".strip a[href$='/journal']").first
    log.click()
    expect(page.locator("#unsent")).to_contain_text("No connection. This is the game at")
    expect(version(page)).to_be_attached()
    proxy.mend()
    is_in_state(page, "live")
    expect(page.locator("#unsent")).to_be_hidden()
    log.click()
    page.wait_for_url("**/journal")


def test_a_stream_that_fell_silent_is_found_out(phone: OpenPhone, evening: Evening, proxy: CuttingProxy) -> None:
    page = phone(at=proxy.url, expects=LOST)
    page.clock.install()
    evening.sit(page, 1)
    is_in_state(page, "live")
    proxy.fall_silent()
    page.clock.fast_forward(7_000)
    page.clock.fast_forward(3_000)
    is_in_state(page, "off")
    evening.move("count_rings", seat=0, rings=5)
    proxy.mend()
    page.clock.fast_forward(3_000)
    shows(page, 1)
    is_in_state(page, "live")


def test_whose_seat_the_host_frees_is_told_and_another_phone_sits_down(phone: OpenPhone, evening: Evening) -> None:
    lost = evening.sit(phone(), 1)
    is_in_state(lost, "live")
    host = phone()
    host.context.add_cookies([{"name": "device", "value": evening.host, "url": host_url(lost)}])
    host.goto(f"{host_url(lost)}/t/{evening.table}/host")
    host.get_by_role("link", name="Ben’s place").click()
    host.get_by_role("button", name="Free Ben’s place").click()
    expect(host.get_by_role("button", name="Create a new code")).to_be_visible()
    expect(lost.locator("#unsent")).to_contain_text("The host freed your place.", timeout=BEFORE_IT_ASKS_MS)
    expect(lost.locator("form#entry")).to_have_count(0)
    other = phone()
    other.goto(f"{host_url(lost)}/t/{evening.table}/join")
    other.locator(".waiting button", has_text="Ben").click()
    other.locator(".foot .btn.main").click()
    expect(other.locator("form#entry")).to_have_count(1)


def host_url(page: Page) -> str:
    """The address of the server that a page was loaded from."""
    return page.url.split("/m/")[0]


@pytest.mark.ring("test")
def test_without_a_script_the_page_says_so_and_everything_works(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(javascript=False), 1)
    expect(page.locator("noscript aside")).to_contain_text("doesn’t update by itself")
    evening.move("count_rings", seat=0, rings=5)
    page.locator("noscript a").click()
    shows(page, 1)
    expect(page.locator("#badge")).to_be_hidden()
