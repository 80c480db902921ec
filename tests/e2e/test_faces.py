"""Colour and sign as people choose them: on two phones, worn on every screen, remembered by the device."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import beginning
from tests.e2e.stage import OpenPhone, Server

MARKS = """[...document.querySelectorAll('.mark:has(use)')].filter(one => one.textContent.trim()).map(one => [
  one.textContent.trim(), [one.className.replace('mark', '').trim(), one.querySelector('use').href.baseVal.split('#')[1]]])"""
PURPLE_FISH = ["pe", "fish"]


def worn(page: Page) -> dict[str, list[str]]:
    """The colour and the sign of each player, by the letter beside them."""
    found: dict[str, list[str]] = dict(page.evaluate(MARKS))
    return found


def choose(page: Page, table: str, seat: int) -> None:
    """Purple and the fish, from the page of the table."""
    page.goto(f"/t/{table}")
    page.locator(".more summary").click()
    page.get_by_role("link", name="Colour and sign").click()
    page.locator("input[name=colour][value='4'] + .face").click()
    page.locator("input[name=sign][value='4'] + .face").click()
    with page.expect_navigation():
        page.locator(".foot .btn.main").click()


def test_of_two_who_choose_alike_each_is_told_from_the_other_by_colour_and_by_sign_on_every_screen(
    phone: OpenPhone, server: Server
) -> None:
    evening, (last,) = beginning(server, "points", -1)
    ana, ben, television = phone(), phone(), phone(size=(1280, 720))
    evening.sit(ana, 0)
    evening.sit(ben, 1)
    choose(ana, evening.table, 0)
    choose(ben, evening.table, 1)
    expect(ben.get_by_role("status")).to_contain_text("You get the next free one.")

    for page, path in ((ana, evening.board), (ben, evening.board), (television, f"/tv/{evening.table}")):
        page.goto(path)
        is_in_state(page, "live")
    evening.move(**last)
    for page in (ana, ben, television):
        expect(page.locator(".won h1")).to_be_in_viewport()
        found = worn(page)
        assert found["A"] == PURPLE_FISH
        for part in range(2):
            assert len({found[letter][part] for letter in "ABC"}) == 3
    for path in (f"{evening.board}/result", f"/t/{evening.table}/evening", "/history"):
        ana.goto(path)
        assert any("pe" in mark and "#fish" in mark for mark in ana.locator(".mark").evaluate_all(
            "all => all.map(one => one.outerHTML)"
        )), path  # fmt: skip
