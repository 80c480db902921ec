"""Boards, answers and taps that overtake one another on their way: none is lost, and what went wrong is said."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import REFUSED, answered, held_back, is_in_state, number, record, shows, tap, version
from tests.e2e.evening import Evening, match_of
from tests.e2e.laying import EXPECTED, cell
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server, drawn


def test_a_tap_survives_an_answer_that_comes_later_than_the_stream(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(expects=EXPECTED), 0)
    is_in_state(page, "live")
    with drawn(page):
        cell(page, 0, 0)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, server.port)
    shows(page, 1)
    page.locator("label:has(input[name='tile.kind'][value='straight'])").click()
    held.fulfill(response=answer)
    cell(page, 0, 1)
    expect(page.locator("input[name='_shown']")).to_have_value(re.compile("^0,1,straight,"))
    expect(number(page, "tile.kind", "straight")).to_be_checked()


def test_taps_slower_than_their_entry_belong_to_it_and_not_to_the_next_one(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "nile", 3)
    evening.move("starter", seat=0)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    held = held_back(page, "preview", page.locator(".hand input[value=flax] + .face").first.click)
    page.locator(".hand input[value=wheat] + .face").first.click()
    record(page)
    held.continue_()
    shows(page, 2)
    expect(page.locator(".hand input:checked")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("group", name="Ben’s 2 plants")).to_be_visible()
    expect(page.locator(".hand input:checked")).to_have_count(0)


@pytest.mark.ring("test")
def test_of_two_who_tap_at_once_the_slower_is_told_and_loses_nothing(phone: OpenPhone, evening: Evening) -> None:
    evening.move("count_rings", seat=0, rings=5)
    quick, slow = evening.sit(phone(), 1), evening.sit(phone(expects=REFUSED), 2)
    for page in (quick, slow):
        is_in_state(page, "live")
    held = held_back(slow, "undo", slow.locator(".undo button").click)
    quick.locator(".undo button", has_text="Undo").click()
    for page in (quick, slow):
        shows(page, 2)
    held.continue_()
    expect(slow.locator("#problem")).to_be_focused()
    expect(slow.locator("#problem")).to_contain_text("moved on")
    shows(slow, 2)


def test_a_refusal_is_said_though_what_others_enter_comes_first(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(expects=REFUSED), 1)
    is_in_state(page, "live")
    tap(page, "whole", 4)
    held = held_back(page, "moves", lambda: record(page))
    answer = answered(held, evening.port)
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    held.fulfill(response=answer)
    expect(page.locator("#problem")).to_be_focused()
    expect(number(page, "whole", 4)).to_be_checked()
    shows(page, 1)
    tap(page, "half", 2)
    record(page)
    shows(page, 2)
    expect(page.locator("#problem")).to_have_count(0)


def test_a_double_tap_has_one_effect(phone: OpenPhone, evening: Evening) -> None:
    for seat in range(3):
        evening.move("count_rings", seat=seat, rings=5)
    page = evening.sit(phone(), 3)
    is_in_state(page, "live")
    page.locator(".undo button", has_text="Undo").evaluate("button => { button.click(); button.click(); }")
    shows(page, 4)
    expect(number(page, "rings", 5)).to_be_checked()
    tap(page, "rings", 3)
    expect(version(page)).to_have_attribute("data-version", "4")
