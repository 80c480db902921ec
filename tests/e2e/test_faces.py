"""Colour and sign as people choose them: on two phones, worn on every screen, remembered by the device."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import Evening, beginning
from tests.e2e.stage import OpenPhone, Server, accessibility_faults

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


def test_a_device_remembers_what_its_people_wear_at_the_next_table(phone: OpenPhone, server: Server) -> None:
    page = phone()
    for first in (True, False):
        page.goto("/tables/new")
        page.locator("#name").fill("Ana")
        with page.expect_navigation():
            page.locator(".foot .btn.main").click()
        if first:
            choose(page, page.url.rsplit("/", 1)[1].split("?")[0], 0)
    expect(page.locator(".seats .face-p.pe use[href$='#fish']")).to_have_count(1)


COLOURS = """
one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color, getComputedStyle(one).boxShadow !== "none"]
"""


@pytest.mark.parametrize(("theme", "ink"), [("light", "rgb(42, 31, 20)"), ("dark", "rgb(27, 22, 19)")])
def test_yellow_is_as_yellow_by_day_as_by_night_with_ink_on_it_and_around_it(
    phone: OpenPhone, evening: Evening, theme: Literal["light", "dark"], ink: str
) -> None:
    page = phone(theme=theme)
    page.goto(evening.board)
    assert page.locator(".mark.pb").first.evaluate(COLOURS) == ["rgb(242, 197, 51)", ink, True]
    assert accessibility_faults(page) == []
