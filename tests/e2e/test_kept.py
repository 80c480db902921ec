"""A board that comes takes nothing away of what somebody is about to say."""

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import REFUSED, answered, held_back, is_in_state, number, record, shows, tap, version
from tests.e2e.evening import Evening
from tests.e2e.stage import OpenPhone, drawn

A_WHILE_SECONDS = 5
"""Longer than it takes to say so; less than a stream may be silent."""
PUT = "html => board.put(board.levelOf(html))"
"""Shows a board, as if it had been asked for."""


@pytest.mark.ring("test")
def test_a_half_made_entry_survives_what_others_enter(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    number(page, "whole", 4).focus()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "whole", 4)).to_be_focused()
    tap(page, "half", 2)
    record(page)
    shows(page, 2)
    expect(page.locator("#told")).to_contain_text("Ben")


def test_water_tapped_beside_the_card_numbers_is_still_tapped_back_at_the_tanks(
    phone: OpenPhone, evening: Evening
) -> None:
    evening.count_all_rings()
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    for way in ("Card numbers", "Only the two highest"):
        page.get_by_role("button", name=way).click()
        expect(page.get_by_role("button", name=way)).to_have_count(0)
        tap(page, "levels", 4 if way == "Card numbers" else 9)
    for level in (4, 9):
        expect(page.locator(f".nums input[name=levels][value='{level}']")).to_be_checked()
    expect(page.locator(".water i")).to_have_text("4 and 9")


def test_a_tap_that_the_server_has_not_seen_yet_survives_too(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator("input[name=whole][value='7'] + .face").click)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(number(page, "whole", 7)).to_be_checked()
    with drawn(page):
        held.continue_()
    expect(number(page, "whole", 7)).to_be_checked()


def test_a_board_that_comes_under_a_finger_waits_for_the_tap(phone: OpenPhone, evening: Evening) -> None:
    page = phone()
    page.clock.install()
    evening.sit(page, 1)
    is_in_state(page, "live")
    page.locator("input[name=whole][value='7'] + .face").hover()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + A_WHILE_SECONDS)
    page.mouse.down()
    evening.move("count_rings", seat=0, rings=5)
    page.evaluate("new Promise((told) => new EventSource(view.dataset.stream).addEventListener('board', told))")
    expect(version(page)).to_have_attribute("data-version", "0")
    with drawn(page):
        page.mouse.up()
    page.clock.resume()
    shows(page, 1)
    expect(number(page, "whole", 7)).to_be_checked()


def test_a_finger_that_stays_holds_no_board_back_for_long(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.locator("h1, .strip p").first.hover()
    page.mouse.down()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.mouse.up()


def test_an_entry_half_made_goes_when_the_game_goes_on(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    evening.count_all_rings()
    shows(page, 5)
    expect(page.locator("input[name=whole]")).to_have_count(0)


def test_an_opened_working_stays_open_and_a_closed_one_closed(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    page.evaluate(
        "document.querySelector('#view main').insertAdjacentHTML('beforeend',"
        " '<details id=\"kept\"><summary>Why?</summary>Because.</details>')"
    )
    page.evaluate("document.getElementById('kept').open = true")
    html = page.locator("#shown").evaluate("shown => shown.outerHTML.replace(' open=\"\"', '')")
    page.evaluate(PUT, html)
    assert page.locator("#kept").evaluate("kept => kept.open") is True


def test_an_older_board_never_replaces_a_newer_one(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    older = page.locator("#shown").evaluate("shown => shown.outerHTML")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.evaluate(PUT, older)
    expect(version(page)).to_have_attribute("data-version", "1")


def test_an_entry_that_was_taken_does_not_come_back_into_the_form(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    tap(page, "half", 2)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, evening.port)
    shows(page, 1)
    held.fulfill(response=answer)
    expect(page.locator(".foot .btn.main")).to_be_enabled()
    expect(page.locator("input[name=whole]:checked")).to_have_count(0)


def test_a_notice_stays_while_others_enter(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    record(page)
    expect(page.locator("#problem")).to_be_focused()
    number(page, "whole", 4).focus()
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    expect(page.locator("#problem")).to_be_visible()
    expect(number(page, "whole", 4)).to_be_checked()
    expect(number(page, "whole", 4)).to_be_focused()
    tap(page, "half", 2)
    expect(page.locator("#problem")).to_have_count(0)
