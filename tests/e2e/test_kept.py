"""A board that comes takes nothing away of what somebody is about to say."""

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import is_in_state, number, record, shows, tap, version
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


def test_an_older_board_never_replaces_a_newer_one(phone: OpenPhone, evening: Evening) -> None:
    page = evening.sit(phone(), 1)
    is_in_state(page, "live")
    older = page.locator("#shown").evaluate("shown => shown.outerHTML")
    evening.move("count_rings", seat=0, rings=5)
    shows(page, 1)
    page.evaluate(PUT, older)
    expect(version(page)).to_have_attribute("data-version", "1")
