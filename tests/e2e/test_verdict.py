"""The verdict has one face: a strip in words to whoever holds the phone, and behind it the whole of it, over the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import is_in_state, shows, until
from tests.e2e.evening import land_unter
from tests.e2e.stage import OpenPhone, Server, accessibility_faults

LOUD = ".tank.loud"


@pytest.mark.ring("test")
def test_a_verdict_opens_over_the_board_with_water_and_rings_before_and_after_and_its_undo(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    page = evening.sit(phone(size=(360, 640)), 1)
    is_in_state(page, "live")
    evening.move("trick", levels=[2, 12], highest=1, second=2)
    shows(page, 6)
    page.locator(".opens").tap()
    sheet = page.locator("#sheet[open]")
    expect(sheet.locator("h1")).to_have_text("C Cleo loses a ring.", use_inner_text=False)
    expect(sheet.locator(".tank").nth(1).locator(".lvl")).to_have_text("92")
    expect(sheet.locator(".tank.hit .cnt")).to_have_text("54")
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.locator(".opens").tap()
    page.touchscreen.tap(20, 20)
    expect(sheet).to_have_count(0)
    page.locator(".opens").tap()
    sheet.get_by_role("button", name="Undo").tap()
    shows(page, 7)
    expect(sheet).to_have_count(0)
    expect(page.locator(".opens")).to_contain_text("You lose a ring.")


def test_who_loses_reads_you_and_the_piece_of_nobody_else_is_loud_for_two_seconds(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(1)
    ben, cleo = (evening.sit(phone(), seat) for seat in (1, 2))
    for page in (ben, cleo):
        is_in_state(page, "live")
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    for page, words in ((ben, "You lose a ring."), (cleo, "Ben loses a ring.")):
        expect(page.locator(".opens b").filter(visible=True)).to_have_text(words)
        expect(page.locator("#told")).to_have_text(words)
        assert page.locator(LOUD).count() == page.locator(f"{LOUD} [data-moves='tank 1']").count() == 1
    until(cleo, f"!document.querySelector('{LOUD}')")
    evening.move("trick", levels=[3, 8], highest=2, second=3)
    expect(ben.locator(".news.gone .opens b").filter(visible=True)).to_have_text("You’re out.")


def test_two_who_lose_share_a_notch_and_whoever_goes_out_wears_a_cross(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 5)
    evening.count_all_rings(1)
    evening.move("trick", levels=[9, 9], highest=0, second=1)
    evening.move("trick", levels=[3, 8], highest=2, second=3)
    page = evening.sit(phone(), 3)
    notches = page.locator(".trace li")
    expect(notches.nth(0).locator("b")).to_have_count(2)
    expect(notches.nth(0).locator(".gone")).to_have_count(0)
    expect(notches.nth(1).locator("b:has(.gone)")).to_have_count(2)


def test_without_a_script_the_verdict_is_a_page_that_leads_back(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    page = evening.sit(phone(javascript=False), 2)
    page.locator(".opens").click()
    expect(page.locator("h1")).to_contain_text("Ben loses a ring.")
    page.get_by_role("link", name="Board").click()
    page.wait_for_url(f"**{evening.board}")
