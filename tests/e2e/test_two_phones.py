"""Two phones at once: who enters is told to the others, and of two entries for one moment both are shown."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import REFUSED, held_back, is_in_state, shows
from tests.e2e.evening import Evening, land_unter
from tests.e2e.stage import OpenPhone, Server, drawn


def at_a_trick(port: int) -> Evening:
    """Four in their first trick of Land Unter."""
    evening = land_unter(port, 4)
    evening.count_all_rings()
    return evening


def water(page: Page, level: int) -> Locator:
    """A water card of the trick."""
    return page.locator(f".nums input[name=levels][value='{level}'] + .face")


def enter(page: Page, levels: tuple[int, ...], *tanks: int) -> None:
    """Tap a trick: its water, then who is highest and second; the last tap records it."""
    for target in (*(water(page, level) for level in levels), *(page.locator(".tank.tap").nth(one) for one in tanks)):
        with drawn(page):
            target.click()


@pytest.mark.ring("test")
def test_the_others_see_who_is_entering_and_never_what_until_it_is_recorded(phone: OpenPhone, server: Server) -> None:
    evening = at_a_trick(server.port)
    ana, ben = (evening.sit(phone(size=(360, 640)), seat) for seat in (0, 1))
    for page in (ana, ben):
        is_in_state(page, "live")
    line, before = ana.locator("#entering"), ana.locator("main").bounding_box()
    expect(line).to_be_hidden()
    with drawn(ben):
        water(ben, 4).click()
    expect(line).to_have_text("Ben is tapping")
    assert ana.locator("main").bounding_box() == before
    expect(ben.locator("#entering")).to_be_hidden()
    with drawn(ben):
        water(ben, 9).click()
    enter(ben, (), 1, 2)
    shows(ana, 5)
    expect(line).to_be_hidden()


@pytest.mark.ring("test")
def test_of_two_who_enter_one_trick_both_are_shown_and_one_tap_saves_the_other_instead(
    phone: OpenPhone, server: Server
) -> None:
    evening = at_a_trick(server.port)
    ana, ben = evening.sit(phone(size=(360, 640)), 0), evening.sit(phone(size=(360, 640), expects=REFUSED), 1)
    for page in (ana, ben):
        is_in_state(page, "live")
    enter(ana, (2, 9), 0)
    held = held_back(ben, "moves", lambda: enter(ben, (2, 8), 0, 2))
    with drawn(ana):
        ana.locator(".tank.tap").nth(1).click()
    shows(ana, 5)
    held.continue_()
    shows(ben, 5)
    beside = ben.locator("#beside")
    expect(beside).to_contain_text("Ana was quicker")
    expect(beside).to_contain_text("Saved: Water 2 and 9")
    expect(beside).to_contain_text("Yours isn’t saved: Water 2 and 8")
    with drawn(ben):
        water(ben, 5).click()
    expect(beside).to_be_visible()
    beside.get_by_role("button", name="Save mine instead").click()
    for page in (ana, ben):
        shows(page, 6)
        expect(page.locator(".news b[data-told]:not([data-to])")).to_have_text("Cleo loses a ring.")


@pytest.mark.ring("test")
def test_half_an_entry_that_others_were_quicker_with_is_finished_or_closed_and_never_lost_in_silence(
    phone: OpenPhone, server: Server
) -> None:
    evening = at_a_trick(server.port)
    ana, ben = (evening.sit(phone(), seat) for seat in (0, 1))
    for page in (ana, ben):
        is_in_state(page, "live")
        enter(page, (2, 9), 2)
    evening.move("trick", levels=[2, 8], highest=0, second=1)
    for page in (ana, ben):
        expect(page.locator("#beside")).to_contain_text("Yours isn’t saved. It wasn’t finished.")
    ana.locator("#beside").get_by_text("Close").click()
    expect(ana.locator("#beside")).to_have_count(0)
    ben.locator("#beside").get_by_role("button", name="Finish mine").click()
    expect(ben.locator(".correcting")).to_contain_text("You’re editing")
    for level in (2, 9):
        expect(ben.locator(f"input[name=levels][value='{level}']:checked").first).to_be_attached()
