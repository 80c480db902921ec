"""A board for who has only keys and ears: menus close, arrows reach every cell, and news is read out once."""

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import call, land_unter, limits_in_play, match_of
from tests.e2e.laying import lays
from tests.e2e.stage import OpenPhone, Server


def test_who_is_on_turn_hears_it_with_what_was_entered_on_another_phone(phone: OpenPhone, server: Server) -> None:
    evening = limits_in_play(server.port)
    ana, ben = (evening.sit(phone(), seat) for seat in (0, 1))
    ana.locator("#lay button[value=red]").press("Enter")
    expect(ben.locator("#announced")).to_have_text("Ana played a card. Your turn")


@pytest.mark.ring("test")
def test_escape_and_a_tap_outside_close_every_menu_and_do_nothing_else_but_on_a_link_of_the_head(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    page = evening.sit(phone(), 0)
    for address in ("/", f"/t/{evening.table}", evening.board):
        page.goto(address)
        menu = page.locator("details.more").first
        for closes in ("Escape", "a tap outside"):
            menu.locator("> summary").tap()
            expect(menu.locator("nav")).to_be_visible()
            if closes == "Escape":
                page.keyboard.press("Escape")
            else:
                page.touchscreen.tap(60, 500)
            expect(menu.locator("nav")).to_be_hidden()
        assert page.url.endswith(address)
    menu.locator("> summary").tap()
    page.locator(".strip .tools > a[href$='/journal']").tap()
    page.wait_for_url("**/journal")


@pytest.mark.ring("test")
def test_on_the_table_of_down_under_tab_stops_at_open_ends_and_arrows_reach_every_cell_and_tile(
    phone: OpenPhone, server: Server
) -> None:
    evening = match_of(server.port, "down-under", 2).after(lays(0, 0), lays(1, 1))
    page = evening.sit(phone(size=(1280, 800)), 0)
    stops = page.evaluate(
        "[...document.querySelectorAll('#desk .line > *')].filter(one => one.tabIndex === 0).map(one => one.id)"
    )
    assert stops == ["cell-0--1", "cell-0-1"]
    focused = page.locator(":focus")
    page.locator("#desk").press("ArrowDown")
    for key, cell in (("ArrowDown", "0-0"), ("ArrowLeft", "-1-0"), ("ArrowDown", "-1-1"), ("ArrowRight", "0-1")):
        focused.press(key)
        expect(focused).to_have_id(f"cell-{cell}")


def test_a_contest_that_stands_is_read_out_once(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, players=3)
    page = evening.sit(phone(), 0)
    told = page.locator("#announced")
    evening.move("count_rings", seat=0, rings=5)
    call(server.port, f"/matches/{evening.match_id}/contest", {"index": 0, "reason": "entry"}, evening.host)
    expect(told).to_contain_text("The host disagrees: Counting rings")
    evening.move("count_rings", seat=1, rings=5)
    expect(told).to_have_text("The host: 5 rings for Ben")
