"""Undo gives the entry back: on the phone that undoes, whoever made it and however many taps it took."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state, shows
from tests.e2e.evening import land_unter
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_nile import begin as nile


def undo(page: Page, version: int) -> None:
    """Undo what stands, and wait until the board without it is there."""
    if page.locator("[data-hit] .opens").count():
        page.locator(".opens").click()
        expect(page.locator("#ruled")).to_be_visible()
    with page.expect_response(re.compile("/preview$")):
        page.get_by_role("button", name="Undo").and_(page.locator(":visible")).first.click()
        shows(page, version)


@pytest.mark.ring("test")
def test_a_trick_that_another_phone_recorded_stands_in_the_form_again(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings()
    evening.move("trick", levels=[2, 9], highest=1, second=3)
    page = evening.sit(phone(size=(360, 640)), 0)
    is_in_state(page, "live")
    undo(page, 6)
    for name, value in (("levels", 2), ("levels", 9), ("highest", 1), ("second", 3)):
        expect(page.locator(f"input[name={name}][value='{value}']:checked").first).to_be_attached()
    page.locator("#record:not(.wait)").click()
    shows(page, 7)


@pytest.mark.ring("test")
def test_a_tile_placed_with_one_tap_lies_there_to_be_turned(phone: OpenPhone, server: Server) -> None:
    page = down_under(server.port, 2).sit(phone(size=(360, 640)), 0)
    is_in_state(page, "live")
    for number, (x, y) in enumerate(((0, 0), (1, 0)), 1):
        page.locator(f"#cell-{x}-{y}").click()
        page.locator("#record").click()
        shows(page, number)
    page.locator(".ends [id^=way-][id*=-straight-]").first.click()
    shows(page, 3)
    undo(page, 4)
    expect(page.locator("#record")).to_contain_text("Place it here")
    page.locator("#record:not(.wait)").click()
    shows(page, 5)


@pytest.mark.ring("test")
def test_a_flood_of_the_nile_stands_in_its_form_again(phone: OpenPhone, server: Server) -> None:
    evening = nile(server.port)
    evening.move("tide", moved=2, arrows=0)
    page = evening.sit(phone(), 0)
    is_in_state(page, "live")
    undo(page, 6)
    page.locator("#record:not(.wait)").click()
    shows(page, 7)
