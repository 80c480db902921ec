"""Taps quicker than the answers: each counts, in the order tapped, and an entry is what was tapped before it."""

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.boards import LOST, REFUSED, answered, held_back, is_in_state, record, shows
from tests.e2e.evening import land_unter, nile_in_play
from tests.e2e.laying import cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server

SHOWN = "input[name='_shown']"


def test_an_entry_tapped_after_what_did_not_get_through_is_not_sent(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=LOST), 0)
    is_in_state(page, "live")
    cell(page, 0, 0)
    expect(page.locator(SHOWN)).to_have_value(re.compile("^0,0,"))
    held = held_back(page, "preview", lambda: cell(page, 1, 1))
    record(page)
    held.abort()
    expect(page.locator("#unsent")).to_be_focused()
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    is_in_state(page, "live")
    expect(page.locator(SHOWN)).to_have_value(re.compile("^1,1,"))
    shows(page, 0)


def test_an_entry_that_waited_counts_for_no_later_step_of_the_game(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port)
    page = evening.sit(phone(expects=REFUSED), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("[id='_moved-1']").click)
    record(page)
    answer = answered(held, server.port)
    evening.move("tide", moved=0, arrows=0)
    shows(page, 5)
    held.fulfill(response=answer)
    expect(page.locator("#beside")).to_contain_text("Flood and ebb: 0, you: 2")
    shows(page, 5)


def test_an_entry_whose_button_the_tap_before_it_took_away_is_not_made(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port)
    evening.move("tide", moved=2, arrows=0)
    evening.move("harvest", seat=0, plant="grapes", quality=4, column=1, shared=False)
    evening.move("pass", seat=0, through=2)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.get_by_role("button", name="1 palm: plants rot").click)
    record(page)
    held.continue_()
    expect(page.locator(".foot .btn.main")).to_contain_text("1 plant in column 1 gets worse")
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    shows(page, 7)
    record(page)
    shows(page, 8)


@pytest.mark.ring("test")
def test_nothing_of_an_entry_stays_half_made_though_its_last_tap_still_waited(phone: OpenPhone, server: Server) -> None:
    page = land_unter(server.port, 4).sit(phone(), 1)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("input[name=whole][value='4'] + .face").click)
    page.locator("input[name=half][value='2'] + .face").click()
    record(page)
    held.continue_()
    shows(page, 1)
    expect(page.locator("input:is([name=whole],[name=half]):checked")).to_have_count(0)


def test_a_double_tap_is_not_taken_for_what_comes_into_its_place(phone: OpenPhone, server: Server) -> None:
    page = nile_in_play(server.port).sit(phone(), 0)
    is_in_state(page, "live")
    entries: list[str] = []
    page.on("request", lambda sent: entries.append(sent.url) if sent.url.endswith("/moves") else None)
    main = page.locator(".foot .btn.main")
    main.hover()
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    shows(page, 5)
    main.hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    expect(main).to_contain_text("Start the scoring")
    page.title()
    assert len(entries) == 1


@pytest.mark.ring("test")
def test_a_double_tap_opens_one_table(phone: OpenPhone, server: Server) -> None:
    page = phone()
    page.goto("/tables/new?game=limits")
    page.locator("#name").fill("Ana")
    held: list[Route] = []
    page.route("**/tables", lambda route: held.append(route))
    page.locator(".foot .btn.main").hover()
    for wanted in (page.expect_request("**/tables"), nullcontext()):
        with wanted:
            page.mouse.down()
            page.mouse.up()
    for route in held:
        route.continue_()
    expect(page).to_have_url(re.compile(r"/t/[A-Z0-9]{4}$"))
    assert len(held) == 1
